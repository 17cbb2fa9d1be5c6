"""Type that is set once and kept, and what is written over it in the same faces."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from records.printing import binding, fonts, pdf, typeset, writing
from records.printing.blocks import Align, Block, Run, plain
from records.printing.canvas import Frame, Page
from records.printing.printable import AS_USUAL
from records.printing.typeset import Fragment, Look

LOOK = Look()
PLACED = re.compile(rb"(?:\S+ ){3}rg|1 0 0 -1 (\S+) (\S+) Tm|/(\S+) (\S+) Tf|<([0-9a-f]+)>")


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    typeset.forget()
    yield
    typeset.forget()


@pytest.fixture
def set_blocks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line that WeasyPrint sets from now on."""
    for weight in fonts.WEIGHTS:
        typeset.bundled(weight)
    found: list[str] = []
    real = typeset._set

    def counting(blocks: list[Block], look: Look) -> list[Fragment]:
        found.extend(line for block in blocks for line in block.text.split("\n"))
        return real(blocks, look)

    monkeypatch.setattr(typeset, "_set", counting)
    return found


def block(text: str, x: float = 0, y: float = 0, width: float = 60, align: Align = "left", weight: int = 400,
          written: bool = False) -> Block:  # fmt: skip
    return Block(x, y, width, 8, 3.4, plain(text.split("\n")), weight, align=align, written=written)


def operators(fragment: Fragment) -> bytes:
    return b"\n".join(line for _number, line in fragment.lines)


def places(fragment: Fragment) -> list[tuple[float, float, float]]:
    """Where each piece of text begins, and the size of its type; CSS pixels."""
    found = []
    x = y = 0.0
    for match in PLACED.finditer(operators(fragment)):
        if match[1]:
            x, y = float(match[1]), float(match[2])
        elif match[3]:
            found.append((x, y, float(match[4])))
    return found


def shown(fragment: Fragment) -> bytes:
    return b"".join(match[5] for match in PLACED.finditer(operators(fragment)) if match[5])


def test_a_block_is_set_once_wherever_it_stands(set_blocks: list[str]) -> None:
    first = typeset.fragments([block("Medium Laser"), block("AC/20")], LOOK)
    again = typeset.fragments([block("AC/20", x=20, y=7, width=44), block("Medium Laser"), block("PPC")], LOOK)
    assert again[:2] == first[::-1]
    assert set_blocks == ["Medium Laser", "AC/20", "PPC"]


def test_a_line_is_set_once_on_a_page_and_stands_wherever_it_is_wanted(set_blocks: list[str]) -> None:
    first, second = typeset.fragments([block("Engine\nEngine\nGyro"), block("Gyro\n\nEngine")], LOOK)
    assert set_blocks == ["Engine", "Gyro"]
    assert [number for number, _line in first.lines] == [0, 1, 2]
    assert [number for number, _line in second.lines] == [0, 2]
    heights = [y for _x, y, _size in places(first)]
    leading = 3.4 / 25.4 * 96
    assert [y - heights[0] for y in heights] == pytest.approx([0, leading, 2 * leading], abs=0.011)
    assert [y for _x, y, _size in places(second)] == [heights[0], heights[2]]
    many = "\n".join(str(number) for number in range(2 * typeset.TOGETHER + 7))
    (fragment,) = typeset.fragments([block(many)], LOOK)
    assert [number for number, _line in fragment.lines] == list(range(2 * typeset.TOGETHER + 7))


def test_another_look_is_set_anew(set_blocks: list[str]) -> None:
    typeset.fragments([block("PPC")], LOOK)
    for look in (Look(scale=1.4), Look(black=True), Look(language="de")):
        typeset.fragments([block("PPC")], look)
    typeset.fragments(
        [block("PPC", weight=700), block("PPC", align="right"), block("PPC", align="right", width=9)], LOOK
    )
    assert set_blocks == ["PPC"] * 7


def test_what_was_not_used_for_longest_is_let_go(set_blocks: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typeset, "KEPT", 3)
    for text in ("a", "b", "c", "a", "d", "a", "b"):
        typeset.fragments([block(text)], LOOK)
    assert set_blocks == ["a", "b", "c", "d", "b"]
    # A page of more blocks than are kept is whole none the less.
    page = [block(str(number)) for number in range(9)]
    assert len({fragment.lines for fragment in typeset.fragments(page, LOOK)}) == 9


