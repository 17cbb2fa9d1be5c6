"""Points where printings or tables read the base game differently. The default is the product's ruling.

Another reading is one more call of :func:`reading` here; its words stand in it.
"""

from __future__ import annotations

from typing import Any

from . import register
from .option import Option
from .words import BOOK, Words, _

PLACE = 10


def reading(option_id: str, title: str, effect: str, *, default_on: bool = False, **words: Any) -> Option:
    """A reading, registered. ``words`` are further fields of :class:`Words`: another ``source``, ``reasons``, ..."""
    return register(
        Option(option_id, default_on=default_on, words=Words(title, words.pop("source", BOOK), effect, **words))
    )


QUAD_FRONT_LEG_WITH_TORSO = reading(
    "CL-quad-front-leg-with-torso",
    _("A quad's front leg goes with its side torso"),
    _("When a side torso of a four-legged 'Mech is destroyed, its front leg is blown off like an arm."),
    default_on=True,
)
ENGINE_EXPLOSION_NON_FUSION = reading(
    "CL-engine-explosion-non-fusion",
    _("Other engines than fusion may explode"),
    _(
        "Each hit on such an engine calls for 2D6: it explodes on 10 or more after the first, 7 or more after "
        "the second, 4 or more after the third hit."
    ),
    default_on=True,
)
INDUSTRIAL_END_OF_TURN = reading(
    "CL-industrial-end-of-turn",
    _("IndustrialMechs check themselves after a fall"),
    _("An IndustrialMech that fell rolls for a critical hit in the End Phase."),
    default_on=True,
)
LIFE_SUPPORT_25_TWO = reading(
    "CL-life-support-25-two-hits",
    _("Two wounds from heat 25"),
    _("With life support hit, heat from 15 to 24 wounds the MechWarrior once, from 25 on twice; else always once."),
    default_on=True,
)
HEAVY_DUTY_GYRO_FIRST_HIT_ROLL = reading(
    "CL-heavy-duty-gyro-first-hit-roll",
    _("A heavy-duty gyro's first hit calls for a roll"),
    _("The first hit on a heavy-duty gyro calls for a piloting roll at the end of the phase."),
)
DAMAGE_COUNTS_AT_ONCE = reading(
    "CL-damage-counts-at-once",
    _("Damage counts at once"),
    _("Movement, piloting, heat sinks and aim suffer once the damage is marked, not at the end of the phase."),
)
AUTOMATIC_EJECTION = reading(
    "CL-automatic-ejection",
    _("Automatic ejection"),
    _(
        "When something explodes inside the 'Mech the crew is thrown out at once instead of being wounded, and"
        " rolls for the landing."
    ),
)
CASE_II_ONE_WOUND = reading(
    "CL-case-ii-one-wound",
    _("CASE II spares a wound"),
    _("An explosion that CASE II lets out wounds the MechWarrior once, not twice."),
)
HEAT_AMMUNITION_BY_ROUND = reading(
    "CL-heat-ammunition-by-round",
    _("Heat sets off the most destructive round"),
    _(
        "When heat sets ammunition off, the bin whose single round does the most damage explodes, of equal ones the"
        " fullest. Otherwise the bin with the most damage left in all explodes."
    ),
)
SHUTDOWN_CHOSEN_ROLL = reading(
    "CL-shutdown-chosen-roll",
    _("Shutting down by choice calls for a roll"),
    _(
        "A MechWarrior who shuts the reactor down makes a piloting roll at +3 at the end of the phase, as for a"
        " shutdown by heat."
    ),
    default_on=True,
)
SHUTDOWN_UNCONSCIOUS_FALLS = reading(
    "CL-shutdown-unconscious-falls",
    _("An unconscious MechWarrior's 'Mech falls when it shuts down"),
    _("When heat shuts a standing 'Mech down and nobody aboard is awake, the piloting roll fails and it falls."),
    default_on=True,
)
CENTRE_TORSO_BIN_KILLS = reading(
    "CL-centre-torso-bin-kills",
    _("Ammunition in the centre torso kills"),
    _("When ammunition explodes in the centre torso and destroys it, everybody still aboard dies."),
    default_on=True,
)

# Attacks and terrain.
BOG_DOWN_IN_MUD = reading(
    "CL-bog-down-in-mud",
    _("'Mechs bog down in mud"),
    _("Entering mud on foot calls every 'Mech to the roll against bogging down, not only those above 100 tons."),
)
LANDING_ROLL_ON_BOGGY_GROUND = reading(
    "CL-landing-roll-on-boggy-ground",
    _("Landing in boggy ground calls for a roll"),
    _(
        "A jump into swamp, tundra, deep snow and the like calls for a piloting roll with that ground's modifier"
        " even if legs and gyro are whole. A jump into it leaves the 'Mech bogged down either way."
    ),
    default_on=True,
)
HEAT_SEEKERS_MISS_THE_COLD = reading(
    "CL-heat-seekers-miss-the-cold",
    _("Heat-seeking missiles miss the cold"),
    _(
        "Against a target with less than 5 heat heat-seeking missiles are harder to hit with by 1; else such a"
        " target changes nothing."
    ),
    default_on=True,
)
HAND_WITHOUT_LOWER_ARM = reading(
    "CL-hand-without-lower-arm",
    _("A punch misses the hand as well as the lower arm"),
    _("An arm built without lower arm and hand punches at +3, both counted; else at +2."),
    default_on=True,
)
