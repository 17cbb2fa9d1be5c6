"""A small figure of a 'Mech that shows where it is hurt: the outlines of the large one, each with a tone.

Pure. A location is white as long as it is whole; grey sinks into it from above as its armour goes, and the dark tone of
structure over that as its structure goes; what is lost is crossed out. Where each part stands is the same for all
machines of a build, so that a page of them can be compared at a glance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from records.rules import Sheet, Unit
from records.rules.condition import has_actuator

from . import body, marks
from .body import Point
from .geometry import PANEL_WIDTH
from .marks import Ink

Place: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, in hundredths of the figure's height."""

LEAST, MOST = 0.14, 0.9
"""What has lost anything shows at least this much of the tone, and what has anything left at most that much."""
GONE_TONE = (0.70, 0.70, 0.70)
"""Where armour is gone."""
SHAPED = 62.0
"""The height at which outlines are drawn before they are made small, mm: shoulders, knees and feet still show then."""

_BIPED: Mapping[str, Place] = {
    "HD": (34, 0, 18, 16), "CT": (28.5, 17.5, 29, 40.5), "LT": (13.5, 9, 14, 47), "LA": (0, 13, 12.5, 56),
    "LL": (13, 59.5, 22, 40.5),
}  # fmt: skip
_TRIPOD: Mapping[str, Place] = {**_BIPED, "LL": (13, 59.5, 19, 40.5), "CL": (33.5, 60.5, 19, 39.5)}
_QUAD: Mapping[str, Place] = {
    "HD": (40, 0, 18, 16), "CT": (34.5, 17.5, 29, 60), "LT": (19.5, 9, 14, 66), "FLL": (0, 14, 18, 42),
    "RLL": (0, 58, 18, 42),
}  # fmt: skip
_WIDTHS: Mapping[str, float] = {"biped": 86, "tripod": 86, "quad": 98}
_PLACES: Mapping[str, Mapping[str, Place]] = {"biped": _BIPED, "tripod": _TRIPOD, "quad": _QUAD}
_OTHER = {"LT": "RT", "LA": "RA", "LL": "RL", "FLL": "FRL", "RLL": "RRL"}
HEAVY = 1.16
"""A superheavy's figure is that much broader."""


@dataclass(frozen=True)
class Build:
    """What decides a small figure's outlines. ``hands``: the arms that have one."""

    config: str
    locations: tuple[str, ...]
    hands: tuple[str, ...] = ()
    heavy: bool = False


@dataclass(frozen=True)
class Share:
    """What is left of one location: of its armour, front and rear together, and of its structure, each 0-1."""

    location: str
    armour: float = 1
    structure: float = 1
    lost: bool = False


@dataclass(frozen=True)
class Tile:
    """One location of a figure in mm: its outline, how much of it is toned, and whether it is crossed out."""

    location: str
    outline: tuple[Point, ...]
    armour_gone: tuple[Point, ...]
    structure_gone: tuple[Point, ...]
    lost: bool


def build_of(unit: Unit) -> Build:
    """The build of a unit of any configuration."""
    hands = tuple(code for code in unit.locations if has_actuator(unit, code, "Hand"))
    return Build(unit.config, tuple(unit.locations), hands, unit.superheavy)


def shares_of(unit: Unit, sheet: Sheet) -> tuple[Share, ...]:
    """What a sheet has left, location by location in the order of the paper."""
    return tuple(
        Share(
            code,
            _share(
                sheet.armour.get(code, 0) + sheet.rear.get(code, 0),
                unit.armour.get(code, 0) + unit.rear_armour.get(code, 0),
            ),
            _share(sheet.structure.get(code, 0), unit.structure.get(code, 0)),
            sheet.gone(code),
        )
        for code in unit.locations
    )


def _share(left: int, built: int) -> float:
    return left / built if built else 0.0


def width_for(build: Build, height: float) -> float:
    """How wide a figure of this height is, mm."""
    return height * _WIDTHS[_stance(build)] / 100 * (HEAVY if build.heavy else 1)


def small_figure(build: Build, shares: Sequence[Share], height: float) -> tuple[Tile, ...]:
    """The figure, ``height`` mm high, from its top left corner; a tile for each share."""
    outlines = _outlines(build)
    size = height / 100
    tiles = []
    for share in shares:
        points = tuple((x * size, y * size) for x, y in outlines[share.location])
        armour, structure = (0.0, 0.0) if share.lost else (toned(share.armour), toned(share.structure))
        tiles.append(Tile(share.location, points, above(points, armour), above(points, structure), share.lost))
    return tuple(tiles)


