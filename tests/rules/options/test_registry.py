"""How options plug in: hook points, exclusions, counters, editable numbers; and that the chapters name none of them."""

from __future__ import annotations

import ast
import gzip
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from records.rules import Modifier, Ruleset, Sheet, Unit, decode, encode, figures, options
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
ROOT = Path(__file__).parents[3]
COVERAGE = ROOT / "docs" / "rules_coverage.md"
RELEASES = sorted((ROOT / "tests" / "releases").glob("*.sql.gz"))


def test_every_module_of_the_folder_is_found_and_readings_come_first() -> None:
    defined = {
        found
        for path in Path(options.__file__).parent.glob("*.py")
        for found in re.findall(r'^\s+"((?:CL|HR|TO)-[^"]+)",', path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(defined) > 20
    assert defined <= set(REGISTRY)
    assert next(iter(REGISTRY)).startswith("CL-")
    assert [*REGISTRY].index("HR-B15b") < [*REGISTRY].index("HR-B02"), "the cap reads what experience added"


NAMED = re.compile(r"\b(?:CL|HR|TO)-[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")


def named(path: Path) -> set[str]:
    """Ids of options in a document, or in the dump of a release's database with all its stored rulesets."""
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text(encoding="utf-8")
    return set(NAMED.findall(text))


@pytest.mark.parametrize("path", [COVERAGE, *RELEASES], ids=lambda path: path.name)
def test_every_option_that_the_documents_or_a_released_ruleset_name_is_still_there(path: Path) -> None:
    found = named(path)
    assert len(found) > 10
    assert found - set(REGISTRY) == set(), "an option that campaigns may have chosen is gone: stored rulesets need it"


def test_documents_and_releases_name_readings_and_house_rules_alike() -> None:
    found = set().union(*map(named, (COVERAGE, *RELEASES)))
    assert {one.partition("-")[0] for one in found} == {"CL", "HR", "TO"}
    assert len(found) >= 31, "the options of the first release"


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
    assert {option.id for option in ruleset.active} >= {one for one in REGISTRY if not one.startswith("CL-")}
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
    assert words.missing(option) == []
    assert set(option.words.settings) == {setting.name for setting in option.settings}
    if option.grid is not None:
        assert len(option.grid.cells) == len(option.grid.rows)
        assert all(len(row) == len(option.grid.columns) for row in option.grid.cells)


def test_every_mark_and_action_offered_has_its_words() -> None:
    unit, ruleset = machine("RT 18+5/12 | Gauss Rifle x7"), club()
    sheet = replace(Table(unit).sheet, crew=(replace(Table(unit).sheet.crew[0], level="elite"),))
    offered = [offer for o in ruleset.asks("offers") for offer in o.offers(ruleset, unit, sheet, 1)]
    assert {offer.action for offer in offered} == {"blast", "switch-off", "reroll", "table-roll"}
    for offer in offered:
        codes = [("actions", offer.action), *(("gaps", gap.name) for gap in offer.gaps)]
        codes += [("choices", choice) for gap in offer.gaps for choice in gap.choices]
        assert words.missing(REGISTRY[offer.option], codes) == []
    marks = {mark: o.id for o in ruleset.asks("marks") for mark in o.offered(ruleset, unit, sheet, "CT")}
    assert set(marks) == {"no-attack", "partial-cover", "put-in-the-way"}
    assert all(words.missing(REGISTRY[option_id], [("marks", mark)]) == [] for mark, option_id in marks.items())


@pytest.mark.parametrize("path", sorted(Path(options.__file__).parent.glob("*.py")), ids=lambda path: path.stem)
def test_every_word_of_an_option_is_marked_for_translation(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    for call in calls:
        name = call.func.id  # type: ignore[attr-defined]
        if name not in ("Words", "reading"):
            continue
        texts = [*call.args[1 if name == "reading" else 0 :], *(one.value for one in call.keywords)]
        texts += [value for text in texts if isinstance(text, ast.Dict) for value in text.values]
        bare = [ast.unparse(text) for text in texts if isinstance(text, (ast.Constant, ast.JoinedStr))]
        assert [text for text in bare if text not in ("True", "False")] == [], f"{path.name}: mark these with _()"
