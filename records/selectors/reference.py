"""The quick reference page: the tables that a campaign plays by, in our words, on one page.

Numbers are asked of the rules and their tables (:mod:`.reference_numbers`); only the words stand here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from django.utils.translation import gettext as _

from records import words
from records.printing.heat_scale import TOP, effects
from records.printing.report import Part, Report, Table, Words
from records.rules import STANDARD, Ruleset
from records.rules.classic import clusters, falls, piloting
from records.rules.classic.attacks import BAND_MODIFIERS
from records.rules.classic.targets import HARDER_FROM, MOVED, TargetSituation, grounds, indirect, of_target
from records.rules.tables import SIDES, tables
from records.words import app
from records.words import options as option_words
from records.words.numbers import signed

from . import reference_numbers as numbers

if TYPE_CHECKING:
    from records.rules.options import Option

CLUSTERS = ("2", "3", "4", "5", "6", "8", "9", "10", "12", "15", "20", "30", "40")
FAMILIES = {"Quad": "quad", "QuadVee": "quad", "Tripod": "tripod"}
POINTS = 8.0
Pairs = list[tuple[str, str]]


def reference(
    ruleset: Ruleset = STANDARD, language: str = "en-gb", configs: Collection[str] = ("Biped",)
) -> Report:
    """The page for a campaign's rules, with the hit locations of these configurations."""
    families = {FAMILIES.get(config, "biped") for config in configs}
    chosen: list[str] = [family for family in ("biped", "quad", "tripod") if family in families] or ["biped"]
    heat, rolls = _heat(), _piloting(ruleset)
    parts: list[Part] = [
        *_hit_locations(chosen), _clusters(), heat, *_checks(), _criticals(ruleset), _to_hit(ruleset),
        rolls, *_physical(),
    ]  # fmt: skip
    about = _("Total Warfare, edition %(edition)d of the campaign’s rules") % {"edition": ruleset.edition}
    if ruleset == STANDARD:
        about = _("Total Warfare, with the usual options")
    whole = Report(_("Quick reference"), [*parts, *_options(ruleset)], about=about, columns=2,
                   language=language, points=POINTS, one_page=True)  # fmt: skip
    brief = [replace(part, note="") if part in (heat, rolls) else part for part in parts]
    least = replace(whole, parts=[*brief, *_options(ruleset, "names")], points=7)
    return replace(whole, shorter=replace(least, parts=[*brief, *_options(ruleset, "brief")], shorter=least))


def _signed(number: int) -> str:
    return signed(number, "0")


# --- locations


def _hit_locations(families: list[str]) -> Iterator[Table]:
    heads, rows = _by_family(families, ("standard",), 2)
    note = _("* and a critical check, armour or not.")
    if "tripod" in families:
        note += " " + _("leg: 1D6 more, as in the last line.")
        rows.append(_leg_row(families))
    yield Table(heads, rows, _widths(heads), _("Hit location (2D6)"), note=note)
    heads, rows = _by_family(families, ("punch", "kick"), 1)
    yield Table(heads, rows, _widths(heads), _("Punch and kick location (1D6)"))


def _widths(heads: list[str]) -> list[float]:
    return [0.7, *([1.0] * (len(heads) - 1))]


