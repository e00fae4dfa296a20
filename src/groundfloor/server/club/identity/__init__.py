"""Who somebody is: accounts, sessions, devices, API tokens, and what kind of person stands behind a name."""
