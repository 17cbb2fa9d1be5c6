"""The migration that works the catalogue's battle values and costs out again."""

from __future__ import annotations

import logging
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from records.models import Unit
from tests import factory

refilling: Any = import_module("records.migrations.0007_refill_unit_worth")
EDITOR = SimpleNamespace(connection=connection)

pytestmark = pytest.mark.django_db


def figures(unit: Unit) -> tuple[int | None, int | None]:
    unit.refresh_from_db()
    return unit.battle_value, unit.cost


def test_battle_values_and_costs_are_worked_out_again() -> None:
    old, right = factory.make_unit(), factory.make_unit(model="RIGHT")
    wanted = figures(old)
    Unit.objects.filter(pk=old.pk).update(battle_value=1, cost=None)
    refilling.refill(apps, EDITOR)
    assert figures(old) == wanted == figures(right)
    assert None not in wanted


def test_more_units_than_a_batch_are_all_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refilling, "BATCH", 2)
    units = [factory.make_unit(model=f"M{number}") for number in range(5)]
    wanted = figures(units[0])
    Unit.objects.update(battle_value=None, cost=3)
    refilling.refill(apps, EDITOR)
    assert {figures(unit) for unit in units} == {wanted}


def test_a_blueprint_that_cannot_be_read_keeps_its_figures_and_the_log_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    good, bad = factory.make_unit(), factory.make_unit(model="OLD")
    wanted = figures(good)
    Unit.objects.filter(pk=bad.pk).update(blueprint={"gone": 1}, battle_value=77, cost=88)
    Unit.objects.filter(pk=good.pk).update(battle_value=1)
    with caplog.at_level(logging.WARNING):
        refilling.refill(apps, EDITOR)
    assert (figures(good), figures(bad)) == (wanted, (77, 88))
    assert f"unreadable: {bad.slug}" in caplog.text


def test_a_rules_service_that_is_gone_stops_no_upgrade(monkeypatch: pytest.MonkeyPatch) -> None:
    unit = factory.make_unit()
    Unit.objects.filter(pk=unit.pk).update(battle_value=77, cost=88)

    def gone(blueprint: object) -> None:
        raise ImportError("records.rules")

    monkeypatch.setattr(refilling, "worth", gone)
    refilling.refill(apps, EDITOR)
    assert figures(unit) == (77, 88)


def test_an_empty_catalogue_asks_nothing_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refilling, "worth", None)
    refilling.refill(apps, EDITOR)
    assert not Unit.objects.exists()
