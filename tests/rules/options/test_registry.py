"""How options plug in: hook points, exclusions, counters, editable numbers; and that the chapters name none of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from records.rules import Modifier, Ruleset, Sheet, Unit, decode, encode, figures
from records.rules.classic import movement
from records.rules.classic.clusters import Salvo
from records.rules.classic.work import Work
from records.rules.entries import CounterUsed, Hit, OptionUsed, PhaseEnded, StoodDown, TurnEnded
from records.rules.events import StateSet
from records.rules.options import REGISTRY, Option, counters_until, register
from records.rules.options.check import club, plain, problems
from records.rules.rolls import Owed
from records.rules.sheet import Phase
from records.words import options as words
from tests.rules.notation import Table, machine

CHAPTERS = sorted(Path(movement.__file__).parent.glob("*.py"))
FIGURES = Path(figures.__file__)
THE_TWELVE = {
    "HR-A08", "HR-A09", "HR-A11", "TO-077-FLOAT", "HR-A12", "TO-078-ENGINE", "HR-A16", "HR-B01", "HR-B02", "HR-B03",
    "HR-B05", "HR-B15b", "HR-B19", "TO-074-CRIT",
}  # fmt: skip


def test_the_options_of_the_catalogue_are_there() -> None:
    assert {option for option in REGISTRY if not option.startswith("CL-")} == THE_TWELVE


@pytest.mark.parametrize("path", [*CHAPTERS, FIGURES], ids=lambda path: path.stem)
def test_no_chapter_names_an_optional_rule(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    literals = [n.value for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    assert [found for text in literals for found in re.findall(r"\b(?:HR-[AB]\d+\w*|TO-\d+\S*)", text)] == []


class Everything(Option):
    """A made-up house rule with an answer at the points that the twelve leave alone."""

    def heat(self, ruleset: Ruleset, unit: Unit, sheet: Sheet) -> Iterable[Modifier]:
        return (Modifier(3, "external", self.id), Modifier(-1, "water", self.id))

    def cluster(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, mount: int, salvo: Salvo) -> Iterable[Modifier]:
        return (Modifier(-2, "munition", self.id),)

    def critical_check(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, owed: Owed) -> Iterable[Modifier]:
        return (Modifier(1, "wounds", self.id),)

    def end_of_phase(self, work: Work, phase: Phase) -> None:
        work.tell(StateSet(f"seen-{phase}", True))


@pytest.fixture
def house_rule() -> Iterator[Ruleset]:
    register(Everything("TEST-1"))
    yield Ruleset(options=("TEST-1",))
    del REGISTRY["TEST-1"]


def test_a_new_house_rule_is_one_object(house_rule: Ruleset) -> None:
    unit = machine("RT 18+5/12 | SRM 6 x2")
    sheet = Table(unit).sheet
    assert figures.heat_now(unit, sheet, house_rule).total == 3
    assert figures.heat_capacity(unit, sheet, house_rule).total == 9
    assert figures.cluster_modifier(unit, sheet, house_rule, unit.weapons[0], Salvo()).total == -2
    check = Table(unit, house_rule).hit("CT", 21).owed("critical-check").target
    assert check is not None
    assert check.total == 1
    table = Table(unit, house_rule).enter(PhaseEnded("weapon"))
    assert table.sheet.states == {"seen-weapon": True}


def test_an_option_that_is_off_is_asked_nothing() -> None:
    assert [hook for hook in dir(Option) if not hook.startswith("_") and callable(getattr(Option, hook))]
    for hook in ("piloting", "to_hit", "hit", "after_damage", "location_rolled", "on_roll", "still_hit"):
        assert Ruleset().asks(hook) == ()
    assert Ruleset(options=("-CL-reactive-armour-struck",)).asks("struck") == ()


def test_the_same_id_cannot_be_registered_twice() -> None:
    with pytest.raises(ValueError, match="HR-A08"):
        register(Option("HR-A08"))


@pytest.mark.parametrize(
    ("ruleset", "codes"),
    [
        (Ruleset(), []),
        (Ruleset(base="chess"), ["no-such-base"]),
        (Ruleset(options=("HR-Z99",)), ["no-such-option"]),
        (Ruleset(options=("-HR-Z99",)), ["no-such-option"]),
        (Ruleset(options=("TO-077-FLOAT",)), ["option-needs"]),
        (Ruleset(options=("TO-077-FLOAT", "HR-A11")), []),
        (Ruleset(settings={"HR-B05.uses": 0}), ["setting-out-of-range"]),
        (Ruleset(settings={"HR-B05.wishes": 1}), ["no-such-setting"]),
        (Ruleset(tables={"HR-B15b": {"green.jumped": 10}}), ["setting-out-of-range"]),
        (Ruleset(tables={"HR-B15b": {"green.flew": 1}}), ["no-such-setting"]),
        (Ruleset(tables={"HR-A08": {"green.ran": 1}}), ["no-such-setting"]),
    ],
)  # fmt: skip
def test_what_cannot_be_played_together_is_named(ruleset: Ruleset, codes: list[str]) -> None:
    assert [problem.code for problem in problems(ruleset)] == codes


def test_all_optional_rules_can_be_played_together() -> None:
    ruleset = club()
    assert problems(ruleset) == ()
    assert {option.id for option in ruleset.active if not option.id.startswith("CL-")} == THE_TWELVE
    assert not ruleset.has("CL-engine-explosion-non-fusion")


def test_the_shortest_form_keeps_only_what_differs() -> None:
    long = Ruleset(
        options=("HR-B05", "CL-life-support-25-two-hits", "HR-A08"),
        settings={"HR-B05.uses": 1, "HR-B19.uses": 5},
        tables={"HR-A09": {"light.modifier": 1, "heavy.modifier": 0}},
    )
    short = plain(long)
    assert short.options == ("HR-A08", "HR-B05")
    assert (short.settings, short.tables) == ({"HR-B19.uses": 5}, {"HR-A09": {"heavy.modifier": 0}})
    assert decode(Ruleset, encode(short)) == short


def test_counters_start_from_nothing_with_their_phase_turn_or_battle() -> None:
    counters = {"ballistic-hits": 1, "zombie-this-turn": 1, "battle-edge": 1, "masc-turns": 2}
    table = Table(machine(), counters=counters).enter(PhaseEnded("weapon"))
    assert table.sheet.counters == {"zombie-this-turn": 1, "battle-edge": 1, "masc-turns": 2}
    table.enter(TurnEnded())
    assert "zombie-this-turn" not in table.sheet.counters
    assert table.sheet.counters["battle-edge"] == 1
    assert "battle-edge" not in table.enter(StoodDown()).sheet.counters
    assert counters_until("turn") == {"zombie-this-turn"}


def test_a_counter_of_the_table_itself_is_left_alone() -> None:
    table = Table(machine()).enter(CounterUsed("luck")).enter(PhaseEnded("weapon"))
    assert table.sheet.counters == {"luck": 1}


def test_a_roll_owed_is_answered_though_its_rule_has_been_switched_off() -> None:
    table = Table(machine(), Ruleset(options=("HR-A11",))).enter(Hit("CT", 5, through_armour=True))
    table.ruleset = Ruleset()
    assert table.roll("floating-location", 6, 5).sheet.armour["LA"] == 9


def test_nonsense_is_refused_by_every_option() -> None:
    for option_id in REGISTRY:
        ruleset = Ruleset(options=(option_id,))
        for entry in (OptionUsed(option_id, "dance"), OptionUsed(option_id, "", {"mount": -1, "x": "y"})):
            assert Table(machine(), ruleset).refused(entry) in {"option-is-off", "no-such-action", "not-a-gauss-weapon"}


@pytest.mark.parametrize("option", list(REGISTRY.values()), ids=list(REGISTRY))
def test_every_option_has_its_words(option: Option) -> None:
    told = words.OPTIONS[option.id]
    assert all(str(text).strip() for text in (told.title, told.source, told.effect))
    assert set(told.settings) == {setting.name for setting in option.settings}
    assert {choice for setting in option.settings for choice in setting.choices} <= set(words.CHOICES)
    assert {counter.name for counter in option.counters} <= set(words.COUNTERS)
    assert set(option.kinds) <= set(words.ROLLS)
    if option.grid is not None:
        assert str(told.table)
        assert set(option.grid.rows) <= set(words.ROWS)
        assert set(option.grid.columns) <= set(words.COLUMNS)
        assert len(option.grid.cells) == len(option.grid.rows)
        assert all(len(row) == len(option.grid.columns) for row in option.grid.cells)


def test_every_mark_and_action_offered_has_its_words() -> None:
    unit, ruleset = machine("RT 18+5/12 | Gauss Rifle x7"), club()
    sheet = replace(Table(unit).sheet, crew=(replace(Table(unit).sheet.crew[0], level="elite"),))
    offered = [offer for o in ruleset.asks("offers") for offer in o.offers(ruleset, unit, sheet, 1)]
    assert {offer.action for offer in offered} == {"blast", "switch-off", "reroll", "table-roll"}
    assert all(offer.action in words.ACTIONS for offer in offered)
    assert all(gap.name in words.GAPS and set(gap.choices) <= set(words.CHOICES) for o in offered for gap in o.gaps)
    marks = {mark for o in ruleset.asks("marks") for mark in o.offered(ruleset, unit, sheet, "CT")}
    assert marks == {"no-attack", "partial-cover", "put-in-the-way"} == set(words.MARKS)
