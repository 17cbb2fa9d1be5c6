"""Whether a ruleset can be played: ids that exist, options that get along, numbers within their range."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..errors import RuleViolation
from ..ruleset import TOTAL_WARFARE, Ruleset
from . import REGISTRY, Grid, Option

BASES = (TOTAL_WARFARE,)


def problems(ruleset: Ruleset) -> tuple[RuleViolation, ...]:
    """Everything that is wrong with it, in the order of the registry; nothing when it can be played.

    Codes: ``no-such-base``, ``no-such-option`` (option), ``options-exclude`` (option, other), ``option-needs`` (option,
    other), ``no-such-setting`` (setting), ``setting-out-of-range`` (setting, number, low, high).
    """
    return (*_names(ruleset), *_together(ruleset), *_settings(ruleset), *_tables(ruleset))


def _names(ruleset: Ruleset) -> Iterator[RuleViolation]:
    if ruleset.base not in BASES:
        yield RuleViolation("no-such-base", {"base": ruleset.base})
    for name in ruleset.options:
        if name.removeprefix("-") not in REGISTRY:
            yield RuleViolation("no-such-option", {"option": name})


def _together(ruleset: Ruleset) -> Iterator[RuleViolation]:
    for option in ruleset.active:
        for other in option.excludes:
            if ruleset.has(other):
                yield RuleViolation("options-exclude", {"option": option.id, "other": other})
        for other in option.needs:
            if not ruleset.has(other):
                yield RuleViolation("option-needs", {"option": option.id, "other": other})


def _settings(ruleset: Ruleset) -> Iterator[RuleViolation]:
    known = {f"{option.id}.{setting.name}": setting for option in REGISTRY.values() for setting in option.settings}
    for name, number in ruleset.settings.items():
        setting = known.get(name)
        if setting is None:
            yield RuleViolation("no-such-setting", {"setting": name})
        elif not setting.least <= number <= setting.most:
            yield _beyond(name, number, setting.least, setting.most)


def _tables(ruleset: Ruleset) -> Iterator[RuleViolation]:
    for option_id, cells in ruleset.tables.items():
        grid = REGISTRY[option_id].grid if option_id in REGISTRY else None
        for name, number in cells.items():
            row, _dot, column = name.partition(".")
            if grid is None or row not in grid.rows or column not in grid.columns:
                yield RuleViolation("no-such-setting", {"setting": f"{option_id}.{name}"})
            elif not grid.least <= number <= grid.most:
                yield _beyond(f"{option_id}.{name}", number, grid.least, grid.most)


def _beyond(name: str, number: int, low: int, high: int) -> RuleViolation:
    return RuleViolation("setting-out-of-range", {"setting": name, "number": number, "low": low, "high": high})


def plain(ruleset: Ruleset) -> Ruleset:
    """The same rules in their shortest form: options in the order of the registry, only numbers that differ."""
    options = []
    for option in REGISTRY.values():
        if ruleset.has(option.id) != option.default_on:
            options.append(f"-{option.id}" if option.default_on else option.id)
    settings = {
        f"{option.id}.{setting.name}": number
        for option in REGISTRY.values()
        for setting in option.settings
        if (number := option.number(ruleset, setting.name)) != setting.default
    }
    tables = {
        option.id: cells
        for option in REGISTRY.values()
        if option.grid is not None and (cells := _edited(option, option.grid, ruleset))
    }
    return replace(ruleset, options=tuple(options), settings=settings, tables=tables)


def _edited(option: Option, grid: Grid, ruleset: Ruleset) -> dict[str, int]:
    return {
        f"{row}.{column}": value
        for row in grid.rows
        for column in grid.columns
        if (value := option.cell(ruleset, row, column)) != grid.default(row, column)
    }


def gone(ruleset: Ruleset) -> tuple[str, ...]:
    """The ids of optional rules that the ruleset names and this release does not have, in order, each once."""
    named = [name.removeprefix("-") for name in ruleset.options]
    named += [name.partition(".")[0] for name in ruleset.settings]
    return tuple(dict.fromkeys(name for name in (*named, *ruleset.tables) if name not in REGISTRY))


def with_what_is_gone(ruleset: Ruleset, before: Ruleset) -> Ruleset:
    """The ruleset with what ``before`` says of optional rules that this release does not have: a release that has them
    finds it again."""
    lost = gone(before)
    return replace(
        ruleset,
        options=(*ruleset.options, *(name for name in before.options if name.removeprefix("-") in lost)),
        settings={
            **ruleset.settings,
            **{name: number for name, number in before.settings.items() if name.partition(".")[0] in lost},
        },
        tables={**ruleset.tables, **{name: cells for name, cells in before.tables.items() if name in lost}},
    )


def club() -> Ruleset:
    """Total Warfare with every optional rule of the catalogue that is built."""
    chosen = [option for option in REGISTRY.values() if not option.id.startswith("CL-")]
    left_out = {f"-{other}" for option in chosen for other in option.excludes}
    return plain(Ruleset(options=(*(option.id for option in chosen), *left_out)))
