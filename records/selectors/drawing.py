"""The 'Mech's drawing on the screen: the paper's geometry with the marks of a sheet on it. Pure: data in, data out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from django.utils.safestring import SafeString

from records import rules
from records.printing import body, geometry
from records.rules import figures
from records.rules.condition import slot_out, takes_criticals

_FIGURES: dict[int, tuple[rules.Unit, geometry.Figure]] = {}
_NAMES: dict[int, tuple[rules.Unit, dict[tuple[str, int], str]]] = {}


@dataclass(frozen=True, slots=True)
class SectionView:
    """Pips of one kind on a location: ``left`` of ``total``, ``fresh`` of the lost ones marked in this phase."""

    kind: str
    left: int
    total: int
    fresh: int
    svg: SafeString


@dataclass(frozen=True, slots=True)
class SlotView:
    """One critical slot line. ``state``: ``""``, ``hit``, ``fresh`` (hit this phase), ``lost`` (with its location),
    ``spent`` (its component armour). ``joined``: it goes on with the item of the line before."""

    number: int
    die: int
    name: str
    state: str
    hittable: bool
    joined: bool
    mount: int
    bin: int
    rounds: int
    armoured: bool


@dataclass(frozen=True, slots=True)
class LocationView:
    code: str
    sections: tuple[SectionView, ...]
    slots: tuple[SlotView, ...]
    lost: str
    fresh: bool
    hits: int
    outline: SafeString
    breached: bool = False
    outer: tuple[tuple[str, int, int], ...] = ()

    @property
    def armour(self) -> SectionView:
        """The front armour."""
        return self.sections[0]

    @property
    def rear(self) -> SectionView | None:
        """The rear armour of a torso."""
        return next((section for section in self.sections if section.kind == "rear"), None)

    @property
    def structure(self) -> SectionView:
        """The internal structure."""
        return self.sections[-1]

    @property
    def halves(self) -> tuple[tuple[SlotView, ...], ...]:
        """The slot lines as the dice read them: six, or twice six."""
        return tuple(self.slots[start : start + 6] for start in range(0, len(self.slots), 6))


def figure(unit: rules.Unit) -> geometry.Figure:
    """The unit's drawing; worked out once."""
    kept = _FIGURES.get(id(unit))
    if kept is None or kept[0] is not unit:
        if len(_FIGURES) > 500:
            _FIGURES.clear()
        kept = _FIGURES[id(unit)] = (unit, geometry.figure(unit))
    return kept[1]


def columns(unit: rules.Unit) -> tuple[tuple[str, ...], ...]:
    """The locations column by column, from the reader's left, each from top to bottom."""
    found: dict[float, list[geometry.Panel]] = {}
    for panel in figure(unit).panels:
        middle = round(panel.x + panel.width / 2, 1)  # a tripod's third leg is broad, and under the centre torso
        found.setdefault(middle, []).append(panel)
    return tuple(tuple(panel.location for panel in sorted(found[x], key=lambda panel: panel.y)) for x in sorted(found))


def location_view(
    unit: rules.Unit, sheet: rules.Sheet, code: str, ruleset: rules.Ruleset = rules.STANDARD
) -> LocationView:
    """One location as it stands. ``ruleset`` says which lines a critical can hit."""
    panel = figure(unit).panel(code)
    fresh = sheet.fresh
    sections = []
    for pips in panel.sections:
        left, lost_now = {
            "armour": (sheet.armour, fresh.armour),
            "rear": (sheet.rear, fresh.rear),
            "structure": (sheet.structure, fresh.structure),
        }[pips.kind]
        half = (code if pips.kind == "armour" else f"{code}R") in sheet.half and pips.kind != "structure"
        sections.append(_section(_narrow(pips, panel), left.get(code, 0), lost_now.get(code, 0), half=half))
    return LocationView(
        code=code,
        sections=tuple(sections),
        slots=_slots(unit, sheet, code, ruleset),
        lost=sheet.lost.get(code, ""),
        fresh=code in fresh.lost,
        hits=len(sheet.hits.get(code, ())),
        breached=code in sheet.breached,
        outer=figures.outer_armour(unit, sheet, code),
        outline=outline_svg(panel),
    )


