"""Ground chosen with the movement, being stuck, and why a 'Mech fires and strikes nothing, on its page."""

from __future__ import annotations

import re
import uuid
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from records.models import RecordSheet
from records.rules import entries as n
from records.rules.sheet import Movement
from records.rules.unit import Engine
from records.selectors.sheets import changed_panels
from records.services import entries
from tests import factory
from tests.rules.notation import machine

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return factory.make_user()


@pytest.fixture
def record(owner: User) -> RecordSheet:
    return factory.make_sheet(owner)


@pytest.fixture
def client(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


def send(client: Client, record: RecordSheet, **fields: Any) -> Any:
    """Post a form of the sheet, as the page does."""
    fields = {"key": str(uuid.uuid4()), "version": RecordSheet.objects.get(pk=record.pk).version, **fields}
    return client.post(f"/sheets/{record.pk}/enter/", fields, HTTP_HX_REQUEST="true")


def page(client: Client, record: RecordSheet) -> str:
    """The sheet's page without its tags and blanks."""
    text: str = client.get(f"/sheets/{record.pk}/").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text))


def put(record: RecordSheet, entry: n.Entry) -> None:
    entries.enter(record_id=record.pk, entry=entry, user=None, key=uuid.uuid4())


def test_the_ground_entered_is_chosen_with_the_movement_and_its_roll_is_owed(
    client: Client, record: RecordSheet
) -> None:
    assert '<option value="deep-snow">deep snow, +1 MP</option>' in client.get(f"/sheets/{record.pk}/").content.decode()
    send(client, record, type="Moved", mode="walked", hexes="2", terrain="deep-snow")
    record.refresh_from_db()
    assert record.sheet.movement == Movement("walked", 2, terrain="deep-snow")
    assert [owed.cause for owed in record.sheet.owed] == ["deep-snow"]
    assert "walked , 2 hexes (deep snow)" in page(client, record)
    put(record, n.Rolled(record.sheet.owed[0].id, (1, 1)))
    later = "It bogged down this turn. It may try to get free in the next one."
    text = page(client, record)
    assert f"bogged down in deep snow . {later}" in text
    assert "Try to get free" not in text
    refused = send(client, record, type="StateSwitched", state="bogged-in-deep-snow")
    assert (refused.status_code, later in refused.content.decode()) == (422, True)
    put(record, n.TurnEnded())
    assert "bogged down in deep snow Try to get free" in page(client, record)
    assert send(client, record, type="StateSwitched", state="bogged-in-deep-snow").status_code == 200
    record.refresh_from_db()
    assert [owed.cause for owed in record.sheet.owed] == ["bogged-down"]
    assert send(client, record, type="StateSwitched", state="bogged-in-deep-snow").status_code == 422
    put(record, n.Rolled(record.sheet.owed[0].id, (6, 6)))
    assert "bogged down" not in page(client, record)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (n.DropProne(), "A prone &#x27;Mech cannot work itself free. Let it stand up first."),
        (n.PowerSwitched(on=False), "The reactor is shut down. Start it first."),
        (n.StateSwitched("bogged-in-swamp", on=False), "It has tried to get free this turn."),
    ],
)
def test_a_try_to_get_free_that_would_be_refused_is_not_offered_and_the_page_says_why(
    client: Client, record: RecordSheet, entry: n.Entry, words: str
) -> None:
    put(record, n.StateSwitched("bogged-in-swamp", on=True))
    put(record, n.TurnEnded())
    assert "Try to get free" in page(client, record)
    before = record.unit.design, RecordSheet.objects.get(pk=record.pk).sheet
    put(record, entry)
    assert "movement" in changed_panels(*before, RecordSheet.objects.get(pk=record.pk).sheet)
    text = page(client, record)
    assert f"bogged down in swamp . {words}" in text
    assert "Try to get free" not in text


def test_outside_the_movement_phase_no_try_is_offered(client: Client, record: RecordSheet) -> None:
    put(record, n.StateSwitched("bogged-in-swamp", on=True))
    put(record, n.TurnEnded())
    put(record, n.PhaseEnded("movement"))
    text = page(client, record)
    assert "bogged down in swamp" in text
    assert "Try to get free" not in text


def test_going_prone_before_a_roll_that_is_owed_is_refused_in_words(client: Client, record: RecordSheet) -> None:
    put(record, n.Moved("walked", 1, terrain="water-1"))
    answer = send(client, record, type="DropProne")
    assert answer.status_code == 422
    assert "A piloting roll is owed for what came before. Answer it first, or waive it." in answer.content.decode()


