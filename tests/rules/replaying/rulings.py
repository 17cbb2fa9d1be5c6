"""Which of the traces' flags the product follows: the rulings of the classic rules."""

from __future__ import annotations

from typing import Any

from records.rules import Ruleset

#: Readings of the base game as the traces have them, where the product's own reading is another one: of equal bins the
#: most destructive round goes first, a 'Mech with nobody awake stays on its feet when it shuts down, and a critical on
#: reactive armour is thrown again (``trace_exceptions.json``, "readings").
READINGS = Ruleset(
    options=("CL-heat-ammunition-by-round", "-CL-shutdown-unconscious-falls", "-CL-reactive-armour-struck")
)

#: Steps with one of these are played as the trace has them.
FOLLOWED = frozenset({
    "through_armor_and_internal_two_checks", "check_on_location_destroyed_by_same_damage",
    "leg_blown_off_with_zero_structure", "quad_front_leg_lost_with_side_torso", "quad_leg_lost_pilot_roll_modifiers",
    "non_fusion_engine_explosion_roll", "case_no_rear_armour_loss", "case_ii", "explosion_counted_for_20_damage",
    "life_support_heat_25_two_hits", "damage_in_heat_phase", "multi_crew", "industrial_end_of_turn_check",
})  # fmt: skip

#: The product differs, but only in a number that is not compared: the rest of the trace still holds.
HARMLESS = frozenset({
    "psr_value_while_prone_with_destroyed_gyro",  # shown only while prone
    "searchlight_roll", "break_spikes",  # rolls for equipment that no later step asks about: thrown away
})  # fmt: skip

#: A replay stops before such a step: the product follows the book, and what comes after builds on the difference.
BY_THE_BOOK = frozenset({
    "criticals_lost", "check_on_gone_location", "through_armor_lost_location_gone_this_phase",
    "actuator_modifier_of_leg_lost_this_phase", "damage_counter_case_ii", "damage_counter_special_armour",
    "heat_30_plus", "superheavy_double_slot", "heavy_duty_gyro_first_hit",
})  # fmt: skip

LEG_ACTUATORS = frozenset({"Hip", "Upper Leg", "Lower Leg", "Foot"})

SCALE_ENDS = 30
HEAVY_DUTY_GYRO = {"value": 2, "reason": "gyro hit"}


def stops(step: dict[str, Any]) -> str:
    """The flag for which a replay stops before this step, or ``""``. A flag nobody has ruled on stops it too."""
    flags: list[str] = step.get("flags") or []
    for flag in flags:
        if flag not in FOLLOWED and flag not in HARMLESS:
            return flag
    if step["after"]["heat"] >= SCALE_ENDS and step["event"]["type"] == "set_heat":
        return "heat_30_plus"
    if any(trigger == HEAVY_DUTY_GYRO for trigger in step.get("psrs_due") or ()):
        return "heavy_duty_gyro_first_hit"
    return "critical_of_destroyed_location_moved_inward" if _moved_out_of_wreckage(step) else ""


def _moved_out_of_wreckage(step: dict[str, Any]) -> bool:
    """A critical of a location destroyed by the very same damage moved inward: it never does by the rulings."""
    gone: set[str] = set()
    for effect in step["effects"]:
        if effect["effect"] in ("location_destroyed", "location_blown_off"):
            gone.add(effect["location"])
        elif effect["effect"] == "critical_transfer" and effect["from"] in gone and effect["criticals"]:
            return True
    return False


def excuses(step: dict[str, Any]) -> str:
    """Why a hit may end otherwise than in the trace: there an explosion comes before the rest of the very damage that
    set it off, and takes the armour from the way of that rest. A damage group is applied whole (rules, "A hit")."""
    exploded = False
    for effect in step["effects"] if step["event"]["type"] == "hit" else ():
        if effect["effect"] == "explosion":
            exploded = True
        elif effect["effect"] in ("case", "case_ii"):
            exploded = False
        elif exploded and effect["effect"] == "damage" and not effect["explosion"]:
            return "explosion_before_the_rest_of_the_damage"
    return ""


class Wreckage:
    """Remembers within a phase whether a leg's actuator was hit by a critical of the damage that destroyed the leg. By
    the rulings such a result changes nothing; the trace adds its modifier to the rolls at the end of the phase."""

    NAME = "actuator_hit_in_leg_lost_by_the_same_damage"

    def __init__(self) -> None:
        self._hit = False

    def stops(self, step: dict[str, Any]) -> str:
        """The name of the difference when this step is the one that it shows in, else ``""``."""
        self._note(step)
        due = any("actuator" in trigger["reason"] for trigger in step.get("psrs_due") or ())
        shows = self._hit and due
        if step["event"]["type"] in ("phase_end", "heat_phase"):
            self._hit = False
        return self.NAME if shows else ""

    def _note(self, step: dict[str, Any]) -> None:
        gone = {effect["location"] for effect in step["effects"] if effect["effect"] == "location_destroyed"}
        self._hit |= any(
            roll["purpose"] == "critical_slot" and roll["item"] in LEG_ACTUATORS and roll["location"] in gone
            for roll in step["rolls"]
        )
