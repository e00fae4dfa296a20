"""What open pages are told: streams of events, who is here, who has come, and which tables wait."""
