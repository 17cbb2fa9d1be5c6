"""Physical attacks on the page: the design's attacks, and written over them what each must reach and does now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from records import words
from records.rules import STANDARD, Ruleset, Sheet, Unit, figures, fresh_sheet
from records.rules.figures import PhysicalRow
from records.selectors.drawing import mount_name
from records.words.numbers import thrown

from . import marks
from .blocks import Line, Run, at_least, clean, fit, fitted, plain
from .canvas import Canvas
from .printable import Printable
from .wording import gettext as _

WIDTH = 147.0
COLUMN_GAP = 5.0
COLUMN = (WIDTH - COLUMN_GAP) / 2
NAMES = 36.0
TO_HIT = 13.0
TOLD = 84.0
"""Where what forbids every attack is written beside the heading, mm."""
PITCH = 3.7
HEAD = 4.6
SHORT = 3.2
"""Height of the part as one line, mm."""
LIMBS = 2
"""Limbs that share a line: each has numbers of its own."""
BLANK = "___"
Key = tuple[str, str, int]


@dataclass(frozen=True)
class Attack:
    """An attack of the form, of one or more limbs: the keys under which the rules know it."""

    name: str
    keys: tuple[Key, ...]


def _rows(unit: Unit, sheet: Sheet, ruleset: Ruleset) -> dict[Key, PhysicalRow]:
    """Own movement is not in the numbers: the paper is used for more turns than this one."""
    found = figures.physical_rows(unit, replace(sheet, movement=None), ruleset)
    return {(attack.kind, attack.location, attack.mount): attack for attack in found}


def attacks(unit: Unit) -> list[Attack]:
    """The attacks that the machine can make as built, those of two limbs in one."""
    groups: dict[tuple[str, str], list[Key]] = {}
    for key, attack in _rows(unit, fresh_sheet(unit), STANDARD).items():
        if not attack.why_not and attack.to_hit.automatic != "impossible":
            groups.setdefault((_name(unit, attack), _damage(attack)), []).append(key)
    return [
        _attack(name, tuple(keys[first : first + LIMBS]))
        for (name, _done), keys in groups.items()
        for first in range(0, len(keys), LIMBS)
    ]


def _attack(name: str, keys: tuple[Key, ...]) -> Attack:
    limbs = "/".join(key[1] for key in keys if key[1])
    return Attack(f"{name} ({limbs})" if limbs else name, keys)


def forbidding(rows: Iterable[PhysicalRow]) -> tuple[str, ...]:
    """What forbids every one of the attacks, as codes."""
    listed = [row.reasons for row in rows]
    return tuple(code for code in listed[0] if all(code in codes for codes in listed)) if listed else ()


def now(printable: Printable, found: Sequence[Attack], *, short: bool = False) -> list[tuple[str, str]]:
    """What each must reach and its damage, as the sheet stands, or what forbids it besides what forbids all; of two
    limbs both where they differ. ``short``: in fewer words."""
    rows = _rows(printable.unit, printable.sheet, printable.ruleset)
    told = forbidding(rows[key] for attack in found for key in attack.keys)
    result = []
    for attack in found:
        limbs = [rows[key] for key in attack.keys]
        numbers = [("" if printable.seat.blank else _reach(limb)) if _possible(limb) else "–" for limb in limbs]
        damages = [_damage(limb, short=short) if _possible(limb) else _why(limb, told, short=short) for limb in limbs]
        reach = _merged(numbers)
        result.append(("/".join(n or BLANK for n in reach) if len(reach) > 1 else reach[0], "/".join(_merged(damages))))
    return result


def _merged(values: list[str]) -> list[str]:
    return values[:1] if len(set(values)) == 1 else values


def _possible(attack: PhysicalRow) -> bool:
    return not attack.why_not and attack.to_hit.automatic != "impossible"


def _why(attack: PhysicalRow, told: Sequence[str], *, short: bool) -> str:
    """Everything that forbids it and is not told already."""
    codes = () if short else (code for code in attack.reasons if code not in told)
    return ", ".join(words.reason(code) for code in codes) or "–"


def _reach(attack: PhysicalRow) -> str:
    return at_least(attack.to_hit.total) if _possible(attack) else "–"


def _name(unit: Unit, attack: PhysicalRow) -> str:
    text = clean(mount_name(unit, attack.mount)) if attack.mount >= 0 else words.reason(attack.kind)
    return text[:1].upper() + text[1:]


def _damage(attack: PhysicalRow, *, short: bool = False) -> str:
    if attack.per_hex:
        if short:
            return _("%(points)s/hex") % {"points": f"{attack.per_hex:g}"}
        return _("%(points)s a hex moved") % {"points": f"{attack.per_hex:g}"}
    if attack.dice:
        return thrown(attack.dice, halved=attack.halved)
    damage = str(attack.damage.total) if attack.damage.total else "–"
    if attack.to_self.total:
        return _("%(points)s, itself %(own)d") % {"points": damage, "own": attack.to_self.total}
    return damage


def height(count: int) -> float:
    """What the part takes, mm."""
    return HEAD + (count + 1) // 2 * PITCH if count else 0


def draw(canvas: Canvas, x: float, y: float, found: Sequence[Attack], printable: Printable) -> float:
    """The part in two columns, WIDTH mm wide; gives the y below."""
    canvas.heading(x, y, WIDTH, _("Physical attacks"))
    canvas.text(x + NAMES, y + 0.3, WIDTH - NAMES, _("to hit, before movement and target · damage"), sizes=(7,),
                leading=3.2, tone="quiet")  # fmt: skip
    rows = _rows(printable.unit, printable.sheet, printable.ruleset)
    if why := forbidding(rows[key] for attack in found for key in attack.keys):
        told = _("none: %(why)s") % {"why": ", ".join(words.reason(code) for code in why)}
        canvas.text(x + TOLD, y + 0.3, WIDTH - TOLD, told, sizes=(7, 6), leading=3.2, tone="quiet",
                    written=True)  # fmt: skip
    y += HEAD - 0.1
    half = (len(found) + 1) // 2
    numbers = now(printable, found)
    for side in (0, 1):
        left = x + side * (COLUMN + COLUMN_GAP)
        chosen = found[side * half : (side + 1) * half]
        if not chosen:
            continue
        names = [(fitted(attack.name, NAMES - 1, 8, 7, weight=600),) for attack in chosen]
        canvas.lines(left, y, NAMES - 1, names, points=8, leading=PITCH, weight=600)
        written = [_cells(*pair) for pair in numbers[side * half : (side + 1) * half]]
        canvas.lines(left + NAMES, y, COLUMN - NAMES, written, points=8, leading=PITCH, written=True, joins=True)
        for number in range(1, len(chosen) + 1):
            low = y + number * PITCH
            canvas.ink.line(left, low, left + COLUMN, low, marks.HAIR, 0.12)
    return y + half * PITCH


def _cells(to_hit: str, damage: str) -> Line:
    """What it must reach and its damage, or across both why not."""
    if to_hit == "–" and damage != "–":
        return (replace(_whole(damage, COLUMN - NAMES), at=0),)
    return (Run(f"{to_hit} ", 600, at=0), replace(_whole(damage, COLUMN - NAMES - TO_HIT), at=TO_HIT))


def _whole(text: str, room: float) -> Run:
    """The text where it fits, else as many of its reasons as do and the number of the others; a dash for none."""
    reasons = text.split(", ")
    for left in range(len(reasons), 0, -1):
        more = f" +{len(reasons) - left}" if left < len(reasons) else ""
        found = fitted(", ".join(reasons[:left]) + more, room, 8, 7)
        if "…" not in found.text:
            return found
    return Run("–")


def draw_short(canvas: Canvas, x: float, y: float, found: Sequence[Attack], printable: Printable) -> float:
    """The part as one written line, where there is no room for more; gives the y below."""
    numbers = zip(found, now(printable, found, short=True), strict=True)
    parts = [
        f"{attack.name} {to_hit or BLANK} ({damage})" for attack, (to_hit, damage) in numbers if set(to_hit) != {"–"}
    ]
    shown, points = fit(" · ".join(parts) or _("no physical attacks"), WIDTH, (8, 7.5, 7, 6.5, 6))
    canvas.lines(x, y, WIDTH, plain([shown]), points=points, leading=SHORT, written=True)
    return y + SHORT
