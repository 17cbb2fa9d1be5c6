"""Forms about battles."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.selectors.battles import free_machines

from .base import Form, LineField, LinesField


class ChooseForm(Form):
    """Machines chosen for a battle."""

    machines = forms.TypedMultipleChoiceField(
        coerce=int,
        error_messages={
            "required": _("Choose the machines that take part."),
            "invalid_choice": _("One of these machines is not free any more. Choose again."),
        },
    )

    def __init__(self, *args: Any, campaign: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.free = list(free_machines(campaign))
        self.fields["machines"].choices = [(record.pk, record.name) for record in self.free]  # type: ignore[attr-defined]


class BattleForm(ChooseForm):
    """A new battle: its name and who fights."""

    name = LineField(label=_("Name"), max_length=120, error_messages={"required": _("Give the battle a name.")})


class CloseForm(Form):
    """The end of a battle."""

    summary = LinesField(
        label=_("What happened"), required=False, max_length=10_000, widget=forms.Textarea(attrs={"rows": 3})
    )
    drop_rolls = forms.BooleanField(label=_("Let the rolls still owed go"), required=False)


class BattleWordsForm(Form):
    """A battle's name and what happened in it."""

    name = LineField(label=_("Name"), max_length=120, error_messages={"required": _("Give the battle a name.")})
    summary = LinesField(
        label=_("What happened"), required=False, max_length=10_000, widget=forms.Textarea(attrs={"rows": 6})
    )
