"""Whom a hit comes from: what the keypad offers in a battle, what is entered, and what is remembered."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from campaigns.models import Battle, Campaign
from campaigns.selectors.tally import NOBODY, Tally
from campaigns.services import battles
from records import surroundings
from records.models import RecordSheet, SheetEntry
from records.rules.entries import Hit
from records.services import entries
from tests.factory import key, make_battle, make_campaign, make_machine, make_sheet, make_unit, make_user

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


class Fight:
    """A battle of some machines a side, and the browser of whoever runs it."""

    def __init__(self, each: int = 2) -> None:
        self.campaign: Campaign = make_campaign()
        self.ours = [self._named(f"Ours {number}") for number in range(1, each + 1)]
        self.theirs = [self._named(f"Theirs {number}", hostile=True) for number in range(1, each + 1)]
        self.battle: Battle = make_battle(self.campaign, *self.ours, *self.theirs)
        self.client = Client()
        self.client.force_login(self.campaign.roster.owner)

    def _named(self, label: str, *, hostile: bool = False) -> RecordSheet:
        record = make_machine(self.campaign, hostile=hostile)
        record.label = label
        record.save()
        return record

    def keypad(self, record: RecordSheet) -> str:
        return self.client.get(f"/sheets/{record.pk}/location/LT/", **HTMX).content.decode()

    def hit(self, record: RecordSheet, *, htmx: bool = True, **fields: Any) -> Any:
        form = {"type": "Hit", "location": "LT", "points": 3, "tray": 1, "key": str(key()), **fields}
        return self.client.post(f"/sheets/{record.pk}/enter/", form, **(HTMX if htmx else {}))


def last(record: RecordSheet) -> Hit:
    found: Hit = SheetEntry.objects.filter(record=record).latest("number").entry
    return found


def test_the_keypad_offers_the_other_side_first_then_the_own_and_never_the_machine_itself() -> None:
    fight = Fight()
    page = fight.keypad(fight.ours[0])
    places = [page.index(f">{name}</span>") for name in ("Theirs 1", "Theirs 2", "Ours 2")]
    assert places == sorted(places)
    assert f'value="{fight.ours[0].pk}" data-name' not in page


def test_four_others_stand_side_by_side_and_more_are_behind_one_line() -> None:
    assert "<details class=\"from-more" not in (small := Fight()).keypad(small.ours[0])
    assert "<details class=\"from-more" in (large := Fight(3)).keypad(large.ours[0])


def test_a_sheet_in_no_battle_is_asked_nothing() -> None:
    owner = make_user()
    own = make_sheet(owner)
    client = Client()
    client.force_login(owner)
    assert 'name="attacker"' not in client.get(f"/sheets/{own.pk}/location/LT/", **HTMX).content.decode()
    fight = Fight()
    battles.close(battle=fight.battle, user=fight.campaign.roster.owner, key=key())
    assert 'name="attacker"' not in fight.keypad(fight.ours[0])


def test_the_log_says_from_whom_and_the_entry_knows_the_sheet() -> None:
    fight = Fight()
    answer = fight.hit(fight.theirs[0], attacker=fight.ours[1].pk)
    assert answer.status_code == 200
    assert "3 to the left torso from Ours 2" in answer.content.decode()
    assert last(fight.theirs[0]) == Hit("LT", 3, source="Ours 2", attacker=fight.ours[1].pk)
    assert "from Ours 2" in fight.client.get(fight.battle.get_absolute_url() + "log/").content.decode()


def test_nobody_is_needed() -> None:
    fight = Fight()
    assert fight.hit(fight.theirs[0], attacker="", source="").status_code == 200
    assert last(fight.theirs[0]) == Hit("LT", 3)


def test_other_words_than_a_machine_are_kept_as_text() -> None:
    fight = Fight()
    answer = fight.hit(fight.theirs[0], attacker="other", source="<b>a mine</b>")
    assert "&lt;b&gt;a mine&lt;/b&gt;" in answer.content.decode()
    assert last(fight.theirs[0]) == Hit("LT", 3, source="<b>a mine</b>")


@pytest.mark.parametrize("attacker", ["0", "-1", "99999999999999999999", "<script>", "٣", "1" * 21, "1e3", "itself"])
def test_what_is_no_machine_of_the_battle_is_refused_in_words_and_enters_nothing(attacker: str) -> None:
    fight = Fight()
    target = fight.theirs[0]
    before = SheetEntry.objects.count()
    if attacker == "itself":
        attacker = str(target.pk)
    answer = fight.hit(target, attacker=attacker)
    assert answer.status_code == 422
    assert answer.content.decode().startswith("From: ")
    assert "<script>" not in answer.content.decode()
    assert SheetEntry.objects.count() == before


def test_a_machine_of_another_battle_is_refused_and_the_plain_form_keeps_what_was_typed() -> None:
    fight, elsewhere = Fight(), Fight()
    answer = fight.hit(fight.theirs[0], htmx=False, attacker=elsewhere.ours[0].pk, points=17)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "That machine is not in this battle" in page
    assert 'inputmode="numeric" value="17"' in page
    answer = fight.hit(fight.theirs[0], htmx=False, attacker=fight.ours[1].pk, points=-4)
    assert answer.status_code == 422
    assert f'value="{fight.ours[1].pk}" data-name="Ours 2" data-from="from Ours 2" checked' in answer.content.decode()


def test_words_that_are_too_long_are_refused() -> None:
    fight = Fight()
    answer = fight.hit(fight.theirs[0], attacker="other", source="x" * 81)
    assert answer.status_code == 422
    assert "80" in answer.content.decode()


def test_a_sheet_of_ones_own_takes_no_machine() -> None:
    owner = make_user()
    own = make_sheet(owner)
    client = Client()
    client.force_login(owner)
    form = {"type": "Hit", "location": "LT", "points": 3, "key": str(key()), "attacker": own.pk}
    answer = client.post(f"/sheets/{own.pk}/enter/", form, **HTMX)
    assert answer.status_code == 422
    assert "in no battle" in answer.content.decode()


def test_who_left_the_battle_is_no_longer_offered_but_may_still_be_named() -> None:
    fight = Fight()
    gone = fight.ours[1]
    battles.withdraw(battle=fight.battle, record_id=gone.pk, user=fight.campaign.roster.owner, key=key())
    assert f'value="{gone.pk}" data-name' not in fight.keypad(fight.theirs[0])
    assert fight.hit(fight.theirs[0], attacker=gone.pk).status_code == 200
    assert Tally(fight.battle).dealt(gone.pk, fight.theirs[0].pk).damage == 3


def test_a_browser_without_scripts_remembers_until_the_turn_ends_and_on_that_sheet_only() -> None:
    fight = Fight()
    target, by = fight.theirs[0], fight.ours[1]
    assert fight.hit(target, htmx=False, attacker=by.pk).status_code == 302
    cookie = fight.client.cookies["hit-from"]
    assert (cookie["path"], cookie["samesite"]) == (target.get_absolute_url(), "Lax")
    assert 'data-from="from Ours 2" checked' in fight.keypad(target)
    fight.hit(target, htmx=False, attacker="other", source="a mine, or two")
    assert 'value="a mine, or two"' in fight.keypad(target)
    battles.end_turn(battle=fight.battle, user=fight.campaign.roster.owner, key=key())
    page = fight.keypad(target)
    assert 'value="a mine, or two"' not in page
    assert 'name="attacker" value="" checked' in page


@pytest.mark.parametrize("kept", ["", "nonsense", "1.1.", "{}<b>", "{}99999999999999999999999", "{}other-%00%ff"])
def test_a_cookie_that_makes_no_sense_counts_as_nothing(kept: str) -> None:
    fight = Fight()
    fight.client.cookies["hit-from"] = kept.replace("{}", f"{fight.battle.pk}.1.")
    page = fight.keypad(fight.theirs[0])
    assert "data-from=" in page
    assert not any(f'data-from="from Ours {number}" checked' in page for number in (1, 2))


def test_of_two_alike_the_one_that_was_chosen_is_meant() -> None:
    campaign, unit = make_campaign(), make_unit("Griffin")
    ours = [make_machine(campaign, unit=unit) for _number in range(2)]
    target = make_machine(campaign, hostile=True, unit=unit)
    battle = make_battle(campaign, *ours, target)
    fray = surroundings.fray(RecordSheet.objects.get(pk=target.pk))
    assert fray is not None
    names = [one.name for one in fray.attackers]
    assert len(set(names)) == 2 and all(name.startswith("Griffin") for name in names)
    enter(target, Hit("LT", 4, source="Griffin", attacker=ours[1].pk))
    enter(target, Hit("LT", 5, source="Griffin"))
    tally = Tally(battle)
    assert tally.dealt(ours[1].pk, target.pk).damage == 4
    assert tally.dealt(NOBODY, target.pk).damage == 5


def test_a_number_of_another_battle_leaves_it_to_the_words() -> None:
    fight = Fight()
    enter(fight.theirs[0], Hit("LT", 4, source="Ours 1", attacker=987654))
    assert Tally(fight.battle).dealt(fight.ours[0].pk, fight.theirs[0].pk).damage == 4


def enter(record: RecordSheet, entry: Any) -> None:
    entries.enter(record_id=record.pk, entry=entry, user=None, key=key())


def test_a_keypad_asks_the_database_once_for_everybody_in_the_battle(django_assert_num_queries: Any) -> None:
    fight = Fight(6)
    record = RecordSheet.objects.select_related("roster").get(pk=fight.ours[0].pk)
    with django_assert_num_queries(1):
        fray = surroundings.fray(record)
    assert fray is not None and len(fray.attackers) == 11
