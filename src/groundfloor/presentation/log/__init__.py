"""The log: a sentence and a reason for each kind of event."""
