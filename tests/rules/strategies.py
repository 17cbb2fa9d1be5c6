"""What hypothesis draws for the rules: machines, entries that may be and entries that cannot."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from records.rules import CrewMember, Entry, Ruleset, Sheet, Unit
from records.rules import entries as n
from records.rules.options.check import club
from records.rules.unit import Engine

from .notation import machine

BRAWLER = machine(
    """
    RT 18+5/12 | Engine x3 | AC/20 x9
    LT 18+5/12 | Engine x3 | AC/20 Ammo=5 | AC/20 Ammo=5 | CASE
    RA 14/8 | Shoulder* | Upper Arm | Lower Arm | Hand | Medium Laser* | SRM 6 Ammo=15
    LA 14/8 | Shoulder | Upper Arm | Gauss Rifle x7 | Gauss Ammo=8
    RL 18/12 | Hip | Upper Leg | Lower Leg | Foot | Jump Jet | Heat Sink
    """,
    engine=Engine(250, "XL"), jump=1,
)  # fmt: skip
QUAD = machine(
    "RT 30+9/20 | Engine x2 | LRM 20 x5 | LRM 20 Ammo=6 | CASE II",
    config="Quad", tons=95, tech_base="Clan", engine=Engine(285, "Light"), armour_type="Hardened",
)  # fmt: skip
HAULER = machine(
    "CT 20+6/16 | Engine x3 | Gyro x4 | Engine x3 | Machine Gun Ammo=200",
    engine=Engine(100, "ICE"), structure_type="Industrial", armour_type="Commercial", crew_size=2,
)  # fmt: skip
UNITS = (BRAWLER, QUAD, HAULER)
PLACES = ("HD", "CT", "RT", "LT", "RA", "LA", "RL", "LL", "FRL", "FLL", "RRL", "RLL", "CL", "", "XX")
STATES = (
    "stealth", "hull-down", "vacuum", "coolant-pod", "radical-heat-sinks", "ppc-capacitor", "blue-shield",
    "right-shield-active", "left-shield-passive", "",
)  # fmt: skip
PLAIN_BOXES = (
    "heat", "prone", "shutdown", "turn", "sinks-off", "destroyed", "", ":", "nonsense:1", "counter:water-depth",
    "counter:hot-surroundings",
)  # fmt: skip
RULESETS = (
    Ruleset(),
    Ruleset(options=("CL-damage-counts-at-once", "CL-heavy-duty-gyro-first-hit-roll", "CL-automatic-ejection")),
    Ruleset(options=("-CL-engine-explosion-non-fusion", "-CL-quad-front-leg-with-torso")),
    replace(club(), settings={"HR-A12.hits": 1, "HR-A12.count-torso": 1, "HR-B03.causes-roll": 1}),
)

places = st.sampled_from(PLACES)
small = st.integers(-2, 14)
dice = st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple)
wild_dice = st.lists(st.integers(-1, 8), max_size=4).map(tuple)
hits = st.builds(
    n.Hit, places, st.one_of(st.integers(1, 40), st.sampled_from((0, -5, 1000, 10_000))), st.booleans(), st.booleans(),
    st.sampled_from(("", "ballistic", "energy", "missile", "physical", "fall", "area")), st.just(""),
    st.just(()), st.sampled_from((0, 7)),
)  # fmt: skip
crew = st.builds(CrewMember, st.integers(-1, 9), st.integers(-1, 9), st.integers(-1, 7))
boxes = st.one_of(
    st.builds("{}:{}".format, st.sampled_from(("armour", "rear", "structure", "lost", "slot", "breached")), places),
    st.builds("slot:{}:{}".format, places, small),
    st.builds("{}:{}".format, st.sampled_from(("ammo", "pilot", "conscious", "owed", "counter")), small),
    st.sampled_from(PLAIN_BOXES),
)
phases = st.sampled_from(("initiative", "movement", "weapon", "physical", "heat", "end"))

#: Any entry, possible or not, but for answers to rolls.
anything: st.SearchStrategy[Entry] = st.one_of(
    hits,
    hits,
    st.builds(n.CriticalCheck, places),
    st.builds(n.CriticalHit, places, small),
    st.builds(n.Rolled, st.integers(-1, 60), wild_dice),
    st.builds(
        n.Moved, st.sampled_from(("stood", "walked", "ran", "jumped", "swam")), small, st.booleans(), st.booleans()
    ),
    st.builds(n.Fired, st.lists(st.builds(n.Shot, small, small, small, small), max_size=3).map(tuple)),
    st.builds(n.HeatAdded, st.integers(-5, 120)),
    st.builds(n.PilotHit, small, small),
    st.builds(n.PilotingRollCaused, st.sampled_from(("kicked", "pushed", "rubble", "", "x")), small, st.booleans()),
    st.builds(n.FellDown, small),
    st.builds(n.StandUp),
    st.builds(n.DropProne),
    st.builds(n.PowerSwitched, st.booleans()),
    st.builds(n.SinksSwitched, small),
    st.builds(n.Ejected, small, st.sampled_from(("", "clear", "water", "x")), small),
    st.builds(n.BreachCheck, places),
    st.builds(n.StateSwitched, st.sampled_from(STATES), st.booleans()),
    st.builds(n.CounterUsed, st.sampled_from(("edge-used", "")), small),
    st.builds(n.CrewChanged, small, crew),
    st.builds(n.PhaseEnded, phases),
    st.builds(n.TurnEnded),
    st.builds(n.Corrected, boxes, st.integers(-2, 30), st.just("by hand")),
)


def answer(sheet: Sheet, faces: tuple[int, ...]) -> n.Rolled | None:
    """The first roll owed, answered with as many of the faces as it takes; None when nothing is owed."""
    if not sheet.owed:
        return None
    owed = sheet.owed[0]
    wanted = owed.dice + int(bool(owed.about.get("leg-die")))
    return n.Rolled(owed.id, (faces * wanted)[:wanted])


def of(index: int) -> Unit:
    """One of the machines above."""
    return UNITS[index % len(UNITS)]
