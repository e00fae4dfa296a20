"""The route handlers."""
