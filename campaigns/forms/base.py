"""What all forms of the campaigns have in common."""

from __future__ import annotations

from typing import Any

from django import forms

from records.forms.fields import LineField, LinesField, WholeField, one_line

__all__ = ["Form", "LineField", "LinesField", "WholeField", "one_line"]


class Form(forms.Form):
    """A form whose labels end without a colon: label and field stand under one another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
