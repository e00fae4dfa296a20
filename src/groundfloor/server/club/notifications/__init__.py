"""Notices: what waits for somebody, and what is sent to those who are away. None contains anything hidden."""
