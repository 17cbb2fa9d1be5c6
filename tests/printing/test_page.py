"""The page: nothing leaves it, no text overlaps another, and the words of the state are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from records.printing import fonts, markup
from records.printing.blocks import Block, wrapped
from records.printing.canvas import MARGIN, Page
from records.printing.geometry import Box, figure
from records.printing.printable import PAPERS, Choices, Paper, Printable, Seat
from records.printing.sheet_page import compose as compose_all
from records.rules import CrewMember, Sheet, Unit, fresh_sheet
from records.rules.unit import HeatSinks, Slot
from tests.factory import make_design
from tests.printing.designs import corpus, starters
from tests.shared import needs_shared

SEAT = Seat("Aleksandra Wiśniewska-Kowalczyk of Clan Ghost Bear", "Thunderhead", "Legendary", 9, 3)


def compose(printable: Printable, paper: Paper) -> Page:
    """The only page of a sheet."""
    (page,) = compose_all(printable, Choices(paper))
    return page


def worn(unit: Unit) -> Sheet:
    """A sheet with marks everywhere."""
    sheet = fresh_sheet(unit)
    return replace(
        sheet,
        heat=34,
        armour={code: points // 2 for code, points in sheet.armour.items()},
        hits=dict.fromkeys(unit.locations, (0, 2)),
        ammo=tuple(rounds // 3 for rounds in sheet.ammo),
        lost={unit.locations[-1]: "blown off"},
        prone=True,
        shutdown=True,
        destroyed=("engine",),
        turn=12,
    )


def line_boxes(block: Block) -> Iterator[Box]:
    """Where each run's ink stands: its width as measured, its height that of the letters."""
    for number, line in enumerate(block.lines):
        for run, x in block.placed(line):
            width = fonts.face(run.weight).width(run.text.rstrip(), run.points)
            assert run.points in markup.SIZES
            height = min(block.leading, run.points * fonts.MM_PER_POINT)
            y = block.y + number * block.leading + (block.leading - height) / 2
            if run.text.strip():
                yield Box(x, y, width, height)


def check(unit: Unit, page: Page, paper: Paper) -> None:
    """All text stands on the page, within its block, and none on another."""
    width, height, edge = page.frame.width, page.frame.height, MARGIN / page.frame.scale
    boxes: list[Box] = []
    for block in page.blocks:
        for box in line_boxes(block):
            assert box.x + box.width <= block.x + block.width + 0.3, (unit.name, block.text)
            assert box.x >= edge - 1 and box.x + box.width <= width - edge + 1, (unit.name, block.text)
            assert box.y >= edge - 1.5 and box.y + box.height <= height - edge + 1, (unit.name, block.text)
            boxes.append(box)
    boxes.sort(key=lambda box: box.y)
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            if other.y >= one.y + one.height - 0.35:
                break
            beside = one.x + one.width <= other.x + 0.3 or other.x + other.width <= one.x + 0.3
            assert beside, (unit.name, paper, one, other, _near(page, one), _near(page, other))


def _near(page: Page, box: Box) -> str:
    return next(block.text for block in page.blocks if any(found == box for found in line_boxes(block)))


def printable(unit: Unit, sheet: Sheet | None = None) -> Printable:
    return Printable(unit, sheet or worn(unit), seat=SEAT, roster="The Third Succession War", stamp="sheet 1, change 3")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_overlaps_or_leaves_the_page_on_any_starter_mech(paper: Paper) -> None:
    for unit in starters():
        check(unit, compose(printable(unit), paper), paper)


@needs_shared
def test_every_reference_mech_is_on_one_page_and_nothing_overlaps_or_leaves_it() -> None:
    count = 0
    for unit in corpus():
        count += 1
        for paper in PAPERS:
            check(unit, compose(printable(unit), paper), paper)
    assert count >= 745


