"""Presenters of questions: prompt, help, rules, buttons, and what answers are called and bring. Those of an area are in its module of ``areas``."""
