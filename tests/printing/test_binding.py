"""The file: pages in order, with the structure that a reading machine follows, and a list of contents."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import pytest
from pypdf import PdfReader

from records.printing import binding, pdf
from records.printing.blocks import Block, Tag, plain
from records.printing.canvas import Frame, Page
from records.printing.printable import AS_USUAL

MARK = re.compile(rb"/(\w+) <</MCID (\d+)>> BDC")


def page(*parts: Block, title: str = "A page", bookmark: bool = True, across: bool = False) -> Page:
    blocks = tuple(replace(part, y=20.0 + 6 * number) for number, part in enumerate(parts))
    return Page(title, "en-gb", Frame.of("letter", across=across), blocks, b"", frozenset(), bookmark)


def block(text: str, tag: Tag = "p", *, written: bool = False) -> Block:
    return Block(20, 20, 60, 8, 3.4, plain([text]), tag=tag, written=written)


def read(*pages: Page) -> PdfReader:
    leaves = [pdf._leaf(one, AS_USUAL) for one in pages]
    return PdfReader(io.BytesIO(binding.bound(leaves, "Papers", "en-gb")))


def structure(reader: PdfReader) -> list[tuple[str, int, list[int]]]:
    """What each element is, the number of its page and of its pieces of text there; in reading order."""
    numbers = {one.indirect_reference.idnum: n for n, one in enumerate(reader.pages)}
    tree: Any = reader.root_object["/StructTreeRoot"]
    found = [element.get_object() for section in tree["/K"]["/K"] for element in section.get_object()["/K"]]
    return [(str(one["/S"]), numbers[one.raw_get("/Pg").idnum], [int(mark) for mark in one["/K"]]) for one in found]


def test_set_and_written_text_is_read_in_the_order_in_which_it_was_put_there() -> None:
    blocks = [
        block("Name", "h1"), block("12/20", written=True), block("Weapons", "h2"), block("AC/20"),
        block("LRM 20"), block("3 left", written=True), block(" "), block("Centre torso", "h2", written=True),
    ]  # fmt: skip
    reader = read(page(*blocks), page(block("Another", "h1")))
    kinds = ["/H1", "/P", "/H2", "/P", "/P", "/P", "/H2"]
    assert structure(reader) == [*((kind, 0, [mark]) for mark, kind in enumerate(kinds)), ("/H1", 1, [0])]
    marked = MARK.findall(reader.pages[0]["/Contents"].get_data())
    assert [(b"/" + tag, int(mark)) for tag, mark in marked] == [(k.encode(), n) for n, k in enumerate(kinds)]
    words = ["Name", "12/20", "Weapons", "AC/20", "LRM 20", "3 left", "Centre torso"]
    assert reader.pages[0].extract_text().split("\n") == words


def test_every_mark_leads_back_to_its_element() -> None:
    reader = read(page(block("a"), block("b", written=True)), page(block("c", "h1")))
    tree: Any = reader.root_object["/StructTreeRoot"]
    by_key = dict(zip(tree["/ParentTree"]["/Nums"][::2], tree["/ParentTree"]["/Nums"][1::2], strict=True))
    for one in reader.pages:
        parents = by_key[one["/StructParents"]].get_object()
        assert [mark for parent in parents for mark in parent.get_object()["/K"]] == list(range(len(parents)))
        assert all(parent.get_object().raw_get("/Pg").idnum == one.indirect_reference.idnum for parent in parents)
        sections = [parent.get_object()["/P"] for parent in parents]
        assert all(one["/S"] == "/Sect" and one["/P"] == tree["/K"] for one in sections)


def test_each_line_is_a_paragraph_and_what_is_written_in_a_row_is_read_with_it() -> None:
    def lines(*texts: str, y: float = 20, joins: bool = False) -> Block:
        return Block(20, y, 60, 8, 4, plain(texts), written=joins, joins=joins)

    table = [lines("PPC", "", "SRM 6", "LRM 20"), lines("7+", "9+", "", "11+", joins=True)]
    late = lines("1 left", y=20 + 2 * 4 + 0.5, joins=True)
    blocks = (lines("Weapons", y=10), *table, late, lines("two", "lines", y=60))
    one = Page("A page", "en-gb", Frame.of("a4"), blocks, b"", frozenset(), True)
    leaf = pdf._leaf(one, AS_USUAL)
    # Pieces in the order of the content: Weapons; PPC, SRM 6, LRM 20; 7+, 9+, 11+; 1 left; two, lines.
    assert [pieces for _tag, pieces in leaf.elements] == [(0,), (1, 4), (5,), (2, 7), (3, 6), (8,), (9,)]
    assert [pieces for _tag, _page, pieces in structure(read(one))] == [[0], [1, 4], [5], [2, 7], [3, 6], [8], [9]]


def test_a_pack_of_very_many_lines_is_read_by_those_who_limit_an_elements_kids() -> None:
    lines = tuple(block(f"line {number}") for number in range(120))
    reader = read(*([page(*lines)] * 150))
    assert len(reader.pages) == 150
    tree: Any = reader.root_object["/StructTreeRoot"]
    kids = [tree["/K"]["/K"], *(section.get_object()["/K"] for section in tree["/K"]["/K"])]
    assert max(map(len, kids)) == 150


def test_the_list_of_contents_names_the_pages_that_begin_something() -> None:
    sheet, more, paper = (
        page(block("a"), title="Atlas"),
        page(block("b"), bookmark=False),
        page(block("c"), title="Forces"),
    )
    reader = read(sheet, more, paper)
    assert [str(entry["/Title"]) for entry in reader.outline] == ["Atlas", "Forces"]
    assert [reader.get_destination_page_number(entry) for entry in reader.outline] == [0, 2]
    assert "/Outlines" not in read(page(block("a"), bookmark=False)).root_object


def test_pages_have_their_own_sizes() -> None:
    reader = read(page(block("a")), page(block("b"), across=True))
    sizes = [[float(side) for side in one.mediabox[2:]] for one in reader.pages]
    assert sizes == [pytest.approx([612, 792], abs=0.01), pytest.approx([792, 612], abs=0.01)]


def test_the_file_says_what_it_is() -> None:
    reader = read(page(block("a")))
    assert reader.metadata is not None and reader.metadata.title == "Papers"
    assert reader.root_object["/Lang"] == "en-gb"
    assert reader.root_object["/MarkInfo"]["/Marked"] and reader.root_object["/ViewerPreferences"]["/DisplayDocTitle"]
