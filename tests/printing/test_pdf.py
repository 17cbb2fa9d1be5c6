"""The PDF itself: its text, its metadata, and that its marks stand where the geometry says."""

from __future__ import annotations

import io
import random
import shutil
import subprocess
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from records.printing import fonts, geometry, typeset
from records.printing.canvas import FOOTER, MARGIN
from records.printing.pdf import Pack, RenderError, render
from records.printing.printable import PAPERS, Choices, Paper, Printable, Seat
from records.rules import Sheet, Unit, fresh_sheet
from records.rules.sheet import Fresh
from tests.factory import make_design
from tests.printing.designs import corpus, starters
from tests.shared import needs_shared

DPI = 200
PAPERS_BOTH: tuple[Paper, ...] = ("a4", "letter")


def text_of(data: bytes, page: int = 0) -> str:
    return PdfReader(io.BytesIO(data)).pages[page].extract_text()


def rastered(data: bytes, folder: Path) -> Image.Image:
    """The first page as grey pixels, as a printer would see it."""
    if shutil.which("pdftoppm") is None:
        pytest.fail("This test needs pdftoppm: apt-get install -y poppler-utils (make test does it as root).")
    (folder / "page.pdf").write_bytes(data)
    command = ["pdftoppm", "-r", str(DPI), "-gray", "-singlefile", str(folder / "page.pdf"), str(folder / "page")]
    subprocess.run(command, check=True)
    with Image.open(folder / "page.pgm") as image:
        return image.copy()


def middle(image: Image.Image, x: float, y: float, around: float = 0.35) -> float:
    """How dark a place is, 0 (paper) to 1 (ink): the mean of the pixels within ``around`` mm of it."""
    scale = DPI / 25.4
    reach = round(around * scale)
    left, top = round(x * scale), round(y * scale)
    box = image.crop((left - reach, top - reach, left + reach + 1, top + reach + 1))
    pixels = list(box.tobytes())
    return 1 - sum(pixels) / len(pixels) / 255


def pip_places(unit: Unit, paper: Paper) -> dict[tuple[str, str], list[tuple[float, float]]]:
    """Where every pip is on the page, mm, by location and kind."""
    width, height = PAPERS[paper]
    drawn = geometry.figure(unit)
    x, y = (width - geometry.WIDTH) / 2, height - MARGIN - FOOTER - drawn.height
    return {
        (panel.location, pips.kind): [(x + panel.x + px, y + panel.y + py) for px, py in pips.points]
        for panel in drawn.panels
        for pips in panel.sections
    }


def random_state(unit: Unit, dice: random.Random) -> Sheet:
    sheet = fresh_sheet(unit)
    return replace(
        sheet,
        armour={code: dice.randint(0, points) for code, points in sheet.armour.items()},
        rear={code: dice.randint(0, points) for code, points in sheet.rear.items()},
        structure={code: dice.randint(1, points) for code, points in sheet.structure.items()},
        heat=dice.randint(0, 33),
    )


def wrong_pips(unit: Unit, sheet: Sheet, paper: Paper, folder: Path) -> list[str]:
    """Pips whose middle is not as the sheet says: crossed (dark) or open (paper)."""
    image = rastered(render([Printable(unit, sheet)], Choices(paper)), folder)
    left = {"armour": sheet.armour, "rear": sheet.rear, "structure": sheet.structure}
    wrong = []
    for (code, kind), places in pip_places(unit, paper).items():
        crossed = len(places) - left[kind][code]
        for number, (x, y) in enumerate(places):
            dark = middle(image, x, y)
            if (dark > 0.45) != (number < crossed):
                wrong.append(f"{unit.name} {code} {kind} {number}: {dark:.2f}")
    return wrong


@pytest.mark.parametrize("paper", PAPERS_BOTH)
def test_crossed_pips_are_those_lost(paper: Paper, tmp_path: Path) -> None:
    dice = random.Random(7)
    for unit in starters()[::60]:
        assert wrong_pips(unit, random_state(unit, dice), paper, tmp_path) == []


