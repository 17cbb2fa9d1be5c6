"""What the target and the ground between add to an attack (TW, weapon attacks: target and terrain modifiers)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..equipment import Equipment
from ..numbers import Modifier
from ..sheet import Mode
from ..tables.terrain import terrain, terrains

RULE = "TW:weapon-attacks"
Band = Literal["short", "medium", "long", "extreme"]
#: How the attacker moved; swimming with UMUs counts as jumping (TacOps p. 295).
MOVED = {"stood": 0, "walked": 1, "ran": 2, "jumped": 3, "swam": 3}
#: Hexes moved from which a target is a harder one, each time by one more (TW, target movement).
HARDER_FROM = (3, 5, 7, 10, 18, 25)


@dataclass(frozen=True, slots=True)
class TargetSituation:
    """The target and what lies between, as far as the table tells.

    ``hexes`` moved by ``movement``. ``light_woods``, ``heavy_woods`` and ``light_smoke`` count hexes between.
    ``terrain`` is the target's own (one of :func:`grounds`; any other counts as clear). ``secondary``: another
    target came first; ``"front"`` when this one is in the front arc, ``"other"`` when not. ``stealth`` names
    signature systems that are on. ``indirect``: no line of sight, a spotter sees it; ``spotter`` is how that one
    moved, ``spotter_attacks`` whether it attacks as well. ``adjacent`` matters where the distance is a band.
    ``heat`` of the target matters to heat-seeking rounds; its ``piloting`` (-1: not known) and ``tons`` (0: not
    known) to charges and death from above; ``behind`` to a quad's kick; ``levels``, how much higher it stands, to
    punches at a prone one. ``aimed``: with the ``"targeting-computer"`` or because it is ``"immobile"``, at
    location ``aimed_at``. ``c3``: hexes from the best placed member of the network to it (0: none). ``tagged``
    matters to semi-guided rounds, ``homing`` (an iNarc pod) and its ``ecm`` to Narc-capable ones.
    """

    movement: Mode = "stood"
    hexes: int = 0
    prone: bool = False
    immobile: bool = False
    adjacent: bool = False
    superheavy: bool = False
    terrain: str = "clear"
    light_woods: int = 0
    heavy_woods: int = 0
    light_smoke: int = 0
    partial_cover: bool = False
    secondary: str = ""
    stealth: tuple[str, ...] = ()
    indirect: bool = False
    spotter: Mode = "stood"
    spotter_attacks: bool = False
    heat: int = 0
    piloting: int = -1
    tons: int = 0
    behind: bool = False
    levels: int = 0
    aimed: str = ""
    aimed_at: str = ""
    c3: int = 0
    tagged: bool = False
    homing: bool = False
    ecm: bool = False


#: Points of heat of the target for each of which a heat-seeking round is a better shot.
HEAT_STEP = 5
NOTHING_KNOWN = TargetSituation()


def grounds() -> tuple[str, ...]:
    """Where a target may stand: terrain of which the table says what it adds to attacks on whoever stands there."""
    return tuple(code for code, kind in terrains().items() if kind.to_hit is not None)


def of_target(target: TargetSituation, *, adjacent: bool) -> list[Modifier]:
    """What the target's movement, posture and surroundings add."""
    found = []
    if target.immobile:
        found.append(Modifier(-4, "target-immobile", RULE))
    else:
        found.append(Modifier(sum(target.hexes >= h for h in HARDER_FROM), "target-moved", RULE, str(target.hexes)))
        found.append(Modifier(int(target.movement == "jumped"), "target-jumped", RULE))
    if target.prone:
        found.append(Modifier(-2 if adjacent else 1, "target-prone-adjacent" if adjacent else "target-prone", RULE))
    found.append(Modifier(-1 if target.superheavy else 0, "target-superheavy", "TO:superheavy"))
    found.append(Modifier(terrain(target.terrain).to_hit or 0, f"target-in-{target.terrain}", "TW:terrain"))
    found.append(Modifier(target.light_woods, "light-woods-between", "TW:terrain"))
    found.append(Modifier(2 * target.heavy_woods, "heavy-woods-between", "TW:terrain"))
    found.append(Modifier(target.light_smoke, "light-smoke-between", "TW:terrain"))
    covered = terrain(target.terrain).cover and not target.prone
    found.append(Modifier(int(target.partial_cover or covered), "partial-cover", RULE))
    if target.secondary:
        found.append(Modifier(1 if target.secondary == "front" else 2, "secondary-target", RULE))
    return found


