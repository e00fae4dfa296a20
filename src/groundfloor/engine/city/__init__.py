"""The city: one file per area of the street."""
