"""Optional rules in words: title, where they are written, what they do; their numbers, tables, uses and refusals."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .app import Words

BOOK = _("Total Warfare, where printings differ")
ERRATA = _("Tactical Operations errata v3.0")
ADOPTED = _("House rules, part A: adopted from Maximum Tech and Tactical Operations")
OWN = _("House rules, part B: the club's own")

GROUPS: dict[str, str | Promise] = {
    "CL": _("Readings of the base game"),
    "TO": _("Tactical Operations"),
    "HR-A": _("Adopted from Maximum Tech and Tactical Operations"),
    "HR-B": _("The club's own rules"),
}

BASES: Words = {"total-warfare": _("Total Warfare")}


@dataclass(frozen=True, slots=True)
class OptionWords:
    """Title, source and effect of an option, the names of its settings, and what its table is called."""

    title: str | Promise
    source: str | Promise
    effect: str | Promise
    settings: Words = field(default_factory=dict)
    table: str | Promise = ""


OPTIONS: dict[str, OptionWords] = {
    "CL-quad-front-leg-with-torso": OptionWords(
        _("A quad's front leg goes with its side torso"), BOOK,
        _("When a side torso of a four-legged 'Mech is destroyed, its front leg is blown off like an arm."),
    ),
    "CL-engine-explosion-non-fusion": OptionWords(
        _("Other engines than fusion may explode"), BOOK,
        _("Each hit on such an engine calls for 2D6: it explodes on 10 or more after the first, 7 or more after the "
          "second, 4 or more after the third hit."),
    ),
    "CL-industrial-end-of-turn": OptionWords(
        _("IndustrialMechs check themselves after a fall"), BOOK,
        _("An IndustrialMech that fell rolls for a critical hit in the End Phase."),
    ),
    "CL-life-support-25-two-hits": OptionWords(
        _("Two wounds from heat 25"), BOOK,
        _("With life support hit, heat from 15 to 24 wounds the MechWarrior once, from 25 on twice; else always once."),
    ),
    "CL-heavy-duty-gyro-first-hit-roll": OptionWords(
        _("A heavy-duty gyro's first hit calls for a roll"), BOOK,
        _("The first hit on a heavy-duty gyro calls for a piloting roll at the end of the phase."),
    ),
    "CL-damage-counts-at-once": OptionWords(
        _("Damage counts at once"), BOOK,
        _("Movement, piloting, heat sinks and aim suffer once the damage is marked, not at the end of the phase."),
    ),
    "CL-automatic-ejection": OptionWords(
        _("Automatic ejection"), BOOK,
        _("When something explodes inside the 'Mech the crew is thrown out at once instead of being wounded, and rolls "
          "for the landing."),
    ),
    "CL-case-ii-one-wound": OptionWords(
        _("CASE II spares a wound"), BOOK,
        _("An explosion that CASE II lets out wounds the MechWarrior once, not twice."),
    ),
    "CL-bog-down-in-mud": OptionWords(
        _("'Mechs bog down in mud"), BOOK,
        _("Entering mud on foot calls every 'Mech to the roll against bogging down, not only those above 100 tons."),
    ),
    "CL-landing-roll-on-boggy-ground": OptionWords(
        _("Landing in boggy ground calls for a roll"), BOOK,
        _("A jump into swamp, tundra, deep snow and the like calls for a piloting roll with that ground's modifier "
          "even if legs and gyro are whole. A jump into it leaves the 'Mech bogged down either way."),
    ),
    "CL-heat-seekers-miss-the-cold": OptionWords(
        _("Heat-seeking missiles miss the cold"), BOOK,
        _("Against a target with less than 5 heat heat-seeking missiles are harder to hit with by 1; else such a "
          "target changes nothing."),
    ),
    "CL-hand-without-lower-arm": OptionWords(
        _("A punch misses the hand as well as the lower arm"), BOOK,
        _("An arm built without lower arm and hand punches at +3, both counted; else at +2."),
    ),
    "TO-074-CRIT": OptionWords(
        _("Critical checks from attacks only"), ERRATA,
        _("Only internal structure lost to an attack calls for a critical check: falls, explosions inside and other "
          "causes do not. A hit can be marked as no attack."),
        {"also-a-two": _("a 2 on the location roll of a fall brings no check either")},
    ),
    "HR-A08": OptionWords(
        _("Damage steps"), ADOPTED,
        _("Every full 20 points of damage in a phase make all piloting rolls of that phase harder by 1. The roll for "
          "20 points is owed as always, without its own +1."),
        {"step": _("points to a step"), "each": _("modifier for each step")},
    ),
    "HR-A09": OptionWords(
        _("Weight class"), ADOPTED,
        _("The piloting roll for much damage in a phase is harder for light 'Mechs and easier for heavy ones. No other "
          "roll is changed."),
        table=_("Modifier by weight class"),
    ),
    "HR-A11": OptionWords(
        _("Floating critical"), ADOPTED,
        _("When the location roll is a 2, the location is rolled again: the hit lands there, and one critical check is "
          "made there even through the armour. After a second 2 it stays on the torso."),
        {"damage-stays": _("the damage stays on the torso, only the critical check moves"),
         "falls": _("falls too, not only attacks")},
    ),
    "TO-077-FLOAT": OptionWords(
        _("Floating critical behind partial cover"), ERRATA,
        _("For a target in partial cover a floating critical is rolled again until it lands elsewhere than on a leg. "
          "Say at the hit that the target is in cover."),
    ),
    "HR-A12": OptionWords(
        _("Engine explosion"), ADOPTED,
        _("A 'Mech that takes 4 engine hits in one phase rolls 2D6; on 10 or more its engine explodes with everything "
          "in its hex. Walking MP as built times tonnage, over 10, 20 and 40, is the damage at 1, 2 and 3 hexes."),
        {"hits": _("engine hits in a phase"), "target": _("explodes on this number or more"),
         "ring-1": _("damage at 1 hex: rating divided by"), "ring-2": _("damage at 2 hexes: rating divided by"),
         "ring-3": _("damage at 3 hexes: rating divided by"), "group": _("points to a damage group"),
         "count-torso": _("the engine lines of a centre torso destroyed in the phase count too"),
         "kills-crew": _("the MechWarrior dies with the 'Mech")},
    ),
    "TO-078-ENGINE": OptionWords(
        _("Engine explosions by height"), ERRATA,
        _("For a unit that stands higher, every 5 full elevations count as 1 hex of distance from the explosion."),
        {"elevations": _("elevations to a hex")},
    ),
    "HR-A16": OptionWords(
        _("Gauss weapons can be switched off"), ADOPTED,
        _("At the end of a turn a Gauss weapon can be switched off or on. Switched off it cannot fire and does not "
          "explode; a critical hit still destroys it."),
    ),
    "HR-B01": OptionWords(
        _("Open scale"), OWN,
        _("In every roll of an action (to hit, piloting, standing up, avoiding harm) a 2 fails and a 12 succeeds, "
          "whatever the number."),
        {"consciousness": _("consciousness rolls too"), "heat": _("shutdown, restart and ammunition rolls too")},
    ),
    "HR-B02": OptionWords(
        _("Cap on jumping"), OWN,
        _("What a jump adds to an attack ends at +3."),
        {"reading": _("which attacks"), "most": _("highest modifier")},
    ),
    "HR-B03": OptionWords(
        _("Ballistic impact"), OWN,
        _("Every hit by a ballistic weapon for 10 or more makes piloting rolls to keep one's feet, and to avoid harm "
          "in a fall, harder by 1 in that phase. Say at the hit that it was ballistic."),
        {"least": _("points of damage from which it counts"), "each": _("modifier for each hit"),
         "causes-roll": _("such a hit also calls for a piloting roll")},
    ),
    "HR-B05": OptionWords(
        _("Edge"), OWN,
        _("Once in a battle every 'Mech may cancel the result of a roll that affects it, before the next one is made, "
          "and have it thrown again; the second result stands. Not for its own attacks."),
        {"uses": _("uses in a battle"), "of-the-pilot": _("as often as the MechWarrior has edge, instead")},
    ),
    "HR-B15b": OptionWords(
        _("Own movement by experience"), OWN,
        _("What the attacker's own movement adds depends on experience. A green MechWarrior who jumps makes a piloting "
          "roll to land."),
        {"landing": _("green MechWarriors roll to land")},
        table=_("Modifier by experience and movement"),
    ),
    "HR-B19": OptionWords(
        _("Zombie"), OWN,
        _("Three times in a battle, once a turn, an elite MechWarrior puts any part of the 'Mech in the way of a shot "
          "that has hit, before its location is rolled."),
        {"uses": _("uses in a battle"), "a-turn": _("uses in a turn"),
         "must-exist": _("what is gone cannot be put in the way")},
    ),
}  # fmt: skip

CHOICES: Words = {
    "target": _("attacks on the jumper"),
    "own": _("the jumper's own attacks"),
    "both": _("both"),
    "front": _("front"),
    "rear": _("rear"),
    "left": _("left side"),
    "right": _("right side"),
}

ROWS: Words = {
    "light": _("light"), "medium": _("medium"), "heavy": _("heavy"), "assault": _("assault"),
    "superheavy": _("superheavy"),
    "green": _("green"), "regular": _("regular"), "veteran": _("veteran"), "elite": _("elite"),
    "legendary": _("legendary"),
}  # fmt: skip

COLUMNS: Words = {
    "modifier": _("modifier"),
    "stood": _("stood still"), "walked": _("walked"), "ran": _("ran"), "jumped": _("jumped"),
}  # fmt: skip

COUNTERS: Words = {
    "ballistic-hits": _("ballistic hits this phase"),
    "engine-blast-rolled": _("engine explosion rolled for"),
    "battle-edge": _("edge used this battle"),
    "zombie": _("zombie this battle"),
    "zombie-this-turn": _("zombie this turn"),
}

MARKS: Words = {
    "partial-cover": _("in partial cover"),
    "no-attack": _("no attack"),
    "put-in-the-way": _("put in the way (zombie)"),
}

ACTIONS: Words = {
    "switch-off": _("Switch off at the end of the turn"),
    "switch-on": _("Switch on at the end of the turn"),
    "keep-on": _("Leave it on after all"),
    "keep-off": _("Leave it off after all"),
    "blast": _("Caught in an engine explosion"),
    "reroll": _("Edge: cancel the last roll and throw it again"),
    "table-roll": _("Edge used on a roll at the table"),
}

GAPS: Words = {
    "rating": _("engine rating"),
    "hexes": _("hexes away"),
    "side": _("from the"),
    "elevation": _("elevation"),
}

VIOLATIONS: Words = {
    "option-is-off": _("This optional rule is not in use. The campaign's rules say which are."),
    "no-such-action": _("This rule knows no such action. Load the page again."),
    "no-such-mark": _("This mark of a hit belongs to a rule that is not in use. Enter the hit without it."),
    "switched-off": _("%(weapon)s is switched off. It can be switched on at the end of a turn."),
    "not-a-gauss-weapon": _("Only Gauss weapons can be switched off."),
    "leg-behind-cover": _("The %(location)s is behind cover. Roll the location again."),
    "edge-used-up": _("No edge is left in this battle."),
    "edge-too-late": _("Something came after the roll. Edge is used before the next thing happens: undo back to it."),
    "second-result-stands": _("This roll was thrown again already: the second result stands."),
    "only-elites": _("Only an elite MechWarrior who is awake can do that."),
    "zombie-used-this-turn": _("That was done already this turn."),
    "zombie-used-up": _("That has been done as often as a battle allows."),
    "cannot-put-what-is-gone": _("The %(location)s is gone. Put something else in the way."),
    "chosen-not-rolled": _("A location that was chosen was not rolled: there is no 2. Leave out “through armour”."),
    "blast-not-clear": _("Give the rating of the engine, the distance and the side it came from."),
    "rating-out-of-range": _("An engine's rating runs from %(low)d to %(high)d; %(number)d is none."),
    "blast-hexes-out-of-range": _("The explosion reaches %(high)d hexes: give %(low)d to %(high)d, not %(number)d."),
    "elevation-out-of-range": _("Elevations run from %(low)d to %(high)d, not %(number)d."),
    "out-of-the-blast": _("At that distance (%(distance)d hexes) the explosion does no harm."),
    "no-such-base": _("There is no such base game."),
    "no-such-option": _("There is no optional rule %(option)s."),
    "options-exclude": _("“%(option)s” and “%(other)s” cannot both be in use. Switch one of them off."),
    "option-needs": _("“%(option)s” only adds to “%(other)s”. Switch that one on too, or this one off."),
    "no-such-setting": _("There is no setting %(setting)s."),
    "setting-out-of-range": _("%(setting)s runs from %(low)d to %(high)d; %(number)d is beyond it."),
}

REASONS: Words = {
    "damage-steps": _("damage this phase, in steps"),
    "class-light": _("light 'Mech"),
    "class-medium": _("medium 'Mech"),
    "class-heavy": _("heavy 'Mech"),
    "class-assault": _("assault 'Mech"),
    "class-superheavy": _("superheavy 'Mech"),
    "ballistic-hits": _("heavy ballistic hits"),
    "ballistic-impact": _("ballistic impact"),
    "moves-as-green": _("green MechWarrior's movement"),
    "moves-as-regular": _("regular MechWarrior's movement"),
    "moves-as-veteran": _("veteran's movement"),
    "moves-as-elite": _("elite's movement"),
    "moves-as-legendary": _("legendary MechWarrior's movement"),
    "jump-cap": _("cap on jumping"),
    "own-jump-cap": _("cap on own jump"),
    "partial-cover": _("partial cover"),
    **COUNTERS,
}

CAUSES: Words = {
    "a-two": _("a 2 on the location roll"),
    "green-landing": _("a green MechWarrior lands"),
    "engine-hits": _("engine hits in one phase"),
}

ROLLS: Words = {
    "floating-location": _("Location of the floating critical"),
    "engine-blast": _("Engine explosion roll"),
    "blast-location": _("Location of the blast's damage"),
}

ROLL_HELP: Words = {
    "floating-location": _("2D6 on the column of the side attacked"),
    "engine-blast": _("On this number or more the engine explodes"),
    "blast-location": _("2D6 on the column of that side"),
}


def title(option_id: str) -> str:
    """An option's title; its id where it has none."""
    found = OPTIONS.get(option_id)
    return str(found.title) if found else option_id


def action(option_id: str, name: str) -> str:
    """What was done, with the rule that it was done under."""
    return f"{ACTIONS.get(name, name)} ({title(option_id)})"


def setting(name: str) -> str:
    """``"HR-B05.uses"`` in words."""
    option_id, _dot, rest = name.partition(".")
    words = OPTIONS.get(option_id)
    if words is None:
        return name
    row, _dot, column = rest.partition(".")
    text = words.settings.get(rest) or f"{ROWS.get(row, row)}, {COLUMNS.get(column, column)}"
    return f"{words.title}: {text}"
