"""An MTF file is read in every dress it comes in."""

import pytest

from records.formats import FormatError, read_mtf

from .texts import EMPTY, HEADERS, mtf


def test_the_old_style_has_chassis_and_model_on_the_second_and_third_line() -> None:
    unit = read_mtf(mtf())
    assert (unit.chassis, unit.model, unit.tons, unit.year) == ("Heron", "HRN-1A", 50, 3030)


def test_a_model_may_be_empty() -> None:
    unit = read_mtf(mtf(name=("Heron", "")))
    assert (unit.name, unit.model) == ("Heron", "")


def test_the_new_style_names_them_by_key() -> None:
    unit = read_mtf(mtf(new_style=True, extra=["clanname:Grey Heron", "role:Scout", "quirk:easy_pilot"]))
    assert (unit.name, unit.clan_name, unit.role, unit.mul_id) == ("Heron HRN-1A", "Grey Heron", "Scout", 77)
    assert unit.quirks == ("easy_pilot",)


def test_both_styles_give_the_same_unit() -> None:
    old, new = read_mtf(mtf()), read_mtf(mtf(new_style=True))
    assert (old.slots, old.armour, old.mounts, old.walk) == (new.slots, new.armour, new.mounts, new.walk)


@pytest.mark.parametrize("line_end", ["\r\n", "\r", "\n"])
def test_any_line_ends_will_do(line_end: str) -> None:
    assert read_mtf(mtf().replace("\n", line_end).encode()) == read_mtf(mtf())


def test_a_byte_order_mark_and_a_missing_last_line_end_do_no_harm() -> None:
    assert read_mtf(b"\xef\xbb\xbf" + mtf().rstrip().encode()) == read_mtf(mtf())


def test_windows_1252_is_read_where_the_text_is_no_utf_8() -> None:
    text = mtf(name=("Reiher", "Günther’s"))
    assert read_mtf(text.encode("cp1252")).model == "Günther’s" == read_mtf(text.encode()).model


def test_keys_count_in_any_case() -> None:
    upper = {key.upper(): value for key, value in HEADERS.items()}
    shouted = mtf().replace("Config:", "CONFIG:").replace("Walk MP:", "walk mp:").replace("LA Armor", "la ARMOR")
    assert upper and read_mtf(shouted) == read_mtf(mtf())


def test_comments_unknown_keys_and_fluff_are_passed_over() -> None:
    noise = [
        "# a licence: with a colon",
        "uuid:0",
        "published:a book",
        "shoe size:44",
        "overview:It stalks:",
        "and wades",
    ]
    fluff = ["overview:A wader.", "It wraps", "over lines.", "deployment:x", "fluffimage:aGVyb24="]
    assert read_mtf(mtf(extra=noise, after=fluff)).slots == read_mtf(mtf()).slots


STORY = "Grey Heron. With a speed of 86 km/h, and ten double heat sinks, overview:It wades. " * 2


@pytest.mark.parametrize(
    "after",
    [[STORY, "", "capabilities:It wades."], ["It is often seen in reeds.", "and wades."], [STORY, "It wades.", STORY]],
    ids=["a long line", "short lines", "lines that run on"],
)
def test_a_story_below_the_last_location_whose_key_was_lost_is_no_equipment(after: list[str]) -> None:
    unit = read_mtf(mtf(after=after))
    assert unit.unknown == ()
    assert unit == read_mtf(mtf())


def test_a_story_below_a_leg_of_six_lines_is_no_equipment() -> None:
    six = mtf().rstrip().removesuffix(f"\n{EMPTY}" * 6)
    unit = read_mtf(f"{six}\n\n{STORY}\nIt wades.\n")
    assert (unit.unknown, unit.slots) == ((), read_mtf(mtf()).slots)


def test_a_thirteenth_line_right_below_the_others_is_still_named() -> None:
    full = mtf().rstrip()
    assert read_mtf(f"{full}\nMedium Laser\n").unknown == ("Medium Laser",)


