"""The target's situation as the weapons panel asks for it. It is a help, not an entry: nonsense counts as nothing."""

from __future__ import annotations

from django.http import QueryDict

from records.rules import figures
from records.rules.digits import whole
from records.rules.figures import TargetSituation


def target_from(asked: QueryDict) -> TargetSituation:
    """The situation in a request's ``t_`` fields."""
    terrain = asked.get("t_terrain", "")
    hexes = _count(asked, "t_hexes", 60)
    jumped = bool(asked.get("t_jumped"))
    return TargetSituation(
        movement="jumped" if jumped else "walked" if hexes else "stood",
        hexes=hexes,
        prone=bool(asked.get("t_prone")),
        immobile=bool(asked.get("t_immobile")),
        terrain=terrain if terrain in figures.target_grounds() else "clear",
        light_woods=_count(asked, "t_light", 9),
        heavy_woods=_count(asked, "t_heavy", 9),
        partial_cover=bool(asked.get("t_cover")),
    )


def _count(asked: QueryDict, name: str, most: int) -> int:
    return min(most, whole(asked.get(name), most=999) or 0)
