"""The quick reference page: the tables that a campaign plays by, in our words, on one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from records import words
from records.printing.heat_scale import TOP, effects
from records.printing.report import Part, Report, Table, Words
from records.rules import STANDARD, Ruleset
from records.rules.classic import piloting
from records.rules.classic.attacks import BAND_MODIFIERS
from records.rules.classic.targets import HARDER_FROM, MOVED, TargetSituation, of_target
from records.rules.tables import SIDES, tables
from records.words import app
from records.words import options as option_words

CLUSTERS = ("2", "3", "4", "5", "6", "8", "9", "10", "12", "15", "20", "30", "40")
FAMILIES = {"Quad": "quad", "QuadVee": "quad", "Tripod": "tripod"}
POINTS = 7.5


def reference(ruleset: Ruleset = STANDARD, language: str = "en-gb", config: str = "Biped") -> Report:
    """The page for a campaign's rules; hit locations are those of the configuration."""
    family = FAMILIES.get(config, "biped")
    parts: list[Part] = [
        *_hit_locations(family), _small_tables(), _heat(), _to_hit(), _piloting(), _clusters(), *_options(ruleset),
    ]  # fmt: skip
    about = _("Total Warfare, edition %(edition)d of the campaign’s rules") % {"edition": ruleset.edition}
    if ruleset == STANDARD:
        about = _("Total Warfare, no optional rules")
    return Report(_("Quick reference"), parts, about=about, columns=2, language=language, points=POINTS,
                  one_page=True)  # fmt: skip


def _hit_locations(family: str) -> Iterator[Table]:
    heads, rows = _columns(family, "standard", 2)
    yield Table([_("roll"), *heads], rows, [0.6, *([1.0] * len(heads))], _("Hit location (2D6)"))
    punch_heads, punches = _columns(family, "punch", 1)
    kick_heads, kicks = _columns(family, "kick", 1)
    heads = [_("punch, %(side)s") % {"side": side} for side in punch_heads]
    heads += [_("kick, %(side)s") % {"side": side} for side in kick_heads]
    both = [[*punch, *kick[1:]] for punch, kick in zip(punches, kicks, strict=True)]
    yield Table([_("roll"), *heads], both, [0.6, *([1.0] * len(heads))], _("Punch and kick location (1D6)"))


