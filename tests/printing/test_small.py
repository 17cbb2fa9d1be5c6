"""The small figure: what is left of each location, as tones in its outline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from records.printing import body, small
from records.printing.pdf import render
from records.printing.printable import Choices
from records.printing.report import Figure, Report, Table
from records.printing.small import Build, Share, small_figure, toned, width_for
from records.rules import fresh_sheet
from tests.factory import make_design
from tests.printing.designs import corpus
from tests.printing.test_pdf import middle, rastered
from tests.shared import needs_shared

TRUNK = ("HD", "CT", "RT", "LT")
LEGS = ("RL", "LL")
BUILDS = {
    "biped": Build("Biped", (*TRUNK, "RA", "LA", *LEGS), ("RA", "LA")),
    "gun arms": Build("Biped", (*TRUNK, "RA", "LA", *LEGS)),
    "LAM": Build("LAM", (*TRUNK, "RA", "LA", *LEGS), ("RA", "LA")),
    "superheavy": Build("Biped", (*TRUNK, "RA", "LA", *LEGS), ("RA", "LA"), heavy=True),
    "tripod": Build("Tripod", (*TRUNK, "RA", "LA", *LEGS, "CL"), ("RA", "LA")),
    "superheavy tripod": Build("Tripod", (*TRUNK, "RA", "LA", *LEGS, "CL"), ("RA", "LA"), heavy=True),
    "quad": Build("Quad", (*TRUNK, "FRL", "FLL", "RRL", "RLL")),
    "QuadVee": Build("QuadVee", (*TRUNK, "FRL", "FLL", "RRL", "RLL")),
}


def area(points: Sequence[body.Point]) -> float:
    """Of a closed polygon."""
    return abs(sum(points[n - 1][0] * y - x * points[n - 1][1] for n, (x, y) in enumerate(points))) / 2


def tile(share: Share) -> small.Tile:
    (found,) = small_figure(BUILDS["biped"], [share], 40)
    return found


def test_what_is_whole_has_no_tone() -> None:
    whole = tile(Share("CT"))
    assert (whole.armour_gone, whole.structure_gone, whole.lost) == ((), (), False)


@pytest.mark.parametrize("left", [0.8, 0.5, 0.25])
def test_the_tone_of_armour_sinks_from_above_as_armour_goes(left: float) -> None:
    hurt = tile(Share("LL", armour=left))
    top, bottom = min(y for _x, y in hurt.outline), max(y for _x, y in hurt.outline)
    assert max(y for _x, y in hurt.armour_gone) == pytest.approx(top + (bottom - top) * (1 - left))
    assert area(hurt.armour_gone) / area(hurt.outline) == pytest.approx(1 - left, abs=0.08)
    assert hurt.structure_gone == ()


def test_with_no_armour_the_whole_outline_is_toned() -> None:
    bare = tile(Share("RA", armour=0))
    assert area(bare.armour_gone) == pytest.approx(area(bare.outline))


def test_structure_has_a_tone_of_its_own() -> None:
    hurt = tile(Share("RT", armour=0, structure=0.5))
    assert 0.4 < area(hurt.structure_gone) / area(hurt.outline) < 0.6
    assert area(hurt.armour_gone) == pytest.approx(area(hurt.outline))


def test_what_is_lost_is_crossed_out_instead_of_toned() -> None:
    lost = tile(Share("LA", armour=0, structure=0, lost=True))
    assert lost.lost and not lost.armour_gone and not lost.structure_gone


def test_the_first_point_lost_shows_and_the_last_one_left_shows() -> None:
    assert toned(1) == 0 and toned(0) == 1
    assert toned(46 / 47) == small.LEAST
    assert toned(1 / 47) == small.MOST
    depths = [toned(left / 30) for left in range(30, -1, -1)]
    assert depths == sorted(depths)


def test_shares_are_read_from_the_sheet_front_and_rear_together() -> None:
    unit = make_design()
    sheet = fresh_sheet(unit)
    sheet = replace(
        sheet, armour={**sheet.armour, "CT": 2, "LA": 0}, rear={**sheet.rear, "CT": 7},
        structure={**sheet.structure, "LA": 6, "RL": 0}, lost={"RL": "destroyed"},
    )  # fmt: skip
    shares = {share.location: share for share in small.shares_of(unit, sheet)}
    assert list(shares) == list(unit.locations)
    assert shares["CT"] == Share("CT", 9 / 27)
    assert shares["LA"] == Share("LA", 0, 0.75)
    assert shares["RL"].lost and shares["HD"] == Share("HD")


@pytest.mark.parametrize("build", BUILDS.values(), ids=BUILDS)
def test_every_configuration_has_a_figure_inside_its_room_and_no_part_lies_on_another(build: Build) -> None:
    tiles = small_figure(build, [Share(code) for code in build.locations], 17)
    width = width_for(build, 17)
    assert len({one.location for one in tiles}) == len(build.locations)
    assert {round(edge, 1) for one in tiles for _x, edge in one.outline} >= {0, 17}
    for one in tiles:
        assert all(-1e-6 <= x <= width + 1e-6 and -1e-6 <= y <= 17 + 1e-6 for x, y in one.outline), one.location
    for one, other in combinations(tiles, 2):
        assert not any(body.inside(other.outline, x, y) for x, y in one.outline), (one.location, other.location)
        assert not any(body.inside(one.outline, x, y) for x, y in other.outline), (one.location, other.location)


@pytest.mark.parametrize("build", BUILDS.values(), ids=BUILDS)
def test_the_two_sides_are_mirrored(build: Build) -> None:
    width = width_for(build, 30)
    found = {one.location: one for one in small_figure(build, [Share(code) for code in build.locations], 30)}
    for left, right in (("LT", "RT"), ("LA", "RA"), ("LL", "RL"), ("FLL", "FRL"), ("RLL", "RRL")):
        if left in found:
            turned = sorted((round(width - x, 3), round(y, 3)) for x, y in found[left].outline)
            assert turned == sorted((round(x, 3), round(y, 3)) for x, y in found[right].outline)


def test_builds_that_differ_are_drawn_differently() -> None:
    seen = {
        name: tuple(one.outline for one in small_figure(build, [Share(code) for code in build.locations], 30))
        for name, build in BUILDS.items()
    }
    assert len(set(seen.values())) == len(BUILDS)


@needs_shared
def test_every_reference_mech_has_a_figure_of_all_its_locations() -> None:
    count = 0
    for unit in corpus():
        build, shares = small.build_of(unit), small.shares_of(unit, fresh_sheet(unit))
        tiles = small_figure(build, shares, 20)
        assert [one.location for one in tiles] == list(unit.locations)
        assert not any(one.armour_gone for one in tiles if unit.armour.get(one.location))
        count += 1
    assert count >= 745


def drawn_at(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, float, float]]:
    """Where figures are drawn: left, top, height."""
    found: list[tuple[float, float, float]] = []
    draw = small.draw

    def noted(ink: Any, build: Any, shares: Any, x: float, y: float, height: float, *, out: bool) -> None:
        found.append((x, y, height))
        draw(ink, build, shares, x, y, height, out=out)

    monkeypatch.setattr(small, "draw", noted)
    return found


@pytest.mark.parametrize("black", [False, True])
def test_on_paper_whole_is_white_no_armour_grey_and_structure_dark(
    black: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = drawn_at(monkeypatch)
    build = BUILDS["biped"]
    shares = tuple(
        {"CT": Share("CT", 0), "RT": Share("RT", 0, 0.01), "LL": Share("LL", 0, 0, True)}.get(code, Share(code))
        for code in build.locations
    )
    table = Table(["", "machine"], [[Figure(build, shares), "Testbed"]], (1, 3))
    data = render([Report("One", [table], figures=(40,))], Choices(black=black))
    image = rastered(data, tmp_path)
    x, y, height = places[-1]
    dark = {}
    for one in small_figure(build, shares, height):
        across = [px for px, _py in one.outline]
        down = [py for _px, py in one.outline]
        dark[one.location] = middle(image, x + sum((min(across), max(across))) / 2, y + sum((min(down), max(down))) / 2)
    assert dark["HD"] < 0.05 and dark["RL"] < 0.05
    assert 0.2 < dark["CT"] < 0.4
    assert dark["RT"] > (0.9 if black else 0.5)
    assert dark["LL"] > 0.2  # where its cross meets
