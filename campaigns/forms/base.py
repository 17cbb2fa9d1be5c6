"""What all forms of the campaigns have in common."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms


class Form(forms.Form):
    """A form whose labels end without a colon: label and field stand under one another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


def one_line(text: str) -> str:
    """The text without line breaks, control characters and doubled spaces."""
    kept = "".join(" " if unicodedata.category(letter).startswith("C") else letter for letter in text)
    return " ".join(kept.split())


class LineField(forms.CharField):
    """One line of text that people read: names and the like."""

    def to_python(self, value: Any) -> str:
        """The text as one line."""
        return one_line(str(super().to_python(value) or ""))
