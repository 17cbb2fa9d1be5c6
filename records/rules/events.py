"""Events: what followed from an entry. Recorded with it; applied by ``evolve`` without asking any rule again."""

from __future__ import annotations

from dataclasses import dataclass

from .numbers import Modifier, TargetNumber
from .rolls import Owed
from .sheet import CrewMember, Lost, Movement, Phase, Trigger

# isort: off
from .special_events import (
    BlastTaken as BlastTaken,
    EngineExploded as EngineExploded,
    EquipmentSwitched as EquipmentSwitched,
    LocationBreached as LocationBreached,
    LocationChosen as LocationChosen,
    ModularArmourLost as ModularArmourLost,
    RollAgain as RollAgain,
    ShieldStruck as ShieldStruck,
)
# isort: on

# Counts that outlast a battle; what else is counted on a sheet starts from nothing in the next one.
LASTING_COUNTERS = frozenset({"edge-used"})
# Damage that is kept as a count, by the beginning of its name: points of modular armour, hits on shields.
LASTING_DAMAGE = ("modular-", "shield-")

# --- damage -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ArmourLost:
    """``points`` of armour marked off. ``half``: hardened armour, whether its next point is now half gone (1 yes,
    0 no, -1 not hardened)."""

    location: str
    points: int
    rear: bool = False
    half: int = -1


@dataclass(frozen=True, slots=True)
class StructureLost:
    location: str
    points: int


@dataclass(frozen=True, slots=True)
class DamageChanged:
    """Armour or structure of a special kind made ``before`` points into ``after``. Text only."""

    location: str
    before: int
    after: int
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class DamageMovedInward:
    """What ``source`` could not take goes on to ``location``. Text only."""

    source: str
    location: str
    points: int


@dataclass(frozen=True, slots=True)
class DamageWasted:
    """Nothing is left to take these points (or CASE let them out: ``reason``). Text only."""

    location: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class DamageCounted:
    """Points added to the count for the 20+ damage roll."""

    points: int


@dataclass(frozen=True, slots=True)
class LocationLost:
    location: str
    how: Lost
    cause: str


@dataclass(frozen=True, slots=True)
class MachineDestroyed:
    """``reason``: damage, engine, pilot-dead, ammunition, head, cockpit, ..."""

    reason: str


# --- criticals --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SlotHit:
    """A line is marked. ``cause``: critical, explosion, corrected."""

    location: str
    slot: int
    name: str
    cause: str = "critical"


@dataclass(frozen=True, slots=True)
class ComponentArmourSpent:
    location: str
    slot: int
    name: str


@dataclass(frozen=True, slots=True)
class CriticalMovedInward:
    """Nothing left to hit in ``source``. Text only."""

    source: str
    location: str


@dataclass(frozen=True, slots=True)
class CriticalLost:
    """A critical without effect, and why. Text only."""

    location: str
    reason: str


@dataclass(frozen=True, slots=True)
class Exploded:
    """Ammunition or another explosive item goes off: ``points`` in all, ``rounds`` left in the bin (0 for items)."""

    location: str
    slot: int
    name: str
    points: int
    rounds: int = 0
    bin: int = -1


@dataclass(frozen=True, slots=True)
class CaseHeld:
    """CASE (``kind`` 1) or CASE II (2) let the rest of an explosion out. Text only."""

    location: str
    kind: int


# --- MechWarrior ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PilotWounded:
    member: int
    hits: int
    cause: str


@dataclass(frozen=True, slots=True)
class PilotBlackedOut:
    member: int
    turn: int


@dataclass(frozen=True, slots=True)
class PilotRecovered:
    member: int


@dataclass(frozen=True, slots=True)
class PilotDied:
    member: int
    cause: str


@dataclass(frozen=True, slots=True)
class PilotEjected:
    member: int


@dataclass(frozen=True, slots=True)
class CrewSet:
    member: int
    crew: CrewMember


# --- rolls ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollOwed:
    roll: Owed


@dataclass(frozen=True, slots=True)
class RollAnswered:
    """A roll owed was thrown; ``outcome`` is a code ("passed", "failed", "criticals-2", "slot-4", "side-left", ...)."""

    roll: int
    kind: str
    dice: tuple[int, ...]
    outcome: str
    location: str = ""
    target: TargetNumber | None = None
    by_app: bool = False


