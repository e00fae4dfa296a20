"""Pictures that stand on their own: the result of a game as SVG, and any SVG as PNG."""