@pytest.mark.parametrize("align", ["left", "right", "centre"])
@pytest.mark.parametrize("look", [LOOK, Look(scale=1.37, black=True)])
def test_what_is_written_stands_where_it_would_be_set(align: Align, look: Look) -> None:
    lines = (
        (Run("Centre torso 47/47"),),
        (Run("12", 700, 15, "strong"), Run(" walking MP", 0, 6.5, "quiet")),
        (Run("Øystein Żółć, Фёдор"),),
    )
    one = Block(5, 9, 52, 8, 4.1, lines, 500, align=align)
    (form,) = typeset.fragments([one], look)
    written = writing.fragment(one, look)
    assert shown(form).replace(b" ", b"") == shown(written)
    assert form.glyphs == written.glyphs
    assert [number for number, _line in form.lines] == [number for number, _line in written.lines] == [0, 1, 2]
    for (x, y, size), (form_x, form_y, form_size) in zip(places(written), places(form), strict=True):
        assert (x, y, size) == pytest.approx((form_x, form_y, form_size), abs=0.03)
    colours = re.compile(rb"(\S+) (\S+) (\S+) rg")
    of_form = [tuple(map(float, found)) for found in colours.findall(operators(form))]
    of_written = list(dict.fromkeys(tuple(map(float, found)) for found in colours.findall(operators(written))))
    assert [pytest.approx(colour, abs=0.003) for colour in of_written] == list(dict.fromkeys(of_form))


def test_a_line_says_its_colour_itself_and_empty_ones_are_none() -> None:
    """Each is put on the page by itself."""
    lines = ((Run("a"),), (), (Run("b", tone="quiet"),), (Run("c", tone="quiet"),), (Run("d"), Run("e", 700)))
    one = Block(0, 0, 60, 8, 3, lines)
    for fragment in (typeset.fragments([one], LOOK)[0], writing.fragment(one, LOOK)):
        assert [number for number, _line in fragment.lines] == [0, 2, 3, 4]
        assert all(b" rg" in line.partition(b"BT")[0] for _number, line in fragment.lines)


def test_runs_with_places_of_their_own_are_written_there() -> None:
    one = Block(0, 0, 80, 8, 3, ((Run("LA"), Run("12", at=10.4), Run("7+", 600, 6, at=22)),))
    assert [x for x, _y, _size in places(writing.fragment(one, LOOK))] == pytest.approx(
        [0, 10.4 / 25.4 * 96, 22 / 25.4 * 96], abs=0.02
    )


@pytest.mark.parametrize("text", ["שלום", "山田", "a\u0301", "x\u202ey", "🔥"])
def test_what_the_faces_cannot_show_is_left_to_weasyprint(text: str) -> None:
    assert not writing.can_show(block(text))
    assert writing.can_show(block("Żółć Фёдор – 12/20 † ≥"))


def texts_of(folder: Path, *words: str) -> list[str]:
    """The text of a file with a page for each, as a reader takes it out."""
    if shutil.which("pdftotext") is None:
        pytest.fail("This test needs pdftotext: apt-get install -y poppler-utils (make test does it as root).")
    pages = [
        Page("A page", "en-gb", Frame.of("a4"), (block(text, 20, 20, written=True),), b"", frozenset(), True)
        for text in words
    ]
    file = folder / "words.pdf"
    file.write_bytes(binding.bound([pdf._leaf(page, AS_USUAL) for page in pages], "Words", "en-gb"))
    command = ["pdftotext", "-raw", str(file), "-"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [text.strip() for text in done.stdout.split("\f")[:-1]]


def test_other_letters_stand_beside_ours(tmp_path: Path) -> None:
    found = texts_of(tmp_path, "שלום עולם", "山田太郎", "Ann", "🔥 Blaze", "ไทย")
    for text, letters in zip(found, ("ם", "山田太郎", "Ann", "Blaze", "ท"), strict=True):
        assert letters in text


def test_letters_that_no_font_has_are_told_apart_in_one_file(tmp_path: Path) -> None:
    """Private letters: each keeps its own number, whatever page it comes from."""
    found = texts_of(tmp_path, "\ue0f1\ue0f2 one", "\ue0f2\ue0f3 two")
    assert "\ue0f1\ue0f2 one" in found[0] and "\ue0f2\ue0f3 two" in found[1]


def test_a_face_in_the_file_has_the_glyphs_that_are_shown(tmp_path: Path) -> None:
    """Of the written text too, that WeasyPrint never saw."""
    typeset.fragments([block("a")], LOOK)
    assert texts_of(tmp_path, "Żubr ŁÓDŹ Ѣ ≥ † ½") == ["Żubr ŁÓDŹ Ѣ ≥ † ½"]


def test_without_the_library_that_subsets_faces_they_are_whole_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine without libharfbuzz-subset: slower, the same letters."""
    monkeypatch.setattr("weasyprint.pdf.fonts.harfbuzz_subset", None)
    monkeypatch.setattr(typeset, "_faces", {})
    typeset.bundled.cache_clear()
    try:
        typeset.fragments([block("a")], LOOK)
        texts_of(tmp_path, "Żubr")
        fonts_of_file = PdfReader(tmp_path / "words.pdf").pages[0]["/Resources"]["/Font"]
        (font,) = (fonts_of_file[name] for name in fonts_of_file)
        embedded = font["/DescendantFonts"][0]["/FontDescriptor"]["/FontFile2"].get_data()
        font = TTFont(io.BytesIO(embedded))
        names = [font.getGlyphName(fonts.face(400).glyphs[ord(char)]) for char in "Żubr"]
        assert all(font["glyf"][name].numberOfContours for name in names)
    finally:
        typeset.bundled.cache_clear()
