"""The form of a MechWarrior."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.services.pilots import FIELDS
from records.models import Pilot

from .base import Form, LineField, LinesField, WholeField


class PilotForm(Form):
    """Everything about a MechWarrior. Skills 0-8, lower is better; a level only suggests them."""

    name = LineField(label=_("Name"), max_length=80, error_messages={"required": _("Give the MechWarrior a name.")})
    callsign = LineField(label=_("Callsign"), max_length=40, required=False)
    level = forms.ChoiceField(label=_("Experience"), choices=Pilot.Level.choices, initial=Pilot.Level.REGULAR)
    gunnery = WholeField(label=_("Gunnery"), min_value=0, max_value=8, initial=4)
    piloting = WholeField(label=_("Piloting"), min_value=0, max_value=8, initial=5)
    edge = WholeField(label=_("Edge"), min_value=0, max_value=9, initial=0)
    hits = WholeField(label=_("Wounds"), min_value=0, max_value=6, initial=0)
    status = forms.ChoiceField(label=_("Status"), choices=Pilot.Status.choices, initial=Pilot.Status.ACTIVE)
    notes = LinesField(
        label=_("Notes"), required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("gunnery", "piloting", "edge", "hits"):
            self.fields[name].widget.attrs["inputmode"] = "numeric"

    @classmethod
    def of(cls, pilot: Pilot) -> PilotForm:
        """The form with what is known of the pilot."""
        return cls(initial={name: getattr(pilot, name) for name in FIELDS})