@needs_shared
def test_large_type_overlaps_nowhere_either() -> None:
    seen: set[tuple[str, bool, int]] = set()
    for unit in corpus():
        kind = (unit.config, unit.superheavy, len(unit.weapons) // 4)
        if kind in seen:
            continue
        seen.add(kind)
        for paper in PAPERS:
            for page in compose_all(printable(unit), Choices(paper, large=True)):
                check(unit, page, paper)


def words_of(page: Page) -> str:
    return " ".join(block.text for block in page.blocks)


def test_the_state_is_told_in_words() -> None:
    unit = make_design()
    sheet = replace(fresh_sheet(unit), heat=7, turn=4, phase="weapon", prone=True)
    text = words_of(compose(printable(unit, sheet), "a4"))
    assert "Turn 4 · weapon attacks · heat 7 · prone" in text
    assert "Testbed TST-1A" in text


def test_points_and_rounds_left_stand_beside_the_totals() -> None:
    unit = make_design()
    fresh = fresh_sheet(unit)
    sheet = replace(fresh, armour={**fresh.armour, "CT": 13}, ammo=(8,))
    text = words_of(compose(printable(unit, sheet), "a4"))
    assert "13/20" in text
    assert text.count("8/20") == 2


def test_the_mechwarrior_is_named_with_skills_wounds_and_edge() -> None:
    unit = make_design()
    sheet = replace(fresh_sheet(unit), crew=(CrewMember(2, 3, hits=2, conscious=False),))
    seat = Seat("Grayson Carlyle", "Dusty", "Elite", 3, 1)
    text = words_of(compose(Printable(unit, sheet, seat=seat), "a4"))
    for part in ("Grayson Carlyle", "“Dusty” · Elite", "Gunnery 2   Piloting 3", "2 hits, unconscious", "Edge"):
        assert part in text


def test_a_long_word_of_a_name_goes_on_in_the_next_line() -> None:
    unit = make_design()
    seat = Seat("Alexandra Konstantinopolskaya-Featherstonehaugh the Younger II")
    text = words_of(compose(Printable(unit, fresh_sheet(unit), seat=seat), "letter"))
    assert "Alexandra Konstantinopolskaya- Featherstonehaugh the Younger II" in text


def test_words_too_long_for_a_line_are_broken_and_whole() -> None:
    words = "see https://example.org/a-very-long-address-of-a-page-without-a-space and so on"
    lines = wrapped(words, 20, 8)
    assert max(fonts.face(400).width(line, 8) for line in lines) <= 20
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert wrapped("W" * 5, 0.1, 8) == ["W"] * 5


def test_one_heat_sink_is_one_and_what_must_be_reached_may_be_below_nothing() -> None:
    unit = replace(make_design(), heat_sinks=HeatSinks(1, "Heat Sink", 1))
    ace = replace(fresh_sheet(unit), crew=(CrewMember(0, 0),))
    text = words_of(compose(Printable(unit, ace), "a4"))
    assert "1 heat sink sinks 1" in text
    assert "−2+" in text
    assert "-2+" not in text


def test_the_longest_names_in_slots_keep_clear_of_the_outline() -> None:
    unit = make_design()
    for name in ("." * count for count in range(20, 70)):
        sealed = replace(unit, slots={**unit.slots, "RL": (*unit.slots["RL"][:5], Slot(name))})
        drawn, page = figure(sealed), compose(printable(sealed), "letter")
        panel = next(panel for panel in drawn.panels if panel.location == "RL")
        right = page.frame.x + panel.x + panel.slots[5].x + panel.slots[5].width
        block = next(block for block in page.blocks if block.text.startswith("Hip\n") and block.x > right - 40)
        ends = [x + fonts.face(run.weight).width(run.text, run.points) for run, x in block.placed(block.lines[5])]
        assert ends[0] <= right - 0.35, name


def test_where_one_arm_cannot_punch_a_blank_number_is_a_line_to_write_on() -> None:
    unit = make_design()
    hurt = replace(fresh_sheet(unit), hits={"LA": (0,)})
    assert "___/–" in words_of(compose(Printable(unit, hurt, seat=Seat(blank=True)), "a4"))


def test_names_with_markup_are_text() -> None:
    unit = replace(make_design(), chassis="<b>Bold</b> & <script>x</script>")
    page = compose(printable(unit), "a4")
    assert page.blocks[0].text == "<b>Bold</b> & <script>x</script> TST-1A"


def test_control_characters_and_line_ends_in_a_name_become_spaces() -> None:
    unit = replace(make_design(), chassis="Two\nLines\x00\u202eHere")
    assert compose(printable(unit), "a4").blocks[0].text == "Two Lines Here TST-1A"


def test_a_blank_mechwarrior_has_no_wounds() -> None:
    """Whoever is filled in by hand was not hit: the boxes are empty, and nothing says otherwise."""
    unit = make_design()
    whole = fresh_sheet(unit)
    hurt = replace(whole, crew=(replace(whole.crew[0], hits=4),))
    blank = Seat(blank=True)
    assert "4 hits" in words_of(compose(Printable(unit, hurt), "a4"))
    page = compose(Printable(unit, hurt, seat=blank, before=hurt), "a4")
    unhurt = compose(Printable(unit, whole, seat=blank, before=whole), "a4")
    assert words_of(page) == words_of(unhurt) and page.drawing == unhurt.drawing