def _by_family(families: list[str], kinds: tuple[str, ...], first: int) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of a table, the columns of all families beside each other. A second kind is one row, in ranges."""
    names = {"biped": "", "quad": _("quad:"), "tripod": _("tripod:")}
    columns: list[list[str]] = []
    heads = [_("roll")]
    for family in families:
        found = tables()["hit_locations"][family]
        for sides, lists in _alike([found[kind] for kind in kinds]).items():
            joined = "/".join(sides) if len(families) == 1 else ", ".join(sides)
            heads.append(f"{names[family]} {joined}".strip() if len(families) > 1 else joined)
            columns.append([*map(_place, lists[0]), *(_in_ranges(other) for other in lists[1:])])
    labels = [str(first + number) for number in range(len(columns[0]) - len(kinds) + 1)]
    labels += [_("kick")] * (len(kinds) - 1)
    return heads, [list(row) for row in zip(labels, *columns, strict=True)]


def _alike(kinds: list[Mapping[str, Any]]) -> dict[tuple[str, ...], list[list[str]]]:
    """The columns of the tables; sides that are hit alike in all of them share one."""
    sides = {"front": _("front"), "rear": _("rear"), "left": _("left"), "right": _("right")}
    groups: dict[tuple[tuple[str, ...], ...], list[str]] = {}
    for side in SIDES:
        groups.setdefault(tuple(tuple(kind[side]) for kind in kinds), []).append(sides[side])
    return {tuple(names): [list(column) for column in columns] for columns, names in groups.items()}


def _leg_row(families: list[str]) -> list[str]:
    """Which leg of a tripod: a line under its columns."""
    row = [_("leg")]
    for family in families:
        groups = _alike([tables()["hit_locations"][family]["standard"]])
        legs = {name: tables()["tripod_leg"][side] for side, name in zip(SIDES, _side_names(), strict=True)}
        row += [_in_ranges(legs[names[0]]) if family == "tripod" else "" for names in groups]
    return row


def _side_names() -> list[str]:
    words_of = {"front": _("front"), "rear": _("rear"), "left": _("left"), "right": _("right")}
    return [words_of[side] for side in SIDES]


def _in_ranges(row: list[str]) -> str:
    """A row of six in ranges: ``"1–3 RL, 4–6 LL"``; one word where all are the same."""
    found: list[tuple[int, int, str]] = []
    for number, place in enumerate(row, 1):
        if found and found[-1][2] == place:
            found[-1] = (found[-1][0], number, place)
        else:
            found.append((number, number, place))
    if len(found) == 1:
        return _place(found[0][2])
    return ", ".join(f"{low}–{high} {_place(place)}" if high > low else f"{low} {_place(place)}"
                     for low, high, place in found)  # fmt: skip


def _place(code: str) -> str:
    """A location of the tables; LEG is a further die on a tripod."""
    return code.replace("LEG", _("leg"))


# --- small tables that lie on their side


def _checks() -> Iterator[Table]:
    heads, hits = _critical_ranges(tables()["critical_hits"])
    yield Table([_("2D6"), *heads], [[_("criticals"), *hits]], [1.1, *([1.0] * len(heads))], _("Critical check"))
    counts = [str(number) for number in range(1, len(tables()["consciousness"]) + 2)]
    awake = [f"{target}+" for target in tables()["consciousness"]]
    yield Table([_("hit"), *counts], [[_("awake on"), *awake, _("dead")]], [1.4, *([1.0] * len(counts))],
                _("MechWarrior: consciousness (2D6)"))  # fmt: skip
    sides = {"front": _("front"), "rear": _("rear"), "left": _("left"), "right": _("right")}
    landed = [sides[side] for side in tables()["fall_sides"]]
    note = _(
        "In groups of %(group)d on that side’s column. To avoid a wound: the piloting roll once more, %(more)s for "
        "each level beyond the first."
    ) % {"group": falls.GROUP, "more": _signed(1)}
    yield Table([_("1D6"), *map(str, range(1, 7))], [[_("lands on"), *landed]], [1.4, *([1.0] * 6)],
                _("Fall: the side it lands on"), note=note)  # fmt: skip


def _critical_ranges(criticals: Mapping[str, int]) -> tuple[list[str], list[str]]:
    """``{"7": 0, "9": 1, ...}``: up to and with that roll, so many hits."""
    heads, hits, low = [], [], 2
    for high, count in criticals.items():
        end = min(12, int(high))
        if low > 12:
            break
        heads.append(str(low) if low == end else f"{low}–{end}")
        limb = _("%(count)d or limb off")
        hits.append(limb % {"count": count} if end == 12 else str(count))
        low = end + 1
    return heads, hits


def _heat() -> Table:
    found = [(str(level), ", ".join(effects(level))) for level in range(TOP, 0, -1) if effects(level)]
    note = _("Heat made: walked %(walk)d, ran %(run)d, jumped %(hex)d a hex (%(least)d at least).") % {
        "walk": numbers.moving_heat("walked", 1), "run": numbers.moving_heat("ran", 1),
        "hex": numbers.moving_heat("jumped", 6) - numbers.moving_heat("jumped", 5),
        "least": numbers.moving_heat("jumped", 1),
    }  # fmt: skip
    return _two_to_a_line(found, _("Heat scale"), (0.45, 2.4), note)


def _two_to_a_line(found: Pairs, title: str, widths: tuple[float, float] = (3.6, 0.7), note: str = "") -> Table:
    half = (len(found) + 1) // 2
    rows = [[*left, *right] for left, right in zip(found[:half], [*found[half:], ("", "")][:half], strict=True)]
    return Table(["", "", "", ""], rows, [*widths, *widths], title, (0, 2) if widths[0] < 1 else (1, 3), note=note)


def _clusters() -> Table:
    columns = tables()["cluster_hits"]
    sizes = [size for size in CLUSTERS if size in columns]
    rows = [[str(roll), *(str(columns[size][roll - 2]) for size in sizes)] for roll in range(2, 13)]
    linked = [
        f"{words.reason(clusters.LINK_REASONS[flag])} {_signed(more)}" for flag, _round, more in clusters.LINKED
    ]
    linked.append(f"{words.reason('anti-missile')} {_signed(clusters.ANTI_MISSILE)}")
    return Table([_("roll"), *sizes], rows, [1.2, *([1.0] * len(sizes))], _("Cluster hits (2D6)"),
                 note=_("To the roll: %(list)s.") % {"list": ", ".join(linked)})  # fmt: skip


# --- to hit


def _to_hit(ruleset: Ruleset) -> Table:
    """What adds to an attack's number, two to a line."""
    found = [
        (_("attacker %(mode)s") % {"mode": text}, MOVED[code]) for code, text in app.MODES.items() if code in MOVED
    ]
    prone = replace(numbers.hit("RL", "Hip", 0), prone=True)
    found.append((_("attacker prone"), numbers.to_hit(prone, ruleset)))
    bands = {"short": _("short range"), "medium": _("medium range"), "long": _("long range"), "extreme": _("extreme")}
    found += [(bands[band], number) for band, number in BAND_MODIFIERS.items()]
    found.append((_("each hex within minimum"), numbers.aiming(ruleset, "minimum-range")))
    ends = [*(hexes - 1 for hexes in HARDER_FROM[1:]), 0]
    for number, (hexes, end) in enumerate(zip(HARDER_FROM, ends, strict=True), 1):
        moved = f"{hexes}–{end}" if end > hexes else f"{hexes}+" if not end else str(hexes)
        found.append((_("target moved %(hexes)s") % {"hexes": moved}, number))
    found += _of_the_target()
    found.append((words.reason("spotting"), numbers.aiming(ruleset, "spotting")))
    found += [(words.reason("indirect-fire"), indirect(TargetSituation(indirect=True), None)[0].value)]
    note = _("Add gunnery, the weapon’s own modifier, heat (see the scale) and what criticals cost.")
    told = [(text, _signed(number)) for text, number in found]
    if tables := _moving(ruleset):
        moving = {_("attacker %(mode)s") % {"mode": text} for mode, text in app.MODES.items() if mode != "swam"}
        told = [(text, "*" if text in moving else number) for text, number in told]
        note += " " + _("* See “%(option)s”.") % {"option": option_words.title(tables[0].id)}
    return _two_to_a_line(told, _("To hit"), note=note)


