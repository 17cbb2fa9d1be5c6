"""The upper half of a sheet: one form in every state, weapons in firing order, boxes, worked-out numbers, turns."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest

from records.printing import ammunition, attacks, equipment, geometry, sheet_page, title, turns, upper, weapons
from records.printing.blocks import Block
from records.printing.canvas import Canvas, Page
from records.printing.printable import PAPERS, Choices, Printable, Seat
from records.printing.sheet_page import compose
from records.rules import STANDARD, CrewMember, Modifier, Owed, Ruleset, Unit, figures, fresh_sheet, skills_of
from records.rules.options import REGISTRY
from records.rules.sheet import Fresh, Movement
from records.rules.unit import Bin, Mount, Slot
from records.selectors.designs import firing_order
from tests.factory import make_design
from tests.printing.designs import corpus, starters
from tests.printing.test_page import SEAT, check, words_of, worn
from tests.printing.test_pixels import battle_state
from tests.rules.notation import machine
from tests.shared import SHARED, needs_shared

BUSIEST = (
    "Ares ARS-V1C Aphrodite", "Poseidon PSD-9A-FW", "Thunderbolt F4W-FC", "Orca (Clan)", "Pariah (Septicemia) C",
    "Bane BE-SRM-UK", "Osteon Prime", "Devastator DVS-X10 MUSE EARTH",
)  # fmt: skip


def designs(dice: random.Random) -> list[Unit]:
    """Our own machines; where they are, the busiest of the reference and some of every configuration."""
    if not SHARED.is_dir():
        return list(starters())
    every = list(corpus())
    rare = [unit for unit in every if unit.config != "Biped" or unit.superheavy or unit.crew_size > 1]
    busy = [unit for unit in every if unit.name in BUSIEST]
    assert len(busy) == len(BUSIEST)
    return [*busy, *dice.sample(rare, 8), *dice.sample(every, 8)]


def form(pages: Iterable[Page]) -> list[Block]:
    return [block for page in pages for block in page.blocks if not block.written]


def written(pages: Iterable[Page]) -> str:
    return " ".join(block.text for page in pages for block in page.blocks if block.written)


def states(unit: Unit, dice: random.Random) -> Iterator[Printable]:
    """The same design in the hands of other people, after other battles, under other rules."""
    before, now = battle_state(unit, dice)
    options = tuple(option_id if not option.default_on else f"-{option_id}" for option_id, option in REGISTRY.items())
    some = Ruleset(options=options[:2])
    crew = tuple(CrewMember(dice.randint(0, 7), dice.randint(0, 7), hits=2) for _seat in range(unit.crew_size))
    moved = replace(now, crew=crew, movement=Movement("ran", 5), turn=7, fired=unit.weapons[:2], prone=True,
                    ammo=tuple(dice.randint(0, bin_.shots) for bin_ in unit.bins))  # fmt: skip
    yield Printable(unit, moved, before=before, seat=SEAT, ruleset=some, stamp="sheet 1", roster="The Fourth")
    yield Printable(unit, worn(unit), seat=SEAT, label="Old Faithful")
    yield Printable(unit, now, before=before, label="A name that is far too long to stand beside that of the design")


def test_a_design_has_the_same_form_in_every_state() -> None:
    dice = random.Random(4)
    for unit in designs(dice):
        for choices in (Choices("a4"), Choices("letter"), Choices("letter", large=True)):
            blank = form(compose(Printable(unit, fresh_sheet(unit), seat=Seat(blank=True)), choices))
            for printable in states(unit, dice):
                assert form(compose(printable, choices)) == blank, (unit.name, choices)


def test_every_state_of_the_busiest_machines_fits_on_both_papers_in_type_of_seven_points() -> None:
    dice = random.Random(5)
    for unit in designs(dice):
        for paper in PAPERS:
            for printable in states(unit, dice):
                (page,) = compose(printable, Choices(paper))
                check(unit, page, paper)
                end = page.frame.bottom - geometry.figure(unit).height
                band = [block for block in page.blocks if block.y < end and block.x < page.frame.x + weapons.WIDTH]
                rows = [block for block in band if block.tone != "quiet"]
                sizes = [run.points or block.points for block in rows for line in block.lines for run in line]
                assert min(sizes) >= 7, (unit.name, paper)
                assert not [block.text for block in rows if "…" in block.text], unit.name


def test_weapons_stand_in_firing_order() -> None:
    unit = make_design()
    assert firing_order(unit) == (2, 0, 1)
    assert [row.name for row in weapons.rows(unit)] == ["AC/5", "Medium Laser", "Medium Laser"]
    assert set(firing_order(unit)) == set(unit.weapons)


def twin() -> Unit:
    """The testbed with two medium lasers in its right arm."""
    unit = make_design()
    mounts = (*unit.mounts, replace(unit.mounts[0], slots=(("RA", 5),)))
    slots = {**unit.slots, "RA": (*unit.slots["RA"][:5], Slot("Medium Laser", 13), *unit.slots["RA"][6:])}
    return replace(unit, mounts=mounts, slots=slots, weapons=(0, 1, 2, 13))


def pair(printable: Printable) -> weapons.Standing:
    """How the row of the two lasers stands."""
    row = next(row for row in weapons.rows(printable.unit) if len(row.mounts) == 2)
    assert row.name == "2 × Medium Laser"
    return weapons.standing(printable, row)


def test_equal_weapons_of_one_arm_share_a_row_in_every_state_with_a_box_each() -> None:
    unit = twin()
    whole = fresh_sheet(unit)
    hit = replace(whole, hits={"RA": (4,)})
    this_phase = replace(hit, fresh=Fresh(slots={"RA": (4,)}))
    assert pair(Printable(unit, whole)).marks == ("", "")
    assert pair(Printable(unit, hit)).marks == ("out", "")
    assert pair(Printable(unit, hit, before=hit)).marks == ("old", "")
    assert pair(Printable(unit, this_phase)).marks == ("new", "")
    assert pair(Printable(unit, replace(whole, fired=(13,)))).marks == ("", "fired")


def test_a_row_shows_numbers_while_one_of_its_weapons_fires_and_none_when_all_are_out() -> None:
    unit = twin()
    whole = fresh_sheet(unit, (CrewMember(3, 4),))
    one, both = (replace(whole, hits={"RA": slots}) for slots in ((4,), (4, 5)))
    assert pair(Printable(unit, one)).numbers == ("3+", "5+", "7+")
    gone = pair(Printable(unit, both))
    assert (gone.numbers, gone.last) == (("", "", ""), "out")
    blank = Printable(unit, whole, seat=Seat(blank=True))
    assert pair(blank).numbers == ("", "", "")


def test_why_a_weapon_cannot_fire_now_stands_in_its_row() -> None:
    unit = make_design()
    sheet = replace(fresh_sheet(unit), hits={"HD": (1, 4)})
    row = weapons.rows(unit)[1]
    assert weapons.standing(Printable(unit, sheet), row).last == "blind"


def test_a_weapon_has_no_rounds_from_a_bin_that_is_hit() -> None:
    unit = make_design()
    row = weapons.rows(unit)[0]
    hit = replace(fresh_sheet(unit), hits={unit.bins[0].location: (unit.bins[0].slot,)})
    assert weapons.standing(Printable(unit, fresh_sheet(unit)), row).last == "20"
    assert weapons.standing(Printable(unit, hit), row).last == "0"


def launcher() -> Unit:
    """The testbed with a rocket launcher in its left torso, where it has room."""
    unit = make_design()
    slot = Slot("RL10", 13)
    mounts = (*unit.mounts, Mount("RL10", "LT", (("LT", 5),)))
    slots = {**unit.slots, "LT": (*unit.slots["LT"][:5], slot, *unit.slots["LT"][6:])}
    return replace(unit, mounts=mounts, slots=slots, weapons=(0, 1, 2, 13))


def test_a_one_shot_launcher_has_a_box_that_is_crossed_when_it_has_fired() -> None:
    unit = launcher()
    row = next(row for row in weapons.rows(unit) if 13 in row.mounts)
    fired = replace(fresh_sheet(unit), counters={"one-shot-13": 1})
    assert row.shots == 1
    assert weapons.standing(Printable(unit, fresh_sheet(unit)), row).spent == 0
    now = weapons.standing(Printable(unit, fired, before=fresh_sheet(unit)), row)
    then = weapons.standing(Printable(unit, fired, before=fired), row)
    assert (now.spent, now.spent_before, then.spent_before) == (1, 0, 1)


def test_the_weapons_own_modifier_stands_in_its_row() -> None:
    unit = make_design()
    pulse = replace(unit, mounts=(replace(unit.mounts[0], item="ISMediumPulseLaser"), *unit.mounts[1:]))
    by_name = {row.name: row.own for row in weapons.rows(pulse)}
    assert by_name["Medium Pulse Laser"] == "−2"
    assert by_name["AC/5"] == "–"


def boxes_of(full: int, left: int) -> tuple[int, int]:
    """Boxes drawn for a bin, and how many of them are crossed."""
    unit = make_design()
    unit = replace(unit, bins=(replace(unit.bins[0], shots=full),))
    canvas = Canvas()
    printable = Printable(unit, replace(fresh_sheet(unit), ammo=(left,)))
    ammunition.draw(canvas, 0, 0, ammunition.lines(unit), printable, 4.4)
    drawing = canvas.ink.stream().decode()
    return drawing.count(" re S"), drawing.count(" l S")


def test_every_round_has_a_box_and_those_spent_are_crossed() -> None:
    for full in (1, 5, 8, 15, 20, 24, 45, 50, 60):
        boxes, lines = boxes_of(full, full)
        assert boxes == full
        assert boxes_of(full, 0) == (full, lines + full)
        assert boxes_of(full, full - 1) == (full, lines + 1)


def test_a_box_of_ten_is_grey_as_far_as_its_rounds_are_spent() -> None:
    unit = make_design()
    unit = replace(unit, bins=(replace(unit.bins[0], shots=100),))
    for left, spent in ((100, []), (97, [0.3]), (91, [0.9]), (90, []), (83, [0.7])):
        canvas = Canvas()
        printable = Printable(unit, replace(fresh_sheet(unit), ammo=(left,)))
        ammunition.draw(canvas, 0, 0, ammunition.lines(unit), printable, 4.4)
        filled = re.findall(r"(\S+) (\S+) (\S+) re f", canvas.ink.stream().decode())
        assert [float(width) for _y, width, _height in filled] == pytest.approx(
            [share * ammunition.BOX for share in spent], abs=0.006
        )


def test_a_box_of_a_large_bin_stands_for_ten_rounds_and_says_so() -> None:
    boxes, lines = boxes_of(200, 200)
    assert boxes == 20
    assert boxes_of(200, 150) == (20, lines + 5)
    unit = make_design()
    large = replace(unit, bins=(replace(unit.bins[0], shots=100),))
    text = words_of(compose(Printable(large, fresh_sheet(large)), Choices())[0])
    assert "×10: a box is ten rounds" in text
    assert "100/100" in text


def test_a_box_is_large_enough_to_tick() -> None:
    assert min(ammunition.BOX, weapons.BOX) >= 1.6
    assert ammunition.STEP > ammunition.BOX < ammunition.ROW


def test_rounds_that_reach_otherwise_say_how_far() -> None:
    unit = make_design()
    mml = replace(
        unit,
        mounts=(*unit.mounts[:2], replace(unit.mounts[2], item="ISMML7"),
                replace(unit.mounts[3], item="IS Ammo MML-7 SRM"), *unit.mounts[4:]),
        bins=(Bin("IS Ammo MML-7 SRM", "RT", 4, 14, 3),),
    )  # fmt: skip
    assert ammunition.lines(mml)[0].reach == "3/6/9"
    assert ammunition.lines(unit)[0].reach == ""


def test_physical_attacks_of_two_limbs_share_a_line_and_differ_when_one_is_hurt() -> None:
    unit = make_design()
    found = attacks.attacks(unit)
    names = [attack.name for attack in found]
    assert names[:3] == ["Punch (RA/LA)", "Kick (RL/LL)", "Push"]
    whole = dict(zip(names, attacks.now(Printable(unit, fresh_sheet(unit)), found), strict=True))
    assert whole["Kick (RL/LL)"] == ("3+", "10")
    hurt = replace(fresh_sheet(unit), hits={"RL": (1,)}, lost={"RA": "blown off"})
    now = dict(zip(names, attacks.now(Printable(unit, hurt), found), strict=True))
    assert now["Kick (RL/LL)"] == ("5+/3+", "5/10")
    assert now["Punch (RA/LA)"] == ("–/5+", "arm gone/5")


def test_a_stalled_engine_is_printed_in_one_word() -> None:
    unit = make_design()
    text = written(compose(Printable(unit, replace(fresh_sheet(unit), stalled=True, shutdown=True)), Choices()))
    assert "none: engine stalled" in text
    assert "shut down" not in text


def test_damage_that_dice_say_is_printed_as_dice() -> None:
    unit = machine("RA 14/8 | Shoulder | Upper Arm | Lower Arm | Buzzsaw x2")
    found = attacks.attacks(unit)
    now = dict(zip([a.name for a in found], attacks.now(Printable(unit, fresh_sheet(unit)), found), strict=True))
    assert now["Buzzsaw (RA)"] == ("4+", "2D6")
    deep = replace(fresh_sheet(unit), counters={"water-depth": 2})
    now = dict(zip([a.name for a in found], attacks.now(Printable(unit, deep), found), strict=True))
    assert now["Buzzsaw (RA)"] == ("4+", "half of 2D6")
    assert now["Charge"][1] == "2.5 a hex moved"


def test_the_title_says_how_hard_it_is_to_hit_after_so_many_hexes() -> None:
    text = words_of(compose(Printable(make_design(), fresh_sheet(make_design())), Choices())[0])
    for part in ("own attacks +1", "own attacks +2", "own attacks +3", "0–2 3–4 5–6", "+0 +1 +2", "+1 more"):
        assert part in text


def test_the_movement_that_counts_now_is_written_beside_that_as_built() -> None:
    unit = make_design()
    slow = replace(fresh_sheet(unit), heat=10)
    assert "now 2" in written(compose(Printable(unit, slow), Choices()))
    assert "now" not in written(compose(Printable(unit, fresh_sheet(unit)), Choices()))


@needs_shared
def test_boosted_movement_stands_in_brackets() -> None:
    unit = next(unit for unit in corpus() if unit.name == "Devastator DVS-X10 MUSE EARTH")
    speeds = title._speeds(Printable(unit, fresh_sheet(unit)))
    assert [speed.value for speed in speeds] == ["4", "6 [10]", "0"]


def test_battle_value_is_given_for_the_design_and_for_its_crew() -> None:
    unit = starters()[0]
    ace = Printable(unit, fresh_sheet(unit, (CrewMember(2, 3),) * unit.crew_size))
    pages = compose(ace, Choices())
    assert "(4/5)" in " ".join(block.text for block in form(pages))
    assert "(2/3)" in written(pages)


def test_turns_go_on_from_the_present_one_which_is_filled_in() -> None:
    unit = make_design()
    sheet = replace(fresh_sheet(unit), turn=4, movement=Movement("jumped", 4))
    assert "4 jumped 4 +2\n5\n6" in written(compose(Printable(unit, sheet), Choices()))


def test_what_is_out_and_the_options_are_written_below() -> None:
    unit = make_design()
    sheet = replace(fresh_sheet(unit), hits={"RA": (4,)})
    text = written(compose(Printable(unit, sheet, ruleset=Ruleset(options=("HR-A08",))), Choices()))
    assert "Out: Medium Laser (RA)" in text
    assert "Options: Damage steps" in text


def test_options_that_have_no_room_go_on_on_a_continuation_page() -> None:
    unit = make_design()
    canvas = Canvas()
    shown = upper.content(unit)
    long = replace(shown, notes=["equipment"] * 16)
    how = upper.setting(long, long.least() + upper.WRITTEN)
    assert how == upper.Setting(weapons.LEAST_PITCH, short=True)
    every = Ruleset(options=tuple(key for key, option in REGISTRY.items() if not option.default_on))
    printable = Printable(unit, fresh_sheet(unit), ruleset=every)
    rest = upper.draw(canvas, 0, 0, long.least() + upper.WRITTEN + upper.CONTINUED, long, printable)
    said = " ".join(block.text for block in canvas.blocks)
    assert "There is more on the continuation page." in said
    kept = " ".join(equipment.options_lines(printable, turns.WIDTH))
    assert rest
    assert kept.endswith(rest[-1])


def overloaded(lasers: int, bins: int) -> Unit:
    """A machine with more of everything than a page has room for."""
    unit = make_design()
    places = [code for code in unit.locations if code != "HD"]
    more = [Mount("Medium Laser", places[n % 7], rear=bool(n % 2), turret=n > lasers / 2) for n in range(lasers)]
    kinds = ("Small Laser", "Large Laser", "PPC", "Flamer", "ISERLargeLaser", "ISMediumPulseLaser", "ISLargePulseLaser")
    more = [replace(mount, item=kinds[n % 6]) for n, mount in enumerate(more)]
    loads = tuple(Bin("IS Ammo AC/5", places[n % 7], -1, 20, -1) for n in range(bins))
    first = len(unit.mounts)
    fired = (*unit.weapons, *range(first, first + lasers))
    return replace(unit, mounts=(*unit.mounts, *more), weapons=fired, bins=(*unit.bins, *loads))


def test_what_has_no_room_goes_on_on_a_continuation_page_that_says_so() -> None:
    unit = overloaded(400, 160)
    pages = compose(Printable(unit, fresh_sheet(unit), ruleset=Ruleset(options=("HR-A08",))), Choices("letter"))
    assert len(pages) > 2
    for page in pages:
        check(unit, page, "letter")
    *before, last = (words_of(page) for page in pages)
    assert all("There is more on the continuation page." in text for text in before)
    assert "There is more" not in last
    assert all("Testbed TST-1A: continuation page" in text for text in [*before[1:], last])
    text = " ".join([*before, last])
    rows = weapons.rows(unit)
    assert sum(len(row.mounts) for row in rows) == 403
    assert len(rows) > 60
    assert all(row.name in text or row.name.replace("Medium", "Med.") in text for row in rows)
    assert text.count("20/20") >= 161
    assert text.count("Options: Damage steps") == 1


def test_the_heat_of_all_weapons_is_told() -> None:
    text = words_of(compose(Printable(make_design(), fresh_sheet(make_design())), Choices())[0])
    assert "All weapons fired: 7 heat" in text


def test_numbers_to_hit_are_before_own_movement_for_weapons_as_for_physical_attacks() -> None:
    unit = make_design()
    stood = fresh_sheet(unit)
    ran = replace(stood, movement=Movement("ran", 5))
    for mount in unit.weapons:
        assert weapons.to_hit(Printable(unit, ran), mount, 0) == weapons.to_hit(Printable(unit, stood), mount, 0)
    text = written(compose(Printable(unit, ran), Choices()))
    assert "8+: to hit, before movement and target" in text


@needs_shared
def test_what_defends_without_a_roll_has_no_numbers_to_hit() -> None:
    unit = next(unit for unit in corpus() if unit.name == "Loki (Hellbringer) Prime")
    [row] = [row for row in weapons.rows(unit) if row.item is not None and "AMS" in row.item.flags]
    assert weapons.standing(Printable(unit, fresh_sheet(unit)), row).numbers == ("", "", "")
    assert weapons.standing(Printable(unit, fresh_sheet(unit)), row).last == "24"


def test_the_heat_of_the_turn_is_all_that_the_screen_counts_and_what_is_sunk() -> None:
    unit = make_design()
    fired = (Modifier(3, "weapon-fired", "TW:heat", "Medium Laser"),)
    hot = replace(fresh_sheet(unit), movement=Movement("ran", 5), heat_sources=fired, hits={"CT": (0,)})
    turn = figures.heat_projection(unit, hot, STANDARD)
    assert turn.made.total == 3 + 2 + 5
    assert f"this turn +10 −{turn.sunk.total}" in written(compose(Printable(unit, hot), Choices()))
    assert "this turn" not in written(compose(Printable(unit, fresh_sheet(unit)), Choices()))
    over = replace(hot, heat_sources=(), phase="end")
    assert "this turn" not in written(compose(Printable(unit, over), Choices()))


def test_what_own_movement_adds_under_an_option_is_written_beside_the_usual_number() -> None:
    unit = make_design()
    ace = fresh_sheet(unit, (replace(fresh_sheet(unit).crew[0], level="elite"),))
    ruleset = Ruleset(options=("HR-B15b",))
    found = title._speeds(Printable(unit, ace, ruleset=ruleset))
    assert [(speed.attacks, speed.in_these_hands) for speed in found] == [(1, 0), (2, 1), (3, 2)]
    usual = compose(Printable(unit, ace), Choices())
    changed = compose(Printable(unit, ace, ruleset=ruleset), Choices())
    assert form(usual) == form(changed)
    assert {"+0", "+1", "+2"} <= set(written(changed).split())
    blank = title._speeds(Printable(unit, fresh_sheet(unit), ruleset=ruleset, seat=Seat(blank=True)))
    assert [speed.in_these_hands for speed in blank] == [None, None, None]


def test_the_line_of_state_names_few_rolls_owed_and_counts_many() -> None:
    unit = make_design()
    owed = (Owed(1, "critical-check", location="LT"), Owed(2, "consciousness"))
    sheet = replace(fresh_sheet(unit), movement=Movement("walked", 1), owed=owed)
    line = title.state_line(Printable(unit, sheet))
    assert "walked, 1 hex ·" in line
    assert line.endswith("rolls owed: critical check LT, consciousness roll")
    assert title.state_line(Printable(unit, replace(sheet, owed=(*owed, Owed(3, "piloting"))))).endswith("owed: 3")


def test_the_dot_of_a_weapon_fired_is_explained() -> None:
    unit = make_design()
    fired = replace(fresh_sheet(unit), fired=unit.weapons[:1])
    alone = compose(Printable(unit, fired), Choices())
    assert "dot: fired" in written(alone)
    check(unit, alone[0], "a4")
    assert "dot: fired" in written(compose(Printable(unit, fired, before=fresh_sheet(unit)), Choices()))
    assert "dot" not in written(compose(Printable(unit, fresh_sheet(unit)), Choices()))


def test_edge_used_under_the_option_is_crossed_where_it_comes_out_of_the_mechwarriors_own() -> None:
    unit = make_design()
    crew = (replace(fresh_sheet(unit).crew[0], edge=2),)
    used = replace(fresh_sheet(unit, crew), counters={"battle-edge": 1})
    own = Ruleset(options=("HR-B05",), settings={"HR-B05.of-the-pilot": 1})
    seat, counted = sheet_page._uses(Printable(unit, used, ruleset=own, seat=Seat(name="Ada", edge=2)))
    assert (seat.edge_used, counted) == (1, [])
    seat, counted = sheet_page._uses(Printable(unit, used, ruleset=Ruleset(options=("HR-B05",)), seat=Seat(edge=2)))
    assert seat.edge_used == 0
    assert [(one.used, one.most) for one in counted] == [(1, 1)]


@needs_shared
def test_the_battle_value_of_a_crew_counts_the_gunner_who_shoots() -> None:
    for config in ("Tripod", "QuadVee"):
        unit = next(unit for unit in corpus() if unit.config == config and unit.crew_size > 1)
        crew = (CrewMember(2, 3), CrewMember(5, 6), *(CrewMember(8, 8),) * (unit.crew_size - 2))
        sheet = fresh_sheet(unit, crew)
        assert skills_of(unit, sheet) == (5, 3)
        assert figures.to_hit(unit, sheet, STANDARD, unit.weapons[0], "short").modifiers[0].value == 5
        assert "(5/3)" in written(compose(Printable(unit, sheet), Choices()))


def test_uses_in_a_battle_and_in_a_turn_have_whole_names_that_differ() -> None:
    unit = make_design()
    elite = fresh_sheet(unit, (replace(fresh_sheet(unit).crew[0], level="elite"),))
    text = written(compose(Printable(unit, elite, ruleset=Ruleset(options=("HR-B05", "HR-B19"))), Choices()))
    for name in ("edge used this battle", "zombie this battle", "zombie this turn"):
        assert name in text
