"""Notices that leave the server: what they say, the transports that send them, and the job that sends them. Nothing hidden stands in any of them."""
