"""The addresses of the product and what answers there."""
