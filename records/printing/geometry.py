"""Where everything of a 'Mech's drawing stands: panels, pips and critical slot lines, in millimetres.

Pure: the paper and the screen draw from the same figure, so that one can be read with the other in hand. One location
is one panel, placed where the body part is, the 'Mech's left at the reader's left. Inside a panel everything is
measured from the panel's own top left corner, so that another arrangement (a phone's) only moves panels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from records.rules import figures, fresh_sheet
from records.rules.condition import has_actuator
from records.rules.unit import Unit

from . import body
from .body import EDGE

Point: TypeAlias = body.Point
PipKind = Literal["armour", "rear", "structure"]
Shape = Literal["circle", "hexagon", "diamond", "octagon", "triangle", "shield", "square"]

PIP = 2.4
"""Across a pip, mm: large enough to cross with a pen."""
PITCH = 2.8
FIVE_GAP = 0.28
"""Extra space after five pips, in pitches; after ten it is twice that."""

WIDTH = 198.0
"""The whole figure's width, mm: fits A4 and Letter."""
STANDARD_HEIGHT = 131.0
"""No figure is lower, so that the same thing is at the same place on every ordinary 'Mech's sheet."""
TALL = 158.0
"""A figure that is higher than the standard is no higher than this, if its slot lines can be drawn closer."""
COLUMNS = 5
GUTTER = 1.4
PANEL_WIDTH = (WIDTH - GUTTER * (COLUMNS - 1)) / COLUMNS
WIDE = 3 * PANEL_WIDTH + 2 * GUTTER
"""Width of a tripod's third leg: three columns, its slot lines beside its pips."""
WIDE_SLOTS = 72.0
"""Where these slot lines begin."""
PAD = EDGE
HEADER = 4.6
TITLE_Y = 0.7
PIPS_X = 8.5
"""Left edge of the pips in a panel: the numbers left / total stand before them."""
SECTION_GAP = 1.3
SECTION_MIN = 5.2
"""Least height of a row of pips with its label and number beside it."""
SLOT_X = 5.0
SLOT_PITCHES = (3.9, 3.7, 3.55, 3.4, 3.2, 3.05, 2.8)
"""Heights of a slot line: the greatest at which the figure is no higher than STANDARD_HEIGHT with room in its corners;
where there is none, the greatest at which it is no higher than TALL, and else the last."""
ROOMY = 3.4
"""Slot lines higher than this are for figures that leave their corners free."""
CORNER = 52.0
"""Height of the free corners below which slot lines are drawn closer, mm."""
HALF_GAP = 0.8
"""Between the upper and the lower six of twelve slots."""
NECK = 2.6
"""The side torsos stand that much lower than the head."""
SHOULDER = 6.0
"""Arms, and a quad's legs, hang that much lower than the head."""
OUTER_TEXT = 3.2
"""Height of a line that names a shield or a module of armour; its boxes stand below it."""
OUTER_PIP = 1.7
OUTER_PITCH = 2.0

OUTLINES: Mapping[Shape, tuple[Point, ...]] = {
    "circle": (),
    "square": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    "diamond": ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)),
    "triangle": ((-1, -0.95), (1, -0.95), (0, 1)),
    "hexagon": ((-0.55, -0.95), (0.55, -0.95), (1.05, 0), (0.55, 0.95), (-0.55, 0.95), (-1.05, 0)),
    "octagon": (
        (-0.42, -1), (0.42, -1), (1, -0.42), (1, 0.42), (0.42, 1), (-0.42, 1), (-1, 0.42), (-1, -0.42),
    ),
    "shield": ((-0.95, -0.95), (0.95, -0.95), (0.95, 0.15), (0, 1.05), (-0.95, 0.15)),
}  # fmt: skip
"""Corners of each shape around its centre, in half pip widths; a circle has none."""

_SHAPES: tuple[tuple[str, Shape], ...] = (
    ("hardened", "diamond"),
    ("stealth", "octagon"),
    ("reactive", "triangle"),
    ("reflective", "triangle"),
    ("lamellor", "shield"),
    ("ferro", "hexagon"),
    ("impact", "shield"),
    ("ballistic", "shield"),
    ("ablation", "shield"),
    ("ablative", "shield"),
    ("dissipating", "triangle"),
)


def armour_shape(armour_type: str) -> Shape:
    """The shape of an armour type's pips: a circle for standard, commercial, industrial and primitive armour."""
    name = armour_type.lower()
    return next((shape for word, shape in _SHAPES if word in name), "circle")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its top left corner, width and height in mm."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Pips:
    """The pips of one kind in a panel, in the order in which they are crossed out; ``box`` holds label and pips."""

    kind: PipKind
    shape: Shape
    box: Box
    points: tuple[Point, ...]
    """Centres of the pips, from the panel's top left corner."""


