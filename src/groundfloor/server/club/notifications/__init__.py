"""Notices: what waits for somebody, and what is sent to those who are away. Nothing hidden stands in any of them."""
