"""Forms of the catalogue."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from records.models import Unit
from records.selectors import catalogue
from records.selectors.eras import ERAS

from .fields import WholeField

ANY = ("", _("any"))


class SearchForm(forms.Form):
    """What to look for. Everything may be left out; a value that makes no sense is named beside its field."""

    q = forms.CharField(label=_("Name"), required=False, max_length=80)
    weight = forms.ChoiceField(
        label=_("Weight"),
        required=False,
        choices=[ANY, *((code, row[0]) for code, row in catalogue.WEIGHT_CLASSES.items())],
    )
    tons_from = WholeField(label=_("from tons"), required=False, min_value=1, max_value=999)
    tons_to = WholeField(label=_("to tons"), required=False, min_value=1, max_value=999)
    bv_from = WholeField(label=_("from battle value"), required=False, min_value=0, max_value=99_999)
    bv_to = WholeField(label=_("to battle value"), required=False, min_value=0, max_value=99_999)
    tech = forms.ChoiceField(
        label=_("Tech base"),
        required=False,
        choices=[ANY, ("is", _("Inner Sphere")), ("clan", _("Clan")), ("mixed", _("mixed"))],
    )
    era = forms.ChoiceField(
        label=_("Introduced in"), required=False, choices=[ANY, *((era.code, era.name) for era in ERAS)]
    )
    by_year = WholeField(label=_("Introduced by year"), required=False, min_value=1, max_value=9999)
    role = forms.ChoiceField(label=_("Role"), required=False)
    config = forms.ChoiceField(
        label=_("Form"),
        required=False,
        choices=[
            ANY,
            ("Biped", _("biped")),
            ("Quad", _("quad")),
            ("Tripod", _("tripod")),
            ("LAM", _("LAM")),
            ("QuadVee", _("QuadVee")),
        ],
    )
    walk = WholeField(label=_("Walks at least"), required=False, min_value=0, max_value=30)
    jump = WholeField(label=_("Jumps at least"), required=False, min_value=0, max_value=30)
    origin = forms.ChoiceField(label=_("Origin"), required=False, choices=[ANY, *Unit.Origin.choices])
    omni = forms.BooleanField(label=_("OmniMechs only"), required=False)
    sort = forms.ChoiceField(
        label=_("Order"), required=False, choices=[(code, row[0]) for code, row in catalogue.SORTS.items()]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [ANY, *((role, role) for role in catalogue.roles())]  # type: ignore[attr-defined]

    @property
    def wanted(self) -> dict[str, Any]:
        """What was understood, whether or not some field was not."""
        self.is_valid()
        return self.cleaned_data

    @property
    def narrowed(self) -> bool:
        """Whether anything besides the name narrows the search (the filters then stay open on a phone)."""
        return any(self.wanted.get(name) not in (None, "", False) for name in self.fields if name not in ("q", "sort"))


class ManyFiles(forms.ClearableFileInput):
    """A file input that takes several files."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several uploaded files, each kept even when another is bad: the importer names the bad ones."""

    widget = ManyFiles

    def clean(self, data: Any, initial: Any = None) -> list[Any]:
        """The files as a list, at least one. Empty files stay in: the importer rejects them by name."""
        files = [file for file in (data if isinstance(data, (list, tuple)) else [data]) if file]
        if not files:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return files


class UploadForm(forms.Form):
    """Unit files to read into the catalogue."""

    unit_files = FilesField(
        label=_("Unit files"),
        help_text=_("MTF files, or zips of them; up to 2 MB a file."),
        error_messages={"required": _("Choose at least one .mtf or .zip file.")},
    )
