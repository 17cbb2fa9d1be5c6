"""The 'Mechs of a release's database: between them they carry what makes every kind of entry and event."""

from __future__ import annotations

from records.rules import Unit
from records.rules.unit import Engine, HeatSinks
from tests.rules.notation import machine

TRAILER = "Hip | Upper Leg | Lower Leg | Foot"


def _named(name: str, drawing: str, **fields: object) -> Unit:
    chassis, _space, model = name.rpartition(" ")
    return machine(drawing, chassis=chassis, model=model, **fields)


def machines() -> dict[str, Unit]:
    """Every 'Mech by the name it goes by in the script."""
    return {
        "bruiser": _named(
            "Bruiser BRS-1",
            f"""
            RT 18+5/12 | Engine x3 | AC/20 x9
            LT 18+5/12 | Engine x3 | AC/20 Ammo=5 | AC/20 Ammo=5 | CASE
            RA 14/8 | Shoulder* | Upper Arm | Lower Arm | Hand | Medium Laser* | SRM 6 Ammo=15
            LA 14/8 | Shoulder | Upper Arm | Gauss Rifle x7 | Gauss Ammo=8
            RL 18/12 | {TRAILER} | Jump Jet | Heat Sink
            """,
            engine=Engine(250, "XL"), jump=1,
        ),
        "quad": _named(
            "Strider STR-4Q", "RT 30+9/20 | Engine x2 | LRM 20 x5 | LRM 20 Ammo=6 | CASE II",
            config="Quad", tons=95, tech_base="Clan", engine=Engine(285, "Light"), armour_type="Hardened",
        ),
        "tripod": _named(
            "Trivet TRV-3T",
            f"""
            CL 18/12 | {TRAILER} | - | -
            RT 18+5/12 | SRM 6 x2 | SRM 6 Ammo=15 | Medium Laser
            LT 18+5/12 | Rocket Launcher 10 | Medium Laser | UMU | UMU
            """,
            config="Tripod", crew_size=2, umu=2, tons=60,
        ),
        "hauler": _named(
            "Hauler HLR-9I", "CT 20+6/16 | Engine x3 | Gyro x4 | Engine x3 | Machine Gun Ammo=200",
            engine=Engine(100, "ICE"), structure_type="Industrial", armour_type="Commercial", crew_size=2,
        ),
        "guard": _named(
            "Guard GRD-2S",
            """
            RA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | ISLargeShield x7
            RT 18+5/12 | ISModularArmor | Medium Laser | Gauss Rifle x7 | Gauss Ammo=8
            LT 18+5/12 | PPC x3 | PPC Capacitor | Blue Shield Particle Field Damper | AC/20 Ammo=5 | CASE
            LA 14/8 | Shoulder | Upper Arm | Lower Arm | Hand | Medium Laser | Medium Laser
            """,
            heat_sinks=HeatSinks(14, "Heat Sink", 14, 10),
        ),
        "sprinter": _named(
            "Sprinter SPR-6M",
            "RT 18+5/12 | IS Coolant Pod | Medium Laser | LRM 20 x5 | LRM 20 Ammo=6\n"
            "LT 18+5/12 | MASC x2 | Supercharger | Medium Laser | Medium Laser",
            walk=6, run=12, run_plain=9, jump=5, armour_type="Reflective",
        ),
        "winged": _named("Gadfly GAD-1L", "LT 18+5/12 | Landing Gear | Medium Laser", config="LAM", jump=5),
        "convert": _named(
            "Shifter SHF-2V",
            "\n".join(f"{leg} 18/12 | {TRAILER} | Conversion Gear" for leg in ("FRL", "FLL", "RRL", "RLL"))
            + "\nRT 18+5/12 | Medium Laser | AC/2 Ammo=3 | AC/2 Ammo=2",
            config="QuadVee", crew_size=2,
        ),
        "giant": _named(
            "Colossus CLS-10", "RT 40+12/30 | Medium Laser & Medium Laser | LRM 20 x5 | LRM 20 Ammo=6",
            tons=120, walk=3, run=5, run_plain=5, engine=Engine(360, "Fusion"),
        ),
    }  # fmt: skip
