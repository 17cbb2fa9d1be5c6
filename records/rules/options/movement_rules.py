"""HR-B15b, own movement by experience; HR-B02, the cap on jumping; HR-B01, the open scale."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..condition import mechwarrior
from ..numbers import Modifier
from . import register
from .option import Grid, Option, Setting
from .words import OWN, Words, _

if TYPE_CHECKING:
    from ..classic.targets import TargetSituation
    from ..ruleset import Ruleset
    from ..sheet import CrewMember, Sheet
    from ..unit import Unit

PLACE = 60

MODES = ("stood", "walked", "ran", "jumped")
LEVELS = ("green", "regular", "veteran", "elite", "legendary")
LEAST, MOST = 2, 12


class OwnMovement(Option):
    """HR-B15b: the experience of whoever attacks says what their own movement adds. A green one rolls to land. Who
    swims attacks as though it had jumped."""

    def to_hit(
        self, ruleset: Ruleset, seat: CrewMember, target: TargetSituation, modifiers: tuple[Modifier, ...]
    ) -> Iterable[Modifier]:
        counted = {m.reason.removeprefix("attacker-"): m.value for m in modifiers if m.reason.startswith("attacker-")}
        if "swam" in counted:
            counted["jumped"] = counted.pop("swam")
        mode = next((mode for mode in MODES if mode in counted), "stood")
        level = seat.level or "regular"
        value = self.cell(ruleset, level, mode) - counted.get(mode, 0)
        return (Modifier(value, f"moves-as-{level}", self.id),)

    def movement_rolls(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, mode: str) -> Iterable[tuple[str, int]]:
        green = mechwarrior(sheet).level == "green"
        return (("green-landing", 0),) if mode == "jumped" and green and self.number(ruleset, "landing") else ()


class JumpCap(Option):
    """HR-B02: what a jump adds ends at +3: for attacks on the jumper, for the jumper's own, or for both."""

    TARGET, OWN, BOTH = range(3)

    def to_hit(
        self, ruleset: Ruleset, seat: CrewMember, target: TargetSituation, modifiers: tuple[Modifier, ...]
    ) -> Iterable[Modifier]:
        most, reading = self.number(ruleset, "most"), self.number(ruleset, "reading")
        if reading != self.OWN and target.movement == "jumped":
            moved = sum(m.value for m in modifiers if m.reason in ("target-moved", "target-jumped"))
            yield Modifier(min(0, most - moved), "jump-cap", self.id)
        if reading != self.TARGET and any(m.reason == "attacker-jumped" for m in modifiers):
            own = sum(m.value for m in modifiers if m.reason == "attacker-jumped" or m.reason.startswith("moves-as-"))
            yield Modifier(min(0, most - own), "own-jump-cap", self.id)


class OpenScale(Option):
    """HR-B01: in any roll of an action a 2 fails and a 12 succeeds."""

    ACTIONS = frozenset(
        {"to-hit", "physical", "piloting", "stand-up", "fall-avoid", "ice-stall", "ice-restart", "ejection"}
    )
    CONSCIOUSNESS = frozenset({"consciousness", "recovery"})
    HEAT = frozenset({"shutdown", "restart", "heat-ammunition"})

    def on_roll(self, ruleset: Ruleset, kind: str, dice: tuple[int, ...], made: bool) -> bool:
        counts = (
            kind in self.ACTIONS
            or (kind in self.CONSCIOUSNESS and self.number(ruleset, "consciousness"))
            or (kind in self.HEAT and self.number(ruleset, "heat"))
        )
        if not counts or len(dice) != 2:
            return made
        total = sum(dice)
        return total == MOST or (made and total != LEAST)


OWN_MOVEMENT = register(
    OwnMovement(
        "HR-B15b",
        settings=(Setting("landing", 1),),
        grid=Grid(LEVELS, MODES, ((0, 1, 3, 4), (0, 1, 2, 3), (0, 1, 1, 2), (0, 0, 1, 2), (0, 0, 1, 2))),
        words=Words(
            _("Own movement by experience"),
            OWN,
            _(
                "What the attacker's own movement adds depends on experience. A green MechWarrior who jumps "
                "makes a piloting roll to land."
            ),
            table=_("Modifier by experience and movement"),
            settings={
                "landing": _("green MechWarriors roll to land"),
            },
            rows={
                "green": _("green"),
                "regular": _("regular"),
                "veteran": _("veteran"),
                "elite": _("elite"),
                "legendary": _("legendary"),
            },
            columns={
                "stood": _("stood still"),
                "walked": _("walked"),
                "ran": _("ran"),
                "jumped": _("jumped"),
            },
            reasons={
                "moves-as-green": _("green MechWarrior's movement"),
                "moves-as-regular": _("regular MechWarrior's movement"),
                "moves-as-veteran": _("veteran's movement"),
                "moves-as-elite": _("elite's movement"),
                "moves-as-legendary": _("legendary MechWarrior's movement"),
            },
            causes={
                "green-landing": _("a green MechWarrior lands"),
            },
        ),
    )
)
JUMP_CAP = register(
    JumpCap(
        "HR-B02",
        settings=(Setting("reading", 0, 0, 2, ("target", "own", "both")), Setting("most", 3, 0, 9)),
        words=Words(
            _("Cap on jumping"),
            OWN,
            _("What a jump adds to an attack ends at +3."),
            settings={
                "reading": _("which attacks"),
                "most": _("highest modifier"),
            },
            choices={
                "target": _("attacks on the jumper"),
                "own": _("the jumper's own attacks"),
                "both": _("both"),
            },
            reasons={
                "jump-cap": _("cap on jumping"),
                "own-jump-cap": _("cap on own jump"),
            },
        ),
    )
)
OPEN_SCALE = register(
    OpenScale(
        "HR-B01",
        settings=(Setting("consciousness", 0), Setting("heat", 0)),
        words=Words(
            _("Open scale"),
            OWN,
            _(
                "In every roll of an action (to hit, piloting, standing up, avoiding harm) a 2 fails and a 12 "
                "succeeds, whatever the number."
            ),
            settings={
                "consciousness": _("consciousness rolls too"),
                "heat": _("shutdown, restart and ammunition rolls too"),
            },
        ),
    )
)