def test_the_list_of_weapons_is_for_people_and_its_count_may_be_wrong() -> None:
    for count in (0, 1, 2, 5):
        text = mtf(slots={"Left Arm": ["Medium Laser"]})
        text = text.replace("Weapons:0", f"Weapons:{count}\nMedium Laser, Left Arm\nPPC, Right Arm")
        assert [unit_item.item for unit_item in read_mtf(text).mounts] == ["Medium Laser"]


@pytest.mark.parametrize(
    ("value", "config", "omni"),
    [
        ("Biped", "Biped", False),
        ("Biped OmniMek", "Biped", True),
        ("Quad Omnimech", "Quad", True),
        ("LAM", "LAM", False),
        ("Tripod Battlemech", "Tripod", False),
        ("QuadVee Omnimech", "QuadVee", True),
    ],
)
def test_configurations(value: str, config: str, omni: bool) -> None:
    from .texts import ARMOUR, BIPED, QUAD, TRIPOD

    places = QUAD if config.startswith("Quad") else TRIPOD if config == "Tripod" else BIPED
    armour = {**ARMOUR, "CL": 16} if config == "Tripod" else None
    unit = read_mtf(mtf({"Config": value}, places=places, armour=armour))
    assert (unit.config, unit.omni) == (config, omni)
    assert set(unit.armour) == set(unit.structure) == set(unit.slots) == set(unit.locations)


def test_a_quad_may_be_written_with_the_names_of_arms() -> None:
    from .texts import BIPED, LEG, QUAD

    arms_for_legs = {**BIPED, "Left Arm": LEG, "Right Arm": LEG}
    by_arms = read_mtf(mtf({"Config": "Quad"}, places=arms_for_legs))
    assert by_arms.slots == read_mtf(mtf({"Config": "Quad"}, places=QUAD)).slots
    assert by_arms.armour["FLL"] == 10


@pytest.mark.parametrize(
    ("value", "base", "mixed"),
    [
        ("Inner Sphere", "Inner Sphere", False),
        ("Clan", "Clan", False),
        ("Mixed (IS Chassis)", "Inner Sphere", True),
        ("Mixed (Clan Chassis)", "Clan", True),
        ("Mixed", "Inner Sphere", True),
    ],
)
def test_tech_bases(value: str, base: str, mixed: bool) -> None:
    unit = read_mtf(mtf({"TechBase": value}))
    assert (unit.tech_base, unit.mixed) == (base, mixed)


@pytest.mark.parametrize(
    ("spelt", "kind", "clan"),
    [
        ("200 Fusion Engine", "Fusion", False),
        ("200 XL Engine", "XL", False),
        ("200 XL (Clan) Engine(IS)", "XL", True),
        ("200 XXL Fusion Engine", "XXL", False),
        ("200 Light Engine(IS)", "Light", False),
        ("200 Compact Engine", "Compact", False),
        ("200 I.C.E. Engine", "ICE", False),
        ("200 ICE Engine", "ICE", False),
        ("200 Fuel Cell Engine", "Fuel Cell", False),
        ("200 Fuel-Cell Engine", "Fuel Cell", False),
        ("200 Fission Engine", "Fission", False),
        ("200 Primitive Fusion Engine", "Fusion", False),
        ("0 (none) Engine", "None", False),
    ],
)
def test_engines(spelt: str, kind: str, clan: bool) -> None:
    unit = read_mtf(mtf({"Engine": spelt, "TechBase": "Mixed (IS Chassis)"}))
    assert (unit.engine.type, unit.engine.clan) == (kind, clan)


def test_an_engine_above_400_is_a_large_one() -> None:
    assert read_mtf(mtf({"Engine": "405 XL Engine", "Mass": "100"})).engine.large
    assert not read_mtf(mtf({"Engine": "400 XL Engine", "Mass": "100"})).engine.large