@dataclass(frozen=True, slots=True)
class RollDropped:
    """A roll owed no longer matters (the location is gone, the 'Mech destroyed, waived by hand)."""

    roll: int
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class TriggerAdded:
    trigger: Trigger


@dataclass(frozen=True, slots=True)
class TriggersCleared:
    pass


# --- heat, movement, posture ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HeatGained:
    """Heat of this turn, to be counted in its heat phase."""

    source: Modifier


@dataclass(frozen=True, slots=True)
class HeatSettled:
    """The heat phase: ``generated`` in, ``sunk`` out, the scale now stands at ``heat``."""

    generated: int
    sunk: int
    heat: int


@dataclass(frozen=True, slots=True)
class SinksSet:
    off: int


@dataclass(frozen=True, slots=True)
class MovementSet:
    movement: Movement | None


@dataclass(frozen=True, slots=True)
class WeaponFired:
    mount: int
    name: str


@dataclass(frozen=True, slots=True)
class AmmunitionSet:
    """The bin now holds ``rounds``."""

    bin: int
    rounds: int
    reason: str


@dataclass(frozen=True, slots=True)
class WentDown:
    """Prone now. ``reason`` fell or chosen; ``levels`` fallen."""

    reason: str
    levels: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class StoodUp:
    pass


@dataclass(frozen=True, slots=True)
class ReactorShutDown:
    reason: str


@dataclass(frozen=True, slots=True)
class ReactorStarted:
    reason: str


@dataclass(frozen=True, slots=True)
class EquipmentFailed:
    """``item`` (``masc``, ``supercharger``) failed in use; what it costs follows. Text only."""

    item: str


@dataclass(frozen=True, slots=True)
class EngineStalled:
    stalled: bool


@dataclass(frozen=True, slots=True)
class StateSet:
    state: str
    on: bool


@dataclass(frozen=True, slots=True)
class CounterSet:
    counter: str
    value: int


@dataclass(frozen=True, slots=True)
class CountersReset:
    """These counters start from nothing again. Bookkeeping: the log need not show it."""

    counters: tuple[str, ...]


# --- phases, corrections ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PhaseClosing:
    """The end of a phase has been entered; what it owes comes next."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class TurnClosing:
    """The end of the turn has been entered: every phase left of it is closed, one after the other."""


@dataclass(frozen=True, slots=True)
class StepReached:
    """How far the closing of the phase has come. Bookkeeping: the log need not show it."""

    step: int


@dataclass(frozen=True, slots=True)
class PhaseSettled:
    """All that the phase owed is done: its marks count from now on, and ``next_phase`` of ``turn`` begins."""

    phase: Phase
    next_phase: Phase
    turn: int


@dataclass(frozen=True, slots=True)
class BattleLeft:
    """Everything that lasts only as long as a battle is over: heat, posture, shutdown, movement, fire, switches. The
    sheet now stands in ``phase`` of ``turn``. ``heat`` is what it cooled down from. ``spent`` names the counts of
    one-shot launchers fired, which stay (battles recorded before that rule have none: theirs came back loaded).
    """

    turn: int
    phase: Phase
    heat: int = 0
    spent: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BoxCorrected:
    """A box set by hand; see ``entries.Corrected`` for the boxes."""

    box: str
    before: int
    after: int
    reason: str


Event = (
    ModularArmourLost | ShieldStruck | LocationBreached
    | ArmourLost | StructureLost | DamageChanged | DamageMovedInward | DamageWasted | DamageCounted | LocationLost
    | MachineDestroyed | SlotHit | ComponentArmourSpent | CriticalMovedInward | CriticalLost | Exploded | CaseHeld
    | PilotWounded | PilotBlackedOut | PilotRecovered | PilotDied | PilotEjected | CrewSet | RollOwed | RollAnswered
    | RollDropped | TriggerAdded | TriggersCleared | HeatGained | HeatSettled | SinksSet | MovementSet | WeaponFired
    | AmmunitionSet | WentDown | StoodUp | ReactorShutDown | ReactorStarted | EngineStalled | EquipmentFailed
    | CountersReset | EquipmentSwitched | RollAgain | LocationChosen | EngineExploded | BlastTaken
    | StateSet | CounterSet | PhaseClosing | TurnClosing | StepReached | PhaseSettled | BattleLeft | BoxCorrected
)  # fmt: skip
