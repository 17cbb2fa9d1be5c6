"""What can be chosen at print time: the state, the look, several pages, and what is printed around the sheets."""

from __future__ import annotations

import io
import re
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.http import Http404
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from campaigns.models import Battle, Role
from records.models import PrintJob, RecordSheet
from records.printing import report_page, sheet_page
from records.printing.order import Order
from records.printing.pdf import render
from records.printing.printable import Choices, Printable
from records.printing.report import Report, Table
from records.printing.states import in_state
from records.rules import CrewMember, Ruleset, battle_value, fresh_sheet
from records.rules.entries import Hit
from records.rules.options import REGISTRY
from records.selectors import prints
from records.selectors.reference import reference
from records.services import entries, printing
from records.views.print_choices import address_of
from tests.factory import (
    join,
    key,
    make_battle,
    make_campaign,
    make_design,
    make_machine,
    make_pilot,
    make_sheet,
    make_unit,
    make_user,
)  # fmt: skip
from tests.printing.test_page import check

pytestmark = pytest.mark.django_db


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def texts(data: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]


def printed(user: Any, order: Order) -> bytes:
    """The file of a job that is done."""
    job = printing.request_print(user=user, order=order, key=key())
    printing.render(job.pk)
    job.refresh_from_db()
    assert job.state == PrintJob.State.DONE, job.error
    with default_storage.open(job.result.name) as file:
        return file.read()


def hit(record: RecordSheet, location: str, points: int) -> None:
    entries.enter(record_id=record.pk, entry=Hit(location, points), user=None, key=key())


# --- states


def test_fresh_is_as_built_with_a_healthy_crew_of_the_same_skills() -> None:
    unit = make_design()
    worn = replace(fresh_sheet(unit, (CrewMember(2, 3, hits=2),)), heat=9, armour={"CT": 1}, ammo=(3,), turn=4)
    assert in_state(unit, worn, "fresh") == fresh_sheet(unit, (CrewMember(2, 3),))
    assert in_state(unit, worn, "current") is worn


def test_unrepaired_keeps_damage_and_wounds_and_nothing_else_of_the_last_battle() -> None:
    unit = make_design()
    whole = fresh_sheet(unit, (CrewMember(2, 3, hits=2, conscious=False),))
    worn = replace(
        whole, heat=9, armour={**whole.armour, "CT": 1}, hits={"LA": (4,)}, ammo=(3,), turn=4, phase="heat", prone=True
    )
    ready = in_state(unit, worn, "unrepaired")
    assert (ready.armour["CT"], ready.hits, ready.crew[0].hits) == (1, {"LA": (4,)}, 2)
    assert (ready.heat, ready.ammo, ready.turn, ready.phase, ready.prone) == (0, (20,), 1, "movement", False)
    assert ready.crew[0].conscious


def test_a_bin_that_is_gone_is_not_filled_for_the_next_battle() -> None:
    unit = make_design()
    lost = replace(fresh_sheet(unit), lost={unit.bins[0].location: "destroyed"}, ammo=(3,))
    assert in_state(unit, lost, "unrepaired").ammo == (0,)


def test_marks_from_before_the_battle_are_told_from_its_own() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    hit(record, "CT", 5)
    make_battle(campaign, record)
    hit(record, "CT", 3)
    (item,) = prints.ordered(campaign.memberships.get().user, Order((record.pk,)), "en-gb")
    assert isinstance(item, Printable) and item.before is not None
    full = item.unit.armour["CT"]
    assert (item.before.armour["CT"], item.sheet.armour["CT"]) == (full - 5, full - 8)
    assert "before this battle" in texts(render([item]))[0]


def test_outside_of_a_battle_there_is_no_before() -> None:
    user = make_user()
    (item,) = prints.ordered(user, Order((make_sheet(user).pk,)), "en-gb")
    assert isinstance(item, Printable) and item.before is None


# --- looks