def indirect(target: TargetSituation, loaded: Equipment | None) -> list[Modifier]:
    """Fire through a spotter: +1, the spotter's movement, +1 when it attacks too. Semi-guided rounds need no spotter's
    skill, and none at all to a tagged target; who only tags does not attack."""
    found = [Modifier(1, "indirect-fire", RULE)]
    if _semi_guided(loaded):
        return [*found, Modifier(-int(target.tagged), "semi-guided", "TO:munitions")]
    found.append(Modifier(MOVED[target.spotter], f"spotter-{target.spotter}", RULE))
    found.append(Modifier(int(target.spotter_attacks and not target.tagged), "spotter-attacks", RULE))
    return found


def homes_on_tag(target: TargetSituation, loaded: Equipment | None) -> bool:
    """Semi-guided rounds come down on a tagged target whatever it stands in."""
    return target.tagged and _semi_guided(loaded)


def _semi_guided(loaded: Equipment | None) -> bool:
    return loaded is not None and loaded.munition == "SEMIGUIDED"


def signature(target: TargetSituation, band: Band) -> list[Modifier]:
    """Stealth armour and its like: harder at medium and long range; the void signature by movement (TO)."""
    step = {"short": 0, "medium": 1, "long": 2, "extreme": 2}[band]
    values = dict.fromkeys(("stealth-armour", "null-signature", "chameleon"), step)
    values["void-signature"] = 3 - sum(target.hexes >= hexes for hexes in (1, 3, 6))
    return [Modifier(values[name], name, "TO:stealth") for name in target.stealth if name in values]


def munition(loaded: Equipment | None, target: TargetSituation, found: list[Modifier], *, cold: int) -> list[Modifier]:
    """Rounds of a special kind (TO, alternate munitions). Heat-seeking ones: -1 for every full 5 points on the target's
    heat scale; where there are none they have nothing to seek, and ``cold`` is added (TO p. 369; by another reading of
    it nothing is)."""
    if loaded is None:
        return []
    moved = sum(m.value for m in found if m.reason in ("target-moved", "target-jumped"))
    value = {"FOLLOW_THE_LEADER": 2, "ARMOR_PIERCING": 1}.get(loaded.munition, 0)
    if loaded.munition == "PRECISION":
        value = -min(2, moved)
    elif loaded.munition == "HEAT_SEEKING":
        value = -(target.heat // HEAT_STEP) if target.heat >= HEAT_STEP else cold
    elif loaded.munition == "SEMIGUIDED" and target.tagged:
        value = -moved
    elif loaded.munition == "NARC_CAPABLE" and target.homing and not target.ecm:
        value = -1
    return [Modifier(value, "munition", "TO:munitions", loaded.name)]


#: Rounds and guns that scatter cannot be aimed.
SCATTERING = frozenset({"HAG", "SBGAUSS"})


def aim(target: TargetSituation, item: Equipment, *, computer: bool, scatters: bool, shots: int) -> list[Modifier]:
    """An aimed shot: +3 with a targeting computer in the place of its -1, and not with pulse weapons; at the head of
    an immobile target +3 in the place of the -4. What cannot aim fires as usual (TW, aimed shots)."""
    scatters = scatters or shots > 1 or item.ammo_type in SCATTERING
    if target.aimed == "targeting-computer" and computer and not scatters and "PULSE" not in item.flags:
        return [Modifier(3, "aimed", "TW:targeting-computer", target.aimed_at)]
    at_head = target.aimed == "immobile" and target.immobile and target.aimed_at == "HD"
    if at_head and not scatters and "MISSILE" not in item.flags:
        return [Modifier(3, "aimed-at-head", RULE)]
    return []
