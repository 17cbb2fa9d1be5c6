"""A bad file ends in a FormatError with a reason, never in anything else."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.formats import FormatError, read_mtf
from records.formats.text import MAX_BYTES
from records.words.files import REJECTIONS, rejection

from .texts import mtf

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
