"""A whole number in foreign text is the digits 0 to 9 and nothing else."""

import pytest

from records.rules.digits import LARGEST, leading, whole


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999", 999), ("9" * 18, LARGEST)])
def test_digits_are_a_number(text: str, number: int) -> None:
    assert whole(text) == number


@pytest.mark.parametrize(
    "text",
    ["", " ", "²", "①", "11²4", "٣", "४", "１", "½", "1_000", "+5", " 5", "5 ", "5\n", "-5", "1.0", "1e3", "0x1", "−5",
     "9" * 19, "9" * 5000, "1\x00", "\ufeff1", "1\u2028", "\ud800", None, 5, 5.0, b"5"],
)  # fmt: skip
def test_anything_else_is_none(text: object) -> None:
    assert whole(text) is None


def test_limits_are_kept_and_a_minus_is_read_where_they_allow_it() -> None:
    assert [whole(text, least=-3, most=3) for text in ("-4", "-3", "-0", "3", "4")] == [None, -3, 0, 3, None]
    assert whole("0", least=1) is None
    assert whole("-0") is None
    assert whole("--1", least=-9) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("15 IS Double", 15), ("10", 10), ("  3050 ", 3050), ("10Single", 10), ("3072/3080", 3072), ("", None),
     ("x1", None), ("11²4", None), ("1٣ Double", None), ("² Double", None), ("-1", None), ("9" * 5000, None)],
)  # fmt: skip
def test_the_number_a_text_begins_with(text: str, number: int | None) -> None:
    assert leading(text) == number