def toned(left: float) -> float:
    """How much of an outline is toned, 0-1, with this share left: a little at once, and all only with nothing left."""
    if left >= 1:
        return 0.0
    return 1.0 if left <= 0 else min(MOST, max(LEAST, 1 - left))


def above(points: Sequence[Point], part: float) -> tuple[Point, ...]:
    """What of a shape lies in the upper ``part`` of its height, 0-1; nothing at 0."""
    if part <= 0:
        return ()
    top, bottom = min(y for _x, y in points), max(y for _x, y in points)
    level = top + (bottom - top) * part
    found: list[Point] = []
    for number, (x, y) in enumerate(points):
        before_x, before_y = points[number - 1]
        if (y <= level) != (before_y <= level):
            found.append((before_x + (x - before_x) * (level - before_y) / (y - before_y), level))
        if y <= level:
            found.append((x, y))
    return tuple(found)


def _stance(build: Build) -> str:
    return "quad" if "FLL" in build.locations else "tripod" if "CL" in build.locations else "biped"


@lru_cache(maxsize=64)
def _outlines(build: Build) -> Mapping[str, tuple[Point, ...]]:
    """The outline of each location in hundredths of the figure's height."""
    stance = _stance(build)
    places = dict(_PLACES[stance])
    for code, other in _OTHER.items():
        if code in places:
            x, y, width, height = places[code]
            places[other] = (_WIDTHS[stance] - x - width, y, width, height)
    broad = HEAVY if build.heavy else 1
    return {code: tuple(_outline(build, code, places[code], broad)) for code in build.locations}


def _outline(build: Build, code: str, place: Place, broad: float) -> list[Point]:
    part = body.part(code, build.config, hand=code in build.hands, heavy=build.heavy)
    if part.kind == "middle leg":
        part = replace(part, kind="leg")
    low = SHAPED - body.margins(part).bottom
    shape = body.outline(part, PANEL_WIDTH, low * 0.52, low)
    left, top, width, height = place
    return [((left + x / PANEL_WIDTH * width) * broad, top + y / SHAPED * height) for x, y in shape]


# --- as ink


def draw(ink: Ink, build: Build, shares: Sequence[Share], x: float, y: float, height: float, *, out: bool) -> None:
    """The figure with its top left corner at ``x``, ``y``; ``out``: crossed out whole."""
    line = 0.16 if height < 30 else 0.22
    for tile in small_figure(build, shares, height):
        _tile(ink, tile, x, y, line)
    if out:
        width = width_for(build, height)
        edge = height * 0.04
        cross = [
            (x + edge, y + edge, x + width - edge, y + height - edge),
            (x + edge, y + height - edge, x + width - edge, y + edge),
        ]
        # A white rim: the cross must be seen on dark tones too.
        ink.lines(cross, marks.WHITE, 6 * line)
        ink.lines(cross, marks.CRITICAL, 3 * line)


def _tile(ink: Ink, tile: Tile, x: float, y: float, line: float) -> None:
    def moved(points: Sequence[Point]) -> list[Point]:
        return [(x + px, y + py) for px, py in points]

    if tile.lost:
        ink.polygon(moved(tile.outline), colour=marks.QUIET, width=line * 0.8, dash="0.4 0.6")
        left, right = (bound(px for px, _py in tile.outline) for bound in (min, max))
        top, bottom = (bound(py for _px, py in tile.outline) for bound in (min, max))
        ink.lines(
            [(x + left, y + top, x + right, y + bottom), (x + left, y + bottom, x + right, y + top)],
            marks.CRITICAL, 2 * line,
        )  # fmt: skip
        return
    ink.polygon(moved(tile.armour_gone), inside=GONE_TONE)
    ink.polygon(moved(tile.structure_gone), inside=marks.STRUCTURE)
    ink.polygon(moved(tile.outline), colour=marks.INK, width=line)


SAMPLE = (3.2, 4.2)
"""Width and height of a sample in the key, mm."""


def draw_sample(ink: Ink, share: Share, x: float, y: float) -> None:
    """One location as it looks with these shares, for the key."""
    width, height = SAMPLE
    shape = ((0.0, 0.8), (0.8, 0.0), (width - 0.8, 0.0), (width, 0.8), (width, height), (0.0, height))
    armour, structure = (0.0, 0.0) if share.lost else (toned(share.armour), toned(share.structure))
    _tile(ink, Tile("", shape, above(shape, armour), above(shape, structure), share.lost), x, y, 0.16)
