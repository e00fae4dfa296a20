"""Lines of plain text: the city, the companies, the question. The terminal prints them, and so do the environments for research."""
