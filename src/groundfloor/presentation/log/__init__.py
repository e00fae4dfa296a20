"""Who tells what: a sentence and its reason for every kind of event."""
