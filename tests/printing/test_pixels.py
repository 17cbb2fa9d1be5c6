"""Marks in the PDF equal the sheet's state: pixels of rendered pages, sampled where the geometry says."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from records.printing import geometry, heat_scale
from records.printing.canvas import Frame
from records.printing.pdf import render
from records.printing.printable import AS_USUAL, Printable
from records.printing.sheet_page import GAP, HEAT_WIDTH, TITLE
from records.rules import Sheet, Unit, fresh_sheet
from records.rules.sheet import Fresh
from tests.printing.designs import corpus, starters
from tests.shared import SHARED

DPI = 120
STATES = 200
SCALE = DPI / 25.4


def designs(dice: random.Random) -> list[Unit]:
    """Machines of every configuration; without the reference data our own."""
    every = list(corpus()) if SHARED.is_dir() else list(starters())
    rare = [unit for unit in every if unit.config != "Biped" or unit.superheavy]
    return (dice.sample(rare, min(len(rare), STATES // 4)) + dice.choices(every, k=STATES))[:STATES]


def battle_state(unit: Unit, dice: random.Random) -> tuple[Sheet, Sheet]:
    """A sheet before and in a battle: marks of both, and of the present phase."""
    whole = fresh_sheet(unit)

    def less(points: dict[str, int]) -> dict[str, int]:
        return {code: dice.randint(0, number) if dice.random() < 0.6 else number for code, number in points.items()}

    def slots(already: dict[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
        found = dict(already)
        for code in dice.sample(unit.locations, 2):
            lines = [i for i, slot in enumerate(unit.slots[code]) if slot is not None and slot.hittable]
            if lines:
                found[code] = tuple(sorted({*found.get(code, ()), dice.choice(lines)}))
        return found

    before = replace(
        whole, armour=less(dict(whole.armour)), rear=less(dict(whole.rear)), structure=less(dict(whole.structure)),
        hits=slots({}),
    )  # fmt: skip
    now = replace(
        before, armour=less(dict(before.armour)), rear=less(dict(before.rear)), hits=slots(dict(before.hits)),
        heat=dice.randint(0, 32),
    )  # fmt: skip
    new = {code: before.armour[code] - points for code, points in now.armour.items() if before.armour[code] > points}
    fresh = {code: dice.randint(0, points) for code, points in new.items()}
    return before, replace(now, fresh=Fresh(armour=fresh))


def pages_of(data: bytes, folder: Path) -> Iterator[Image.Image]:
    """Every page as grey pixels, as a printer would see it."""
    if shutil.which("pdftoppm") is None:
        pytest.fail("This test needs pdftoppm: apt-get install -y poppler-utils (make test does it as root).")
    (folder / "all.pdf").write_bytes(data)
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", str(folder / "all.pdf"), str(folder / "all")], check=True)
    for path in sorted(folder.glob("all-*.pgm")):
        with Image.open(path) as image:
            yield image.copy()


def darkness(image: Image.Image, x: float, y: float, across: float, down: float) -> float:
    """How dark a rectangle is, 0 (paper) to 1 (ink); its middle and half its size in mm."""
    box = image.crop(
        (round((x - across) * SCALE), round((y - down) * SCALE), round((x + across) * SCALE) + 1,
         round((y + down) * SCALE) + 1)
    )  # fmt: skip
    pixels = box.tobytes()
    return 1 - sum(pixels) / len(pixels) / 255


def wrong(unit: Unit, sheet: Sheet, before: Sheet, image: Image.Image) -> Iterator[str]:
    """Marks that are not as the sheet says."""
    frame, drawn = Frame.of("a4"), geometry.figure(unit)
    top = frame.bottom - drawn.height
    left = {"armour": sheet.armour, "rear": sheet.rear, "structure": sheet.structure}
    then = {"armour": before.armour, "rear": before.rear, "structure": before.structure}
    for panel in drawn.panels:
        x, y, code = frame.x + panel.x, top + panel.y, panel.location
        for pips in panel.sections:
            lost = len(pips.points) - left[pips.kind][code]
            older = len(pips.points) - then[pips.kind][code]
            for number, (px, py) in enumerate(pips.points):
                dark = darkness(image, x + px, y + py, 0.3, 0.3)
                if (dark > 0.25) != (number < lost):
                    yield f"{unit.name} {code} {pips.kind} {number}: {dark:.2f}"
                # Filled all over: from before the battle. A cross leaves its sides light.
                side = darkness(image, x + px + 0.62, y + py, 0.1, 0.1)
                if pips.shape == "circle" and number < lost and (number < older) != (side > 0.4):
                    yield f"{unit.name} {code} {pips.kind} {number}: beside its middle {side:.2f}"
        for number, box in enumerate(panel.slots):
            line = darkness(image, x + box.x + 0.7, y + box.y + box.height / 2 + 0.1, 0.55, 0.12)
            if (line > 0.42) != (number in sheet.hits.get(code, ())):
                yield f"{unit.name} {code} slot {number}: {line:.2f}"
    yield from wrong_heat(sheet, frame, top, image)


def wrong_heat(sheet: Sheet, frame: Frame, figure_y: float, image: Image.Image) -> Iterator[str]:
    """Cells of the heat scale that are filled when they should not be, or not when they should."""
    y = frame.top + TITLE
    pitch = (figure_y - GAP - y - 5.4) / (heat_scale.TOP + 1)
    x = frame.x + geometry.WIDTH - HEAT_WIDTH
    for level in range(1, heat_scale.TOP + 1):
        middle = y + 5.2 + (heat_scale.TOP - level + 0.5) * pitch
        dark = darkness(image, x + 0.95, middle, 0.3, 0.5)
        if (dark > 0.5) != (level <= sheet.heat):
            yield f"heat {sheet.heat}, cell {level}: {dark:.2f}"


def test_the_marks_of_two_hundred_battle_states_are_on_the_paper(tmp_path: Path) -> None:
    dice = random.Random(20261129)
    states = [(unit, *battle_state(unit, dice)) for unit in designs(dice)]
    assert len(states) == STATES
    for start in range(0, STATES, 20):
        folder = tmp_path / str(start)
        folder.mkdir()
        group = states[start : start + 20]
        data = render([Printable(unit, now, before=before) for unit, before, now in group], AS_USUAL)
        images = list(pages_of(data, folder))
        assert len(images) == len(group)
        for (unit, before, now), image in zip(group, images, strict=True):
            assert list(wrong(unit, now, before, image)) == []
        shutil.rmtree(folder)
