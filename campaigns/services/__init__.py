"""Writes, one module a use case. Keyword-only arguments; a person's fault raises :class:`records.errors.Refused`."""