def test_large_type_takes_two_pages_and_loses_no_words() -> None:
    unit = make_design()
    page = Printable(unit, fresh_sheet(unit))
    (small,) = texts(render([page]))
    large = texts(render([page], Choices(large=True)))
    assert len(large) == 2
    # Of the numbered turns as many are printed as have room.
    missing = set(small.split()) - set(" ".join(large).split())
    assert all(word.isdigit() and 10 < int(word) < 20 for word in missing)


def test_black_has_no_colour() -> None:
    unit = make_design()
    content = PdfReader(io.BytesIO(render([Printable(unit, fresh_sheet(unit))], Choices(black=True)))).pages[0]
    colours = [
        operands
        for operands, operator in content.get_contents().operations
        if operator in (b"rg", b"RG")
    ]
    assert colours
    assert all(len({round(float(part), 2) for part in colour}) == 1 for colour in colours)


def test_a_reference_behind_each_sheet() -> None:
    unit = make_unit()
    found = texts(printed(make_user(), Order(units=(unit.slug, make_unit().slug), choices=Choices(backs=True))))
    assert ["Quick reference" in text for text in found] == [False, True, False, True]


def test_two_sided_a_sheet_begins_on_a_front_after_a_paper_of_one_page() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    assert record.pilot is not None
    order = Order((record.pk,), papers=(f"pilot:{record.pilot.pk}",), choices=Choices(backs=True))
    dossier, back, sheet, reference_ = texts(printed(campaign.roster.owner, order))
    assert dossier.startswith(record.pilot.name) and sheet.startswith(record.unit.name)
    assert back.startswith("This side is empty") and "Quick reference" in reference_


def test_the_mechwarrior_may_be_left_blank() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    user = campaign.memberships.get().user
    pilot = record.pilot
    assert pilot is not None
    assert pilot.name in texts(printed(user, Order((record.pk,))))[0]
    blank = texts(printed(user, Order((record.pk,), blank=True)))[0]
    assert pilot.name not in blank and "Gunnery ___" in blank


def test_a_sheet_with_no_room_goes_on_on_a_continuation_page_and_says_so() -> None:
    unit = make_design()
    many = replace(unit, quirks=tuple(f"a quirk with a long name, number {number}" for number in range(400)))
    first, *more = texts(render([Printable(many, fresh_sheet(many))]))
    assert "There is more on the continuation page" in first
    assert "continuation page" in more[0]
    assert "number 399" in " ".join(more)


def test_a_drawing_that_is_too_high_gets_a_page_of_its_own() -> None:
    unit = replace(make_design(), armour={**make_design().armour, "LT": 700})
    pages = sheet_page.compose(Printable(unit, fresh_sheet(unit)), Choices())
    assert len(pages) == 2
    for page in pages:
        for block in page.blocks:
            assert block.y + len(block.lines) * block.leading <= page.frame.height


# --- papers


def test_a_zip_holds_a_pdf_for_each() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    user = campaign.memberships.get().user
    order = Order((record.pk,), papers=(f"reference:{campaign.roster_id}",), bundle="zip")
    with zipfile.ZipFile(io.BytesIO(printed(user, order))) as archive:
        assert archive.namelist() == ["001_Quick_reference.pdf", f"002_{record.unit.name.replace(' ', '_')}.pdf"]
        assert all(archive.read(name).startswith(b"%PDF") for name in archive.namelist())


def everything(battle: Battle, record: RecordSheet) -> dict[str, str]:
    """A paper of each kind and something that stands on it."""
    pilot, placement = record.pilot, record.placement  # type: ignore[attr-defined]
    assert pilot is not None
    return {
        f"force:{placement.force_id}": pilot.name,
        f"battle:{battle.pk}": "Who did what to whom",
        f"unplaced:{battle.campaign.pk}": "Every machine stands in a force",
        f"pilot:{pilot.pk}": "MechWarrior",
        f"reference:{battle.campaign.roster_id}": "Hit location",
    }


