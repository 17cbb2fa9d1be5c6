"""Entries: what a person at the table says has happened. Each is data; what follows from it is decided elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .sheet import CrewMember, Mode, Phase

DamageKind = Literal["", "ballistic", "energy", "missile", "physical", "fall", "area"]


@dataclass(frozen=True, slots=True)
class Hit:
    """One damage group on a location. ``points`` 1-1,000. ``rear``: the attack came from behind,
    and meets rear armour in the torsos, also when it gets there from a limb. ``kind`` matters to special armour.

    ``through_armour`` is a 2 on the hit-location table: one critical check besides. ``source`` says in words where it
    came from, for the log; ``attacker`` is the number of the attacker's record sheet where that is one of the battle's,
    else 0. ``marks`` are codes that optional rules know (``option.marks``), each once.
    """

    location: str
    points: int
    rear: bool = False
    through_armour: bool = False
    kind: DamageKind = ""
    source: str = ""
    marks: tuple[str, ...] = ()
    attacker: int = 0


@dataclass(frozen=True, slots=True)
class CriticalCheck:
    """A critical check without damage (a rule outside the sheet asks for it)."""

    location: str


@dataclass(frozen=True, slots=True)
class BreachCheck:
    """A hull breach check without damage: a damaged location goes under water or into vacuum."""

    location: str


@dataclass(frozen=True, slots=True)
class CriticalHit:
    """A critical marked straight on a line of the sheet (the table has thrown the dice itself)."""

    location: str
    slot: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """The answer to a roll owed: the faces (1-6) in order. ``by_app`` when the app threw them."""

    roll: int
    dice: tuple[int, ...]
    by_app: bool = False


@dataclass(frozen=True, slots=True)
class Moved:
    """The movement of this turn. Entering it again replaces it while the movement phase lasts. ``terrain`` of the last
    hex (a code of ``tables/terrain.json``) calls for its own roll where it does, and weighs on others that the movement
    calls for; ground crossed on the way is a :class:`PilotingRollCaused`. ``swam``: with underwater manoeuvring units,
    in the water that is noted on the sheet.
    """

    mode: Mode
    hexes: int = 0
    masc: bool = False
    supercharger: bool = False
    terrain: str = ""


@dataclass(frozen=True, slots=True)
class Shot:
    """One weapon fired: ``mount`` in ``Unit.mounts``; ``bin`` in ``Unit.bins`` (-1: none needed or the first that
    fits); ``rounds`` shots taken from it (ultra and rotary guns more than 1); ``heat`` -1: as the weapon says.
    ``dial``: the damage that a bombast laser is turned to, 0 for full power.
    """

    mount: int
    bin: int = -1
    rounds: int = 1
    heat: int = -1
    dial: int = 0


@dataclass(frozen=True, slots=True)
class Fired:
    """Weapons fired this turn: their heat counts, their rounds are spent."""

    shots: tuple[Shot, ...]


@dataclass(frozen=True, slots=True)
class HeatAdded:
    """Heat from a source the sheet cannot see (fire, infernos, flamers). ``points`` 1-100; external: to 15 a turn."""

    points: int
    reason: str = "external"


@dataclass(frozen=True, slots=True)
class PilotHit:
    """Wounds to one seat from a cause outside the sheet. ``hits`` 1-6."""

    member: int = 0
    hits: int = 1
    cause: str = "other"


@dataclass(frozen=True, slots=True)
class PilotingRollCaused:
    """Something on the table calls for a piloting roll (kicked, pushed, entered water, ...).

    What the cause adds is known (``figures.situations``); ``value`` (-5 to +10) is what the table adds to that: the
    distance of a skid, a house rule.

    ``now``: the roll is owed at once, as those of moving are anyway (water, rubble, buildings, skids); else at the end
    of the phase.
    """

    cause: str
    value: int = 0
    now: bool = False


@dataclass(frozen=True, slots=True)
class FellDown:
    """A fall of ``levels`` (0-20) without a roll."""

    levels: int = 0


@dataclass(frozen=True, slots=True)
class StandUp:
    """An attempt to stand: heat, and a piloting roll where one is due; ``terrain`` as for :class:`Moved`."""

    terrain: str = ""


@dataclass(frozen=True, slots=True)
class DropProne:
    """Going prone on purpose."""


@dataclass(frozen=True, slots=True)
class PowerSwitched:
    """The MechWarrior shuts the reactor down or starts it."""

    on: bool


@dataclass(frozen=True, slots=True)
class SinksSwitched:
    """How many heat sinks are switched off from now on."""

    off: int


@dataclass(frozen=True, slots=True)
class Ejected:
    """The crew leaves the 'Mech. ``landing`` is the ground they come down on (``figures.landings``): each owes the roll
    for it. Without one the table has rolled already, and ``hits`` (0-6) are what the landing cost each of them.
    ``value`` (-5 to +10) is what the table adds to the roll: levels of a building, weather, gravity.
    """

    hits: int = 0
    landing: str = ""
    value: int = 0


@dataclass(frozen=True, slots=True)
class StateSwitched:
    """A switch of the sheet is thrown: ``"hull-down"``, ``"stealth"``, ..."""

    state: str
    on: bool


@dataclass(frozen=True, slots=True)
class CounterUsed:
    """Uses of something counted (edge, zombie, ...), ``uses`` 1 and up."""

    counter: str
    uses: int = 1


@dataclass(frozen=True, slots=True)
class OptionUsed:
    """Something done under an optional rule that is on. ``option`` is its id, ``action`` and ``values`` as the option
    offers them.
    """

    option: str
    action: str
    values: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CrewChanged:
    """Another MechWarrior takes a seat, or skills are set; wounds come along."""

    member: int
    crew: CrewMember


@dataclass(frozen=True, slots=True)
class PhaseEnded:
    """The phase is over for this sheet. Refused while rolls are owed."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """All that is left of the turn is worked through: heat, end phase, next turn. Refused while rolls are owed."""


@dataclass(frozen=True, slots=True)
class StoodDown:
    """The 'Mech is between battles: it cools down, gets up, its reactor runs, and its clock is set to ``turn`` (1 and
    up) and ``phase``, where the next battle finds it. Damage, ammunition, one-shots fired, wounds and edge stay as
    they are. Refused while rolls are owed, unless ``drop_rolls`` lets them go unanswered.
    """

    turn: int = 1
    phase: Phase = "movement"
    drop_rolls: bool = False


@dataclass(frozen=True, slots=True)
class Corrected:
    """A box on the sheet is set by hand, with a reason. ``box`` is one of: ``armour:LOC``, ``rear:LOC``,
    ``structure:LOC``, ``slot:LOC:N``, ``ammo:BIN``, ``shots:MOUNT`` (left in a one-shot launcher), ``heat``,
    ``pilot:MEMBER``, ``conscious:MEMBER``, ``gunnery:MEMBER``, ``piloting:MEMBER``, ``prone``, ``shutdown``,
    ``lost:LOC``, ``breached:LOC``, ``turn``, ``sinks-off``, ``destroyed``, ``counter:NAME``, ``owed:ROLL`` (0: waived).
    Flags take 0 or 1.
    """

    box: str
    value: int
    reason: str = ""


Entry = (
    Hit | CriticalCheck | BreachCheck | CriticalHit | Rolled | Moved | Fired | HeatAdded | PilotHit | PilotingRollCaused
    | FellDown | StandUp | DropProne | PowerSwitched | SinksSwitched | Ejected | StateSwitched | CounterUsed
    | OptionUsed | CrewChanged | PhaseEnded | TurnEnded | StoodDown | Corrected
)  # fmt: skip
