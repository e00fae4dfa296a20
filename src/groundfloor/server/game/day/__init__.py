"""The city of the day."""
