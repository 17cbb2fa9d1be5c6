"""The form of a campaign's rules: a switch for each option, its numbers and its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from campaigns.selectors.ruleset import groups
from records import rules
from records.rules.options import REGISTRY, Option, Setting
from records.words import options as words

from .base import Form, WholeField


@dataclass(frozen=True, slots=True)
class Row:
    """A row of an option's table."""

    label: str
    cells: list[BoundField]


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One option on the page: its switch, its words, its fields."""

    option: Option
    title: str
    effect: str
    source: str
    table: str
    switch: BoundField
    settings: list[BoundField]
    columns: list[str]
    rows: list[Row]
    excludes: list[str]
    needs: list[str]

    @property
    def has_errors(self) -> bool:
        """Whether one of its numbers was refused."""
        return any(field.errors for field in (*self.settings, *(cell for row in self.rows for cell in row.cells)))


class RulesetForm(Form):
    """Shows a ruleset and reads one. Whether it can be played is for the service to say."""

    base = forms.ChoiceField(choices=[(code, text) for code, text in words.BASES.items()])

    def __init__(self, data: Mapping[str, Any] | None, *, ruleset: rules.Ruleset) -> None:
        super().__init__(data, initial={"base": ruleset.base})
        self.ruleset = ruleset
        for option in REGISTRY.values():
            on = ruleset.has(option.id)
            title = words.title(option.id)
            self.fields[f"on-{option.id}"] = forms.BooleanField(label=title, required=False, initial=on)
            for setting in option.settings:
                name = f"{option.id}.{setting.name}"
                self.fields[name] = _field(setting, option.id, words.setting_name(option.id, setting.name))
                number = option.number(ruleset, setting.name)
                self.initial[name] = bool(number) if setting.switch else number
            self._table(option)

    def _table(self, option: Option) -> None:
        grid = option.grid
        for row in grid.rows if grid else ():
            for column in grid.columns if grid else ():
                label = f"{words.title(option.id)}: {words.cell(option.id, row, column)}"
                name = f"{option.id}.{row}.{column}"
                self.fields[name] = _number(label, grid.least if grid else 0, grid.most if grid else 0)
                self.initial[name] = option.cell(self.ruleset, row, column)

    def chosen(self) -> rules.Ruleset:
        """The ruleset that the form describes. Numbers left empty are as the catalogue has them."""
        data = self.cleaned_data
        options = [
            f"-{option.id}" if option.default_on else option.id
            for option in REGISTRY.values()
            if bool(data[f"on-{option.id}"]) != option.default_on
        ]
        settings: dict[str, int] = {}
        tables: dict[str, dict[str, int]] = {}
        for option in REGISTRY.values():
            for setting in option.settings:
                value = data[f"{option.id}.{setting.name}"]
                if value is not None:
                    settings[f"{option.id}.{setting.name}"] = int(value)
            for row in option.grid.rows if option.grid else ():
                for column in option.grid.columns if option.grid else ():
                    value = data[f"{option.id}.{row}.{column}"]
                    if value is not None:
                        tables.setdefault(option.id, {})[f"{row}.{column}"] = value
        return rules.Ruleset(base=data["base"], options=tuple(options), settings=settings, tables=tables)

    def grouped(self) -> list[tuple[str | Promise, list[OptionRow]]]:
        """The options with their fields, by where they come from."""
        return [(group.title, [self._row(REGISTRY[option_id]) for option_id in group.ids]) for group in groups()]

    def _row(self, option: Option) -> OptionRow:
        grid = option.grid
        return OptionRow(
            option=option,
            title=words.title(option.id),
            effect=words.effect(option.id),
            source=words.source(option.id),
            table=words.table(option.id),
            switch=self[f"on-{option.id}"],
            settings=[self[f"{option.id}.{setting.name}"] for setting in option.settings],
            columns=[words.word("columns", column, option.id) for column in grid.columns] if grid else [],
            rows=[
                Row(
                    words.word("rows", row, option.id),
                    [self[f"{option.id}.{row}.{column}"] for column in grid.columns],
                )
                for row in (grid.rows if grid else ())
            ]
            if grid
            else [],
            excludes=[words.title(other) for other in option.excludes],
            needs=[words.title(other) for other in option.needs],
        )


def _field(setting: Setting, option_id: str, label: str) -> forms.Field:
    if setting.choices:
        choices = [(number, words.word("choices", code, option_id)) for number, code in enumerate(setting.choices)]
        return forms.TypedChoiceField(label=label, choices=choices, coerce=int)
    if setting.switch:
        return forms.BooleanField(label=label, required=False)
    return _number(label, setting.least, setting.most)


def _number(label: str, least: int, most: int) -> WholeField:
    beyond = _("From %(low)d to %(high)d.") % {"low": least, "high": most}
    return WholeField(
        label=label,
        required=False,
        min_value=least,
        max_value=most,
        error_messages={"min_value": beyond, "max_value": beyond, "invalid": beyond},
    )