def _of_the_target() -> list[tuple[str, int]]:
    situations = [
        TargetSituation(movement="jumped"), TargetSituation(immobile=True), TargetSituation(prone=True),
        TargetSituation(partial_cover=True), TargetSituation(light_woods=1), TargetSituation(heavy_woods=1),
        TargetSituation(light_smoke=1),
    ]  # fmt: skip
    situations += [TargetSituation(terrain=terrain) for terrain in grounds()]
    modifiers = [m for situation in situations for m in of_target(situation, adjacent=False)]
    modifiers += of_target(TargetSituation(prone=True), adjacent=True)
    found = [(words.reason(modifier.reason, modifier.rule), modifier.value) for modifier in modifiers if modifier.value]
    seconds = {"front": _("second target, in front"), "other": _("second target, elsewhere")}
    for where, text in seconds.items():
        found += [(text, m.value) for m in of_target(TargetSituation(secondary=where), adjacent=False) if m.value]
    return found


# --- piloting


def _piloting(ruleset: Ruleset) -> Table:
    """What calls for a roll and what it adds, two to a line."""
    found = [
        (words.cause(code), _("falls") if code in piloting.CERTAIN_FALLS else _signed(number))
        for code, number in numbers.situations(ruleset).items()
        if not numbers.bogs(code)
    ]
    found += [(_("entered %(ground)s") % {"ground": _grounds(codes)}, _signed(number))
              for number, codes in numbers.boggy(ruleset).items()]  # fmt: skip
    owed = [(words.reason(code), number) for code, number in numbers.owed(ruleset).items()]
    found += [(text, _signed(number)) for text, number in owed]
    adds = "; ".join(f"{_grounds(codes)} {_signed(number)}" for number, codes in numbers.grounds().items())
    note = _("Also for hits on gyro, hip and leg actuators, and for getting up. There the ground adds: %(adds)s.")
    note %= {"adds": adds}
    return _two_to_a_line(found, _("Piloting rolls"), note=note)


