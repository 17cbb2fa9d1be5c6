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
HEAT_AMMUNITION_BY_ROUND = register(Option("CL-heat-ammunition-by-round"))
SHUTDOWN_CHOSEN_ROLL = register(Option("CL-shutdown-chosen-roll", default_on=True))
SHUTDOWN_UNCONSCIOUS_FALLS = register(Option("CL-shutdown-unconscious-falls", default_on=True))
CENTRE_TORSO_BIN_KILLS = register(Option("CL-centre-torso-bin-kills", default_on=True))