@needs_shared
def test_crossed_pips_are_those_lost_on_every_configuration(tmp_path: Path) -> None:
    dice = random.Random(11)
    seen: dict[tuple[str, str, bool], Unit] = {}
    for unit in corpus():
        seen.setdefault((unit.config, unit.armour_type, unit.superheavy), unit)
    for number, unit in enumerate(seen.values()):
        paper = PAPERS_BOTH[number % 2]
        assert wrong_pips(unit, random_state(unit, dice), paper, tmp_path) == []


def test_marks_of_this_phase_are_one_stroke_and_lighter_than_settled_ones(tmp_path: Path) -> None:
    unit = make_design()
    whole = fresh_sheet(unit)
    sheet = replace(whole, armour={**whole.armour, "CT": 12}, fresh=Fresh(armour={"CT": 3}))
    image = rastered(render([Printable(unit, sheet)]), tmp_path)
    places = pip_places(unit, "a4")["CT", "armour"]
    # A cross is dark at all four corners of a pip's inside, one stroke only at two of them.
    corners = [
        sum(middle(image, x + dx, y + dy, 0.15) > 0.3 for dx in (-0.5, 0.5) for dy in (-0.5, 0.5))
        for x, y in places[:8]
    ]
    assert corners == [4, 4, 4, 4, 4, 2, 2, 2]


def test_a_struck_slot_has_a_line_through_it(tmp_path: Path) -> None:
    unit = make_design()
    whole = fresh_sheet(unit)
    sheet = replace(whole, hits={"RT": (0,)})
    drawn = geometry.figure(unit)
    panel = drawn.panel("RT")
    width, height = PAPERS["a4"]
    x0, y0 = (width - geometry.WIDTH) / 2, height - MARGIN - FOOTER - drawn.height
    dark = {}
    for name, state in (("hit", sheet), ("whole", whole)):
        image = rastered(render([Printable(unit, state)]), tmp_path)
        box = panel.slots[0]
        y = y0 + panel.y + box.y + box.height / 2 + 0.1
        x = x0 + panel.x + box.x
        scale = DPI / 25.4
        row = [image.getpixel((round((x + step / 10) * scale), round(y * scale))) for step in range(20, 70)]
        dark[name] = sum(value < 128 for value in row) / len(row)
    assert dark["hit"] == 1.0
    assert dark["whole"] < 0.7


def test_the_text_comes_in_the_order_in_which_it_is_read() -> None:
    unit = make_design()
    sheet = replace(fresh_sheet(unit), heat=7)
    text = text_of(render([Printable(unit, sheet, seat=Seat("Grayson Carlyle"))]))
    order = ["Testbed TST-1A", "heat 7", "Weapons", "AC/5", "Ammunition", "Heat 7", "Grayson Carlyle", "Head"]
    places = [text.find(part) for part in order]
    assert -1 not in places
    assert places == sorted(places)


def test_the_files_title_is_one_line_of_printable_text() -> None:
    data = render([Printable(make_design(), fresh_sheet(make_design()))], title="The \u202elance\n<b>\x00")
    assert PdfReader(io.BytesIO(data)).metadata.title == "The lance <b>"


def test_title_language_and_bookmarks() -> None:
    unit = make_design()
    pages = [Printable(unit, fresh_sheet(unit)), Printable(unit, fresh_sheet(unit), label="Old Faithful")]
    reader = PdfReader(io.BytesIO(render(pages, Choices("letter"), "Two machines")))
    assert reader.metadata is not None
    assert reader.metadata.title == "Two machines"
    assert reader.root_object["/Lang"] == "en-gb"
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert [entry["/Title"] for entry in reader.outline] == ["Testbed TST-1A", "Old Faithful (Testbed TST-1A)"]
    assert [float(value) for value in reader.pages[1].mediabox[2:]] == pytest.approx([612, 792], abs=1)


