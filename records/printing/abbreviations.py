"""Abbreviations that players use, for names that do not fit where they stand."""

from __future__ import annotations

from functools import lru_cache

from . import fonts

ABBREVIATIONS = (
    (" [Half]", " ½"),
    (" [Full]", ""),
    (" [IS]", ""),
    (" [Clan]", ""),
    (" (Clan)", ""),
    ("Artemis-capable", "Artemis"),
    ("Artemis V-capable", "Artemis V"),
    ("Narc-capable", "Narc"),
    ("Hyper-Assault Gauss Rifle/", "HAG "),
    ("Anti-Missile System", "AMS"),
    ("Anti-Personnel Gauss Rifle", "AP Gauss"),
    ("Anti-Personnel Pods (A-Pods)", "A-Pods"),
    ("Anti-BattleArmor Pods (B-Pods)", "B-Pods"),
    ("Actuator Enhancement System (AES)", "AES"),
    ("Mobile Hyperpulse Generators (Ground-Mobile HPG)", "Mobile HPG"),
    ("Chameleon Light Polarization Shield", "Chameleon LPS"),
    ("Combined Electronic Warfare System (CEWS)", "CEWS"),
    ("Composite Electronic Warfare System (CEWS)", "CEWS"),
    ("Bloodhound Active Probe", "Bloodhound Probe"),
    ("Remote Sensors/Dispenser", "Remote Sensors"),
    ("Targeting Computer", "Targeting Comp."),
    ("Remote Sensor Launcher", "RS Launcher"),
    ("Environmental Sealing", "Env. Sealing"),
    (" (Mounted)", ""),
    ("C3 Boosted System (C3BS)", "C3BS"),
    ("C3 Emergency Master (C3EM)", "C3EM"),
    ("Drone (Remote) Operating", "Drone Operating"),
    ("Binary Laser (Blazer) Cannon", "Blazer Cannon"),
    ("Lift Hoist/Arresting Hoist", "Lift Hoist"),
    ("Machine Gun", "MG"),
    ("Electronic Warfare System", "EW"),
    ("Communications Equipment", "Comms"),
    ("Triple Strength Myomer", "TSM"),
    ("Gauss Rifle", "Gauss"),
    ("Rocket Launcher", "RL"),
    ("Extended-Range", "ER"),
    ("High-Explosive", "HE"),
    ("Autocannon/", "AC/"),
    ("Re-engineered", "Re-eng."),
    ("Industrial", "Ind."),
    ("Extended", "Ext."),
    ("Prototype", "Proto."),
    ("Primitive", "Prim."),
    ("BattleMech ", ""),
    ("Improved", "Imp."),
    ("Enhanced", "Enh."),
    ("Medium", "Med."),
    ("Standard ", "Std. "),
    ("Light", "Lt"),
    ("Heavy", "Hvy"),
    ("System", "Sys."),
    ("Equipment", "Equip."),
)
"""What is written out and what may stand for it, in the order in which it is tried."""
LAST = (("Streak", "Strk."), ("Cluster", "Clus."))
"""Those that are not as clear."""


@lru_cache(maxsize=20_000)
def abbreviated(
    name: str, room: float, points: float, weight: int = 400, more: tuple[tuple[str, str], ...] = ()
) -> str:
    """The name with as many of the abbreviations as it takes to be no wider than ``room`` mm; ``more`` are tried last.

    Kept, for the same names stand in the same room on every print of a design.
    """
    face = fonts.face(weight)
    for long, short in (*ABBREVIATIONS, *more):
        if face.width(name, points) <= room:
            break
        name = name.replace(long, short)
    return name
