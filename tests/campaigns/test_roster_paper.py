"""The roster of a force on paper: figures as large as the page has room for, and their meaning in words."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from campaigns.models import Campaign, Force, Placement
from campaigns.papers import hurt
from campaigns.papers.battle import battle_summary
from campaigns.papers.force import force_roster, unplaced
from records import rules
from records.models import Unit as Catalogued
from records.printing import report_page, small
from records.printing.canvas import Page
from records.printing.printable import Choices, Paper
from records.printing.report import Report, Table
from records.rules import Sheet, Unit, fresh_sheet
from records.selectors.condition import condition_of
from tests.factory import (
    make_battle,
    make_campaign,
    make_design,
    make_machine,
    make_pilot,
    make_sheet,
    make_unit,
    own_force,
)
from tests.printing.test_page import check, line_boxes
from tests.printing.test_small import BUILDS, drawn_at

pytestmark = pytest.mark.django_db

Places = list[tuple[float, float, float]]
"""Left, top and height of figures."""


class Composed:
    """Composes papers and knows where the figures of the pages that were chosen stand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._drawn = drawn_at(monkeypatch)
        self._tries: list[tuple[list[Page], Places]] = []
        flowed = report_page._flowed

        def noted(report: Report, choices: Choices, bookmark: bool, tall: float = 0) -> list[Page]:
            self._drawn.clear()
            pages = flowed(report, choices, bookmark, tall)
            self._tries.append((pages, list(self._drawn)))
            return pages

        monkeypatch.setattr(report_page, "_flowed", noted)

    def __call__(self, paper: Force | Report, choices: Choices) -> tuple[list[Page], Places]:
        """The pages of a force's roster or of a paper, and their figures."""
        pages = report_page.compose(force_roster(paper) if isinstance(paper, Force) else paper, choices)
        return pages, next(places for tried, places in self._tries if tried is pages)


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> Composed:
    """To compose rosters with."""
    return Composed(monkeypatch)


