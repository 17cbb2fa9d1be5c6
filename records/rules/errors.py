"""The one way the rules service says no."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class RuleViolation:
    """A refusal: an entry that cannot have happened, by name and with what the words need.

    It is a value, not an exception: ``enter`` returns it and the sheet is what it was. ``code`` is in kebab case and
    has its words in the product's text; ``params`` fill their gaps.
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


class Violated(Exception):
    """Carries a :class:`RuleViolation` out of a chapter; ``enter`` catches it and returns the violation."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.violation = RuleViolation(code, params)
