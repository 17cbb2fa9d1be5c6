"""The one way a reader says no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class FormatError(Exception):
    """A file that cannot be read as what it claims to be.

    ``code`` is in kebab case and has its words in :data:`WORDS`; ``params`` fill their gaps. Every fault of a
    file ends in one of these: anything else that a reader raises is a bug.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params: Mapping[str, Any] = params

    def __str__(self) -> str:
        return f"{self.code} {dict(self.params)}" if self.params else self.code
