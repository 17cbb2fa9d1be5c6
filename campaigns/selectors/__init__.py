"""Reads, one module a page or a question. Nothing here writes."""