def _narrow(pips: geometry.Pips, panel: geometry.Panel) -> geometry.Pips:
    """The pips of a broad panel in rows that fit an ordinary one: the screen has columns of one width."""
    if panel.width <= geometry.PANEL_WIDTH:
        return pips
    rows = geometry.pip_rows(len(pips.points), geometry.PANEL_WIDTH - geometry.PIPS_X - geometry.PAD)
    return replace(pips, points=tuple(rows))


@lru_cache(maxsize=1024)
def outline_svg(panel: geometry.Panel) -> SafeString:
    """The part of the body around a location, stretched over its panel; all of the panel stays the place to tap."""
    width, height, points = panel.width, panel.height, panel.outline
    if width > geometry.PANEL_WIDTH:
        width, end = geometry.PANEL_WIDTH, height * 1.6
        points = body.outline(body.Part("leg"), width, height * 0.8, end)
        height = max(y for _x, y in points)
    path = "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
    return SafeString(
        f'<svg class="loc-shape" viewBox="0 0 {width:.2f} {height:.2f}" preserveAspectRatio="none" '
        f'aria-hidden="true" focusable="false"><path d="M{path}z" vector-effect="non-scaling-stroke"/></svg>'
    )  # numbers only


def _section(pips: geometry.Pips, left: int, fresh: int, *, half: bool) -> SectionView:
    total = len(pips.points)
    lost = max(0, total - left)
    fresh = min(fresh, lost)
    svg = pips_svg(pips.points, pips.shape, pips.kind, lost - fresh, lost, half)
    return SectionView(pips.kind, left, total, fresh, svg)


@lru_cache(maxsize=8192)
def pips_svg(
    points: tuple[geometry.Point, ...], shape: geometry.Shape, kind: str, settled: int, lost: int, half: bool
) -> SafeString:
    """The pips of a section: the first ``settled`` crossed, those up to ``lost`` marked this phase, the rest open."""
    if not points:
        return SafeString("")
    radius = geometry.PIP / 2
    left = min(x for x, _y in points) - radius - 0.2
    top = min(y for _x, y in points) - radius - 0.2
    width = geometry.PANEL_WIDTH - geometry.PIPS_X - geometry.PAD + 0.4
    height = max(y for _x, y in points) + radius + 0.2 - top
    parts = [
        f'<svg class="pips {kind}" viewBox="{left:.2f} {top:.2f} {width:.2f} {height:.2f}" '
        'aria-hidden="true" focusable="false">'
    ]
    groups = (("gone", points[:settled]), ("fresh", points[settled:lost]), ("open", points[lost:]))
    for name, group in groups:
        if group:
            parts.append(f'<path class="pip-{name}" d="{"".join(_outline(shape, x, y, radius) for x, y in group)}"/>')
    if lost:
        parts.append(f'<path class="pip-cross" d="{"".join(_cross(x, y) for x, y in points[:settled])}"/>')
        parts.append(f'<path class="pip-stroke" d="{"".join(_stroke(x, y) for x, y in points[settled:lost])}"/>')
    parts += [
        f'<text class="pip-count" x="{x:.2f}" y="{y + 0.5:.2f}">{number}</text>'
        for number, (x, y) in enumerate(points, 1)
        if number % 10 == 0 and number > lost and len(points) > 10
    ]
    if half and lost < len(points):
        x, y = points[lost]
        parts.append(f'<path class="pip-half" d="M{x - 0.9:.2f} {y + 0.9:.2f}l1.8 -1.8"/>')
    parts.append("</svg>")
    return SafeString("".join(parts))  # numbers and our own names only


