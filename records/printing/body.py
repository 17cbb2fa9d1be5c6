"""The outline of each part of a 'Mech's body: light lines around the panels, so that the whole reads as a 'Mech.

Our own drawing. Everything is in mm from the part's top left corner. Parts are drawn as they stand at the reader's
left, with the outer side at the left, and mirrored for the other side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]
Kind = Literal["head", "chest", "side", "arm", "leg", "middle leg"]
Foot = Literal["foot", "wheel", "hoof"]

RIGHT = frozenset({"RT", "RA", "RL", "FRL", "RRL"})
"""Parts at the reader's right: mirrored."""
EDGE = 1.1
"""Room between the frame and what is inside it."""
WING = 4.0
"""How far the wing tip of a Land-Air 'Mech stands above its arm."""
PLATE = 2.0
"""How far a superheavy's shoulder plate stands above its arm."""


@dataclass(frozen=True, slots=True)
class Part:
    """What decides the outline of a location."""

    kind: Kind
    mirrored: bool = False
    hand: bool = True
    foot: Foot = "foot"
    wing: bool = False
    heavy: bool = False


@dataclass(frozen=True, slots=True)
class Margins:
    """Room that an outline needs: above its heading, beside its slot lines, below them; and beside its heading."""

    top: float
    right: float
    bottom: float
    title_left: float
    title_right: float


def part(location: str, config: str, *, hand: bool, heavy: bool) -> Part:
    """The part of the body that a location is. ``hand``: the arm has one; ``heavy``: of a superheavy 'Mech."""
    kinds: dict[str, Kind] = {
        "HD": "head", "CT": "chest", "LT": "side", "RT": "side", "LA": "arm", "RA": "arm", "CL": "middle leg",
    }  # fmt: skip
    feet: dict[str, Foot] = {"Quad": "hoof", "QuadVee": "wheel"}
    return Part(
        kind=kinds.get(location, "leg"),
        mirrored=location in RIGHT,
        hand=hand,
        foot=feet.get(config, "foot"),
        wing=config == "LAM" and location in ("LA", "RA"),
        heavy=heavy,
    )


def margins(body: Part) -> Margins:
    """The room that the part's outline takes beside what it holds."""
    top = 0.0
    if body.kind == "arm":
        top = WING if body.wing else PLATE if body.heavy else 0.0
    right = {"head": 4.4, "chest": 1.7, "side": 2.3}.get(body.kind, 2.9)
    bottom = {"head": 1.6, "chest": 2.6, "side": EDGE, "arm": 4.4 if body.hand else 3.2}.get(body.kind)
    if bottom is None:
        bottom = 3.4 if body.foot == "wheel" else 2.6
    if body.kind == "middle leg":
        return Margins(top, EDGE, bottom, 40.5, 40.5)
    outer = {"head": 5.4, "chest": 2.4, "side": 4.4, "arm": 4.4, "leg": 2.6}[body.kind]
    inner = {"head": 5.4, "chest": 2.4, "side": EDGE, "arm": 2.0, "leg": 2.0}[body.kind]
    if body.kind == "arm" and top:
        outer = inner = 2.0
    return Margins(top, right, bottom, *((inner, outer) if body.mirrored else (outer, inner)))


def outline(body: Part, width: float, slots_from: float, slots_to: float) -> tuple[Point, ...]:
    """A closed polygon around a part of ``width`` whose slot lines stand between two heights."""
    bottom = round(slots_to + margins(body).bottom, 3)
    draw = {"head": _head, "chest": _chest, "side": _side, "arm": _arm, "leg": _leg, "middle leg": _middle}[body.kind]
    points = draw(body, width, slots_from, slots_to, bottom)
    if body.mirrored:
        points = [(width - x, y) for x, y in reversed(points)]
    return tuple((round(x, 3), round(y, 3)) for x, y in points)


def _head(_body: Part, w: float, begin: float, end: float, low: float) -> list[Point]:
    """A helmet: domed above, drawn in where the slots begin, with a chin."""
    left = [(0.0, 6.0), (1.4, 3.2), (6.2, 0.0)]
    jaw = [(0.0, begin - 1.0), (2.2, begin + 0.8), (2.4, end - 1.2), (6.5, low)]
    return _both(left, jaw, w)


def _chest(_body: Part, w: float, _begin: float, end: float, low: float) -> list[Point]:
    """The collar above, the pelvis below."""
    return _both([(0.0, 2.2), (2.2, 0.0)], [(0.0, end - 1.0), (5.5, low)], w)


def _side(body: Part, w: float, _begin: float, end: float, low: float) -> list[Point]:
    """A sloped shoulder outside, and a waist."""
    shoulder = [(0.0, 3.6), (2.2, 1.4), (2.8, 1.4), (5.6, 0.0)] if body.heavy else [(0.0, 3.2), (5.6, 0.0)]
    return [*shoulder, (w, 0.0), (w, low), (2.6, low), (0.0, end - 5.0)]


