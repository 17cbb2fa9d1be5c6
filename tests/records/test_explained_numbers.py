"""Each number on the sheet opens to the modifiers that make it, each with its reason and its rule."""

from __future__ import annotations

import re
import uuid
from html import unescape

import pytest
from django.test import Client

from records.models import RecordSheet
from records.rules import Entry
from records.rules import entries as n
from records.services import entries
from tests import factory

pytestmark = pytest.mark.django_db
BOX = re.compile(
    r'<details class="why"><summary><span class="visually-hidden">(?P<label>[^<]*): </span>(?P<face>[^<]*)</summary>'
    r'<div class="why-box"><p>[^<]*</p><ul>(?P<rows>.*?)</ul></div></details>',
    re.S,
)
ROW = re.compile(
    r'<li><span class="why-value">([^<]*)</span> <span>([^<]*)</span> <span class="why-rule">([^<]*)</span>'
)
ALWAYS = {"Walking MP", "Running MP", "Jumping MP", "Piloting roll", "Heat made this turn", "Heat sunk a turn",
          "Heat sinks at work", "To hit", "Damage"}  # fmt: skip


def page_of(*done: Entry) -> str:
    """The page of a sheet on which these things have happened."""
    user = factory.make_user()
    record = factory.make_sheet(user)
    for entry in done:
        entries.enter(record_id=record.pk, entry=entry, user=user, key=uuid.uuid4())
        while (owed := RecordSheet.objects.get(pk=record.pk).sheet.owed) and not isinstance(entry, n.StandUp):
            answer = n.Rolled(owed[0].id, (6, 6)[: owed[0].dice])
            entries.enter(record_id=record.pk, entry=answer, user=user, key=uuid.uuid4())
    client = Client()
    client.force_login(user)
    return client.get(f"/sheets/{record.pk}/").content.decode()


def opened(page: str) -> dict[str, list[tuple[str, list[tuple[str, str, str]]]]]:
    """Every number of the page that opens: its label, then its face and its modifiers."""
    found: dict[str, list[tuple[str, list[tuple[str, str, str]]]]] = {}
    for box in BOX.finditer(page):
        rows = [(value, unescape(why), rule) for value, why, rule in ROW.findall(box["rows"])]
        found.setdefault(unescape(box["label"]), []).append((box["face"], rows))
    return found


def test_every_number_opens_to_modifiers_with_reason_and_rule() -> None:
    numbers = opened(page_of(n.CriticalHit("RL", 3), n.Moved("walked", 2), n.HeatAdded(5), n.TurnEnded()))
    assert numbers.keys() >= ALWAYS
    for label, boxes in numbers.items():
        for face, rows in boxes:
            assert rows, label
            assert all(why and rule for _value, why, rule in rows), (label, rows)
            if face.rstrip("+").lstrip("-").isdigit():
                assert int(face.rstrip("+")) == sum(int(value.replace("\u2212", "-")) for value, _why, _rule in rows), (
                    label
                )


def test_damage_and_heat_stand_in_the_list_with_their_place() -> None:
    numbers = opened(page_of(n.CriticalHit("RL", 3), n.PhaseEnded("movement")))
    assert [why for _value, why, _rule in numbers["Walking MP"][0][1]] == [
        "walking, as built",
        "foot actuator (right leg)",
    ]


def test_a_roll_that_running_would_call_for_and_standing_up_open_too() -> None:
    hip = page_of(n.CriticalHit("RL", 0), n.PhaseEnded("movement"))
    assert len(opened(hip)["Piloting roll"]) == 3  # the number itself, for running and for jumping
    down = page_of(n.DropProne())
    assert [face for face, _rows in opened(down)["Standing up"]] == ["5+"]
