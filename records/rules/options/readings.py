"""Points where printings or tables read the base game differently. The default is the product's ruling."""

from __future__ import annotations

from . import register
from .option import Option

QUAD_FRONT_LEG_WITH_TORSO = register(Option("CL-quad-front-leg-with-torso", default_on=True))
ENGINE_EXPLOSION_NON_FUSION = register(Option("CL-engine-explosion-non-fusion", default_on=True))
INDUSTRIAL_END_OF_TURN = register(Option("CL-industrial-end-of-turn", default_on=True))
LIFE_SUPPORT_25_TWO = register(Option("CL-life-support-25-two-hits", default_on=True))
HEAVY_DUTY_GYRO_FIRST_HIT_ROLL = register(Option("CL-heavy-duty-gyro-first-hit-roll"))
DAMAGE_COUNTS_AT_ONCE = register(Option("CL-damage-counts-at-once"))
AUTOMATIC_EJECTION = register(Option("CL-automatic-ejection"))
CASE_II_ONE_WOUND = register(Option("CL-case-ii-one-wound"))

# Attacks and terrain.
BOG_DOWN_IN_MUD = register(Option("CL-bog-down-in-mud"))
LANDING_ROLL_ON_BOGGY_GROUND = register(Option("CL-landing-roll-on-boggy-ground"))
HEAT_SEEKERS_MISS_THE_COLD = register(Option("CL-heat-seekers-miss-the-cold", default_on=True))
HAND_WITHOUT_LOWER_ARM = register(Option("CL-hand-without-lower-arm", default_on=True))
