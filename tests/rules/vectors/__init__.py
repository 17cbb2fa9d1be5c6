"""Vectors: situations with the number expected, put to the rules service; one module a kind of vector."""
