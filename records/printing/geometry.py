"""Where everything of a 'Mech's drawing stands: panels, pips and critical slot lines, in millimetres.

Pure: the paper and the screen draw from the same figure, so that one can be read with the other in hand. One location
is one panel, placed where the body part is, the 'Mech's left at the reader's left. Inside a panel everything is
measured from the panel's own top left corner, so that another arrangement (a phone's) only moves panels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from records.rules.unit import Unit

PipKind = Literal["armour", "rear", "structure"]
Shape = Literal["circle", "hexagon", "diamond", "octagon", "triangle", "shield", "square"]

PIP = 2.4
"""Across a pip, mm: large enough to cross with a pen."""
PITCH = 2.8
FIVE_GAP = 0.28
"""Extra space after five pips, in pitches; after ten it is twice that."""

WIDTH = 198.0
"""The whole figure's width, mm: fits A4 and Letter."""
STANDARD_HEIGHT = 128.0
"""No figure is lower, so that the same thing is at the same place on every ordinary 'Mech's sheet."""
TALL = 155.0
"""A figure higher than this is drawn with closer slot lines."""
COLUMNS = 5
GUTTER = 1.4
PANEL_WIDTH = (WIDTH - GUTTER * (COLUMNS - 1)) / COLUMNS
PAD = 1.1
HEADER = 4.6
PIPS_X = 8.5
"""Left edge of the pips in a panel: the numbers left / total stand before them."""
SECTION_GAP = 1.3
SECTION_MIN = 5.2
"""Least height of a row of pips with its label and number beside it."""
SLOT_X = 4.6
SLOT_PITCHES = (3.4, 3.2, 3.05, 2.75)
"""Heights of a slot line: the greatest at which the figure is no higher than STANDARD_HEIGHT; of those at which it is
higher anyhow, the last but one, and the last on tall figures."""
HALF_GAP = 0.8
"""Between the upper and the lower six of twelve slots."""
SHOULDER = 5.0
"""Arms hang that much lower than the side torsos."""

Point = tuple[float, float]

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
    """One location. ``slots`` are the boxes of its critical slot lines in order, from the panel's top left corner."""

    location: str
    x: float
    y: float
    width: float
    height: float
    armour: Pips
    rear: Pips | None
    structure: Pips
    slots: tuple[Box, ...]

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


def figure(unit: Unit) -> Figure:
    """The drawing of a unit of any configuration."""
    return _figure(tuple(
        _Place(
            location,
            unit.armour.get(location, 0),
            unit.rear_armour.get(location),
            unit.structure.get(location, 0),
            armour_shape(unit.armour_type_of(location)),
            len(unit.slots[location]),
        )
        for location in unit.locations
    ))  # fmt: skip


@lru_cache(maxsize=256)
def _figure(places: tuple[_Place, ...]) -> Figure:
    for pitch in SLOT_PITCHES:
        panels = [_panel(place, pitch) for place in places]
        placed, height = _arrange(panels)
        if height <= (STANDARD_HEIGHT if pitch > SLOT_PITCHES[-2] else TALL):
            break
    height = max(height, STANDARD_HEIGHT)
    columns = (1, 3) if any(place.location == "FLL" for place in places) else (0, 4)
    left, right = (_free(placed, column, height) for column in columns)
    return Figure(WIDTH, height, tuple(placed), (left, right))


def _column_x(column: int) -> float:
    return round(column * (PANEL_WIDTH + GUTTER), 3)


def _panel(place: _Place, slot_pitch: float) -> Panel:
    y = HEADER
    sections: dict[PipKind, Pips] = {}
    counts: dict[PipKind, int] = {"armour": place.armour}
    if place.rear is not None:
        counts["rear"] = place.rear
    counts["structure"] = place.structure
    for kind, count in counts.items():
        shape: Shape = "square" if kind == "structure" else place.shape
        sections[kind] = _section(kind, shape, count, y)
        y += sections[kind].box.height + SECTION_GAP
    slots = _slot_lines(place.slots, y, slot_pitch)
    bottom = slots[-1].y + slots[-1].height if slots else y
    return Panel(
        location=place.location,
        x=0,
        y=0,
        width=PANEL_WIDTH,
        height=round(bottom + PAD, 3),
        armour=sections["armour"],
        rear=sections.get("rear"),
        structure=sections["structure"],
        slots=slots,
    )


def _section(kind: PipKind, shape: Shape, count: int, y: float) -> Pips:
    width = PANEL_WIDTH - PIPS_X - PAD
    rows = _rows(count, width)
    height = max(SECTION_MIN, (rows[-1][1] + PITCH / 2) if rows else 0)
    points = tuple((round(PIPS_X + x, 3), round(y + dy, 3)) for x, dy in rows)
    return Pips(kind, shape, Box(PAD, round(y, 3), PANEL_WIDTH - 2 * PAD, round(height, 3)), points)


def _slot_lines(count: int, y: float, pitch: float) -> tuple[Box, ...]:
    """Boxes of a location's slot lines; twelve or more have a gap after the first six."""
    lines = []
    for number in range(count):
        gap = HALF_GAP if count > 6 and number >= 6 else 0
        lines.append(Box(SLOT_X, round(y + number * pitch + gap, 3), round(PANEL_WIDTH - SLOT_X - PAD, 3), pitch))
    return tuple(lines)


_STACKS: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "mech": (("LA",), ("LT", "LL"), ("HD", "CT", "CL"), ("RT", "RL"), ("RA",)),
    "quad": (("FLL", "RLL"), ("LT",), ("HD", "CT"), ("RT",), ("FRL", "RRL")),
}
"""The locations of each column from the left, from top to bottom."""


def _arrange(panels: list[Panel]) -> tuple[list[Panel], float]:
    """The panels where they stand, in the order in which they came, and the height they need."""
    by_location = {panel.location: panel for panel in panels}
    stacks = _STACKS["quad" if "FLL" in by_location else "mech"]
    placed: dict[str, Panel] = {}
    height = 0.0
    for column, stack in enumerate(stacks):
        y = SHOULDER if stack[0] in ("LA", "RA") else 0.0
        for location in stack:
            if location in by_location:
                panel = by_location[location]
                placed[location] = _moved(panel, _column_x(column), y)
                y = round(y + panel.height + GUTTER, 3)
        height = max(height, y - GUTTER)
    return [placed[panel.location] for panel in panels], round(height, 3)


def _moved(panel: Panel, x: float, y: float) -> Panel:
    return Panel(
        panel.location, x, y, panel.width, panel.height, panel.armour, panel.rear, panel.structure, panel.slots
    )


def _free(panels: list[Panel], column: int, height: float) -> Box:
    """What is left below the panels of a column."""
    x = _column_x(column)
    top = max(panel.y + panel.height + GUTTER for panel in panels if panel.x == x)
    return Box(x, round(top, 3), PANEL_WIDTH, round(height - top, 3))
