"""The drawing's geometry: pips are counted, stand inside their panels, and panels stand apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from records.printing import body, geometry
from records.printing.geometry import PIP, PITCH, Box, Figure, Panel, figure, pip_rows
from records.rules import Unit
from tests.factory import make_design
from tests.printing.designs import corpus, starters
from tests.rules.notation import machine
from tests.shared import needs_shared


def check(unit: Unit, drawn: Figure) -> None:
    """Everything that is true of every figure."""
    assert [panel.location for panel in drawn.panels] == list(unit.locations)
    for panel in drawn.panels:
        code = panel.location
        counts = {pips.kind: len(pips.points) for pips in panel.sections}
        expected = {"armour": unit.armour.get(code, 0), "structure": unit.structure.get(code, 0)}
        if code in unit.rear_armour:
            expected["rear"] = unit.rear_armour[code]
        assert counts == expected, (unit.name, code)
        assert len(panel.slots) == len(unit.slots[code])
        inside_panel(unit, panel)
    boxes = [(panel.location, Box(panel.x, panel.y, panel.width, panel.height)) for panel in drawn.panels]
    boxes += [("left space", drawn.spaces[0]), ("right space", drawn.spaces[1])]
    for (name, one), (other_name, other) in combinations(boxes, 2):
        assert apart(one, other), (unit.name, name, other_name)
    for name, box in boxes:
        assert box.x >= 0 and box.x + box.width <= drawn.width + 0.01, (unit.name, name)
        assert box.y >= 0 and box.y + box.height <= drawn.height + 0.01, (unit.name, name)


def inside_panel(unit: Unit, panel: Panel) -> None:
    """Pips inside their panel and apart; sections and slot lines one below the other."""
    radius = PIP / 2
    every = [point for pips in panel.sections for point in pips.points]
    for x, y in every:
        assert radius <= x <= panel.width - radius and radius <= y <= panel.height - radius, (unit.name, panel.location)
    assert closest(every) >= PIP, (unit.name, panel.location)
    rows = [*panel.outer, *(pips.box for pips in panel.sections)]
    beside = panel.width > geometry.PANEL_WIDTH
    for column in [rows, list(panel.slots)] if beside else [rows + list(panel.slots)]:
        for above, below in pairwise(column):
            assert above.y + above.height <= below.y + 0.01, (unit.name, panel.location)
    inside_outline(unit, panel)


def inside_outline(unit: Unit, panel: Panel) -> None:
    """Every pip, slot line and the name inside the outline, which stays in the panel."""
    corners = [(x + dx * PIP / 2, y + dy * PIP / 2) for pips in panel.sections for x, y in pips.points
               for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]  # fmt: skip
    name = panel.title
    letters = Box(name.x, name.y + 0.6, name.width, name.height - 0.6)
    for box in (*panel.slots, *panel.outer, letters):
        right, low = box.x + box.width, box.y + box.height
        corners += [(box.x, box.y), (right, box.y), (right, low), (box.x, low)]
    for x, y in corners:
        assert body.inside(panel.outline, x, y), (unit.name, panel.location, x, y)
    for x, y in panel.outline:
        assert -0.01 <= x <= panel.width + 0.01 and -0.01 <= y <= panel.height + 0.01, (unit.name, panel.location, x, y)


def closest(points: Iterable[tuple[float, float]]) -> float:
    """The least distance between two pips' centres, in either direction the greater: they are square apart."""
    ordered = sorted(points, key=lambda point: (point[1], point[0]))
    gaps = [max(abs(b[0] - a[0]), abs(b[1] - a[1])) for i, a in enumerate(ordered) for b in ordered[i + 1 : i + 12]]
    return min(gaps, default=PITCH)


def apart(one: Box, other: Box) -> bool:
    """Whether two rectangles share no ground."""
    return (
        one.x + one.width <= other.x + 0.01
        or other.x + other.width <= one.x + 0.01
        or one.y + one.height <= other.y + 0.01
        or other.y + other.height <= one.y + 0.01
    )


def test_every_starter_mech_is_drawn_with_all_its_pips() -> None:
    for unit in starters():
        check(unit, figure(unit))


@needs_shared
def test_every_reference_mech_is_drawn_with_all_its_pips() -> None:
    for unit in corpus():
        check(unit, figure(unit))


@pytest.mark.parametrize("points", [1, 5, 47, 100, 130])
def test_a_location_may_have_one_pip_or_more_than_a_hundred(points: int) -> None:
    unit = replace(make_design(), armour={**make_design().armour, "CT": points})
    check(unit, figure(unit))