def test_the_papers_around_the_sheets_say_what_they_are_for() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    battle = make_battle(campaign, record)
    hit(record, "LT", 11)
    user = campaign.memberships.get().user
    for name, words in everything(battle, record).items():
        assert words in " ".join(texts(printed(user, Order(papers=(name,)))))


def test_papers_of_a_campaign_one_is_not_in_are_not_there() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    names = everything(make_battle(campaign, record), record)
    for name in (*names, "force:0", "force:x", "secret:1", "force:99999999999999999999"):
        with pytest.raises(Http404):
            printing.request_print(user=make_user(), order=Order(papers=(name,)), key=key())


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("configs", [("Biped",), ("Biped", "Quad"), ("Biped", "Tripod"), ("Biped", "Quad", "Tripod")])
@pytest.mark.parametrize("options", [0, 8, len(REGISTRY)])
def test_the_reference_is_one_page_that_can_be_read(paper: Any, configs: tuple[str, ...], options: int) -> None:
    ruleset = Ruleset(options=tuple(REGISTRY)[:options])
    pages = report_page.compose(reference(ruleset, configs=configs), Choices(paper))
    # Every option there is, of which some exclude each other, and all three kinds of body: that goes over on Letter.
    assert len(pages) == 1 + (options > 8 and len(configs) > 2 and paper == "letter")
    for page in pages:
        check(make_design(), page, paper)
        assert min(block.points for block in page.blocks if block.y < page.frame.bottom) >= 7


def test_the_reference_tells_the_numbers_of_the_rules() -> None:
    page = " ".join(texts(render([reference(configs=("Biped", "Quad"))]))[0].split())
    for text in ("CT* LT* RT* CT* LT* RT*", "FRL", "shoulder +4 no punch", "gyro +3", "+5, then +10 heat",
                 "kick +2, half damage", "heat 15: 1 wound a turn, 25: 2", "3+ 5+ 7+ 10+ 11+ dead", "kick −2",
                 "attacker swam +3", "20 or more damage +1",
                 "walked 1, ran 2, jumped 1 a hex (3 at least)", "100 10 20 10 30 20 10"):  # fmt: skip
        assert text in page, text


def test_options_that_are_on_are_told_with_what_they_do() -> None:
    page = " ".join(texts(render([reference(Ruleset(options=("HR-A08",)))]))[0].split())
    assert "Damage steps" in page and "Every full 20 points of damage in a phase" in page
    assert "points to a step: 20" in page
    moving = Ruleset(options=("HR-B15b",), tables={"HR-B15b": {"green.jumped": 7}})
    page = " ".join(texts(render([reference(moving)]))[0].split())
    assert re.search(r"stood still/walked/ran/jumped: green [+0-9−/]+/\+7, regular", page)


def test_the_reference_points_to_the_table_that_replaces_what_own_movement_adds() -> None:
    busy = Ruleset(options=("HR-A08", "HR-A16", "HR-B15b", "HR-B05", "HR-B19"))
    every = ("Biped", "Quad", "Tripod")
    page = " ".join(texts(render([reference(busy, configs=every)]))[0].split())
    assert "attacker walked *" in page and "* See “Own movement by experience”." in page
    assert re.search(r"Own movement by experience:? .*stood still/walked/ran/jumped: green", page)
    assert "attacker walked +1" in " ".join(texts(render([reference(configs=every)]))[0].split())


def test_cells_behind_a_name_that_is_read_leftwards_stay_in_their_columns(tmp_path: Path) -> None:
    rows = [["Atlas", name, "4,292", "72%"] for name in ("Teo Brandt", "محمد بن راشد", "李小龍")]
    data = render([Report("Who", [Table(["machine", "who", "BV", "armour"], rows, [3, 3, 1, 2])])])
    (tmp_path / "rows.pdf").write_bytes(data)
    command = ["pdftotext", "-bbox", tmp_path / "rows.pdf", "-"]
    boxes = subprocess.run(command, capture_output=True, text=True, check=True)
    for cell in ("4,292", "72%"):
        places = [float(x) for x in re.findall(rf'xMin="([0-9.]+)"[^>]*>{cell}<', boxes.stdout)]
        assert len(places) == len(rows)
        assert max(places) - min(places) < 1.5


