"""Battles: phases that end for everybody at once, rolls owed, undo, closing and the next session, the log."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.test import AsyncClient

from campaigns.models import Battle, BattleSheet
from campaigns.selectors import battles as read
from campaigns.services import battles
from records.errors import Refused
from records.models import RecordSheet
from records.rules.entries import Corrected, Ejected, Entry, HeatAdded, Hit, Moved, PhaseEnded, PilotHit, Rolled
from records.services import entries
from tests import factory

from .conftest import Table

HTMX = {"HX-Request": "true"}


def post(table: Table, battle: Battle, path: str, by: str = "owner", /, **data: Any) -> Any:
    headers = data.pop("headers", None)
    url = table.url(f"battles/{battle.pk}/{path}/")
    return table.client(by).post(url, {"key": str(factory.key()), **data}, headers=headers)


def enter(record: RecordSheet, entry: Entry) -> None:
    entries.enter(record_id=record.pk, entry=entry, user=None, key=factory.key())


def fresh(record: RecordSheet) -> RecordSheet:
    return RecordSheet.objects.select_related("unit", "pilot", "roster").get(pk=record.pk)


@pytest.fixture
def fighters(table: Table) -> list[RecordSheet]:
    ours = [factory.make_machine(table.campaign, player=table.player), factory.make_machine(table.campaign)]
    return [*ours, factory.make_machine(table.campaign, hostile=True)]


@pytest.fixture
def battle(table: Table, fighters: list[RecordSheet]) -> Battle:
    return factory.make_battle(table.campaign, *fighters)


def owe_a_roll(record: RecordSheet) -> None:
    """Structure damage: a critical check is owed."""
    enter(record, Hit("LT", 20))
    assert fresh(record).sheet.owed


def test_a_battle_begins_with_the_machines_chosen(table: Table, fighters: list[RecordSheet]) -> None:
    data = {"key": str(factory.key()), "name": "The mill", "machines": [record.pk for record in fighters]}
    client = table.client("master")
    first, second = (client.post(table.url("battles/new/"), data) for _tap in range(2))
    battle = Battle.objects.get()
    assert first["Location"] == second["Location"] == battle.get_absolute_url()
    assert [entry.hostile for entry in battle.entries.all()] == [False, False, True]
    now = read.standing(battle)
    assert (now.turn, now.phase) == (1, "movement")


def test_a_battle_without_machines_or_with_those_of_others_is_refused(
    table: Table, fighters: list[RecordSheet]
) -> None:
    foreign = factory.make_machine(factory.make_campaign())
    client = table.client("owner")
    for chosen in ([], [foreign.pk], [fighters[0].pk, 999_999], ["x"], ["-1"]):
        data = {"key": str(factory.key()), "name": "No", "machines": chosen}
        assert client.post(table.url("battles/new/"), data).status_code == 422, chosen
    assert not Battle.objects.exists()


def test_a_machine_fights_in_one_battle_at_a_time(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    data = {"key": str(factory.key()), "name": "Second", "machines": [fighters[0].pk]}
    assert table.client("owner").post(table.url("battles/new/"), data).status_code == 422
    assert post(table, battle, "reinforce", machines=[fighters[0].pk]).status_code == 422
    assert table.client("owner").post(
        table.url(f"machines/{fighters[0].pk}/retire/"), {"key": str(factory.key())}
    ).status_code == 422  # fmt: skip


def test_ending_the_phase_ends_it_on_every_sheet(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    assert post(table, battle, "phase", clock="1-movement").status_code == 302
    assert {fresh(record).sheet.phase for record in fighters} == {"weapon"}
    now = read.standing(battle)
    assert (now.turn, now.phase) == (1, "weapon")


def test_ending_the_turn_takes_every_sheet_to_the_next(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    assert post(table, battle, "turn", clock="1-movement").status_code == 302
    assert {(fresh(record).sheet.turn, fresh(record).sheet.phase) for record in fighters} == {(2, "movement")}


def test_a_double_tap_ends_one_phase(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    client, url = table.client("owner"), table.url(f"battles/{battle.pk}/phase/")
    data = {"key": str(factory.key()), "clock": "1-movement"}
    assert client.post(url, data).status_code == 302
    assert client.post(url, data).status_code == 302
    assert read.standing(battle).phase == "weapon"


def test_a_second_person_pressing_for_the_same_phase_gets_409_and_the_fresh_panel(table: Table, battle: Battle) -> None:
    assert post(table, battle, "phase", "master", clock="1-movement").status_code == 302
    late = post(table, battle, "phase", clock="1-movement", headers=HTMX)
    assert late.status_code == 409
    page = late.content.decode()
    assert "meanwhile" in page
    assert 'value="1-weapon"' in page
    assert read.standing(battle).phase == "weapon"


def test_a_phase_with_rolls_owed_is_refused_with_the_list_of_who_owes_what(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    owe_a_roll(fighters[0])
    before = [fresh(record).state for record in fighters]
    for headers in (None, HTMX):
        answer = post(table, battle, "phase", clock="1-movement", headers=headers)
        assert answer.status_code == 422
        page = answer.content.decode()
        assert fighters[0].name in page
        assert "Critical check" in page
        assert "pia" in page
    assert [fresh(record).state for record in fighters] == before


def test_the_battle_waits_for_rolls_that_the_phase_end_brings_up(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    for location in ("RL", "CT"):
        enter(fighters[0], Hit(location, 12))
    post(table, battle, "phase", clock="1-movement")
    waiting = fresh(fighters[0])
    assert [owed.kind for owed in waiting.sheet.owed] == ["piloting"]
    now = read.standing(battle)
    assert now.phase == "movement"
    assert [one.record.pk for one in now.waiting] == [fighters[0].pk]
    assert len(now.ahead) == 2
    enter(waiting, Rolled(waiting.sheet.owed[0].id, (6, 6)))
    assert read.standing(battle).phase == "weapon"


def test_who_ended_a_phase_alone_is_waited_for_and_not_pushed_on(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    enter(fighters[0], PhaseEnded("movement"))
    post(table, battle, "phase", clock="1-movement")
    assert {fresh(record).sheet.phase for record in fighters} == {"weapon"}


def test_a_destroyed_machine_holds_nobody_up(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    enter(fighters[2], Corrected("destroyed", 1, "table"))
    assert post(table, battle, "turn", clock="1-movement").status_code == 302
    assert read.standing(battle).turn == 2
    assert fresh(fighters[2]).sheet.turn == 2


def test_a_wreck_that_owes_a_roll_is_waited_for_and_its_phase_ends_too(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    enter(fighters[0], Ejected(landing="clear"))
    assert fresh(fighters[0]).sheet.destroyed
    answer = post(table, battle, "phase", clock="1-movement")
    assert answer.status_code == 422
    assert "Roll for the landing" in answer.content.decode()
    enter(fighters[0], Rolled(fresh(fighters[0]).sheet.owed[0].id, (6, 6)))
    assert post(table, battle, "phase", clock="1-movement").status_code == 302
    assert {fresh(record).sheet.phase for record in fighters} == {"weapon"}


def test_undo_takes_the_phase_back_on_every_sheet(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    before = [fresh(record).state for record in fighters]
    post(table, battle, "phase", clock="1-movement")
    assert post(table, battle, "undo").status_code == 302
    assert [fresh(record).state for record in fighters] == before
    nothing = post(table, battle, "undo")
    assert nothing.status_code == 422
    assert "Undo on the sheets" in nothing.content.decode()


def test_undo_is_refused_when_a_sheet_has_moved_on(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    post(table, battle, "phase", clock="1-movement")
    enter(fighters[1], Hit("LL", 1))
    answer = post(table, battle, "undo")
    assert answer.status_code == 422
    assert fighters[1].name in answer.content.decode()
    assert fresh(fighters[0]).sheet.phase == "weapon"


def test_a_battle_of_one_is_undone_too(table: Table) -> None:
    battle = factory.make_battle(table.campaign, factory.make_machine(table.campaign))
    post(table, battle, "phase", clock="1-movement")
    assert post(table, battle, "undo").status_code == 302
    assert read.standing(battle).phase == "movement"


def test_after_closing_damage_ammunition_wounds_and_log_are_kept_and_the_rest_is_over(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    record = fighters[0]
    enter(record, Hit("CT", 7))
    enter(record, Corrected("ammo:0", 11, "fired"))
    enter(record, PilotHit(hits=1))
    enter(record, Rolled(fresh(record).sheet.owed[0].id, (6, 6)))
    enter(record, Corrected("heat", 14, "table"))
    enter(record, Corrected("prone", 1, "table"))
    lines = record.entries.count()
    assert post(table, battle, "close", summary="We held.").status_code == 302
    sheet = fresh(record).sheet
    assert (sheet.armour["CT"], sheet.ammo, sheet.crew[0].hits) == (13, (11,), 1)
    assert (sheet.heat, sheet.prone, sheet.turn, sheet.phase, sheet.fresh.armour) == (0, False, 1, "movement", {})
    assert record.entries.count() == lines + 1
    battle.refresh_from_db()
    assert not battle.open
    assert battle.summary == "We held."
    following = factory.make_battle(table.campaign, *fighters, name="Next session")
    found = next(one for one in read.standing(following).fighters if one.record.pk == record.pk)
    assert (found.condition.armour.lost, found.condition.ammunition.left, found.condition.crew.hits) == (7, 11, 1)


def test_closing_with_rolls_owed_is_refused_unless_they_are_let_go(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    owe_a_roll(fighters[0])
    answer = post(table, battle, "close")
    assert answer.status_code == 422
    assert fighters[0].name in answer.content.decode()
    assert post(table, battle, "close", drop_rolls="on").status_code == 302
    assert not fresh(fighters[0]).sheet.owed
    assert fresh(fighters[0]).sheet.structure["LT"] == 8


def test_a_closed_battle_takes_nothing_more(table: Table, battle: Battle) -> None:
    post(table, battle, "close")
    for path in ("phase", "turn", "undo", "close", "reinforce", "withdraw"):
        answer = post(table, battle, path, clock="1-movement", machine="1", machines=["1"])
        assert answer.status_code in (409, 422), path
    assert post(table, battle, "words", name="Renamed", summary="").status_code == 302


def test_reopening_brings_everything_back(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    post(table, battle, "turn", clock="1-movement")
    enter(fighters[0], HeatAdded(5))
    before = [fresh(record).state for record in fighters]
    post(table, battle, "close")
    assert post(table, battle, "reopen").status_code == 302
    assert [fresh(record).state for record in fighters] == before
    assert read.standing(battle).turn == 2
    assert BattleSheet.objects.filter(battle=battle, open=True).count() == 3
    assert post(table, battle, "reopen").status_code == 422


def test_reopening_is_refused_when_a_sheet_was_used_since(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    post(table, battle, "turn", clock="1-movement")
    post(table, battle, "close")
    enter(fighters[1], Hit("LL", 3))
    assert post(table, battle, "reopen").status_code == 422
    battle.refresh_from_db()
    assert not battle.open


def test_reopening_is_refused_when_a_machine_fights_elsewhere_now(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    post(table, battle, "close")
    factory.make_battle(table.campaign, fighters[0])
    assert post(table, battle, "reopen").status_code == 422
    assert BattleSheet.objects.filter(battle=battle, open=True).count() == 0


def test_reinforcements_enter_at_the_present_turn_and_phase(table: Table, battle: Battle) -> None:
    post(table, battle, "turn", clock="1-movement")
    post(table, battle, "phase", clock="2-movement")
    late = factory.make_machine(table.campaign)
    enter(late, Corrected("heat", 9, "left from a test"))
    assert post(table, battle, "reinforce", machines=[late.pk]).status_code == 302
    sheet = fresh(late).sheet
    assert (sheet.turn, sheet.phase, sheet.heat) == (2, "weapon", 0)
    assert len(read.standing(battle).behind) == 4


def test_a_machine_withdraws_with_its_damage(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    enter(fighters[0], Hit("CT", 5))
    assert post(table, battle, "withdraw", machine=fighters[0].pk).status_code == 302
    assert len(read.standing(battle).active) == 2
    assert fresh(fighters[0]).sheet.armour["CT"] == 15
    assert post(table, battle, "withdraw", machine=fighters[0].pk).status_code == 422
    post(table, battle, "close")
    post(table, battle, "reopen")
    assert len(read.standing(battle).active) == 2


def test_a_machine_that_withdrew_can_come_back(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    post(table, battle, "withdraw", machine=fighters[0].pk)
    post(table, battle, "phase", clock="1-movement")
    late = factory.make_machine(table.campaign)
    assert post(table, battle, "reinforce", machines=[fighters[0].pk, late.pk]).status_code == 302
    assert len(read.standing(battle).active) == 4
    assert fresh(fighters[0]).sheet.phase == "weapon"
    post(table, battle, "close")
    post(table, battle, "reopen")
    assert len(read.standing(battle).active) == 4


@pytest.mark.parametrize("machine", ["", "x", "-1", "9" * 40])
def test_withdrawing_nonsense_is_refused(table: Table, battle: Battle, machine: str) -> None:
    assert post(table, battle, "withdraw", machine=machine).status_code == 422


def test_the_battles_page_gives_htmx_its_moving_part_alone(table: Table, battle: Battle) -> None:
    url = table.url(f"battles/{battle.pk}/")
    page, part = table.client("observer").get(url), table.client("observer").get(url, headers=HTMX)
    assert "<html" in page.content.decode()
    assert part.content.decode().strip().startswith('<section id="battle"')
    assert "End phase" not in page.content.decode()
    assert "End phase" in table.client("master").get(url).content.decode()


def test_the_log_holds_what_this_battle_wrote_newest_first(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    enter(fighters[0], Hit("CT", 3, source="first battle"))
    post(table, battle, "phase", clock="1-movement")
    post(table, battle, "close")
    second = factory.make_battle(table.campaign, *fighters)
    enter(fighters[0], Hit("CT", 4, source="second battle"))
    client = table.client("observer")
    first_log = client.get(table.url(f"battles/{battle.pk}/log/")).content.decode()
    second_log = client.get(table.url(f"battles/{second.pk}/log/")).content.decode()
    assert "first battle" in first_log
    assert "second battle" not in first_log
    assert "on 3 sheets" in first_log
    assert first_log.index("End of phase") < first_log.index("first battle")
    assert "second battle" in second_log
    assert "first battle" not in second_log


def test_pages_cost_no_more_queries_with_more_machines(
    table: Table, battle: Battle, django_assert_max_num_queries: Any
) -> None:
    for _machine in range(6):
        record = factory.make_machine(table.campaign)
        battles.reinforce(battle=battle, record_ids=[record.pk], user=table.owner, key=factory.key())
    client = table.client("owner")
    for path in ("", f"battles/{battle.pk}/", f"battles/{battle.pk}/log/", "pilots/", "members/"):
        with django_assert_max_num_queries(14):
            client.get(table.url(path))
    with django_assert_max_num_queries(14):
        client.get("/")


def test_the_version_grows_with_every_change(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    seen = [read.version(battle.pk)]
    enter(fighters[0], Hit("CT", 1))
    seen.append(read.version(battle.pk))
    post(table, battle, "phase", clock="1-movement")
    seen.append(read.version(battle.pk))
    post(table, battle, "withdraw", machine=fighters[1].pk)
    seen.append(read.version(battle.pk))
    assert seen == sorted(set(seen))
    assert read.version(999_999) == 0


def test_two_end_phases_at_once_leave_no_half_battle(table: Table, battle: Battle, fighters: list[RecordSheet]) -> None:
    owe_a_roll(fighters[2])
    with pytest.raises(Refused):
        battles.end_phase(battle=battle, user=table.owner, key=factory.key())
    assert {fresh(record).sheet.phase for record in fighters} == {"movement"}


@pytest.mark.django_db(transaction=True)
def test_the_stream_tells_members_of_a_change_and_nobody_else(table: Table) -> None:
    record = factory.make_machine(table.campaign)
    battle = factory.make_battle(table.campaign, record)
    url = table.url(f"battles/{battle.pk}/stream/?version=1")

    async def follow() -> bytes:
        client = AsyncClient()
        await client.aforce_login(table.observer)
        answer = await client.get(url)
        assert answer.status_code == 200
        assert answer["Content-Type"] == "text/event-stream"
        told = b""
        async for part in answer.streaming_content:
            told += part
            if b"event: changed" in told:
                return told
        return told

    async def refused(user: Any) -> int:
        client = AsyncClient()
        if user is not None:
            await client.aforce_login(user)
        return int((await client.get(url)).status_code)

    assert battle.version == 0
    enter(record, Hit("CT", 2))
    told = asyncio.run(asyncio.wait_for(follow(), 10))
    assert f"id: {read.version(battle.pk)}".encode() in told
    assert asyncio.run(refused(table.stranger)) == 404
    assert asyncio.run(refused(None)) == 401


def test_a_sheet_leads_back_to_its_battle_and_to_the_sheets_beside_it(
    table: Table, battle: Battle, fighters: list[RecordSheet]
) -> None:
    owe_a_roll(fighters[1])
    page = table.client("player").get(f"/sheets/{fighters[0].pk}/").content.decode()
    assert f'href="{battle.get_absolute_url()}"' in page
    assert f'href="/sheets/{fighters[1].pk}/"' in page
    assert f'href="/sheets/{fighters[2].pk}/"' not in page
    assert table.client("stranger").get(f"/sheets/{fighters[0].pk}/").status_code == 404
    post(table, battle, "close", drop_rolls="on")
    page = table.client("player").get(f"/sheets/{fighters[0].pk}/").content.decode()
    assert f'href="{table.campaign.get_absolute_url()}"' in page


def test_a_machine_that_is_bogged_down_says_so_on_its_card(
    table: Table, fighters: list[RecordSheet], battle: Battle
) -> None:
    enter(fighters[0], Moved("walked", 1, terrain="tundra"))
    enter(fighters[0], Rolled(fresh(fighters[0]).sheet.owed[0].id, (1, 1)))
    page = table.client("owner").get(battle.get_absolute_url()).content.decode()
    assert page.count(">bogged down<") == 1
