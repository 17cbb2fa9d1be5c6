"""HR-A16: a Gauss weapon switched off at the end of the turn neither fires nor explodes."""

from __future__ import annotations

from records.rules import Ruleset, Unit
from records.rules.entries import Fired, OptionUsed, PhaseEnded, Shot, TurnEnded
from records.rules.events import Exploded
from records.rules.figures import weapon_states
from tests.rules.notation import Table, machine

ON = Ruleset(options=("HR-A16",))
ARMED = machine("RT 18+5/12 | Gauss Rifle x7 | Gauss Ammo=8 | Medium Laser")
GAUSS, LASER = ARMED.weapons


def switch(action: str, mount: int = GAUSS) -> OptionUsed:
    return OptionUsed("HR-A16", action, {"mount": mount})


def off(unit: Unit = ARMED) -> Table:
    table = Table(unit, ON).enter(switch("switch-off"))
    return table.enter(TurnEnded())


def test_the_switch_takes_effect_at_the_end_of_the_turn() -> None:
    table = Table(ARMED, ON).enter(switch("switch-off"))
    table.enter(Fired((Shot(GAUSS),)))
    table.enter(TurnEnded())
    assert table.refused(Fired((Shot(GAUSS),))) == "switched-off"
    assert [state.state for state in weapon_states(ARMED, table.sheet, ON)] == ["off", "ready"]


def test_switched_off_it_does_not_explode_but_is_destroyed() -> None:
    table = off().critical("RT", 1)
    assert table.told(Exploded) == []
    assert table.refused(Fired((Shot(GAUSS),))) in ("weapon-destroyed", "switched-off")


def test_until_the_turn_ends_it_explodes() -> None:
    assert len(Table(ARMED, ON).enter(switch("switch-off")).critical("RT", 1).told(Exploded)) == 1


def test_switched_on_again_it_fires_and_explodes_from_the_next_turn_on() -> None:
    table = off().enter(switch("switch-on"))
    assert table.refused(Fired((Shot(GAUSS),))) == "switched-off"
    table.enter(TurnEnded()).enter(Fired((Shot(GAUSS),)))
    assert len(table.critical("RT", 1).told(Exploded)) == 1


def test_thrown_back_before_the_end_phase_nothing_changes() -> None:
    table = Table(ARMED, ON).enter(switch("switch-off")).enter(switch("keep-on")).enter(TurnEnded())
    assert "off" not in " ".join(name for name, on in table.sheet.states.items() if on)


def test_what_cannot_be_switched_is_refused() -> None:
    table = Table(ARMED, ON)
    assert table.refused(switch("switch-on")) == "already-so"
    assert table.refused(switch("switch-off", LASER)) == "not-a-gauss-weapon"
    assert table.refused(switch("explode")) == "no-such-action"
    assert Table(ARMED, Ruleset()).refused(switch("switch-off")) == "option-is-off"


def test_the_end_of_another_phase_does_not_throw_the_switch() -> None:
    table = Table(ARMED, ON).enter(switch("switch-off")).enter(PhaseEnded("weapon"))
    assert not table.sheet.states.get(f"off-{GAUSS}")
