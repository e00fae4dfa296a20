"""What all pages share: the base template, styles and scripts, and where each room has its own."""
