"""The rules machine of Ground Floor: pure, standard library only, and without any edition's name in it."""
