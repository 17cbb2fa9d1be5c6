"""A bad file ends in a FormatError with a reason, never in anything else."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.formats import FormatError, read_mtf
from records.formats.text import MAX_BYTES
from records.words.files import REJECTIONS, rejection

from .mutated import bases, mutated, outcome
from .texts import ARMOUR, HEADERS, mtf

FULL = mtf(
    {"TechBase": "Mixed (IS Chassis)"},
    {
        "Left Arm": ["ISAC20 (Split)"] * 8, "Left Torso": ["ISAC20"] * 2 + ["Endo Steel"] * 3,
        "Right Torso": ["Cargo:SIZE:2.0"] * 2,
    },
    extra=["nocrit:Standard:None", "quirk:easy_pilot"],
    after=["overview:A wader.", "which wraps"],
)  # fmt: skip


def refused(data: bytes | str) -> FormatError:
    with pytest.raises(FormatError) as caught:
        read_mtf(data)
    assert rejection(caught.value.code, caught.value.params)
    return caught.value


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \r\n\t\n", "empty"),
        (b"PK\x03\x04rest of a zip", "not-text"),
        (b"%PDF-1.7 sheets", "not-text"),
        (b"\x89PNG\r\n\x1a\n", "not-text"),
        (bytes(range(256)) * 20, "not-text"),
        (b"\xff\xfe\x00", "not-text"),
        (b"<!DOCTYPE html><html><body>Archer</body></html>", "markup"),
        (b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "&a;&a;">]><x>&a;</x>', "markup"),
        (b"<unit version='0.49'><entity/></unit>", "markup"),
        (b"Shopping: eggs\nMilk", "not-mtf"),
        (b"x" * (MAX_BYTES + 1), "too-big"),
        (b"a\n" * 30_000, "too-many-lines"),
    ],
)
def test_what_is_no_mtf_file_is_called_what_it_is(data: bytes, code: str) -> None:
    assert refused(data).code == code


def test_utf_16_with_its_mark_is_read() -> None:
    assert read_mtf(mtf().encode("utf-16")).name == "Heron HRN-1A"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("Mass", "many"), ("Mass", "-50"), ("Mass", "9" * 40), ("Era", "9" * 40), ("Engine", "big Fusion Engine"),
        ("Walk MP", "1e9"), ("Jump MP", "-1"), ("Heat Sinks", "lots"), ("Heat Sinks", "99999999999 Single"),
        ("Base Chassis Heat Sinks", "ten"),
    ],
)  # fmt: skip
def test_a_number_that_is_none_is_shown_with_its_line(key: str, value: str) -> None:
    error = refused(mtf({key: value}))
    assert error.code == "bad-number"
    assert error.params["key"] == key
    assert value.startswith(error.params["value"])


def test_armour_must_be_a_number_within_reason() -> None:
    for points in ("x", "", "-1", "1000", "Reactive(Inner Sphere):lots"):
        assert refused(mtf().replace("CT Armor:20", f"CT Armor:{points}")).code == "bad-number"


def test_missing_lines_are_named() -> None:
    text = "\n".join(line for line in mtf().splitlines() if not line.startswith(("Mass:", "LL Armor:")))
    assert refused(text).params["lines"] == ["mass", "LL armor"]


def test_a_missing_location_is_named() -> None:
    text = mtf()
    start, end = text.index("Right Torso:"), text.index("Center Torso:")
    error = refused(text[:start] + text[end:])
    assert (error.code, error.params["locations"]) == ("truncated", ["RT"])


def test_an_unheard_of_tech_base_is_refused() -> None:
    assert refused(mtf({"TechBase": "Elvish"})).code == "unknown-tech-base"


def test_a_file_cut_off_at_any_line_is_refused_until_its_last_location_is_whole() -> None:
    lines = FULL.splitlines()
    whole = lines.index("Right Leg:") + 6
    for length in range(len(lines)):
        head = "\n".join(lines[: length + 1])
        if length < whole:
            refused(head)
        else:
            assert read_mtf(head).name == "Heron HRN-1A"


def test_lines_in_any_order_do_no_harm() -> None:
    shuffler = random.Random(4)
    for _round in range(200):
        lines = FULL.splitlines()
        shuffler.shuffle(lines)
        _read_or_refuse("\n".join(lines).encode())


@settings(max_examples=150)
@given(st.binary(max_size=400), st.integers(0, len(FULL)))
def test_bytes_thrown_into_a_file_do_no_harm(noise: bytes, at: int) -> None:
    data = FULL.encode()
    _read_or_refuse(data[:at] + noise + data[at + len(noise) // 2 :])


@settings(max_examples=150)
@given(st.data())
def test_strange_lines_do_no_harm(data: st.DataObject) -> None:
    strange = st.sampled_from([
        "Cargo:SIZE:1e400", "Cargo:SIZE:...", "a|b", "|", ":", "(R)", "(ARMORED)", "nocrit:", "Weapons:99999999999",
        "Config:Tripod", "Config:QuadVee", "Config:LAM", "Mass:200", "Mass:10", "Engine:0", "Armor:Patchwork",
        "LA Armor:Hardened(Clan):5", "Left Arm:", "Center Leg:", "IS Endo Steel", "ISAC20", "CLHAG40|CLHAG40",
        "Hand Actuator", "Gyro", "٣", "½",
    ])  # fmt: skip
    lines = FULL.splitlines()
    for line in data.draw(st.lists(strange, max_size=6)):
        lines[data.draw(st.integers(0, len(lines) - 1))] = line
    _read_or_refuse("\n".join(lines).encode())


def test_every_code_has_its_words() -> None:
    gaps = {
        "megabytes": 2, "kind": "zip", "limit": 1, "locations": ["LL"], "lines": ["mass"], "key": "Mass",
        "value": "x", "least": 0, "most": 9, "tons": 3, "problem": "no", "unit": "Atlas AS7-D",
    }  # fmt: skip
    for code in REJECTIONS:
        words = rejection(code, gaps)
        assert words.endswith(".") and "%" not in words


def _read_or_refuse(data: bytes) -> None:
    try:
        unit = read_mtf(data)
    except FormatError as error:
        assert rejection(error.code, error.params)
    else:
        for number, mount in enumerate(unit.mounts):
            for place, at in mount.slots:
                slot = unit.slots[place][at]
                assert slot is not None and number in (slot.mount, slot.second)


@pytest.mark.parametrize("strange", ["²", "①", "11²4", "٣", "1_0", "+5", "9" * 5000])
@pytest.mark.parametrize(
    "line", ["Mass", "Era", "Engine", "Walk MP", "Jump MP", "Heat Sinks", "Base Chassis Heat Sinks"]
)
def test_a_number_in_another_kind_of_digit_is_refused_with_its_line(line: str, strange: str) -> None:
    error = refused(mtf({line: strange + HEADERS.get(line, "")[2:].lstrip("0123456789")}))
    assert (error.code, error.params["key"]) == ("bad-number", line)


@pytest.mark.parametrize("strange", ["²", "①", "11²4", "٣", "1_0", "+5", "9" * 5000])
def test_armour_in_another_kind_of_digit_is_refused_and_so_is_rear_armour(strange: str) -> None:
    for place in ("CT", "RTC"):
        assert refused(mtf(armour={**ARMOUR, place: strange})).code == "bad-number"


@pytest.mark.parametrize("strange", ["11²4", "²", "٣", "9" * 5000, "-3", "1_000"])
def test_a_master_unit_list_number_in_other_digits_is_none(strange: str) -> None:
    assert read_mtf(mtf(new_style=True).replace("mul id:77", f"mul id:{strange}")).mul_id == 0


def test_a_list_of_weapons_counted_in_other_digits_hides_no_line() -> None:
    assert read_mtf(mtf().replace("Weapons:0", "Weapons:²")) == read_mtf(mtf())


@pytest.mark.parametrize(
    ("text", "size"), [("9" * 90 + " tons", 200.0), ("٣ tons", 1.0), ("500 kg", 0.5), ("3 tons", 3.0)]
)
def test_the_size_in_a_name_is_a_number_within_reason(text: str, size: float) -> None:
    unit = read_mtf(mtf(slots={"Left Torso": [f"Cargo ({text})"]}))
    assert [mount.size for mount in unit.mounts if mount.item == "Cargo"] == ([] if "٣" in text else [size])


def test_a_line_too_long_for_an_item_is_none_whatever_number_it_holds() -> None:
    assert read_mtf(mtf(slots={"Left Torso": [f"Cargo ({'9' * 400} tons)"]})).mounts == read_mtf(mtf()).mounts


@pytest.mark.parametrize("mark", ["\ufeff", "\u2028", "\x0b", "\x85", "\x07"])
def test_marks_without_width_and_line_separators_are_no_part_of_a_name(mark: str) -> None:
    unit = read_mtf(mtf(name=("Heron", f"HRN{mark}-1A")).encode())
    assert unit.model == ("HRN-1A" if mark == "\ufeff" else "HRN -1A")
    assert unit.name.isprintable()


def test_a_byte_order_mark_in_the_middle_hides_no_line() -> None:
    assert read_mtf(mtf().replace("Mass:", "\ufeffMass:").encode()) == read_mtf(mtf())


def test_files_changed_at_random_are_read_or_refused_and_nothing_else() -> None:
    found = Counter(outcome(data) for data in mutated(1500, 8, bases()))
    assert {"read", "bad-number", "missing-line", "truncated"} <= set(found)
    assert found["read"] > 300
