"""The club: a room for each subject that needs other people."""
