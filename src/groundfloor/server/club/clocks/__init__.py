"""The hours in which somebody’s clocks run."""
