"""The rules engine of Ground Floor: standard library only, and without any edition's name in it.

``COMPILED`` tells whether the modules were compiled (``scripts/build``) or are interpreted; what they do is the same.
"""

from __future__ import annotations

from . import errors

COMPILED = not errors.__file__.endswith(".py")
