"""What the quick reference says in numbers, asked of the rules: an ordinary 'Mech is hit, heated and made to strike."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from records.rules import Outcome, Ruleset, Sheet, Unit, enter, figures, fresh_sheet
from records.rules.classic import attacks, falls, heat, movement, phases, physical, piloting
from records.rules.classic.targets import TargetSituation
from records.rules.entries import PhaseEnded
from records.rules.events import RollOwed
from records.rules.sheet import Mode, Movement
from records.rules.tables.terrain import terrain
from records.rules.unit import BIPED, Engine, HeatSinks, Mount, Slot

TONS = tuple(range(20, 105, 5))
WALK = 6
_ARM = ("Shoulder", "Upper Arm", "Lower Arm", "Hand")
_LEG = ("Hip", "Upper Leg", "Lower Leg", "Foot")
_SYSTEMS = {
    "HD": ("Life Support", "Sensors", "Cockpit", "", "Sensors", "Life Support"),
    "CT": (*["Engine"] * 3, *["Gyro"] * 4, *["Engine"] * 3),
    "RA": _ARM, "LA": _ARM, "RL": _LEG, "LL": _LEG,
}  # fmt: skip


_JETS = (Mount("Jump Jet", "RL", ()),)


@cache
def ordinary(tons: int = 50) -> Unit:
    """A 'Mech with two arms, two legs and nothing out of the ordinary."""
    points = dict.fromkeys(BIPED, 9)
    slots = {
        place: tuple(Slot(name) if name else None for name in _SYSTEMS.get(place, ())) for place in BIPED
    }
    return Unit(
        chassis="", model="", config="Biped", tech_base="Inner Sphere", tons=tons, year=3025,
        engine=Engine(WALK * tons, "Fusion"), heat_sinks=HeatSinks(10, "Heat Sink", 10, 10), walk=WALK,
        run=WALK * 3 // 2, run_plain=WALK * 3 // 2, jump=0, armour=points, rear_armour={}, structure=points,
        slots=slots, mounts=(), weapons=(), bins=(),
    )  # fmt: skip


def hit(place: str, name: str, times: int = 1) -> Sheet:
    """The ordinary 'Mech's sheet with so many lines of this name hit."""
    lines = [number for number, slot in enumerate(_SYSTEMS[place]) if slot == name][:times]
    return replace(fresh_sheet(ordinary()), hits={place: tuple(lines)})


def lost(place: str) -> Sheet:
    """The ordinary 'Mech's sheet with a limb gone."""
    return replace(fresh_sheet(ordinary()), lost={place: "destroyed"})


def to_hit(sheet: Sheet, ruleset: Ruleset, place: str = "LA") -> int:
    """What adds to the number of a weapon mounted there."""
    own = attacks.own(_armed(place), sheet, ruleset, 0)
    return sum(modifier.value for modifier in own)


@cache
def _armed(place: str) -> Unit:
    return replace(ordinary(), mounts=(Mount("Medium Laser", place, ()),), weapons=(0,))


def aiming(ruleset: Ruleset, reason: str) -> int:
    """What a shot at the least range that is hard, by somebody who spots as well, has for this reason."""
    unit = replace(_armed("LA"), mounts=(Mount("PPC", "LA", ()),))
    least = unit.gear.items[0].min_range if unit.gear.items[0] is not None else 0
    number = attacks.to_hit(unit, fresh_sheet(unit), ruleset, 0, least, spotting=True)
    return sum(modifier.value for modifier in number.modifiers if modifier.reason == reason)


