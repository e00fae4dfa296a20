"""The areas of the city: all that a person reads of one is in its module, the building, its spaces and tasks, its questions, and its sentences in the log."""