def test_markup_and_right_to_left_names_print_as_text() -> None:
    unit = replace(make_design(), chassis="<img src=x> & שלום")
    text = text_of(render([Printable(unit, fresh_sheet(unit), seat=Seat("<b>Ann</b>"))]))
    assert "<img src=x> &" in text
    assert "<b>Ann</b>" in text
    assert "ש" in text


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x.png", "file:///etc/passwd"])
def test_nothing_is_ever_fetched(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were markup ever to slip through the escaping, an address in it would stop the page instead of being opened."""
    unit = make_design()
    monkeypatch.setattr("records.printing.markup.html", lambda *_looks: f'<p><img src="{address}"></p>')
    with pytest.raises(RenderError):
        render([Printable(unit, fresh_sheet(unit), seat=Seat("שלום"))])


def test_the_same_sheet_gives_the_same_bytes() -> None:
    page = Printable(make_design(), fresh_sheet(make_design()))
    assert render([page]) == render([page])


def test_pages_set_by_several_threads_at_once_are_whole() -> None:
    """Two people look at previews: without turns the faces' files are read askew, or Pango ends the process."""
    made: dict[str, list[bytes]] = {}
    page = Printable(make_design(), fresh_sheet(make_design()))

    def work() -> None:
        for name in ("Зоя", "龍馬", "مرحبا"):
            made.setdefault(name, []).append(render([replace(page, seat=Seat(name))]))

    fonts.face.cache_clear()
    fonts.outline.cache_clear()
    typeset.forget()
    threads = [threading.Thread(target=work) for _thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [(len(files), len(set(files))) for files in made.values()] == [(4, 1)] * 3


def test_a_pack_without_pages_is_an_error() -> None:
    with pytest.raises(RenderError):
        Pack(Choices()).pdf()


def test_a_page_is_small_and_its_type_is_inside() -> None:
    data = render([Printable(make_design(), fresh_sheet(make_design()))])
    assert len(data) < 60_000
    fonts = PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/Font"]
    names = {str(fonts[name].get_object()["/BaseFont"]) for name in fonts}
    assert all("Plex" in name for name in names)


def test_many_pages_are_bound_with_text_bookmarks_language_and_tags() -> None:
    unit = make_design()
    count = 13
    data = render([Printable(unit, fresh_sheet(unit), label=f"Number {number}") for number in range(count)])
    reader = PdfReader(io.BytesIO(data))
    assert [f"“Number {number}”" in page.extract_text() for number, page in enumerate(reader.pages)] == [True] * count
    assert [str(entry["/Title"]).split(" (")[0] for entry in reader.outline] == [f"Number {n}" for n in range(count)]
    assert reader.root_object["/Lang"] == "en-gb" and reader.root_object["/MarkInfo"]["/Marked"]
    tree = reader.root_object["/StructTreeRoot"]
    elements = [element.get_object() for section in tree["/K"]["/K"] for element in section.get_object()["/K"]]
    assert sum(element["/S"] == "/H1" for element in elements) == count
    keys = [int(page["/StructParents"]) for page in reader.pages]
    assert keys == sorted(set(keys)) and len(keys) == count
    parents = dict(zip(tree["/ParentTree"]["/Nums"][::2], tree["/ParentTree"]["/Nums"][1::2], strict=True))
    pages = [page.indirect_reference.idnum for page in reader.pages]
    for number, key in enumerate(keys):
        first = parents[key].get_object()[0].get_object()
        assert first["/S"] == "/H1" and first.raw_get("/Pg").idnum == pages[number]


def test_letters_that_the_faces_lack_come_from_another_font_and_cyrillic_does_not() -> None:
    unit = make_design()
    data = render([Printable(unit, fresh_sheet(unit), seat=Seat("Фёдор Ужасный"))])
    assert "Фёдор Ужасный" in text_of(data)
    fonts = PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/Font"]
    assert all("Plex" in str(fonts[name].get_object()["/BaseFont"]) for name in fonts)
