"""The lobby: open tables that people join, and invitations."""