@dataclass(frozen=True, slots=True)
class Panel:
    """One location, measured from the panel's own top left corner. ``slots`` are its critical slot lines in order."""

    location: str
    x: float
    y: float
    width: float
    height: float
    armour: Pips
    rear: Pips | None
    structure: Pips
    slots: tuple[Box, ...]
    outline: tuple[Point, ...]
    """The part of the body around all this: corners of a closed polygon."""
    title: Box
    """Where its name stands."""
    outer: tuple[Box, ...] = ()
    """Lines for its shields and modules of armour, which are hit first."""

    @property
    def sections(self) -> tuple[Pips, ...]:
        """Armour, rear armour where there is one, internal structure."""
        return tuple(pips for pips in (self.armour, self.rear, self.structure) if pips is not None)


@dataclass(frozen=True, slots=True)
class Figure:
    """A 'Mech's drawing: ``width`` by ``height`` mm. ``spaces`` are the two free corners, left and right."""

    width: float
    height: float
    panels: tuple[Panel, ...]
    spaces: tuple[Box, Box]

    def panel(self, location: str) -> Panel:
        """The panel of a location of the unit."""
        return next(panel for panel in self.panels if panel.location == location)


def pip_rows(count: int, width: float, pitch: float = PITCH) -> list[Point]:
    """Centres of ``count`` pips in straight rows of five and ten, from the block's top left corner.

    A row holds five, or as many tens as ``width`` has room for; there is a small gap after five and a greater one
    after ten, along the row or, where rows hold five, below every second row.
    """
    five_gap, ten_gap = FIVE_GAP * pitch, 2 * FIVE_GAP * pitch
    tens = int((width + ten_gap) / (10 * pitch + five_gap + ten_gap) + 1e-9)
    per_row = max(10 * tens, 5)
    points = []
    for number in range(count):
        row, column = divmod(number, per_row)
        x = column * pitch + (column // 5) * five_gap + (column // 10) * (ten_gap - five_gap)
        y = row * pitch + (ten_gap * (row // 2) if per_row == 5 else 0)
        points.append((round(x + pitch / 2, 3), round(y + pitch / 2, 3)))
    return points


@lru_cache(maxsize=512)
def _rows(count: int, width: float) -> tuple[Point, ...]:
    return tuple(pip_rows(count, width))


@dataclass(frozen=True, slots=True)
class _Place:
    """What a panel is made from: pips of each kind (``rear`` None: has none), their shape, and slot lines."""

    location: str
    armour: int
    rear: int | None
    structure: int
    shape: Shape
    slots: int
    part: body.Part
    outer: tuple[int, ...] = ()


def figure(unit: Unit) -> Figure:
    """The drawing of a unit of any configuration."""
    outer = _outer(unit)
    return _figure(tuple(
        _Place(
            location,
            unit.armour.get(location, 0),
            unit.rear_armour.get(location),
            unit.structure.get(location, 0),
            armour_shape(unit.armour_type_of(location)),
            len(unit.slots[location]),
            body.part(location, unit.config, hand=has_actuator(unit, location, "Hand"), heavy=unit.superheavy),
            outer.get(location, ()),
        )
        for location in unit.locations
    ))  # fmt: skip


def _outer(unit: Unit) -> dict[str, tuple[int, ...]]:
    """How much each shield and each module of armour on a location takes; most 'Mechs have none."""
    if not unit.gear.modular_armour and not unit.gear.shields:
        return {}
    sheet = fresh_sheet(unit)
    return {
        code: tuple(full for _name, _left, full in figures.outer_armour(unit, sheet, code)) for code in unit.locations
    }


@lru_cache(maxsize=256)
def _figure(places: tuple[_Place, ...]) -> Figure:
    for most in (STANDARD_HEIGHT, TALL):
        for pitch in SLOT_PITCHES:
            placed, height = _arrange([_panel(place, pitch) for place in places])
            drawn = max(height, STANDARD_HEIGHT)
            columns = (1, 3) if any(place.location == "FLL" for place in places) else (0, 4)
            left, right = (_free(placed, column, drawn) for column in columns)
            roomy = pitch <= ROOMY or min(left.height, right.height) >= CORNER
            if height <= most and roomy:
                return Figure(WIDTH, drawn, tuple(placed), (left, right))
    return Figure(WIDTH, drawn, tuple(placed), (left, right))


def _column_x(column: int) -> float:
    return round(column * (PANEL_WIDTH + GUTTER), 3)


def _panel(place: _Place, slot_pitch: float) -> Panel:
    room = body.margins(place.part)
    wide = place.part.kind == "middle leg"
    width = WIDE if wide else PANEL_WIDTH
    title = Box(room.title_left, round(room.top + TITLE_Y, 3), width - room.title_left - room.title_right, 3.4)
    y = room.top + HEADER
    outer = []
    for full in place.outer:
        outer.append(Box(PAD, round(y, 3), PANEL_WIDTH - 2 * PAD, round(OUTER_TEXT + outer_height(full), 3)))
        y += outer[-1].height + SECTION_GAP / 2
    sections: dict[PipKind, Pips] = {}
    counts: dict[PipKind, int] = {"armour": place.armour}
    if place.rear is not None:
        counts["rear"] = place.rear
    counts["structure"] = place.structure
    for kind, count in counts.items():
        shape: Shape = "square" if kind == "structure" else place.shape
        sections[kind] = _section(kind, shape, count, y, WIDE_SLOTS if wide else width)
        y += sections[kind].box.height + SECTION_GAP
    if wide:
        slots = _slot_lines(place.slots, WIDE_SLOTS + SLOT_X, room.top + HEADER, slot_pitch, width - room.right)
    else:
        slots = _slot_lines(place.slots, SLOT_X, y, slot_pitch, width - room.right)
    bottom = max([y - SECTION_GAP] + [line.y + line.height for line in slots])
    return Panel(
        location=place.location,
        x=0,
        y=0,
        width=width,
        height=round(bottom + room.bottom, 3),
        armour=sections["armour"],
        rear=sections.get("rear"),
        structure=sections["structure"],
        slots=slots,
        outline=body.outline(place.part, width, y, bottom),
        title=title,
        outer=tuple(outer),
    )


def outer_pips(full: int) -> list[Point]:
    """Centres of the boxes of a shield or module of armour, from the top left corner of their block."""
    return pip_rows(full, PANEL_WIDTH - 2 * PAD, OUTER_PITCH)


def outer_height(full: int) -> float:
    """Height of these boxes, mm."""
    return outer_pips(full)[-1][1] + OUTER_PITCH / 2 if full else 0


def _section(kind: PipKind, shape: Shape, count: int, y: float, width: float) -> Pips:
    rows = _rows(count, width - PIPS_X - PAD)
    height = max(SECTION_MIN, (rows[-1][1] + PITCH / 2) if rows else 0)
    points = tuple((round(PIPS_X + x, 3), round(y + dy, 3)) for x, dy in rows)
    return Pips(kind, shape, Box(PAD, round(y, 3), width - 2 * PAD, round(height, 3)), points)


def _slot_lines(count: int, x: float, y: float, pitch: float, right: float) -> tuple[Box, ...]:
    """Boxes of a location's slot lines; twelve or more have a gap after the first six."""
    lines = []
    for number in range(count):
        gap = HALF_GAP if count > 6 and number >= 6 else 0
        lines.append(Box(x, round(y + number * pitch + gap, 3), round(right - x, 3), pitch))
    return tuple(lines)


_STACKS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "mech": (("LA",), ("LT", "LL"), ("HD", "CT"), ("RT", "RL"), ("RA",)),
    "quad": (("FLL", "RLL"), ("LT",), ("HD", "CT"), ("RT",), ("FRL", "RRL")),
}
"""The locations of each column from the left, from top to bottom."""
_PAIRS = (("LL", "RL"), ("RLL", "RRL"))


def _arrange(panels: list[Panel]) -> tuple[list[Panel], float]:
    """The panels where they stand, in the order in which they came, and the height they need."""
    by_location = {panel.location: panel for panel in panels}
    stacks = _STACKS["quad" if "FLL" in by_location else "mech"]
    placed: dict[str, Panel] = {}
    for column, stack in enumerate(stacks):
        y = {"HD": 0.0, "LT": NECK, "RT": NECK}.get(stack[0], SHOULDER)
        # A wing or a plate rises above the arm, whose name stands where those of other arms do.
        y -= by_location[stack[0]].title.y - TITLE_Y
        for location in stack:
            placed[location] = replace(by_location[location], x=_column_x(column), y=round(y, 3))
            y = round(y + by_location[location].height + GUTTER, 3)
    for one, other in _PAIRS:
        if one in placed:  # legs stand level, though a torso with a shield or a module is longer
            y = max(placed[one].y, placed[other].y)
            placed.update({code: replace(placed[code], y=y) for code in (one, other)})
    height = max(panel.y + panel.height for panel in placed.values())
    if "CL" in by_location:
        under = max(placed[code].y + placed[code].height for code in ("LL", "CT", "RL")) + GUTTER
        placed["CL"] = replace(by_location["CL"], x=_column_x(1), y=round(under, 3))
        height = max(height, under + placed["CL"].height)
    return [placed[panel.location] for panel in panels], round(height, 3)


def _free(panels: list[Panel], column: int, height: float) -> Box:
    """What is left below the panels of a column."""
    x = _column_x(column)
    top = max(panel.y + panel.height + GUTTER for panel in panels if panel.x == x)
    return Box(x, round(top, 3), PANEL_WIDTH, round(height - top, 3))
