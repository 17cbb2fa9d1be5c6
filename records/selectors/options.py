"""The optional rules of a sheet as its page shows them: what has been used, and what can be done now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from records import rules
from records.words import options as words

if TYPE_CHECKING:
    from records.rules.options import Gap, Offer, Option, PrintedBox


@dataclass(frozen=True, slots=True)
class GapView:
    """What an action asks for: a number, or one of ``choices`` (code and word)."""

    name: str
    label: str
    least: int
    most: int
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class OfferView:
    """One thing that can be done now."""

    option: str
    action: str
    label: str
    about: str
    fixed: Mapping[str, int | str]
    gaps: tuple[GapView, ...]


@dataclass(frozen=True, slots=True)
class CountView:
    """Something counted; ``most`` 0: without a limit."""

    name: str
    label: str
    used: int
    most: int

    @property
    def boxes(self) -> list[bool]:
        """A box each use, used or not; none without a limit."""
        return [number < self.used for number in range(self.most)]


@dataclass(frozen=True, slots=True)
class OptionView:
    """One optional rule that has something to show on a sheet."""

    id: str
    title: str
    effect: str
    counts: tuple[CountView, ...]
    offers: tuple[OfferView, ...]


def on_sheet(unit: rules.Unit, sheet: rules.Sheet, ruleset: rules.Ruleset, last_roll: int) -> list[OptionView]:
    """The optional rules that count something or offer something here."""
    found = []
    for option in ruleset.active:
        if (not option.counters and option not in ruleset.asks("offers")) or not option.shown(ruleset, unit, sheet):
            continue
        counts = tuple(_counts(option, sheet, ruleset))
        offers = tuple(_offer(offer) for offer in option.offers(ruleset, unit, sheet, last_roll))
        if counts or offers:
            effect = words.effect(option.id)
            found.append(OptionView(option.id, words.title(option.id), effect, counts, offers))
    return found


def _counts(option: Option, sheet: rules.Sheet, ruleset: rules.Ruleset) -> list[CountView]:
    return [
        CountView(
            counter.name,
            words.word("counters", counter.name, option.id),
            sheet.counters.get(counter.name, 0),
            option.most(ruleset, sheet, counter),
        )
        for counter in option.counters
        if counter.shown and (option.most(ruleset, sheet, counter) or sheet.counters.get(counter.name))
    ]


def _offer(offer: Offer) -> OfferView:
    label = words.word("actions", offer.action, offer.option)
    gaps = tuple(_gap(gap, offer.option) for gap in offer.gaps)
    return OfferView(offer.option, offer.action, label, offer.about, offer.fixed, gaps)


def _gap(gap: Gap, option_id: str) -> GapView:
    choices = tuple((code, words.word("choices", code, option_id)) for code in gap.choices)
    return GapView(gap.name, words.word("gaps", gap.name, option_id), gap.least, gap.most, choices)


def printed(unit: rules.Unit, sheet: rules.Sheet, ruleset: rules.Ruleset) -> list[tuple[str, PrintedBox]]:
    """The boxes that the optional rules in use print on this sheet, each with its label."""
    return [
        (words.word("counters", box.name, option.id), box)
        for option in ruleset.active
        if option.shown(ruleset, unit, sheet)
        for box in option.printed(ruleset, unit, sheet)
    ]


def shows_anything(ruleset: rules.Ruleset) -> bool:
    """Whether a sheet under these rules has such a panel at all."""
    return bool(ruleset.asks("offers")) or any(option.counters for option in ruleset.active)


def takes_back(ruleset: rules.Ruleset) -> bool:
    """Whether one of the rules has to know which roll was answered last."""
    return any(option.takes_back for option in ruleset.active)


def marks(unit: rules.Unit, sheet: rules.Sheet, ruleset: rules.Ruleset, location: str) -> list[tuple[str, str]]:
    """Marks that a hit on this location may carry, code and word."""
    codes = {code: o.id for o in ruleset.asks("marks") for code in o.offered(ruleset, unit, sheet, location)}
    return [(code, words.word("marks", code, option_id)) for code, option_id in codes.items()]


def asks_kind(ruleset: rules.Ruleset) -> bool:
    """Whether the kind of damage matters whatever the armour."""
    return any(option.asks_kind for option in ruleset.active)
