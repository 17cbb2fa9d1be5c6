"""Physical attacks on the page: the number to reach and the damage, worked out for this 'Mech as it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from records import words
from records.rules import figures
from records.rules.figures import PhysicalRow
from records.selectors.drawing import mount_name

from . import marks
from .blocks import beside, clean, figure, fitted, row
from .canvas import Canvas
from .printable import Printable

WIDTH = 147.0
TAB = 5.2
DAMAGE = 9
"""Where damage begins, in tab stops after the number to hit."""
NUMBERS = 17 * TAB
NAMES = WIDTH - NUMBERS
PITCH = 3.7
HEAD = 4.5


@dataclass(frozen=True)
class Line:
    """An attack of one or both limbs."""

    name: str
    to_hit: str
    damage: str


def lines(printable: Printable) -> list[Line]:
    """The attacks that can be made now; equal ones of several limbs share a line. Own movement is not in the numbers:
    the paper is used for more turns than this one."""
    found: dict[tuple[str, str, str], list[str]] = {}
    standing = replace(printable.sheet, movement=None)
    for attack in figures.physical_rows(printable.unit, standing, printable.ruleset):
        if attack.why_not or attack.to_hit.automatic == "impossible":
            continue
        key = (_name(printable, attack), f"{attack.to_hit.total}+", _damage(attack))
        found.setdefault(key, []).append(attack.location)
    return [
        Line(f"{name} ({'/'.join(places)})" if any(places) else name, to_hit, damage)
        for (name, to_hit, damage), places in found.items()
    ]


def _name(printable: Printable, attack: PhysicalRow) -> str:
    text = clean(mount_name(printable.unit, attack.mount)) if attack.mount >= 0 else words.reason(attack.kind)
    return text[:1].upper() + text[1:]


def _damage(attack: PhysicalRow) -> str:
    if attack.per_hex:
        return _("%(points)s a hex moved") % {"points": f"{attack.per_hex:g}"}
    damage = str(attack.damage.total) if attack.damage.total else "–"
    if attack.to_self.total:
        return _("%(points)s, itself %(own)d") % {"points": damage, "own": attack.to_self.total}
    return damage


def height(found: list[Line]) -> float:
    """What the part takes, mm."""
    return HEAD + len(found) * PITCH if found else 0


def draw(canvas: Canvas, x: float, y: float, found: list[Line]) -> None:
    """The part, WIDTH mm wide."""
    canvas.heading(x, y, WIDTH, _("Physical attacks"))
    heads = row([(0, _("to hit, before movement and target")), (DAMAGE, _("damage"))], TAB, 7)
    canvas.lines(x + NAMES, y + 0.3, NUMBERS, [heads], points=7, leading=3.2, tone="quiet")
    y += HEAD - 0.1
    lines = []
    for line in found:
        name = replace(fitted(line.name, NAMES - 1, 8, weight=600), weight=600)
        lines.append(beside(name, row([(0, figure(line.to_hit, 3)), (DAMAGE, line.damage)], TAB, 8), NAMES))
    canvas.lines(x, y, WIDTH, lines, points=8, leading=PITCH)
    for number in range(1, len(found) + 1):
        canvas.ink.line(x, y + number * PITCH, x + WIDTH, y + number * PITCH, marks.HAIR, 0.12)
