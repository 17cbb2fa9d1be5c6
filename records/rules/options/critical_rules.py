"""HR-A11 and TO-077-FLOAT, floating criticals; HR-A16, Gauss weapons switched off. The engine has a file of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from ..classic import answers, criticals, damage, guard, wreck
from ..condition import controlled, mount_out
from ..events import EquipmentSwitched
from ..tables import hit_location, wants_leg_die
from ..unit import LEGS, TORSOS
from . import register
from .option import Offer, Option, Setting
from .words import ADOPTED, ERRATA, Words, _

if TYPE_CHECKING:
    from ..classic.damage import Group
    from ..classic.work import Work
    from ..entries import OptionUsed, Rolled
    from ..rolls import Owed
    from ..ruleset import Ruleset
    from ..sheet import Phase, Sheet
    from ..unit import Unit

PLACE = 40

COVER = "partial-cover"
SIDES = {"LT": "left", "RT": "right"}


class FloatingCritical(Option):
    """HR-A11: after a 2 the location is rolled once more; the critical check, and the damage unless the setting leaves
    it where it was, go there. A second 2 stays on the torso of the side attacked.

    A hit entered on an arm, a leg or the head with a 2 is one that the table has rolled on already.
    """

    def location_rolled(self, work: Work, group: Group) -> bool:
        if group.location not in TORSOS or (not group.attack and not self.number(work.ruleset, "falls")):
            return False
        if wreck.done(work):
            return False
        side = SIDES.get(group.location, "rear" if group.rear else "front")
        stays = bool(self.number(work.ruleset, "damage-stays"))
        about: dict[str, str | int | bool] = {
            "side": side,
            "from": group.location,
            "rear": group.rear,
            "points": 0 if stays else group.points,
            "kind": group.kind,
            "attack": group.attack,
            "cover": COVER in group.marks,
            "marks": " ".join(group.marks),
        }
        if work.unit.config == "Tripod":
            about["leg-die"] = True
        if stays:
            damage.apply(work, replace(group, through_armour=False))
        if not wreck.done(work):
            work.owe("floating-location", location=group.location, cause="a-two", rule=self.id, about=about)
        return True

    def answer(self, work: Work, owed: Owed, entry: Rolled) -> None:
        about, config = owed.about, work.unit.config
        side, total = str(about["side"]), entry.dice[0] + entry.dice[1]
        leg_die = entry.dice[2] if len(entry.dice) > 2 else 0
        if wants_leg_die(config, side, total) and not leg_die:
            raise work.refuse("leg-die-missing")
        place = hit_location(config, side, total, leg_die=leg_die or 1)
        here = str(about["from"]) if place.through_armour else place.location
        if about["cover"] and here in LEGS and work.ruleset.has("TO-077-FLOAT"):
            raise work.refuse("leg-behind-cover", location=here)
        answers.told(work, owed, entry, "location", here)
        rear = bool(about["rear"])
        if not about["points"]:
            criticals.owe_check(work, here, rear=rear and here in TORSOS, gone=False, cause="a-two")
            return
        group = damage.Group(here, int(about["points"]), rear, through_armour=True, attack=bool(about["attack"]))
        group.marks = tuple(str(about["marks"]).split())
        group.kind = str(about["kind"])  # type: ignore[assignment]
        damage.apply(work, group)


class FloatingBehindCover(Option):
    """TO-077-FLOAT: behind partial cover a floating critical is rolled again until it is not a leg."""

    def marks(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, location: str) -> tuple[str, ...]:
        return (COVER,) if location in TORSOS else ()


class GaussOff(Option):
    """HR-A16: a Gauss weapon is switched off, or on again, at the end of the turn; off, it neither fires nor explodes.

    The switch may be thrown at any time of the turn; it takes effect when the End Phase is done.
    """

    def why_not(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, mount: int) -> str:
        return "switched-off" if sheet.states.get(f"off-{mount}") else ""

    def explodes(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, mount: int) -> bool:
        return not sheet.states.get(f"off-{mount}")

    def offers(self, ruleset: Ruleset, unit: Unit, sheet: Sheet, last_roll: int) -> Iterable[Offer]:
        if sheet.destroyed or not controlled(sheet):
            return
        for mount in unit.weapons:
            if _gauss(unit, mount) and not mount_out(unit, sheet, mount):
                off, due = bool(sheet.states.get(f"off-{mount}")), bool(sheet.states.get(f"switch-due-{mount}"))
                action = ("keep-off" if due else "switch-on") if off else ("keep-on" if due else "switch-off")
                yield Offer(self.id, action, (), {"mount": mount}, _name(unit, mount))

    def use(self, work: Work, entry: OptionUsed) -> None:
        unit, sheet, mount = work.unit, work.sheet, entry.values.get("mount")
        guard.standing_machine(work)
        if not controlled(sheet):
            raise work.refuse("nobody-in-control")
        if not isinstance(mount, int) or mount not in unit.weapons or not _gauss(unit, mount):
            raise work.refuse("not-a-gauss-weapon")
        if mount_out(unit, sheet, mount):
            raise work.refuse("weapon-destroyed", weapon=_name(unit, mount))
        on = {"switch-on": True, "keep-on": True, "switch-off": False, "keep-off": False}.get(entry.action)
        if on is None:
            raise work.refuse("no-such-action", action=entry.action)
        off, due = bool(sheet.states.get(f"off-{mount}")), bool(sheet.states.get(f"switch-due-{mount}"))
        will_be_on = off == due
        if on == will_be_on:
            raise work.refuse("already-so")
        work.tell(EquipmentSwitched(mount, _name(unit, mount), on, due=True))

    def end_of_phase(self, work: Work, phase: Phase) -> None:
        if phase != "end":
            return
        for mount in work.unit.weapons:
            if work.sheet.states.get(f"switch-due-{mount}"):
                on = bool(work.sheet.states.get(f"off-{mount}"))
                work.tell(EquipmentSwitched(mount, _name(work.unit, mount), on))


def _gauss(unit: Unit, mount: int) -> bool:
    item = unit.gear.items[mount]
    return item is not None and item.is_gauss


def _name(unit: Unit, mount: int) -> str:
    item = unit.gear.items[mount]
    return f"{item.name if item is not None else unit.mounts[mount].item} ({unit.mounts[mount].location})"


FLOATING = register(
    FloatingCritical(
        "HR-A11",
        settings=(Setting("damage-stays", 0), Setting("falls", 0)),
        kinds=("floating-location",),
        words=Words(
            _("Floating critical"),
            ADOPTED,
            _(
                "When the location roll is a 2, the location is rolled again: the hit lands there, and one "
                "critical check is made there even through the armour. After a second 2 it stays on the torso."
            ),
            settings={
                "damage-stays": _("the damage stays on the torso, only the critical check moves"),
                "falls": _("falls too, not only attacks"),
            },
            rolls={
                "floating-location": _("Location of the floating critical"),
            },
            roll_help={
                "floating-location": _("2D6 on the column of the side attacked"),
            },
            causes={
                "a-two": _("a 2 on the location roll"),
            },
        ),
    )
)
FLOATING_BEHIND_COVER = register(
    FloatingBehindCover(
        "TO-077-FLOAT",
        needs=("HR-A11",),
        words=Words(
            _("Floating critical behind partial cover"),
            ERRATA,
            _(
                "For a target in partial cover a floating critical is rolled again until it lands elsewhere "
                "than on a leg. Say at the hit that the target is in cover."
            ),
            marks={
                "partial-cover": _("in partial cover"),
            },
            violations={
                "leg-behind-cover": _("The %(location)s is behind cover. Roll the location again."),
            },
        ),
    )
)
GAUSS_OFF = register(
    GaussOff(
        "HR-A16",
        words=Words(
            _("Gauss weapons can be switched off"),
            ADOPTED,
            _(
                "At the end of a turn a Gauss weapon can be switched off or on. Switched off it cannot fire "
                "and does not explode; a critical hit still destroys it."
            ),
            actions={
                "switch-off": _("Switch off at the end of the turn"),
                "switch-on": _("Switch on at the end of the turn"),
                "keep-on": _("Leave it on after all"),
                "keep-off": _("Leave it off after all"),
            },
            violations={
                "switched-off": _("%(weapon)s is switched off. It can be switched on at the end of a turn."),
                "not-a-gauss-weapon": _("Only Gauss weapons can be switched off."),
            },
        ),
    )
)
