"""Fields that take text from anywhere: whole numbers in the digits 0 to 9, one line of text, several lines."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from records.rules.digits import LARGEST, whole


def one_line(text: str) -> str:
    """The text without line breaks, control characters and doubled spaces."""
    kept = "".join(" " if unicodedata.category(letter).startswith("C") else letter for letter in text)
    return " ".join(kept.split())


def some_lines(text: str) -> str:
    """The text with plain line ends, and without control characters, lone surrogates and byte order marks."""
    even = "\n".join(text.splitlines())
    return "".join(letter for letter in even if letter in "\n\t" or unicodedata.category(letter) not in ("Cc", "Cs"))


class WholeField(forms.IntegerField):
    """A whole number in the digits 0 to 9, with a sign where it may be negative."""

    def to_python(self, value: Any) -> int | None:
        """The number; "Enter a whole number." for anything else, however long it is."""
        text = "" if value is None else str(value).strip(" \t")
        if not text:
            return None
        signed = not isinstance(self.min_value, int) or self.min_value < 0
        if signed and not text.startswith("+-"):
            text = text.removeprefix("+")
        found = whole(text, least=-LARGEST if signed else 0)
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found


class LineField(forms.CharField):
    """One line of text that people read: names and the like."""

    def to_python(self, value: Any) -> str:
        """The text as one line; refused when nothing of what was sent can be read."""
        sent = str(super().to_python(value) or "")
        line = one_line(sent)
        if sent and not line:
            raise forms.ValidationError(_("This is no text that can be read. Type it again."), code="invalid")
        return line


class LinesField(forms.CharField):
    """Text of several lines: notes, what happened."""

    widget = forms.Textarea

    def to_python(self, value: Any) -> str:
        """The text with plain line ends."""
        return some_lines(str(super().to_python(value) or ""))
