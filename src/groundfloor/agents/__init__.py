"""Players made of code: they only ever see a View."""