def test_rows_hold_tens_where_there_is_room_with_a_gap_after_five() -> None:
    rows = pip_rows(12, geometry.PANEL_WIDTH - geometry.PIPS_X - geometry.PAD)
    assert len({y for _x, y in rows}) == 2
    first = [x for x, y in rows if y == rows[0][1]]
    assert len(first) == 10
    steps = [round(b - a, 3) for a, b in pairwise(first)]
    assert steps[4] > steps[3] == steps[0] == PITCH


def test_a_narrow_block_has_rows_of_five_with_a_gap_after_ten() -> None:
    rows = pip_rows(15, 5 * 2.0 + 1, 2.0)
    heights = sorted({y for _x, y in rows})
    assert [len([1 for _x, y in rows if y == height]) for height in heights] == [5, 5, 5]
    assert heights[2] - heights[1] > heights[1] - heights[0]


def test_a_wide_block_has_twenty_to_a_row_with_a_greater_gap_after_ten() -> None:
    rows = pip_rows(20, 60.0)
    assert len({y for _x, y in rows}) == 1
    steps = [round(b[0] - a[0], 3) for a, b in pairwise(rows)]
    assert steps[9] > steps[4] > steps[0]


def test_the_mechs_left_is_at_the_readers_left() -> None:
    drawn = figure(make_design())
    xs = [drawn.panel(code).x for code in ("LA", "LT", "CT", "RT", "RA")]
    assert xs == sorted(xs)
    assert drawn.panel("LL").x == drawn.panel("LT").x and drawn.panel("LL").y > drawn.panel("LT").y


@pytest.mark.parametrize(
    ("armour", "shape"),
    [("Standard", "circle"), ("Ferro-Fibrous", "hexagon"), ("Hardened", "diamond"), ("Stealth", "octagon")],
)
def test_the_kind_of_armour_has_a_shape_and_structure_is_square(armour: str, shape: str) -> None:
    panel = figure(replace(make_design(), armour_type=armour)).panel("CT")
    assert panel.armour.shape == shape
    assert panel.structure.shape == "square"


def test_patchwork_armour_has_its_shape_where_it_is() -> None:
    unit = replace(make_design(), armour_type="Patchwork", patchwork={"LA": "Hardened", "CT": "Standard"})
    drawn = figure(unit)
    assert (drawn.panel("LA").armour.shape, drawn.panel("CT").armour.shape) == ("diamond", "circle")


def test_legs_stand_level_though_one_torso_has_a_module_of_armour() -> None:
    unit = machine("RT 18+5/12 | ISModularArmor | Coolant Pod")
    drawn = figure(unit)
    assert drawn.panel("RT").height > drawn.panel("LT").height
    assert drawn.panel("LL").y == drawn.panel("RL").y
    assert [len(drawn.panel(code).outer) for code in ("RT", "LT")] == [1, 0]
    check(unit, drawn)


def test_the_body_is_the_same_on_both_sides() -> None:
    drawn = figure(make_design())
    for left, right in (("LT", "RT"), ("LA", "RA"), ("LL", "RL")):
        one, other = drawn.panel(left), drawn.panel(right)
        if one.height == other.height:
            mirrored = {(round(one.width - x, 2), round(y, 2)) for x, y in one.outline}
            assert mirrored == {(round(x, 2), round(y, 2)) for x, y in other.outline}


def test_an_arm_without_a_hand_ends_in_a_muzzle() -> None:
    fist, muzzle = (body.outline(body.Part("arm", hand=hand), 38.0, 20.0, 60.0) for hand in (True, False))
    assert len(fist) > len(muzzle)


@pytest.mark.parametrize(
    ("part", "other"),
    [
        (body.Part("leg"), body.Part("leg", foot="wheel")),
        (body.Part("leg"), body.Part("leg", foot="hoof")),
        (body.Part("arm"), body.Part("arm", wing=True)),
        (body.Part("arm"), body.Part("arm", heavy=True)),
        (body.Part("side"), body.Part("side", heavy=True)),
    ],
)
def test_every_kind_of_mech_has_a_body_of_its_own(part: body.Part, other: body.Part) -> None:
    assert body.outline(part, 38.0, 20.0, 60.0) != body.outline(other, 38.0, 20.0, 60.0)


def test_a_point_is_inside_a_polygon_or_outside_of_it() -> None:
    corner = ((0.0, 0.0), (10.0, 0.0), (10.0, 4.0), (4.0, 4.0), (4.0, 10.0), (0.0, 10.0))
    assert body.inside(corner, 2, 8) and body.inside(corner, 8, 2)
    assert not body.inside(corner, 8, 8) and not body.inside(corner, -1, 2)