@pytest.mark.parametrize(
    ("spelt", "kind"),
    [
        ("Standard(Inner Sphere)", "Standard"),
        ("Standard Armor", "Standard"),
        ("Standard((Unknown Technology Base))", "Standard"),
        ("", "Standard"),
        ("Ferro-Fibrous", "Ferro-Fibrous"),
        ("Ferro-Fibrous(Clan)", "Ferro-Fibrous"),
        ("Industrial (Inner Sphere)", "Industrial"),
        ("Stealth Armor", "Stealth"),
        ("Heavy Industrial(Inner Sphere)", "Heavy Industrial"),
        ("Ferro-Lamellor(Clan)", "Ferro-Lamellor"),
        ("Grandmother's Quilt", "UNKNOWN"),
    ],
)
def test_kinds_of_armour(spelt: str, kind: str) -> None:
    assert read_mtf(mtf({"Armor": spelt})).armour_type == kind


@pytest.mark.parametrize(
    ("spelt", "kind"),
    [
        ("IS Standard", "Standard"),
        ("Endo-Steel", "Endo Steel"),
        ("Clan Endo Steel", "Endo Steel"),
        ("IS Endo-Composite", "Endo-Composite"),
        ("Industrial", "Industrial"),
        ("Endo Steel Prototype", "Endo Steel Prototype"),
        ("UNKNOWN", "UNKNOWN"),
    ],
)
def test_kinds_of_structure(spelt: str, kind: str) -> None:
    assert read_mtf(mtf({"Structure": spelt})).structure_type == kind


def test_patchwork_armour_is_kept_by_location() -> None:
    from .texts import ARMOUR

    points: dict[str, object] = {**ARMOUR, "LA": "Reactive(Inner Sphere):8", "CT": "Ferro-Fibrous(Clan):21"}
    for place in ("RA", "LT", "RT", "HD", "LL", "RL"):
        points[place] = f"Standard(Inner Sphere):{ARMOUR[place]}"
    unit = read_mtf(mtf({"Armor": "Patchwork"}, armour=points))
    assert (unit.armour["LA"], unit.armour["CT"], unit.armour_type) == (8, 21, "Patchwork")
    assert (unit.armour_type_of("LA"), unit.armour_type_of("CT"), unit.armour_type_of("HD")) == (
        "Reactive", "Ferro-Fibrous", "Standard",
    )  # fmt: skip


def test_armour_front_and_rear_and_structure_go_to_their_places() -> None:
    unit = read_mtf(mtf())
    assert unit.armour == {"LA": 10, "RA": 11, "LT": 12, "RT": 13, "CT": 20, "HD": 9, "LL": 14, "RL": 15}
    assert unit.rear_armour == {"LT": 4, "RT": 5, "CT": 6}
    assert (unit.structure["CT"], unit.structure["LL"], unit.structure["HD"]) == (16, 12, 3)


@pytest.mark.parametrize(
    ("cockpit", "name", "crew"),
    [
        ("", "Standard Cockpit", 1),
        ("Small Cockpit", "Small Cockpit", 1),
        ("Industrial Cockpit (AFC)", "Industrial Cockpit", 1),
        ("Command Console", "Command Console", 2),
        ("Superheavy Tripod Cockpit", "Superheavy Tripod Cockpit", 3),
    ],
)
def test_cockpits_and_their_crews(cockpit: str, name: str, crew: int) -> None:
    unit = read_mtf(mtf({"Cockpit": cockpit}))
    assert (unit.cockpit, unit.crew_size) == (name, crew)


def test_a_weight_the_construction_rules_do_not_know_is_refused() -> None:
    for tons in ("5", "52", "205"):
        with pytest.raises(FormatError) as refused:
            read_mtf(mtf({"Mass": tons}))
        assert (refused.value.code, refused.value.params["tons"]) == ("bad-tons", int(tons))
