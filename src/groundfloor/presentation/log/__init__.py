"""The log: a sentence and a reason for each kind of event. Those of an area are in its module of ``areas``."""