def _grounds(codes: list[str]) -> str:
    return ", ".join(str(app.TERRAINS[code]) for code in codes)


# --- physical attacks


def _physical() -> Iterator[Table]:
    names = {
        "punch": _("punch"), "kick": _("kick"), "push": _("push"), "charge": _("charge"),
        "death-from-above": _("death from above"),
    }  # fmt: skip
    told = {
        "punch": _("each arm that has not fired"),
        "kick": _("misses: rolls; hits: target rolls"),
        "push": _("both arms; target moves, rolls"),
        "charge": _("and the difference in piloting"),
        "death-from-above": _("after a jump; and the difference"),
    }
    rows = [[name, _signed(numbers.struck(kind)[0]), told[kind]] for kind, name in names.items()]
    yield Table(["", _("to hit"), ""], rows, [2.2, 0.8, 4], _("Physical attacks"),
                note=_("Add piloting, one’s own movement and the target’s."))  # fmt: skip
    heads = [_("tons"), _("punch"), _("kick"), _("charge"), _("DFA"), _("legs"), _("fall")]
    lines = [
        [str(tons), *(str(number) for number in _blows(tons)), str(numbers.fallen(tons))] for tons in numbers.TONS
    ]
    half = (len(lines) + 1) // 2
    pairs = zip(lines[:half], [*lines[half:], [""] * len(heads)][:half], strict=True)
    yield Table(heads * 2, [[*left, *right] for left, right in pairs], [0.8, 1, 0.8, 1.15, 0.8, 0.8, 0.7] * 2,
                _("Damage by tonnage"), (0, len(heads)),
                note=_("Charge: for each hex moved, and a tenth of the target’s tonnage to oneself. DFA: death from "
                       "above; legs: to one’s own. Fall: once more for each level."))  # fmt: skip


def _blows(tons: int) -> tuple[int | str, ...]:
    above = numbers.struck("death-from-above", tons)
    hexes = f"{tons / 10:g}"
    return numbers.struck("punch", tons)[1], numbers.struck("kick", tons)[1], hexes, above[1], above[2]


# --- criticals


def _criticals(ruleset: Ruleset) -> Table:
    """What a hit on each part costs: to hit, piloting, walking."""
    rows = [
        [_("engine"), "", "", "", _("%(first)s, then %(second)s heat; third: destroyed")
         % {"first": _signed(numbers.engine_heat(1)), "second": _signed(numbers.engine_heat(2))}],
        _cost(_("gyro"), ("CT", "Gyro"), ruleset, _("rolls; second: falls for good")),
        _cost(_("sensors"), ("HD", "Sensors"), ruleset, _("second: cannot fire")),
        [_("life support"), "", "", "", _scorched(ruleset)],
        [_("cockpit"), "", "", "", _("MechWarrior dead")],
        _cost(_("shoulder"), ("RA", "Shoulder"), ruleset, _("no punch")),
        _cost(_("upper, lower arm"), ("RA", "Upper Arm"), ruleset, _blow("punch", "RA", "Upper Arm")),
        _cost(_("hand"), ("RA", "Hand"), ruleset, _blow("punch", "RA", "Hand")),
        _cost(_("hip"), ("RL", "Hip"), ruleset, _("MP halved; no kick")),
        _cost(_("upper, lower leg"), ("RL", "Upper Leg"), ruleset, _blow("kick", "RL", "Upper Leg")),
        _cost(_("foot"), ("RL", "Foot"), ruleset, _blow("kick", "RL", "Foot")),
        [_("leg gone"), "", _signed(numbers.balance(numbers.lost("RL"), ruleset)), "",
         _("falls; %(mp)d walking MP left") % {"mp": numbers.walking(numbers.lost("RL"), ruleset)}],
    ]  # fmt: skip
    heads = ["", _("to hit"), _("piloting"), _("MP"), ""]
    note = _("Ammunition: rounds left × damage of one, inside; the MechWarrior is wounded twice.")
    return Table(heads, rows, [2.1, 0.8, 0.9, 0.6, 4], _("Critical hits"), note=note)


