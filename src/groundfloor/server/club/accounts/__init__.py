"""Accounts: log-in, passkeys, sessions, programs, and what an account has chosen."""
