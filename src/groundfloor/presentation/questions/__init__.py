"""One entry for each kind of question: its prompt, help, rules, buttons, and what its answers are called and bring."""