def _outline(shape: geometry.Shape, x: float, y: float, radius: float) -> str:
    radius -= 0.12
    corners = geometry.OUTLINES[shape]
    if not corners:
        arc = f"a{radius:.2f} {radius:.2f} 0 1 0"
        return f"M{x - radius:.2f} {y:.2f}{arc} {2 * radius:.2f} 0{arc} {-2 * radius:.2f} 0z"
    path = "L".join(f"{x + radius * dx:.2f} {y + radius * dy:.2f}" for dx, dy in corners)
    return f"M{path}z"


def _cross(x: float, y: float) -> str:
    return f"M{x - 0.85:.2f} {y - 0.85:.2f}l1.7 1.7m0 -1.7l-1.7 1.7"


def _stroke(x: float, y: float) -> str:
    return f"M{x - 0.85:.2f} {y + 0.85:.2f}l1.7 -1.7"


def _slots(
    unit: rules.Unit, sheet: rules.Sheet, code: str, ruleset: rules.Ruleset = rules.STANDARD
) -> tuple[SlotView, ...]:
    found = []
    before: tuple[int, str] | None = None
    hits, fresh = sheet.hits.get(code, ()), sheet.fresh.slots.get(code, ())
    bins: dict[int, list[int]] = {}
    for index, built in enumerate(unit.bins):
        if built.location == code:
            bins.setdefault(built.slot, []).append(index)
    for number, slot in enumerate(unit.slots.get(code, ())):
        if slot is None:
            found.append(SlotView(number, number % 6 + 1, "", "", False, False, -1, -1, 0, False))
            before = None
            continue
        state = "fresh" if number in fresh else "hit" if number in hits else ""
        if not state and code in sheet.lost and slot_out(sheet, code, number):
            state = "lost"
        if not state and number in sheet.absorbed.get(code, ()):
            state = "spent"
        here = bins.get(number, [])  # a superheavy's double slot may hold two
        bin_number = here[-1] if here else -1
        this = (slot.mount, slot.name)
        joined = before == this and (slot.mount >= 0 or slot.name in ("Engine", "Gyro"))
        found.append(
            SlotView(
                number=number,
                die=number % 6 + 1,
                name=slot_name(unit, code, number),
                state=state,
                hittable=takes_criticals(unit, slot, ruleset),
                joined=joined and bin_number < 0,
                mount=slot.mount,
                bin=bin_number,
                rounds=sum(sheet.ammo[index] for index in here if index < len(sheet.ammo)),
                armoured=slot.armoured,
            )
        )
        before = this
    return tuple(found)


def slot_name(unit: rules.Unit, code: str, number: int) -> str:
    """A slot line as it is read: the equipment's name from the table, or the system's."""
    kept = _NAMES.get(id(unit))
    if kept is None or kept[0] is not unit:
        if len(_NAMES) > 500:
            _NAMES.clear()
        kept = _NAMES[id(unit)] = (unit, {})
    names = kept[1]
    if (code, number) not in names:
        slots = unit.slots.get(code, ())
        slot = slots[number] if 0 <= number < len(slots) else None
        names[code, number] = "" if slot is None else _slot_name(unit, slot.name, slot.mount, slot.second)
    return names[code, number]


def _slot_name(unit: rules.Unit, name: str, mount: int, second: int) -> str:
    shown = [mount_name(unit, m) for m in (mount, second) if m >= 0]
    if len(shown) == 2 and shown[0] == shown[1]:
        return f"2 × {shown[0]}"
    return " | ".join(shown) or name


def mount_name(unit: rules.Unit, mount: int) -> str:
    """A mount's name from the equipment table, with (R) when it fires to the rear and (T) from a turret."""
    item = unit.gear.items[mount]
    built = unit.mounts[mount]
    name = built.item if item is None else item.name
    return name + (" (R)" if built.rear else "") + (" (T)" if built.turret else "")
