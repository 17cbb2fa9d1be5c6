"""Pages bound into one file: their operators, the faces with the glyphs they show, bookmarks, and the structure that
tells a reading machine what each piece of text is, in reading order."""

from __future__ import annotations

import io
import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pydyf
import weasyprint
from weasyprint.pdf.fonts import build_fonts_dictionary

from . import marks, typeset
from .typeset import Glyphs

VERSION = "1.7"


Element = tuple[str, tuple[int, ...]]
"""(``"P"``, ``"H1"`` ..., numbers of its marked pieces of text)."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A finished page. ``width`` and ``height`` in points; ``content`` its operators, deflated; ``elements`` what is
    to be read, in order: what it is and the marked pieces of text that it is made of; ``bookmark`` the page's name in
    the list of contents, or empty."""

    width: float
    height: float
    content: bytes
    elements: tuple[Element, ...]
    glyphs: Glyphs
    numerals: frozenset[tuple[str, int]]
    bookmark: str = ""


class _Raw:
    """What pydyf takes for one of its objects, that is bytes already. The structure of a pack has tens of thousands:
    they take a third of the memory so."""

    __slots__ = ("data", "number", "offset")

    generation = 0
    free = "n"
    compressible = True

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.number = 0
        self.offset = 0

    @property
    def reference(self) -> bytes:
        """How other objects name it."""
        return b"%d 0 R" % self.number

    @property
    def indirect(self) -> bytes:
        """As it stands in the file by itself."""
        return b"%d 0 obj\n%s\nendobj" % (self.number, self.data)


class _Deflated(_Raw):
    """A stream deflated before; it stands by itself in the file."""

    __slots__ = ()

    compressible = False

    def __init__(self, data: bytes, about: bytes = b"") -> None:
        head = b"<< %s/Filter /FlateDecode /Length %d >>" % (about, len(data))
        super().__init__(b"%s\nstream\n%s\nendstream" % (head, data))


def bound(leaves: Sequence[Leaf], title: str, language: str) -> bytes:
    """The file of all pages in order."""
    pdf = pydyf.PDF()
    resources = _resources(pdf, leaves)
    pages = [_page(pdf, leaf, number, resources) for number, leaf in enumerate(leaves)]
    _structure(pdf, leaves, pages)
    _bookmarks(pdf, leaves, pages)
    pdf.info["Title"] = pydyf.String(title)
    pdf.info["Producer"] = pydyf.String(f"WeasyPrint {weasyprint.__version__}")
    pdf.catalog["Lang"] = pydyf.String(language)
    pdf.catalog["MarkInfo"] = pydyf.Dictionary({"Marked": "true"})
    pdf.catalog["ViewerPreferences"] = pydyf.Dictionary({"DisplayDocTitle": "true"})
    file = io.BytesIO()
    pdf.write(file, version=VERSION, compress=True)
    return file.getvalue()


def _page(pdf: pydyf.PDF, leaf: Leaf, number: int, resources: bytes) -> bytes:
    """Add a page; gives its reference."""
    content = _Deflated(leaf.content)
    pdf.add_object(content)
    page = pydyf.Dictionary({
        "Type": "/Page",
        "Parent": pdf.pages.reference,
        "MediaBox": pydyf.Array([0, 0, round(leaf.width, 3), round(leaf.height, 3)]),
        "Contents": content.reference,
        "Resources": resources,
        "Tabs": "/S",
        "StructParents": number,
    })  # fmt: skip
    pdf.add_page(page)
    return bytes(page.reference)


def _resources(pdf: pydyf.PDF, leaves: Sequence[Leaf]) -> bytes:
    """What all pages share; gives its reference."""
    shown: defaultdict[str, set[int]] = defaultdict(set)
    for name, glyph in set().union(*(leaf.glyphs for leaf in leaves)):
        shown[name].add(glyph)
    faces = {name: typeset.face(name, glyphs) for name, glyphs in sorted(shown.items())}
    options = {"hinting": False, "pdf_version": VERSION}
    fonts = build_fonts_dictionary(pdf, faces, compress=True, subset=True, options=options)
    forms = pydyf.Dictionary()
    for char, weight in sorted(set().union(*(leaf.numerals for leaf in leaves))):
        form = _Deflated(_numeral(char, weight), b"/Type /XObject /Subtype /Form /BBox [-1 -2 2 1] ")
        pdf.add_object(form)
        forms[marks.glyph_name(char, weight)] = form.reference
    resources = pydyf.Dictionary({"Font": fonts, "XObject": forms})
    pdf.add_object(resources)
    return bytes(resources.reference)


@lru_cache(maxsize=256)
def _numeral(char: str, weight: int) -> bytes:
    return zlib.compress(marks.glyph_stream(char, weight))


def _structure(pdf: pydyf.PDF, leaves: Sequence[Leaf], pages: Sequence[bytes]) -> None:
    """The elements of each page in a section of its own, all below one document: readers limit how many kids an element
    may have, and a pack of hundreds of sheets has more."""
    root, document, parents = pydyf.Dictionary(), pydyf.Dictionary(), pydyf.Dictionary()
    for part in (root, document, parents):
        pdf.add_object(part)
    sections: list[bytes] = []
    by_page: list[bytes] = []
    for number, (leaf, page) in enumerate(zip(leaves, pages, strict=True)):
        section = pydyf.Dictionary({"Type": "/StructElem", "S": "/Sect", "P": document.reference, "Pg": page})
        pdf.add_object(section)
        sections.append(section.reference)
        found: list[bytes] = []
        owners: dict[int, Any] = {}
        for tag, pieces in leaf.elements:
            element = _Raw(
                b"<< /Type /StructElem /S /%s /P %s /Pg %s /K [%s] >>"
                % (tag.encode(), section.reference, page, b" ".join(b"%d" % piece for piece in pieces))
            )
            pdf.add_object(element)
            found.append(element.reference)
            owners.update(dict.fromkeys(pieces, element.reference))
        section["K"] = _array(found)
        by_page.append(b"%d [%s]" % (number, b" ".join(owner for _piece, owner in sorted(owners.items()))))
    root.update({
        "Type": "/StructTreeRoot", "K": document.reference, "ParentTree": parents.reference,
        "ParentTreeNextKey": len(leaves),
    })  # fmt: skip
    document.update({
        "Type": "/StructElem", "S": "/Document", "P": root.reference, "K": _array(sections)
    })  # fmt: skip
    parents["Nums"] = _array(by_page)
    pdf.catalog["StructTreeRoot"] = root.reference


def _array(parts: Iterable[bytes]) -> bytes:
    return b"[" + b" ".join(parts) + b"]"


def _bookmarks(pdf: pydyf.PDF, leaves: Sequence[Leaf], pages: Sequence[bytes]) -> None:
    named = [(leaf, page) for leaf, page in zip(leaves, pages, strict=True) if leaf.bookmark]
    if not named:
        return
    outlines = pydyf.Dictionary({"Type": "/Outlines", "Count": len(named)})
    pdf.add_object(outlines)
    entries: list[Any] = []
    for leaf, page in named:
        target = pydyf.Array([page, "/XYZ", 0, round(leaf.height, 3), "null"])
        entry = pydyf.Dictionary({
            "Title": pydyf.String(leaf.bookmark), "Parent": outlines.reference, "Dest": target,
        })  # fmt: skip
        pdf.add_object(entry)
        entries.append(entry)
    for before, after in pairwise(entries):
        before["Next"], after["Prev"] = after.reference, before.reference
    outlines["First"], outlines["Last"] = entries[0].reference, entries[-1].reference
    pdf.catalog["Outlines"] = outlines.reference