def _arm(body: Part, w: float, begin: float, end: float, low: float) -> list[Point]:
    """Shoulder, upper arm as far as the pips go, forearm beside the slots, and a hand or a muzzle."""
    if body.wing:
        top = [(0.0, 8.0), (0.0, 0.0), (2.0, 0.0), (13.0, WING - 0.4), (w - 2.0, WING - 0.4), (w, WING + 1.6)]
    elif body.heavy:
        top = [(0.0, PLATE + 3.0), (0.0, 1.6), (2.0, 0.0), (w - 9.0, 0.0), (w - 6.5, 1.6), (w - 2.0, 1.6), (w, 3.6)]
    else:
        top = [(0.0, 4.6), (1.4, 2.0), (4.8, 0.0), (w - 2.0, 0.0), (w, 2.0)]
    elbow_in, elbow_out = [(w, begin - 1.2), (w - 1.8, begin + 0.8)], [(1.8, begin + 0.8), (0.0, begin - 1.2)]
    wrist_in, wrist_out = [(w - 2.7, end + 0.4)], [(2.7, end + 0.4)]
    if body.hand:
        end_in = [(w - 9.0, end + 0.9), (w - 9.0, end + 1.5), (w - 6.6, end + 2.2), (w - 6.6, low - 0.9),
                  (w - 8.4, low - 0.9), (w - 9.0, end + 2.6)]  # fmt: skip
        fingers = [(w - 10.0, low), (24.6, low), (24.3, low - 1.1), (24.0, low), (19.4, low), (19.1, low - 1.1),
                   (18.8, low), (14.2, low), (13.9, low - 1.1), (13.6, low), (10.0, low)]  # fmt: skip
        hand = [*end_in, *fingers, (9.0, low - 1.0), (9.0, end + 0.9)]
    else:
        hand = [(w - 11.0, end + 0.8), (w - 11.0, low - 0.9), (w - 10.0, low - 0.9), (w - 10.0, low), (10.0, low),
                (10.0, low - 0.9), (11.0, low - 0.9), (11.0, end + 0.8)]  # fmt: skip
    return [*top, *elbow_in, *wrist_in, *hand, *wrist_out, *elbow_out]


def _leg(body: Part, w: float, begin: float, end: float, low: float) -> list[Point]:
    """Thigh as far as the pips go, knee, shank beside the slots, and a foot, a hoof or a wheel."""
    outer, inner = [(0.0, 2.4), (2.4, 0.0)], [(w - 1.6, 0.0), (w, 1.6)]
    knee_in, knee_out = [(w, begin - 1.2), (w - 2.2, begin + 0.8)], [(2.2, begin + 0.8), (0.0, begin - 1.2)]
    if body.foot == "wheel":
        end_in = [(w - 2.6, end + 0.3), (w - 1.4, end + 0.5), (w, end + 1.6), (w, low - 1.1), (w - 1.4, low)]
    elif body.foot == "hoof":
        end_in = [(w - 2.6, end + 0.3), (w - 0.6, end + 1.2), (w, low), (w / 2 + 0.8, low), (w / 2, low - 1.1)]
    else:
        end_in = [(w - 2.6, end - 0.2), (w - 0.8, end + 0.9), (w, end + 1.7), (w, low)]
    end_out = [(w - x, y) for x, y in reversed(end_in)]
    if body.foot == "hoof":
        end_out = end_out[1:]
    return [*outer, *inner, *knee_in, *end_in, *end_out, *knee_out]


def _middle(_body: Part, w: float, _begin: float, end: float, low: float) -> list[Point]:
    """A tripod's third leg, seen from in front: short and broad, its slots beside its pips, with three toes."""
    middle = w / 2
    left = [(0.0, 4.4), (1.2, 3.3), (middle - 24.0, 2.4), (middle - 21.0, 0.0)]
    toes = [(0.0, end + 0.2), (3.0, low), (middle - 22.0, low), (middle - 20.0, low - 1.4), (middle - 18.0, low)]
    return _both(left, toes, w)


def _both(top_left: list[Point], bottom_left: list[Point], w: float) -> list[Point]:
    """A symmetrical outline from its left half: ``top_left`` upwards, ``bottom_left`` downwards."""
    right = [(w - x, y) for x, y in reversed(top_left)] + [(w - x, y) for x, y in bottom_left]
    return [*top_left, *right, *reversed(bottom_left)]


def inside(points: tuple[Point, ...], x: float, y: float) -> bool:
    """Whether a point lies in a closed polygon."""
    found = False
    for number, (x1, y1) in enumerate(points):
        x2, y2 = points[number - 1]
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found