def owed(ruleset: Ruleset) -> dict[str, int]:
    """What much damage in a phase and a shutdown add to the roll they call for, by reason."""
    unit = ordinary()
    fresh = fresh_sheet(unit)
    battered = replace(fresh, phase="weapon", damage_this_phase=phases.MUCH_DAMAGE)
    hot = replace(fresh, phase="heat", heat=heat.AUTOMATIC_SHUTDOWN + 10)
    found: dict[str, int] = {}
    for sheet, reason in ((battered, "damage-20"), (hot, "reactor-shutdown")):
        outcome = enter(unit, sheet, PhaseEnded(sheet.phase), ruleset)
        events = outcome.events if isinstance(outcome, Outcome) else ()
        rolls = [event.roll.target for event in events if isinstance(event, RollOwed) and event.roll.target]
        for modifier in (m for target in rolls for m in target.modifiers if m.reason == reason):
            found[reason] = modifier.value
    return found


def balance(sheet: Sheet, ruleset: Ruleset) -> int:
    """What adds to a piloting roll."""
    unit = ordinary()
    whole = piloting.number(unit, fresh_sheet(unit), ruleset).total
    return piloting.number(unit, sheet, ruleset).total - whole


def walking(sheet: Sheet, ruleset: Ruleset) -> int:
    """Walking MP left of :data:`WALK`."""
    return movement.walking(ordinary(), sheet, ruleset).total


def engine_heat(hits: int) -> int:
    """Heat a turn from so many engine hits."""
    return heat.engine_heat(ordinary(), hit("CT", "Engine", hits))


def moving_heat(mode: Mode, hexes: int) -> int:
    """Heat of moving so."""
    return heat.movement_heat(replace(ordinary(), jump=WALK, mounts=_JETS), Movement(mode, hexes))


def scorched(level: int, ruleset: Ruleset) -> int:
    """Wounds a turn at this heat with life support hit."""
    return heat.life_support_wounds(ordinary(), hit("HD", "Life Support"), ruleset, level)


@cache
def struck(kind: str, tons: int = 50) -> tuple[int, int, int]:
    """A physical attack: what its number has beside the skills, its damage, and what it costs the attacker.

    A charge is over one hex; it and death from above meet a target as heavy and as well piloted."""
    return _struck(kind, ordinary(tons), fresh_sheet(ordinary(tons)))


def struck_hurt(kind: str, sheet: Sheet) -> tuple[int, int, int]:
    """The same by the ordinary 'Mech with hits on its sheet."""
    return _struck(kind, ordinary(), sheet)


def _struck(kind: str, unit: Unit, sheet: Sheet) -> tuple[int, int, int]:
    modes: dict[str, Mode] = {"charge": "ran", "death-from-above": "jumped"}
    sheet = replace(sheet, movement=Movement(modes.get(kind, "stood"), 2 if kind == "charge" else 0))
    rows = physical.rows(unit, sheet, Ruleset(), TargetSituation(tons=unit.tons))
    row = next(row for row in rows if row.kind == kind and row.location in ("", "RA", "RL"))
    skills = ("piloting-skill", "piloting-difference", "attacker-ran", "attacker-jumped")
    own = sum(modifier.value for modifier in row.to_hit.modifiers if modifier.reason not in skills)
    return own, row.damage.total, row.to_self.total


def fallen(tons: int) -> int:
    """Damage of a fall of no levels."""
    return falls.points(tons, 0)


def situations(ruleset: Ruleset) -> dict[str, int]:
    """What calls for a piloting roll of an ordinary 'Mech, with what it adds."""
    return figures.situations(ordinary(), ruleset)


def bogs(cause: str) -> bool:
    """Whether the cause of a roll is ground that holds who misses it."""
    return terrain(cause).bogs


def boggy(ruleset: Ruleset) -> dict[int, list[str]]:
    """Ground that may hold an ordinary 'Mech, by what it adds to the roll."""
    found: dict[int, list[str]] = {}
    for code, adds in situations(ruleset).items():
        if bogs(code):
            found.setdefault(adds, []).append(code)
    return found


def grounds() -> dict[int, list[str]]:
    """Ground that adds to piloting rolls made on it, by how much."""
    found: dict[int, list[str]] = {}
    for code, adds in figures.footings().items():
        found.setdefault(adds, []).append(code)
    return found
