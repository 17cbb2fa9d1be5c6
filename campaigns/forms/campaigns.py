"""Forms about campaigns and people."""

from __future__ import annotations

import datetime
from typing import Any

from django import forms
from django.contrib.auth.forms import PasswordChangeForm as BasePasswordChangeForm
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from campaigns.models import Campaign
from campaigns.services.campaigns import JOIN_ROLES

from .base import Form, LineField, LinesField


class CampaignForm(Form):
    """What a campaign is called, its day in the game's calendar, and notes for everybody in it."""

    name = LineField(label=_("Name"), max_length=120, error_messages={"required": _("Give the campaign a name.")})
    date = forms.DateField(
        label=_("Date in the game"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date", "min": "2000-01-01", "max": "9999-12-31"}, format="%Y-%m-%d"),
        help_text=_("The day the campaign has come to, such as 3025-06-01."),
    )
    notes = LinesField(
        label=_("Notes"), required=False, max_length=10_000, widget=forms.Textarea(attrs={"rows": 4})
    )

    def clean_date(self) -> datetime.date | None:
        """A year people play in; four digits."""
        day: datetime.date | None = self.cleaned_data["date"]
        if day is not None and day.year < 1900:
            raise forms.ValidationError(_("Write the year with four digits, such as 3025."))
        return day

    @classmethod
    def of(cls, campaign: Campaign) -> CampaignForm:
        """The form with what the campaign has now."""
        return cls(initial={"name": campaign.name, "date": campaign.date, "notes": campaign.notes})


class DoorForm(Form):
    """Whether the join code works, and what it makes of people."""

    open = forms.BooleanField(label=_("The code lets people in"), required=False)
    role = forms.ChoiceField(label=_("New members are"), choices=[(role.value, role.label) for role in JOIN_ROLES])


class CodeForm(Form):
    """The code of a campaign, as read out at the table."""

    code = LineField(
        label=_("Join code"),
        max_length=20,
        error_messages={"required": _("Enter the code: eight letters and digits.")},
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "code-input"}
        ),
    )


class NameForm(Form):
    """How the others at the table call somebody."""

    name = LineField(
        label=_("Your name"),
        max_length=40,
        error_messages={"required": _("Say how the others call you.")},
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class PasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    """A first password, typed twice."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


class PasswordChangeForm(PasswordForm, BasePasswordChangeForm):
    """Another password, typed twice, after the one that is in use now."""

    error_messages = BasePasswordChangeForm.error_messages | {
        "password_incorrect": _(
            "That is not your present password. If you have forgotten it, whoever runs the server sets another with "
            "manage.py changepassword and your sign-in name."
        ),
    }
    field_order = ("old_password", "new_password1", "new_password2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = _("Present password")
        # The form stands beside others on its page: the focus is not its own.
        self.fields["old_password"].widget.attrs.pop("autofocus", None)


def password_form(user: User, data: Any = None) -> PasswordForm:
    """The form for this person: who has a password gives it before setting another."""
    return PasswordChangeForm(user, data) if user.has_usable_password() else PasswordForm(user, data)