def battered(unit: Unit, dice: random.Random) -> Sheet:
    """A sheet with marks of every kind."""
    sheet = fresh_sheet(unit)
    return replace(
        sheet,
        armour={code: dice.randint(0, points) for code, points in sheet.armour.items()} | {"LA": 0},
        structure={code: dice.randint(1, points) for code, points in sheet.structure.items()} | {"LA": 0},
        lost={"LA": "blown off"},
        hits={"RT": (0, 4), "CT": (0, 3)},
        ammo=tuple(dice.choice((0, rounds // 5)) for rounds in sheet.ammo),
        destroyed=("engine",) if dice.random() < 0.2 else (),
        heat=dice.randint(0, 12),
        prone=True,
    )


def filled(machines: int, forces: int = 1, *, hurt_too: bool = True, campaign: Campaign | None = None) -> Force:
    """A force with so many machines of a long name, in so many forces below it."""
    campaign, dice = campaign or make_campaign(), random.Random(7)
    top = own_force(campaign)
    below = [Force.objects.create(campaign=campaign, parent=top, name=f"Lance {n}") for n in range(forces)]
    unit = Catalogued.objects.filter(chassis="Thunderbolt").first() or make_unit("Thunderbolt", "TDR-5SE (Alternate)")
    for number in range(machines):
        pilot = make_pilot(campaign.roster, f"Aleksandra Voronova {number}", callsign="Magpie") if number % 5 else None
        record = make_sheet(roster=campaign.roster, unit=unit, pilot=pilot)
        if hurt_too:
            record.state = rules.encode(replace(battered(unit.design, dice), crew=record.sheet.crew))
            record.save()
        Placement.objects.create(record=record, force=top if forces == 1 else below[number % forces])
    return top


def check_figures(page: Page, drawn: Places, build: small.Build) -> None:
    """Each on the page, none on another, no words on one."""
    boxes = [(x, y, x + small.width_for(build, height), y + height) for x, y, height in drawn]
    for number, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0 and top >= 0 and right <= page.frame.width and bottom <= page.frame.bottom
        assert all(top >= other[3] or bottom <= other[1] for other in boxes[:number])
        for block in page.blocks:
            for box in line_boxes(block):
                beside = box.x >= right or box.x + box.width <= left
                assert beside or box.y >= bottom - 0.3 or box.y + box.height <= top + 0.3, block.text


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("hurt_too", "least"), [(False, 16), (True, 14)])
def test_twelve_machines_stand_on_one_page(paper: Paper, hurt_too: bool, least: float, composed: Composed) -> None:
    (page,), places = composed(filled(12, hurt_too=hurt_too), Choices(paper))
    check(make_design(), page, paper)
    assert len(places) == 12 and places[0][2] >= least
    check_figures(page, places, BUILDS["biped"])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_three_lances_of_four_stand_on_one_page_with_their_totals(paper: Paper, composed: Composed) -> None:
    (page,), places = composed(filled(12, 3), Choices(paper))
    check(make_design(), page, paper)
    check_figures(page, places, BUILDS["biped"])
    words = " ".join(block.text for block in page.blocks)
    assert all(name in words for name in ("Lance 0", "Lance 1", "Lance 2", "Totals"))
    assert not any("…" in block.text for block in page.blocks)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("machines", [1, 2, 4])
def test_few_machines_have_large_figures(machines: int, paper: Paper, composed: Composed) -> None:
    (page,), places = composed(filled(machines), Choices(paper))
    check(make_design(), page, paper)
    assert len(places) == machines and places[0][2] >= 30
    check_figures(page, places, BUILDS["biped"])


def test_the_fewer_the_machines_the_larger_their_figures(composed: Composed) -> None:
    heights = [composed(filled(count, hurt_too=False), Choices())[1][0][2] for count in (2, 6, 9, 12)]
    assert heights == sorted(set(heights), reverse=True)


@pytest.mark.parametrize("choices", [Choices(), Choices("letter", black=True), Choices(large=True)])
def test_a_company_and_a_half_flows_on_and_no_figure_is_left_out(choices: Choices, composed: Composed) -> None:
    pages, places = composed(filled(25), choices)
    assert len(pages) > 1
    for page in pages:
        check(make_design(), page, choices.paper)
        assert not any("…" in block.text for block in page.blocks)
    tops = [y for _x, y, _height in places]
    assert len(tops) == 25
    assert sum(later < before for before, later in pairwise(tops)) == len(pages) - 1


def test_no_type_but_the_footer_is_smaller_than_seven_points() -> None:
    for machines, forces in ((4, 1), (12, 3), (25, 1)):
        for page in report_page.compose(force_roster(filled(machines, forces, campaign=make_campaign())), Choices()):
            for block in page.blocks:
                if block.y < page.frame.bottom:
                    assert min([block.points, *(run.points or 99 for line in block.lines for run in line)]) >= 7


@pytest.mark.parametrize("full", [True, False])
def test_the_words_name_every_place_that_the_figure_shows_as_hurt(full: bool) -> None:
    unit = make_design()
    for seed in range(20):
        sheet = battered(unit, random.Random(seed))
        text = " ".join(hurt.lines(unit, sheet, condition_of(unit, sheet), full=full))
        for share in small.shares_of(unit, sheet):
            assert ((share.armour, share.structure) == (1, 1)) or share.location in text
            if share.structure < 1 and not share.lost:
                assert f"{share.location} {sheet.structure[share.location]}/{unit.structure[share.location]}" in text


def test_what_is_whole_has_a_dash() -> None:
    unit = make_design()
    sheet = fresh_sheet(unit)
    assert hurt.lines(unit, sheet, condition_of(unit, sheet), full=True) == [hurt.NOTHING]


def test_full_words_name_criticals_weapons_and_bins() -> None:
    unit = make_design()
    sheet = replace(fresh_sheet(unit), hits={"CT": (0, 1, 3), "RT": (0,), "LA": (1,)}, ammo=(3,))
    lines = hurt.lines(unit, sheet, condition_of(unit, sheet), full=True)
    assert lines == ["out: AC/5", "criticals: Engine ×2, Gyro, RT AC/5, LA Upper Arm"]
    assert hurt.rounds(unit, sheet, full=True) == ["3/20", "RT AC/5: 3 of 20"]
    assert hurt.rounds(unit, replace(sheet, ammo=(0,)), full=True) == ["0/20", "RT AC/5: empty"]
    assert hurt.rounds(unit, replace(sheet, ammo=(6,)), full=True) == ["6/20"]


def test_a_row_is_read_machine_first_then_who_sits_in_it_then_where_it_is_hurt() -> None:
    campaign = make_campaign()
    record = make_sheet(roster=campaign.roster, pilot=make_pilot(campaign.roster, "Nadja Orlova"))
    record.state = rules.encode(battered(record.unit.design, random.Random(1)))
    record.save()
    Placement.objects.create(record=record, force=own_force(campaign))
    (page,) = report_page.compose(force_roster(own_force(campaign)), Choices())
    text = "\n".join(block.text for block in page.blocks)
    order = [text.index(words) for words in ("Testbed", "Nadja Orlova", "ammunition", "no armour", "structure:")]
    assert order[0] < order[1] < order[2] and order[3] < order[4]


def test_the_key_stands_once_on_a_paper() -> None:
    pages = report_page.compose(force_roster(filled(25)), Choices())
    assert sum("armour going" in block.text for page in pages for block in page.blocks) == 1


def test_machines_in_no_force_have_figures_too() -> None:
    campaign = make_campaign()
    make_sheet(roster=campaign.roster)
    report: Report = unplaced(campaign)
    assert [len(part.figures) for part in report.parts if isinstance(part, Table)] == [1]


@pytest.mark.parametrize("machines", [2, 8, 12, 20])
def test_a_battle_shows_its_machines_in_figures_where_they_cost_no_page(machines: int, composed: Composed) -> None:
    campaign = make_campaign()
    battle = make_battle(campaign, *(make_machine(campaign, hostile=bool(n % 2)) for n in range(machines)))
    report = battle_summary(battle)
    assert report.shorter is not None
    pages, places = composed(report, Choices())
    assert len(pages) == len(report_page.compose(report.shorter, Choices()))
    assert len(places) in (0, machines) and (machines > 2 or len(places) == 2)
    for page in pages:
        check(make_design(), page, "a4")


def test_in_few_words_armour_is_counted_from_half_of_it_on() -> None:
    unit = make_design()
    whole = fresh_sheet(unit)
    for left, told in ((7, "armour: LA 7/14"), (8, "over half left: LA")):
        sheet = replace(whole, armour={**whole.armour, "LA": left})
        assert hurt.lines(unit, sheet, condition_of(unit, sheet), full=False) == [told]
