"""Forms about forces and the machines in them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign, Force
from campaigns.services.machines import MOST_COPIES
from records.rules.digits import whole

from .base import Form, LineField, WholeField


class ForceChoice(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A force of one campaign; its place in the tree is told by dashes."""

    def to_python(self, value: Any) -> Any:
        """The force of this number, written in the digits 0 to 9."""
        return super().to_python(value if value in self.empty_values else whole(value) or 0)

    def label_from_instance(self, obj: Any) -> str:
        """The force's name, its side told where it is not the campaign's own."""
        return f"{obj.name} ({_('opposition')})" if obj.hostile else str(obj.name)


class ForceForm(Form):
    """A force: its name, the force it belongs to, and its side."""

    name = LineField(label=_("Name"), max_length=80, error_messages={"required": _("Give the force a name.")})
    parent = ForceChoice(label=_("Part of"), queryset=Force.objects.none(), required=False, empty_label=_("nothing"))
    hostile = forms.BooleanField(
        label=_("Opposition"), required=False, help_text=_("A force inside another is on that one's side.")
    )

    def __init__(self, *args: Any, campaign: Campaign, without: Force | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        forces = campaign.forces.exclude(pk=without.pk) if without else campaign.forces.all()
        self.fields["parent"].queryset = forces  # type: ignore[attr-defined]


class AddForm(Form):
    """Machines of one design into a force. The design itself is the button pressed."""

    force = ForceChoice(label=_("Into"), queryset=Force.objects.none(), empty_label=None)
    copies = WholeField(
        label=_("How many"), min_value=1, max_value=MOST_COPIES, initial=1, required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["force"].queryset = campaign.forces.all()  # type: ignore[attr-defined]

    def clean_copies(self) -> int:
        """One when nothing is said."""
        return int(self.cleaned_data["copies"] or 1)


class LabelForm(Form):
    """A machine's own name."""

    label = LineField(
        label=_("Name of its own"), max_length=80, required=False, help_text=_("Empty: called by its design.")
    )
