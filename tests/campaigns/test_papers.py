"""The papers that a campaign prints: rosters, summaries of battles, what a MechWarrior has done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from campaigns.models import Campaign, Force, Placement
from campaigns.papers.battle import battle_summary
from campaigns.papers.deeds import deeds_of
from campaigns.papers.force import force_roster, unplaced
from campaigns.papers.glance import state
from campaigns.selectors.tally import NOBODY, Tally
from campaigns.services import battles
from records import rules
from records.models import RecordSheet
from records.printing import report_page
from records.printing.printable import Choices
from records.printing.report import Report, Table, Tick, Words
from records.rules import Ruleset, battle_value, with_crew
from records.rules.entries import Corrected, CriticalHit, Ejected, FellDown, Fired, Hit, Moved, Rolled, Shot
from records.selectors.condition import condition_of
from records.selectors.papers import dossier
from records.services import entries
from tests.factory import (
    key,
    make_battle,
    make_campaign,
    make_design,
    make_machine,
    make_pilot,
    make_sheet,
    make_unit,
    own_force,
)
from tests.printing.test_page import check

pytestmark = pytest.mark.django_db


def enter(record: RecordSheet, entry: Any) -> None:
    entries.enter(record_id=record.pk, entry=entry, user=None, key=key())


def roll(record: RecordSheet, *dice: int) -> None:
    record.refresh_from_db()
    enter(record, Rolled(record.sheet.owed[0].id, dice))


def table(report: Report, title: str) -> Table:
    return next(part for part in report.parts if isinstance(part, Table) and part.title == title)


def cells(one: Table, row: int) -> list[str]:
    return [cell if isinstance(cell, str) else cell.text for cell in one.rows[row]]


def told(report: Report) -> str:
    """Everything that stands on the paper."""
    found = [report.title, report.about]
    for part in report.parts:
        found += [part.title, *(part.paragraphs if isinstance(part, Words) else ())]
        if isinstance(part, Table):
            found += [*part.heads, *(text for row in range(len(part.rows)) for text in cells(part, row)), part.note]
    return " ".join(found)


def named(campaign: Campaign, label: str, *, hostile: bool = False) -> RecordSheet:
    """A machine with a name of its own."""
    record = make_machine(campaign, hostile=hostile)
    record.label = label
    record.save()
    return record


# --- rosters


def test_a_roster_adds_up_its_forces_and_their_battle_values() -> None:
    campaign = make_campaign()
    top = own_force(campaign)
    lance = Force.objects.create(campaign=campaign, parent=top, name="Fire lance")
    for force, gunnery in ((top, 4), (lance, 3), (lance, 3)):
        pilot = make_pilot(campaign.roster, gunnery=gunnery, piloting=gunnery + 1)
        Placement.objects.create(record=make_sheet(roster=campaign.roster, pilot=pilot), force=force)
    base = battle_value(make_design()).total
    assert base is not None
    better = with_crew(base, 3, 4)
    report = force_roster(top)
    totals = table(report, "Totals")
    assert cells(totals, 0)[:7] == ["Fire lance", "2", "2", "100", "100", f"{2 * base:,}", f"{2 * better:,}"]
    assert cells(totals, 1)[1:7] == ["3", "3", "150", "150", f"{3 * base:,}", f"{base + 2 * better:,}"]
    assert "3 of 3 ’Mechs fit · 150 of 150 tons" in report.about


def test_a_roster_tells_empty_seats_low_bins_and_what_is_out() -> None:
    campaign = make_campaign()
    record = make_sheet(roster=campaign.roster)
    Placement.objects.create(record=record, force=own_force(campaign))
    enter(record, Corrected("ammo:0", 4))
    enter(record, Hit("LA", 22))
    row = cells(table(force_roster(own_force(campaign)), ""), 0)
    assert row[1].split("\n")[-1] == "empty seat"
    assert row[2].split("\n")[2:] == ["ammunition 4/20", "RT AC/5: 4 of 20"]
    assert "lost LA" in row[3] and "out: Medium Laser" in row[3]


def test_what_stands_in_no_force_has_a_page_of_its_own() -> None:
    campaign = make_campaign()
    make_sheet(roster=campaign.roster)
    make_pilot(campaign.roster, "Nadja Without")
    report = unplaced(campaign)
    assert len(table(report, "Machines in no force").rows) == 1
    assert cells(table(report, "MechWarriors without a machine"), 0)[0] == "Nadja Without"


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("machines", "pages"), [(12, 1), (40, 2)])
def test_twelve_machines_are_on_one_page_and_forty_flow_on(paper: Any, machines: int, pages: int) -> None:
    campaign = make_campaign()
    unit = make_unit("Thunderbolt of Extraordinary Length", "TDR-5SE Prime (Alternate)")
    for number in range(machines):
        pilot = make_pilot(campaign.roster, f"Aleksandra Voronova-Lindqvist {number}", callsign="Magpie")
        record = make_sheet(roster=campaign.roster, unit=unit, pilot=pilot)
        Placement.objects.create(record=record, force=own_force(campaign))
    made = report_page.compose(force_roster(own_force(campaign)), Choices(paper))
    assert (len(made) == 1) == (pages == 1)
    for page in [*made, *report_page.compose(force_roster(own_force(campaign)), Choices(paper, large=True))]:
        check(make_design(), page, paper)
        assert not any("…" in block.text for block in page.blocks)


def test_an_empty_force_says_what_to_do() -> None:
    assert "Place them" in told(force_roster(own_force(make_campaign())))


# --- battles


def test_who_did_what_to_whom_is_read_from_the_words_of_the_hits() -> None:
    campaign = make_campaign()
    ours, theirs = named(campaign, "Old Faithful"), named(campaign, "Ripper", hostile=True)
    battle = make_battle(campaign, ours, theirs)
    enter(theirs, Hit("LT", 5, source="medium laser, old faithful"))
    enter(theirs, Hit("LT", 3, source="a mine"))
    enter(ours, Hit("CT", 2, source=f"PPC of {theirs.pilot.name}"))  # type: ignore[union-attr]
    tally = Tally(battle)
    assert tally.dealt(ours.pk, theirs.pk).damage == 5
    assert tally.dealt(NOBODY, theirs.pk).damage == 3
    assert tally.dealt(theirs.pk, ours.pk).damage == 2
    matrix = table(battle_summary(battle), "Who did what to whom")
    assert matrix.heads == ["by", "Old Faithful", "Ripper", "all"]
    assert [cells(matrix, row) for row in range(4)] == [
        ["Old Faithful", "–", "5", "5"],
        ["Ripper", "2", "–", "2"],
        ["not entered", "–", "3", "3"],
        ["taken", "2", "8", "10"],
    ]


def test_of_two_alike_the_one_on_the_other_side_is_meant_and_of_two_there_nobody() -> None:
    campaign = make_campaign()
    unit = make_unit("Griffin")
    ours, mate, theirs, fourth = (make_machine(campaign, hostile=hostile, unit=unit) for hostile in (0, 0, 1, 1))  # type: ignore[arg-type]
    battle = make_battle(campaign, ours, mate, theirs)
    enter(ours, Hit("LT", 5, source="Griffin"))
    assert Tally(battle).dealt(theirs.pk, ours.pk).damage == 5
    battles.reinforce(battle=battle, record_ids=[fourth.pk], user=campaign.roster.owner, key=key())
    assert Tally(battle).dealt(NOBODY, ours.pk).damage == 5


def test_criticals_and_the_end_of_a_machine_belong_to_whoever_called_for_the_roll() -> None:
    campaign = make_campaign()
    ours, theirs = named(campaign, "Old Faithful"), named(campaign, "Ripper", hostile=True)
    battle = make_battle(campaign, ours, theirs)
    enter(theirs, Hit("CT", 25, source="Old Faithful"))
    roll(theirs, 6, 4)  # two criticals
    roll(theirs, 1, 1)  # engine
    roll(theirs, 1, 4)  # gyro
    enter(theirs, Hit("CT", 20, source="Old Faithful"))
    dealt = Tally(battle).dealt(ours.pk, theirs.pk)
    assert (dealt.criticals, dealt.kills) == (2, 1)
    report = told(battle_summary(battle))
    assert "×2 †" in report and "1 of 1 destroyed" in report


def test_what_everybody_took_and_did_is_added_up() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    enter(record, Hit("LT", 4))
    battle = make_battle(campaign, record)
    enter(record, Hit("LT", 7))
    enter(record, Corrected("armour:LA", 10))
    enter(record, CriticalHit("RT", 6))
    enter(record, Hit("HD", 3))
    part = Tally(battle).parts[record.pk]
    assert part.taken == {"LT": 7, "LA": 4, "HD": 3}
    assert part.causes == {"hits": 10, "corrected": 4}
    assert (part.criticals, part.wounds) == (1, 1)


def test_shots_and_rounds_are_counted() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    battle = make_battle(campaign, record)
    battles.end_phase(battle=battle, user=campaign.roster.owner, key=key())
    enter(record, Fired((Shot(0), Shot(2))))
    part = Tally(battle).parts[record.pk]
    assert (sum(part.shots.values()), dict(part.rounds)) == (2, {"IS Ammo AC/5": 1})
    assert "AC/5 1" in told(battle_summary(battle))


def test_what_was_taken_back_does_not_count_and_what_was_done_again_does() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    battle = make_battle(campaign, record)
    enter(record, Hit("LT", 11))
    entries.undo(record_id=record.pk, user=None, key=key())
    assert Tally(battle).parts[record.pk].damage == 0
    entries.redo(record_id=record.pk, user=None, key=key())
    assert Tally(battle).parts[record.pk].damage == 11


def test_a_battle_that_is_over_is_told_as_it_ended() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    battle = make_battle(campaign, record)
    enter(record, Hit("LT", 8))
    battles.close(battle=battle, user=campaign.roster.owner, key=key())
    enter(record, Corrected("armour:LT", 16))
    battle.refresh_from_db()
    part = Tally(battle).parts[record.pk]
    assert (part.now.armour["LT"], part.damage) == (8, 8)
    assert "ended in turn 1" in battle_summary(battle).about


def test_a_machine_that_was_withdrawn_is_said_to_have_left_and_one_at_the_end_is_not() -> None:
    campaign = make_campaign()
    gone, stayed = (make_machine(campaign, unit=make_unit(name, "X-1")) for name in ("Gone", "Stayed"))
    battle = make_battle(campaign, gone, stayed)
    user = campaign.memberships.get().user
    enter(gone, Hit("CT", 5))
    battles.withdraw(battle=battle, record_id=gone.pk, user=user, key=key())
    battles.close(battle=battle, user=user, key=key())
    sides = [part for part in battle_summary(battle).parts if isinstance(part, Table) and "now" in str(part.heads)]
    lines = [" ".join(cells(side, row)) for side in sides for row in range(len(side.rows))]
    assert ["left the battle" in line for line in lines if "Gone" in line] == [True]
    assert not any("left the battle" in line for line in lines if "Stayed" in line)


def test_a_machine_whose_crew_ejected_stays_lost_in_the_summary_when_the_battle_is_closed() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    battle = make_battle(campaign, record)
    enter(record, Ejected())
    before = told(battle_summary(battle))
    assert "1 of 1 destroyed" in before
    battles.close(battle=battle, user=campaign.roster.owner, key=key())
    battle.refresh_from_db()
    record.refresh_from_db()
    assert not record.sheet.destroyed
    after = told(battle_summary(battle))
    assert "1 of 1 destroyed" in after
    assert "turn 1: destroyed: crew ejected" in after


def test_a_long_battle_asks_the_database_no_more_than_a_short_one(django_assert_max_num_queries: Any) -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    battle = make_battle(campaign, record)
    for number in range(30):
        enter(record, Hit("LT", 1) if number % 2 == 0 else Corrected("armour:LT", 16))
    with django_assert_max_num_queries(8):
        assert Tally(battle).entries == 30


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_battle_of_many_is_told_without_anything_cut_or_on_top_of_another(paper: Any) -> None:
    campaign = make_campaign()
    unit = make_unit("Thunderbolt of Extraordinary Length", "TDR-5SE Prime (Alternate)")
    records = [make_machine(campaign, hostile=bool(number % 2), unit=unit) for number in range(14)]
    battle = make_battle(campaign, *records)
    for record in records:
        enter(record, Hit("LT", 40, source=records[0].pilot.name))  # type: ignore[union-attr]
    for choices in (Choices(paper), Choices(paper, large=True)):
        for page in report_page.compose(battle_summary(battle), choices):
            check(make_design(), page, paper)
            assert not any("…" in block.text for block in page.blocks)


# --- dossiers


def test_a_dossier_ticks_as_many_wounds_as_there_are() -> None:
    wounds = table(dossier(make_pilot(make_campaign().roster, hits=2)), "Wounds")
    ticks = [cell for cell in wounds.rows[1] if isinstance(cell, Tick)]
    assert [tick.taken for tick in ticks] == [True, True, False, False, False, False]


def test_a_summary_counts_falls_and_hexes() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    battle = make_battle(campaign, record)
    enter(record, Moved("walked", 3))
    enter(record, FellDown())
    done = table(battle_summary(battle), "What everybody did")
    told = dict(zip(done.heads, cells(done, 0), strict=True))
    assert (told["hexes"], told["falls"]) == ("3", "1")


def test_a_dossier_has_the_battles_of_its_machine() -> None:
    campaign = make_campaign()
    ours, theirs = named(campaign, "Old Faithful"), named(campaign, "Ripper", hostile=True)
    make_battle(campaign, ours, theirs)
    enter(theirs, Hit("LT", 5, source="Old Faithful"))
    enter(ours, Hit("HD", 2))
    assert ours.pilot is not None
    (battles_of,) = deeds_of(ours.pilot.pk)
    assert isinstance(battles_of, Table)
    assert cells(battles_of, 1) == ["all", "", "", "5", "–", "–", "2", "1", "–", ""]
    enter(theirs, Hit("LT", 4, source="Old Faithful"))
    (battles_of,) = deeds_of(ours.pilot.pk)
    assert isinstance(battles_of, Table)
    assert cells(battles_of, 1)[3] == "9"


def test_a_dossier_tells_what_the_options_give() -> None:
    campaign = make_campaign()
    ruleset = Ruleset(options=("HR-B05", "HR-B15b"), settings={"HR-B05.uses": 2})
    campaign.roster.ruleset = rules.encode(ruleset)
    campaign.roster.save()
    pilot = make_pilot(campaign.roster, "Nadja", level="elite")
    text = told(dossier(pilot))
    assert "0 of 2 used" in text
    assert f"jumped {next(o for o in ruleset.active if o.id == 'HR-B15b').cell(ruleset, 'elite', 'jumped'):+d}" in text


def test_a_dossier_leaves_out_what_its_mechwarrior_may_not_use() -> None:
    campaign = make_campaign()
    ruleset = Ruleset(options=("HR-B05", "HR-B19"), settings={"HR-B05.of-the-pilot": 1})
    campaign.roster.ruleset = rules.encode(ruleset)
    campaign.roster.save()
    record = make_machine(campaign)
    assert record.pilot is not None and not record.pilot.edge
    text = told(dossier(record.pilot))
    assert "zombie" not in text and "used" not in text


def test_a_dossier_tells_skills_over_time_once_they_have_changed() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    pilot = record.pilot
    assert pilot is not None
    assert "Skills over time" not in told(dossier(pilot))
    seat = record.sheet.crew[0]
    entries.enter(
        record_id=record.pk,
        entry=rules.entries.CrewChanged(0, replace(seat, gunnery=2)),
        user=None,
        key=key(),
    )
    history = table(dossier(pilot), "Skills over time")
    assert [cells(history, row)[1] for row in range(len(history.rows))][-1] == "2/5"


@pytest.mark.parametrize(
    ("off", "told"),
    [({"shutdown": True}, "shut down"), ({"shutdown": True, "stalled": True}, "engine stalled")],
)
def test_papers_tell_an_engine_that_is_off_in_one_word(off: dict[str, Any], told: str) -> None:
    unit = make_design()
    assert state(condition_of(unit, replace(rules.fresh_sheet(unit), **off))) == told