@pytest.mark.parametrize("ground", ["lava lamp", "болото", "x" * 10_000, "\x01", "swamp "])
def test_ground_that_is_not_offered_is_refused_in_words(client: Client, record: RecordSheet, ground: str) -> None:
    answer = send(client, record, type="Moved", mode="walked", hexes="1", terrain=ground)
    if ground == "swamp ":  # blanks around a choice are no other choice
        assert answer.status_code == 200
        return
    assert answer.status_code == 422
    record.refresh_from_db()
    assert record.sheet.movement is None


def test_standing_up_asks_for_the_ground(client: Client, record: RecordSheet) -> None:
    put(record, n.DropProne())
    send(client, record, type="StandUp", terrain="ice")
    record.refresh_from_db()
    target = record.sheet.owed[0].target
    assert target is not None
    assert {m.reason: m.value for m in target.modifiers}["on-ice"] == 4


def test_standing_up_starts_from_the_ground_that_it_is_stuck_in(client: Client, record: RecordSheet) -> None:
    put(record, n.StateSwitched("bogged-in-deep-snow", on=True))
    put(record, n.DropProne())
    assert '<option value="deep-snow" selected>' in client.get(f"/sheets/{record.pk}/").content.decode()


@pytest.mark.parametrize(
    ("entry", "words"),
    [(n.PowerSwitched(on=False), "reactor shut down"), (n.Corrected("conscious:0", 0), "nobody conscious aboard")],
)
def test_every_weapon_and_every_attack_says_why_not(
    client: Client, record: RecordSheet, entry: n.Entry, words: str
) -> None:
    put(record, entry)
    put(record, n.Corrected("prone", 1))
    text = page(client, record)
    weapons = len(record.unit.design.weapons)
    assert text.count(words) >= weapons + 5
    assert f"{words}; attacker prone" in text


def test_a_stalled_engine_is_told_in_one_word_by_weapons_attacks_and_badges(owner: User, client: Client) -> None:
    hauler = factory.make_unit(structure_type="Industrial", engine=Engine(200, "ICE"))
    record = factory.make_sheet(owner, unit=hauler)
    put(record, n.PilotingRollCaused("pushed", now=True))
    while not (sheet := RecordSheet.objects.get(pk=record.pk).sheet).stalled:
        put(record, n.Rolled(sheet.owed[0].id, (1,) * sheet.owed[0].dice))
    text = page(client, record)
    assert text.count("engine stalled") >= len(record.unit.design.weapons) + 6
    assert "Start the engine" in text
    assert "reactor shut down" not in text


def test_a_physical_attack_says_where_its_damage_comes_from(owner: User, client: Client) -> None:
    drawing = "RA 14/8 | Shoulder | Upper Arm | Buzzsaw x2\nLA 14/8 | Shoulder | Upper Arm | Spot Welder x2"
    drawn = {name: getattr(machine(drawing), name) for name in ("slots", "mounts", "weapons", "bins")}
    record = factory.make_sheet(owner, unit=factory.make_unit(**drawn))
    text = page(client, record)
    assert "Damage: 2D6 Damage +7 the dice, on average" in text
    assert "Damage: 5 Damage +5 fixed damage" in text
    put(record, n.Corrected("counter:water-depth", 2))
    assert "Damage: half of 2D6" in page(client, record)


def test_a_shot_fired_sends_the_physical_attacks_anew_and_a_stalled_engine_the_weapons(record: RecordSheet) -> None:
    unit, sheet = record.unit.design, record.sheet
    fired = replace(sheet, fired=(unit.weapons[0],))
    assert {"weapons", "actions"} <= set(changed_panels(unit, sheet, fired))
    assert {"weapons", "actions"} <= set(changed_panels(unit, sheet, replace(sheet, stalled=True)))


def test_all_that_was_entered_about_ground_can_be_undone(client: Client, record: RecordSheet) -> None:
    before = record.sheet
    put(record, n.Moved("walked", 1, terrain="swamp"))
    record.refresh_from_db()
    put(record, n.Rolled(record.sheet.owed[0].id, (1, 1)))
    for _ in range(2):
        entries.undo(record_id=record.pk, user=None, key=uuid.uuid4())
    record.refresh_from_db()
    assert record.sheet == before
