"""Reports, bans, and the pages of administrators."""
