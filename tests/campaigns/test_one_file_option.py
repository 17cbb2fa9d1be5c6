"""A house rule in one file, this one: it works on every page and paper with nothing written elsewhere."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation
from pypdf import PdfReader

from campaigns.forms.ruleset import RulesetForm
from campaigns.models import Campaign
from records import rules
from records.models import RecordSheet
from records.printing import pool
from records.printing.order import Order
from records.printing.printable import Printable
from records.rules import Modifier, Ruleset, Sheet, Unit
from records.rules.entries import OptionUsed
from records.rules.events import CounterSet
from records.rules.options import (
    REGISTRY,
    Counter,
    Gap,
    Grid,
    Offer,
    Option,
    PrintedBox,
    Setting,
    Words,
    counters_until,
    register,
    the_one_for,
)
from records.rules.options.words import _
from records.selectors.reference import reference
from records.words import options as words
from tests import factory

from .conftest import Table

# --- the option: what somebody would write in records/rules/options/luck.py


class Luck(Option):
    """A made-up rule: luck makes piloting easier by weight, can be spent a few times, and is printed as boxes."""

    COUNTER = "luck-spent"

    def piloting(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, purpose: Any) -> Iterable[Modifier]:
        return (Modifier(self.cell(ruleset, "light", "modifier"), "partial-cover", self.id),)

    def marks(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, location: str) -> tuple[str, ...]:
        return ("lucky-shot",)

    def offers(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, last_roll: int) -> Iterable[Offer]:
        yield Offer(self.id, "blast", (Gap("hexes", 1, 6), Gap("side", choices=("front", "sky"))))

    def use(self, work: Any, entry: OptionUsed) -> None:
        if entry.values.get("hexes") == 6:
            raise work.refuse("edge-used-up", rule=self.id)
        work.tell(CounterSet(self.COUNTER, work.sheet.counters.get(self.COUNTER, 0) + 1))

    def printed(self, ruleset: Ruleset, unit: Unit, sheet: Sheet) -> Iterable[PrintedBox]:
        yield from super().printed(ruleset, unit, sheet)
        yield PrintedBox("charms", 1, 2)


def luck(option_id: str = "XX-1") -> Luck:
    return Luck(
        option_id,
        settings=(Setting("uses", 3, 1, 9), Setting("kind", 0, 0, 1, ("front", "sky"))),
        grid=Grid(("light",), ("modifier",), ((-2,),)),
        counters=(Counter(Luck.COUNTER, "turn", "uses"),),
        words=Words(
            _("Luck of the draw"),
            _("Written on a napkin"),
            _("Those who are lucky stand more easily."),
            table=_("Luck by weight"),
            settings={"uses": _("lucky moments"), "kind": _("where luck comes from")},
            choices={"front": _("straight ahead"), "sky": _("out of the sky")},
            rows={"light": _("feather-light")},
            columns={"modifier": _("luck adds")},
            actions={"blast": _("Blow on the dice")},
            gaps={"hexes": _("puffs"), "side": _("blown from")},
            counters={Luck.COUNTER: _("luck spent"), "charms": _("charms carried")},
            marks={"lucky-shot": _("a lucky shot")},
            reasons={"partial-cover": _("a rabbit's foot")},
            violations={"edge-used-up": _("Your luck has run out.")},
        ),
    )


# --- the tests


@pytest.fixture
def option() -> Iterator[Luck]:
    made = register(luck())
    yield made  # type: ignore[misc]
    del REGISTRY["XX-1"]


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    for kept in (the_one_for, counters_until):
        kept.cache_clear()
    yield
    for kept in (the_one_for, counters_until):
        kept.cache_clear()


@pytest.fixture
def record(table: Table, option: Option) -> RecordSheet:
    """A sheet of a campaign that plays under the option."""
    table.campaign.roster.ruleset = rules.encode(Ruleset(options=("XX-1",)))
    table.campaign.roster.save()
    return factory.make_machine(table.campaign, player=table.player)


def page(table: Table, url: str) -> str:
    answer = table.client("owner").get(url)
    assert answer.status_code == 200
    return answer.content.decode().replace("&#x27;", "'")


def blow(table: Table, record: RecordSheet, **values: Any) -> Any:
    fields = {"type": "OptionUsed", "option": "XX-1", "action": "blast", "value-side": "sky", "value-hexes": "2"}
    fields |= {"key": str(factory.key()), **values}
    return table.client("owner").post(f"/sheets/{record.pk}/enter/", fields, headers={"HX-Request": "true"})


def test_the_rules_page_shows_it_and_saves_its_numbers(table: Table, option: Option) -> None:
    text = page(table, table.url("rules/"))
    for said in (
        "Other rules", "Luck of the draw", "Written on a napkin", "Those who are lucky stand more easily.",
        "lucky moments", "where luck comes from", "straight ahead", "out of the sky", "Luck by weight", "feather-light",
        "luck adds",
    ):  # fmt: skip
        assert said in text, said
    shown = RulesetForm(None, ruleset=Ruleset())
    as_shown = {name: field.get_bound_field(shown, name).initial for name, field in shown.fields.items()}
    data = {name: value for name, value in as_shown.items() if value is not False}
    data |= {"key": str(factory.key()), "edition": "1", "on-XX-1": "on", "XX-1.uses": "5", "XX-1.light.modifier": "-1"}
    answer = table.client("owner").post(table.url("rules/"), data | {"XX-1.kind": "1"})
    assert answer.status_code == 302, answer.content.decode()[:2000]
    kept = rules.decode(Ruleset, Campaign.objects.get(pk=table.campaign.pk).roster.ruleset)
    assert kept.settings["XX-1.uses"] == 5
    assert kept.tables == {"XX-1": {"light.modifier": -1}}
    text = page(table, table.url("rules/"))
    assert "Luck of the draw: lucky moments 5" in text


def test_the_sheets_page_and_its_log_show_it(table: Table, record: RecordSheet) -> None:
    text = page(table, f"/sheets/{record.pk}/")
    for said in ("Luck of the draw", "luck spent", "Blow on the dice", "puffs", "blown from", "out of the sky"):
        assert said in text, said
    assert "a lucky shot" in page(table, f"/sheets/{record.pk}/location/LT/")
    assert blow(table, record).status_code == 200
    assert RecordSheet.objects.get(pk=record.pk).sheet.counters == {Luck.COUNTER: 1}
    log = page(table, f"/sheets/{record.pk}/log/")
    assert "Blow on the dice (Luck of the draw)" in log


def test_a_refusal_and_a_reason_say_its_own_words_though_another_option_has_the_code(
    table: Table, record: RecordSheet
) -> None:
    answer = blow(table, record, **{"value-hexes": "6"})
    assert answer.status_code == 422
    assert "Your luck has run out." in answer.content.decode()
    assert words.find("violations", "edge-used-up") == "No edge is left in this battle."
    assert "a rabbit's foot" in page(table, f"/sheets/{record.pk}/")


def test_the_papers_print_it(option: Option) -> None:
    ruleset = Ruleset(options=("XX-1",))
    unit = factory.make_design()
    sheet = replace(rules.fresh_sheet(unit), counters={Luck.COUNTER: 1})
    with pool.pack(Order().choices, "Luck") as pack:
        pack.add(Printable(unit, sheet, ruleset=ruleset))
        printed = "".join(one.extract_text() for one in PdfReader(io.BytesIO(pack.pdf())).pages)
    for said in ("luck spent", "charms carried", "Luck of the draw"):
        assert said.lower() in printed.lower(), printed
    with pool.pack(Order().choices, "Reference") as pack:
        pack.add(reference(ruleset, "en-gb", ("Biped",)))
        printed = " ".join("".join(one.extract_text() for one in PdfReader(io.BytesIO(pack.pdf())).pages).split())
    for said in ("Luck of the draw", "Those who are lucky stand more easily.", "lucky moments", "feather-light"):
        assert said in printed, printed


def test_an_option_without_a_word_shows_its_codes_and_fails_no_page(table: Table, record: RecordSheet) -> None:
    REGISTRY["XX-1"] = replace(luck(), words=Words())
    text = page(table, table.url("rules/"))
    assert "XX-1" in text
    text = page(table, f"/sheets/{record.pk}/")
    assert "luck spent" in text, "the code, made readable"
    assert "blast" in text
    assert blow(table, record).status_code == 200
    assert "(XX-1)" in page(table, f"/sheets/{record.pk}/log/")
    ruleset = Ruleset(options=("XX-1",))
    assert reference(ruleset, "en-gb", ("Biped",)) is not None
    assert words.missing(REGISTRY["XX-1"])[:4] == ["title", "source", "effect", "table"]
    assert "counters: luck-spent" in words.missing(REGISTRY["XX-1"])


def test_words_of_an_option_are_translated_where_they_are_shown(
    option: Option, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "gettext", lambda text: f"«{text}»")
    with translation.override("en-gb"):
        assert words.title("XX-1") == "«Luck of the draw»"
        assert words.word("counters", Luck.COUNTER, "XX-1") == "«luck spent»"
        assert words.setting("XX-1.light.modifier") == "«Luck of the draw»: «feather-light», «luck adds»"
