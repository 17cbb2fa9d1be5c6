"""What a person can do wrong, as exceptions that carry words.

A service raises; the view answers with the status and the words. Faults that only a bug can cause are ordinary
exceptions and are never caught.
"""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """An action refused, in words. ``code`` has its text in records/words; ``params`` fill its gaps."""

    status = 422

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class Stale(Refused):
    """The page was older than the sheet: the answer comes with the fresh panel (409)."""

    status = 409


class NotAllowed(Refused):
    """A member may look but not do this (403). What a person may not even see answers 404 instead."""

    status = 403
