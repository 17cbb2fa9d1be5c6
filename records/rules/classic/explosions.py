"""Ammunition, Gauss weapons and everything else that goes off inside the 'Mech (TW, ammunition explosions)."""

from __future__ import annotations

from ..condition import shots_left
from ..entries import Rolled
from ..equipment import Equipment
from ..events import Exploded, HeatGained, RollAnswered
from ..numbers import Modifier, TargetNumber
from ..rolls import Owed
from ..tables.special import special
from . import heat, pilot, switches, wreck
from .work import Work

WOUNDS = 2
CASE_II_HOLDS = 8
CASE_II = 2
ENGINE_EXPLODES = {1: 10, 2: 7}
ENGINE_EXPLODES_LATER = 4

CHARGED = "PPC_CAPACITOR"

#: Items that the table calls explosive and that go off only in a mode or while charged: not by a plain critical.
ONLY_WHEN = frozenset({"AC", "AC_PRIMITIVE", "AC_IMP", "LAC", "AC_ROTARY"})


def item_hit(work: Work, location: str, number: int, mount: int) -> None:
    """A line of an item that worked is hit: the item is lost, and may go off."""
    item = work.unit.gear.items[mount]
    if item is None:
        return
    if item.is_ammo:
        for index, ammunition in enumerate(work.unit.bins):
            if ammunition.mount == mount:
                bin_hit(work, index)
        return
    points = _points_now(work, mount, item)
    ruleset, sheet = work.ruleset, work.sheet
    if points and all(option.explodes(ruleset, work.unit, sheet, mount) for option in ruleset.asks("explodes")):
        work.tell(Exploded(location, number, item.name, points))
        _blast(work, location, points)


def points_of(item: Equipment) -> int:
    """Damage when an item (not ammunition) is hit, 0 when it does not explode, or only while something is on."""
    if not item.explosive or item.ammo_type in ONLY_WHEN:
        return 0
    by_flag, switched = special()["explosive"], special()["explosive_while"]
    if item.jump_jet_kind == "Prototype Improved":
        return int(by_flag["PROTOTYPE_IMPROVED_JUMP_JET"])
    always = (points for flag, points in by_flag.items() if flag in item.flags and flag not in switched)
    return item.explosion_damage or max(always, default=0)


def _points_now(work: Work, mount: int, item: Equipment) -> int:
    """As :func:`points_of`, when it can go off now: some of it only while it is switched on, a one-shot launcher only
    while its shot is in it, a PPC only with a charged capacitor."""
    sheet = work.sheet
    by_flag: dict[str, int] = special()["explosive"]
    if "PPC" in item.flags and item.is_weapon:
        return by_flag[CHARGED] if switches.capacitor_charged(work.unit, sheet, mount) else 0
    for flag, state in special()["explosive_while"].items():
        if flag in item.flags:
            return by_flag[flag] if sheet.states.get(state) else 0
    if item.is_one_shot and not shots_left(work.unit, sheet, mount):
        return 0
    return points_of(item)


def bin_hit(work: Work, index: int) -> None:
    """A bin is hit: its rounds go off at once. An empty one, or one of inert rounds, does nothing. One that
    destroys the centre torso from inside kills whoever has not left by then (TW p. 128)."""
    ammunition, rounds = work.unit.bins[index], work.sheet.ammo[index]
    item = work.unit.gear.items[ammunition.mount]
    if item is None or not item.explosive or not rounds:
        return
    points = rounds * per_round(item)
    may_kill = ammunition.location == "CT" and "CT" not in work.sheet.lost
    work.tell(Exploded(ammunition.location, ammunition.slot, item.name, points, rounds, index))
    if heat.is_inferno(item):
        most: int = special()["inferno_heat_most"]
        work.tell(HeatGained(Modifier(min(points, most), "inferno-rounds", "TW:infernos")))
    _blast(work, ammunition.location, points)
    if may_kill and "CT" in work.sheet.lost and work.ruleset.has("CL-centre-torso-bin-kills"):
        pilot.kill_all(work, "centre-torso-bin")


def per_round(item: Equipment) -> int:
    """Damage that one round adds to an explosion: that of a missile or shell, for each of the rack."""
    return int(item.shot_damage * item.rack)


def _blast(work: Work, location: str, points: int) -> None:
    """The MechWarrior feels it first, then it goes through the structure."""
    from . import damage, ejection

    if work.ruleset.has("CL-automatic-ejection"):
        ejection.thrown_out(work)
    else:
        pilot.wound_driver(work, _wounds(work, location), "explosion")
    damage.apply(work, damage.Group(location, points, inside=True, attack=False))


def _wounds(work: Work, location: str) -> int:
    """Two; by one reading only one where CASE II lets the blast out."""
    softened = work.unit.gear.case.get(location) == CASE_II and work.ruleset.has("CL-case-ii-one-wound")
    return 1 if softened else WOUNDS


def owe_engine_roll(work: Work, hits: int) -> None:
    """A non-fusion engine that was hit may explode (TacOps; the traces' non_fusion_engine_explosion_roll)."""
    number = ENGINE_EXPLODES.get(hits, ENGINE_EXPLODES_LATER)
    target = TargetNumber((Modifier(number, "engine-explosion", "TO:engine-explosion"),))
    work.owe("engine-explosion", target=target, location="CT", cause="engine-hit", rule="TO:engine-explosion",
             about={"hits": hits})  # fmt: skip


def answer_engine(work: Work, owed: Owed, entry: Rolled) -> None:
    """At the number or above the engine explodes and the 'Mech with it."""
    explodes = owed.target is not None and owed.target.met_by(sum(entry.dice))
    outcome = "explodes" if explodes else "holds"
    work.tell(RollAnswered(owed.id, owed.kind, entry.dice, outcome, owed.location, owed.target, entry.by_app))
    if explodes:
        from . import damage

        wreck.destroy(work, "engine-explosion")
        damage.lose(work, "CT", "destroyed", "engine-explosion")


def owe_case_ii_roll(work: Work, location: str, *, gone: bool) -> None:
    """CASE II: on 8 or more the explosion causes no critical check (TacOps, CASE II)."""
    if work.sheet.destroyed:
        return
    target = TargetNumber((Modifier(CASE_II_HOLDS, "case-ii", "TO:case-ii"),))
    about: dict[str, str | int | bool] = {"gone": gone}
    work.owe("case-ii-critical", target=target, location=location, cause="explosion", rule="TO:case-ii", about=about)


def answer_case_ii(work: Work, owed: Owed, entry: Rolled) -> None:
    """Made: no critical check. Missed: the check is owed as after any damage to the structure."""
    held = owed.target is not None and owed.target.met_by(sum(entry.dice))
    outcome = "passed" if held else "failed"
    work.tell(RollAnswered(owed.id, owed.kind, entry.dice, outcome, owed.location, owed.target, entry.by_app))
    if not held:
        from . import criticals

        criticals.owe_check(work, owed.location, rear=False, gone=bool(owed.about.get("gone")))