def test_a_dossier_tells_the_value_of_the_machine_in_thousands() -> None:
    campaign = make_campaign()
    heavy = make_unit(armour=dict.fromkeys(make_design().armour, 60))
    record = make_machine(campaign, unit=heavy)
    value = battle_value(heavy.design).total
    assert value is not None and value >= 1000
    text = texts(printed(campaign.roster.owner, Order(papers=(f"pilot:{record.pilot_id}",))))[0]
    assert f"{value:,} as built" in text


def test_a_reference_says_which_rules_it_is_of() -> None:
    assert reference().about == "Total Warfare, with the usual options"
    assert "edition 3" in reference(Ruleset(edition=3)).about


def test_a_dossier_prints_names_in_cyrillic_and_markup_as_text() -> None:
    campaign = make_campaign()
    pilot = make_pilot(campaign.roster, "Фёдор <b>Ужасный</b>", notes="Первая строка\nhttp://example.org/x.png")
    text = texts(printed(campaign.memberships.get().user, Order(papers=(f"pilot:{pilot.pk}",))))[0]
    assert "Фёдор <b>Ужасный</b>" in text and "Первая строка" in text


# --- the page


def test_the_page_offers_everything_of_a_campaign_ticked() -> None:
    campaign = make_campaign()
    record = make_machine(campaign)
    client = signed_in(join(campaign, Role.OBSERVER))
    page = client.get(reverse("print_choose"), {"campaign": campaign.slug}).content.decode()
    assert f'name="sheet" value="{record.pk}" checked' in page
    assert f'value="reference:{campaign.roster_id}" checked' in page
    assert f"{reverse('print_preview')}?sheet={record.pk}" in page


def test_the_machines_of_a_campaign_stand_force_by_force() -> None:
    campaign = make_campaign()
    enemy, own = make_machine(campaign, hostile=True), make_machine(campaign)
    page = signed_in(campaign.roster.owner).get(reverse("print_choose"), {"campaign": campaign.slug}).content.decode()
    assert re.findall(r'name="sheet" value="(\d+)"', page) == [str(own.pk), str(enemy.pk)]


