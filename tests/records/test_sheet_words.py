"""Every entry, event and roll has words, and codes without words still say something."""

from __future__ import annotations

import typing

import pytest

from records import rules, words
from records.rules import entries as e
from records.rules import events as ev
from records.rules.numbers import Modifier, TargetNumber
from records.rules.rolls import Owed, RollKind
from records.words import app, events
from tests.factory import make_design

UNIT = make_design()


def test_every_entry_has_a_headline() -> None:
    assert set(events._HEADLINES) == set(typing.get_args(rules.Entry))


def test_every_event_has_words() -> None:
    assert set(events._DESCRIBED) == set(typing.get_args(rules.Event))


def test_every_roll_has_a_name() -> None:
    assert set(typing.get_args(RollKind)) <= set(app.ROLLS)


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (e.Hit("LT", 11), "11 to the left torso"),
        (e.Hit("CT", 5, rear=True, source="LRM 20"), "5 to the centre torso from behind (LRM 20)"),
        (e.Hit("CT", 5, through_armour=True), "5 to the centre torso, through armour"),
        (e.Rolled(1, (3, 4)), "Dice 3 + 4 = 7"),
        (e.Rolled(1, (3,), by_app=True), "Dice 3 (rolled by the app)"),
        (e.Moved("jumped", 3), "Jumped, 3 hexes"),
        (e.Moved("swam", 2), "Swam, 2 hexes"),
        (e.Moved("ran", 1, masc=True), "Ran, 1 hex (MASC)"),
        (e.Moved("stood"), "Stood still"),
        (e.Fired((e.Shot(0), e.Shot(1), e.Shot(2))), "Fired 2× Medium Laser, AC/5"),
        (e.Corrected("armour:LT", 3, "miscounted"), "Corrected: armour of the left torso set to 3 (miscounted)"),
        (e.Corrected("gunnery:0", 3), "Corrected: gunnery skill, seat 1 set to 3"),
        (e.Corrected("slot:RA:4", 1), "Corrected: critical slot of the right arm 5 set to 1"),
        (e.PilotHit(0, 2), "MechWarrior: 2 hits"),
        (e.PhaseEnded("weapon"), "End of phase: weapon attacks"),
    ],
)
def test_an_entry_reads_as_the_table_says_it(entry: rules.Entry, text: str) -> None:
    assert events.headline(entry, UNIT) == text


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ev.ArmourLost("LT", 5, rear=True), "LT rear: armour −5"),
        (ev.LocationLost("LA", "blown off", "critical"), "Left arm blown off"),
        (ev.SlotHit("RT", 0, "AC/5"), "RT: AC/5 hit"),
        (ev.HeatSettled(12, 10, 2), "Heat +12 −10: now 2"),
        (ev.AmmunitionSet(0, 19, "fired"), "AC/5 Ammo (RT): 19 left"),
        (ev.PilotBlackedOut(0, 3), "MechWarrior blacks out"),
        (ev.BoxCorrected("heat", 0, 7, ""), "heat: 0 → 7"),
        (ev.WentDown("fell", 0, 5), "Falls: 5 damage, prone"),
    ],
)
def test_an_event_reads_as_the_table_says_it(event: rules.Event, text: str) -> None:
    assert events.describe(event, UNIT) == text


def test_a_preview_tells_the_whole_way_inward() -> None:
    entry = e.Hit("LA", 30)
    outcome = rules.enter(UNIT, rules.fresh_sheet(UNIT), entry)
    assert not isinstance(outcome, rules.RuleViolation)
    text = events.preview(entry, outcome.events)
    assert text.startswith("30 → LA: armour 14, structure 8, LA lost, LT armour 8")


def test_target_numbers_read_as_at_the_table() -> None:
    number = TargetNumber((Modifier(7, "gunnery-skill", "TW"),))
    assert events.target(number) == "7+"
    assert events.target(number.made("success")) == "automatic"


def test_a_roll_says_where_and_why() -> None:
    assert "left torso" in events.roll_why(Owed(1, "critical-check", location="LT", cause="damage"))


def test_a_group_of_a_fall_says_its_points_and_its_column() -> None:
    owed = Owed(1, "fall-location", cause="fall", about={"points": 5, "side": "rear"})
    assert events.roll_help(owed) == "5 points, 2D6 on the rear column"


def test_a_roll_for_a_location_is_told_with_the_location() -> None:
    told = events.describe(ev.RollAnswered(1, "fall-location", (3, 3), "location", "RT"), UNIT)
    assert told == "Location of the fall's damage: right torso"


def test_heat_from_outside_says_so_once() -> None:
    assert events.headline(e.HeatAdded(4), UNIT) == "4 heat from outside"
    assert events.headline(e.HeatAdded(4, "inferno"), UNIT).startswith("4 heat from outside (")


def test_a_rule_is_named_by_its_book_and_section() -> None:
    assert words.rule("TW:critical-damage") == "TW, critical damage"
    assert words.rule("CL-quad-front-leg-with-torso") == "A quad's front leg goes with its side torso"
    assert words.rule("") == ""


def test_codes_without_words_still_say_something() -> None:
    assert words.refusal("never-heard-of") == "That cannot be done: never heard of."
    assert words.reason("never-heard-of") == "never heard of"
    assert words.fill("%(a)s and %(b)s", {"a": 1}) == "1 and "


def test_quiet_events_are_left_out_of_the_log() -> None:
    told = events.consequences((ev.DamageCounted(5), ev.StepReached(1), ev.StructureLost("LT", 2)), UNIT)
    assert told == ["LT: structure −2"]


def test_the_log_names_equipment_as_people_do() -> None:
    hit = events.describe(ev.SlotHit("LT", 3, "CLDoubleHeatSink"), make_design())
    assert hit == "LT: Double Heat Sink hit"
    assert events.describe(ev.SlotHit("CT", 0, "Engine"), make_design()) == "CT: Engine hit"
