"""Notices that leave the server: what they say, the ways by which they are sent, and the job that sends them. Nothing hidden stands in any of them."""