def test_a_change_brings_the_preview_of_what_is_ticked() -> None:
    user = make_user()
    sheet = make_sheet(user)
    query = {"sheet": sheet.pk, "paper": "letter", "black": "on"}
    part = signed_in(user).get(reverse("print_choose"), query, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert f"?sheet={sheet.pk}&amp;paper=letter&amp;black=on" in part
    none = signed_in(user).get(reverse("print_choose"), headers={"HX-Request": "true"}).content.decode()
    assert "Choose at least one" in none and "<iframe" not in none


def test_the_preview_is_a_pdf_of_the_first_as_chosen() -> None:
    user = make_user()
    sheet = make_sheet(user)
    answer = signed_in(user).get(reverse("print_preview"), {"sheet": sheet.pk, "paper": "letter", "backs": "on"})
    pages = PdfReader(io.BytesIO(answer.content)).pages
    assert len(pages) == 2
    assert [float(value) for value in pages[0].mediabox[2:]] == pytest.approx([612, 792], abs=1)
    assert answer["X-Frame-Options"] == "SAMEORIGIN" and "no-store" in answer["Cache-Control"]


def test_the_preview_shows_what_it_is_asked_to_while_that_is_ticked() -> None:
    user = make_user()
    first, second = make_sheet(user), make_sheet(user)
    query = {"sheet": [first.pk, second.pk], "show": f"sheet={second.pk}"}
    client = signed_in(user)
    assert f"?sheet={second.pk}" in client.get(reverse("print_choose"), query).content.decode()
    query["sheet"] = [first.pk]
    assert f"?sheet={first.pk}" in client.get(reverse("print_choose"), query).content.decode()


def test_things_stand_in_groups_that_can_be_ticked_whole() -> None:
    campaign = make_campaign()
    for _number in range(8):
        make_machine(campaign)
    page = signed_in(campaign.roster.owner).get(reverse("print_choose"), {"campaign": campaign.slug}).content.decode()
    assert page.index("Record sheets") < page.index("Rosters") < page.index("Dossiers")
    assert page.count("data-tick-all") == 3
    assert "19 chosen" in page


def test_what_was_printed_can_be_chosen_anew_and_a_campaign_gives_its_name() -> None:
    campaign = make_campaign(name="Karneval")
    record = make_machine(campaign)
    client = signed_in(campaign.roster.owner)
    asked = {
        "campaign": campaign.slug, "sheet": record.pk, "paper_of": f"reference:{campaign.roster_id}",
        "paper": "letter", "black": "on", "key": str(key()),
    }  # fmt: skip
    page = client.post(reverse("print_sheet"), asked, follow=True).content.decode()
    job = PrintJob.objects.get()
    assert job.title == "Karneval: 2 sheets and papers"
    assert "Kept until" in page or "Printing:" in page or "Waiting" in page
    again = client.get(address_of(Order.of(job.params))).content.decode()
    assert f'name="sheet" value="{record.pk}" checked' in again
    assert 'value="letter" selected' in again and 'name="black" value="on" checked' in again


@pytest.mark.parametrize("name", ["print_choose", "print_preview"])
def test_who_may_not_see_a_sheet_gets_no_page_and_no_preview_of_it(name: str) -> None:
    sheet = make_sheet(make_user())
    assert Client().get(reverse(name), {"sheet": sheet.pk}).status_code == 302
    client = signed_in(make_user())
    assert client.get(reverse(name), {"sheet": sheet.pk}).status_code == 404
    assert client.get(reverse(name), {"sheet": "x"}).status_code == 404
    assert client.get(reverse(name), {"paper_of": "force:1"}).status_code == 404


def test_nonsense_is_answered_in_words() -> None:
    user = make_user()
    client, sheet = signed_in(user), make_sheet(user)
    assert client.get(reverse("print_preview")).status_code == 422
    assert client.get(reverse("print_preview"), {"sheet": sheet.pk, "state": "better"}).status_code == 422
    assert client.get(reverse("print_choose"), {"campaign": "nowhere"}).status_code == 404
    assert "Nothing was chosen" in client.get(reverse("print_choose")).content.decode()


# --- what is worked out for this 'Mech


def test_each_range_has_the_number_to_reach_with_what_the_mech_itself_adds() -> None:
    unit = make_design()
    sheet = replace(fresh_sheet(unit, (CrewMember(3, 4),)), heat=8)
    blocks = sheet_page.compose(Printable(unit, sheet), Choices())[0].blocks
    names = next(number for number, block in enumerate(blocks) if "Medium Laser RA" in block.text)
    row = next(n for n, line in enumerate(blocks[names].text.split("\n")) if line.startswith("Medium Laser RA"))
    # Gunnery 3, heat +1; short +0, medium +2, long +4: written beside the names.
    assert blocks[names + 1].text.split("\n")[row].split()[:3] == ["4+", "6+", "8+"]


def test_options_and_what_they_count_are_on_the_sheet() -> None:
    unit = make_design()
    ruleset = Ruleset(options=("HR-B05",), settings={"HR-B05.uses": 2})
    text = texts(render([Printable(unit, fresh_sheet(unit), ruleset=ruleset)]))[0]
    assert "Options:" in text and "Edge" in text
    assert "Options:" not in texts(render([Printable(unit, fresh_sheet(unit))]))[0]