def _columns(family: str, table: str, first: int) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of a table; sides that are hit alike share a column."""
    columns: Mapping[str, Any] = tables()["hit_locations"][family][table]
    sides = {"front": _("front"), "rear": _("rear"), "left": _("left side"), "right": _("right side")}
    groups: dict[tuple[str, ...], list[str]] = {}
    for side in SIDES:
        groups.setdefault(tuple(columns[side]), []).append(sides[side])
    rows = [[str(first + i), *map(_place, line)] for i, line in enumerate(zip(*groups, strict=True))]
    return ["/".join(group) for group in groups.values()], rows


def _place(code: str) -> str:
    """A location of the tables: a star is a through-armour critical as well, LEG is a further die on a tripod."""
    text = _("a leg") if code.startswith("LEG") else code.rstrip("*")
    return f"{text} + {_('critical')}" if code.endswith("*") else text


def _small_tables() -> Table:
    numbers = tables()["consciousness"]
    rows = _critical_rows(tables()["critical_hits"])
    rows += [
        [_("pilot hit %(number)d: stay conscious on") % {"number": number}, f"{target}+"]
        for number, target in enumerate(numbers, 1)
    ]
    rows += [
        [_("fall, 1D6: %(dice)s") % {"dice": dice}, word] for dice, word in _falls(tables()["fall_sides"])
    ]
    return Table(["", ""], rows, [2, 1], _("Criticals, consciousness, falls"))


def _critical_rows(criticals: Mapping[str, int]) -> list[list[str]]:
    """``{"7": 0, "9": 1, ...}``: up to and with that roll, so many hits."""
    rows, low = [], 2
    for high, hits in criticals.items():
        end = min(12, int(high))
        if low > 12:
            break
        rolls = str(low) if low == end else f"{low}–{end}"
        text = _("none") if not hits else str(hits) if end < 12 or hits < 3 else _("3; limb or head: blown off")
        rows.append([_("critical check %(rolls)s") % {"rolls": rolls}, text])
        low = end + 1
    return rows


def _falls(sides: list[str]) -> Iterator[tuple[str, str]]:
    words_of = {"front": _("on its front"), "rear": _("on its rear"), "left": _("left side"), "right": _("right side")}
    for side, group in groupby(enumerate(sides, 1), key=lambda pair: pair[1]):
        yield ", ".join(str(number) for number, _side in group), words_of[side]


def _heat() -> Table:
    rows = [[str(level), ", ".join(effects(level))] for level in range(TOP, 0, -1) if effects(level)]
    return Table([_("heat"), ""], rows, [0.5, 4], _("Heat scale"))


def _to_hit() -> Table:
    """What adds to an attack's number, two to a line."""
    bands = {"short": _("short range"), "medium": _("medium range"), "long": _("long range"), "extreme": _("extreme")}
    modes = {code: _("attacker %(mode)s") % {"mode": text} for code, text in app.MODES.items()}
    found = [(text, MOVED[code]) for code, text in modes.items() if code in MOVED]
    found += [(bands[band], number) for band, number in BAND_MODIFIERS.items()]
    ends = [*(hexes - 1 for hexes in HARDER_FROM[1:]), 0]
    for number, (hexes, end) in enumerate(zip(HARDER_FROM, ends, strict=True), 1):
        moved = f"{hexes}–{end}" if end > hexes else f"{hexes}+" if not end else str(hexes)
        found.append((_("target moved %(hexes)s") % {"hexes": moved}, number))
    situations = (
        TargetSituation(movement="jumped"), TargetSituation(immobile=True), TargetSituation(prone=True),
        TargetSituation(partial_cover=True), TargetSituation(light_woods=1), TargetSituation(heavy_woods=1),
        TargetSituation(secondary="front"), TargetSituation(secondary="side"),
    )  # fmt: skip
    modifiers = [m for situation in situations for m in of_target(situation, adjacent=False)]
    modifiers += of_target(TargetSituation(prone=True), adjacent=True)
    found += [(words.reason(modifier.reason), modifier.value) for modifier in modifiers if modifier.value]
    return _two_to_a_line([(text, f"{number:+d}" if number else "0") for text, number in found], _("To hit"))


def _two_to_a_line(found: list[tuple[str, str]], title: str) -> Table:
    half = (len(found) + 1) // 2
    rows = [[*left, *right] for left, right in zip(found[:half], [*found[half:], ("", "")][:half], strict=True)]
    return Table(["", "", "", ""], rows, [3.4, 0.8, 3.4, 0.8], title, (1, 3))


def _piloting() -> Table:
    """What calls for a roll and what it adds, two to a line."""
    found = [
        (words.cause(code), _("falls") if code in piloting.CERTAIN_FALLS else f"{number:+d}" if number else "0")
        for code, number in piloting.SITUATIONS.items()
        if code not in piloting.ONLY_SUPERHEAVY
    ]
    return _two_to_a_line(found, _("Piloting rolls"))


def _clusters() -> Table:
    columns = tables()["cluster_hits"]
    sizes = [size for size in CLUSTERS if size in columns]
    rows = [[str(roll), *(str(columns[size][roll - 2]) for size in sizes)] for roll in range(2, 13)]
    return Table([_("roll"), *sizes], rows, [1.2, *([1.0] * len(sizes))], _("Cluster hits"))


def _options(ruleset: Ruleset) -> Iterator[Words]:
    """Each option that is on, with the numbers that the campaign gave it."""
    lines = []
    for option in ruleset.active:
        numbers = "; ".join(
            " ".join((_setting(option.id, one.name), str(option.number(ruleset, one.name)))) for one in option.settings
        )
        lines.append(f"{option_words.title(option.id)} ({option.id})" + (f": {numbers}" if numbers else ""))
    if lines:
        yield Words(lines, _("Options switched on"))


def _setting(option_id: str, name: str) -> str:
    """A number's name without its rule's, which stands before it already."""
    return option_words.setting(f"{option_id}.{name}").removeprefix(f"{option_words.title(option_id)}: ")