def _cost(name: str, where: tuple[str, str], ruleset: Ruleset, more: str) -> list[str]:
    sheet = numbers.hit(*where)
    walked = numbers.walking(sheet, ruleset) - numbers.WALK
    aim, balance = numbers.to_hit(sheet, ruleset, where[0]), numbers.balance(sheet, ruleset)
    slower = "½" if walked < -1 else _signed(walked)
    return [name, *(text if number else "" for text, number in
                    ((_signed(aim), aim), (_signed(balance), balance), (slower, walked))), more]  # fmt: skip


def _blow(kind: str, place: str, name: str) -> str:
    """What a hit does to a punch or kick: its number, and its damage where that changes."""
    whole, full, _self = numbers.struck(kind)
    hurt, less, _self = numbers.struck_hurt(kind, numbers.hit(place, name))
    attack = _("punch") if kind == "punch" else _("kick")
    text = f"{attack} {_signed(hurt - whole)}"
    return text + (", " + _("half damage") if less * 2 <= full else "")


def _scorched(ruleset: Ruleset) -> str:
    first, second = tables()["heat"]["life_support"]
    return _("heat %(first)d: %(few)d wound a turn, %(second)d: %(more)d") % {
        "first": first, "few": numbers.scorched(first, ruleset),
        "second": second, "more": numbers.scorched(second, ruleset),
    }  # fmt: skip


# --- options


def _options(ruleset: Ruleset, how: Literal["full", "brief", "names"] = "full") -> Iterator[Part]:
    """Each option that is on, what it does, and the numbers that the campaign gave it; those that are on by default
    by name. ``brief``: all by name, and the tables that stand in the place of numbers on this page. ``names``: where
    the rules differ from the usual ones."""
    chosen = [option for option in ruleset.active if how == "full" and not option.default_on]
    rows = []
    for option in chosen:
        given = "; ".join(_given(option, ruleset))
        does = option_words.effect(option.id)
        rows.append([option_words.title(option.id), " ".join(part for part in (does, given) if part)])
    if rows:
        yield Table(["", ""], rows, [1.5, 4], _("Options switched on"))
    named = [option for option in ruleset.active if option not in chosen and not (how == "names" and option.default_on)]
    told = [" · ".join(option_words.title(option.id) for option in named)] if named else []
    if how == "names" and (off := [option for option in STANDARD.active if option not in ruleset.active]):
        told.append(_("Off: %(options)s") % {"options": " · ".join(option_words.title(option.id) for option in off)})
    for option in _moving(ruleset) if how == "brief" else ():
        told.append(f"{option_words.title(option.id)}: {[*_given(option, ruleset)][-1]}")
    if told:
        yield Words(told, _("Usual options") if how == "full" else _("Options switched on"))


def _moving(ruleset: Ruleset) -> list[Option]:
    """Options with a table of what own movement adds to attacks."""
    return [option for option in ruleset.active if option.grid is not None and "walked" in option.grid.columns]


def _given(option: Option, ruleset: Ruleset) -> Iterator[str]:
    """An option's numbers, switches and table as the campaign has them."""
    for one in option.settings:
        number, name = option.number(ruleset, one.name), option_words.setting_name(option.id, one.name)
        if one.choices:
            yield f"{name}: {option_words.word('choices', one.choices[number], option.id)}"
        elif not one.switch:
            yield f"{name}: {number}"
        elif number:
            yield name
    if option.grid is not None:
        columns = [
            str(app.MODES.get(column) or option_words.word("columns", column, option.id))
            for column in option.grid.columns
        ]
        cells = {
            row: [_signed(option.cell(ruleset, row, column)) for column in option.grid.columns]
            for row in option.grid.rows
        }
        rows = [f"{option_words.word('rows', row, option.id)} {'/'.join(values)}" for row, values in cells.items()]
        yield (f"{'/'.join(columns)}: " if len(columns) > 1 else "") + ", ".join(rows)
