"""Type set by WeasyPrint, block by block, and kept: the same words in the same look are set once in a process.

Setting type is what costs time on a page (a millisecond a block, half of one a line); most of a sheet's text is the
same on the next sheet, and all of a design's form is the same on its next print. So WeasyPrint sets the blocks that
are new, the operators it wrote for each are kept as a :class:`Fragment`, and a page is put together from fragments.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pydyf
from weasyprint import CSS, HTML, Document
from weasyprint.text.fonts import FontConfiguration, get_hb_object_data
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from . import fonts, markup
from .blocks import Block, plain

KEPT = 6_000
"""Fragments: some 8 MB. A design has about twenty of its own."""
PIXELS_PER_MM = 96 / 25.4
SHEET = 3_000
"""Side of the sheet on which blocks are set one over the other, mm: none may meet its edge."""
STYLE = f"""
@page {{ size: {SHEET}mm {SHEET}mm; margin: 0 }}
html {{ font: 400 8pt '{fonts.FAMILY}', sans-serif; font-kerning: none; font-variant-ligatures: none }}
body, p {{ margin: 0 }}
.right {{ text-align: right }}
.centre {{ text-align: center }}
p {{ position: absolute; left: 0; top: 0; white-space: pre }}
"""
Glyphs = frozenset[tuple[str, int]]
"""(name of a face among the resources, number of the glyph in it)."""


class RenderError(Exception):
    """The page could not be made; the message says why."""


@dataclass(frozen=True, slots=True)
class Look:
    """What decides how a block is set beside its words."""

    scale: float = 1
    black: bool = False
    language: str = "en-gb"


@dataclass(frozen=True, slots=True)
class Fragment:
    """A block's text: (number of the line, its operators from the block's top left corner on, in CSS pixels with y
    downwards) of each line that shows something; and the glyphs they show."""

    lines: tuple[tuple[int, bytes], ...]
    glyphs: Glyphs


_Key = tuple[Look, float, float, float, tuple[Any, ...], int, str, str]
_kept: OrderedDict[_Key, Fragment] = OrderedDict()
_faces: dict[str, Any] = {}
"""WeasyPrint's fonts by the name that they have among a page's resources, with every glyph that was ever shown."""


def fragments(blocks: Sequence[Block], look: Look) -> list[Fragment]:
    """Each block's fragment. Raises RenderError where something in a block asks for a file or an address."""
    keys = [_key(block, look) for block in blocks]
    # Held here too: a page of more blocks than are kept must not lose its first ones while its last are set.
    found = {key: _kept[key] for key in keys if key in _kept}
    new = {key: block for key, block in zip(keys, blocks, strict=True) if key not in found}
    if new:
        # At one place, whatever page they come from: then the same block is the same to the last digit.
        placed = [replace(block, x=0.0, y=0.0) for block in new.values()]
        found.update(zip(new, _set(placed, look), strict=True))
    for key, fragment in found.items():
        _kept[key] = fragment
        _kept.move_to_end(key)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return [found[key] for key in keys]


def forget() -> None:
    """Nothing is set any more. To measure what a page costs from nothing."""
    _kept.clear()


def _key(block: Block, look: Look) -> _Key:
    width = 0.0 if block.align == "left" else block.width
    return look, width, block.points, block.leading, block.lines, block.weight, block.tone, block.align


def face(name: str, glyphs: Iterable[int]) -> Any:
    """WeasyPrint's font of that name, with these of its glyphs only."""
    known = _faces[name]
    chosen = copy(known)
    shown = sorted(glyphs)
    chosen.to_unicode = {glyph: known.to_unicode[glyph] for glyph in shown}
    chosen.widths = {glyph: known.widths[glyph] for glyph in shown}
    chosen.missing = {code: glyph for code, glyph in known.missing.items() if glyph in chosen.widths}
    if chosen.missing:
        # What stands for them all.
        chosen.widths[0] = known.widths[0]
    return chosen


@cache
def bundled(weight: int) -> str:
    """The name of the bundled face of a weight among a page's resources."""
    (fragment,) = fragments([Block(0, 0, 10, 8, 3, plain(["A"]), weight)], Look())
    ((name, _glyph),) = fragment.glyphs
    known, met = fonts.face(weight), _faces[name]
    for code, glyph in known.glyphs.items():
        met.to_unicode.setdefault(glyph, chr(code))
        met.widths.setdefault(glyph, round(known.advances[code] * 1000 / known.units))
    return name


# --- setting: one document of all blocks that are new, each at the same place ---


@cache
def _config() -> FontConfiguration:
    return FontConfiguration()


@cache
def _fetcher() -> URLFetcher:
    return URLFetcher(allowed_protocols=("data",), fail_on_errors=True)


@cache
def _bundled_faces() -> CSS:
    return CSS(string=fonts.css(), font_config=_config(), url_fetcher=_fetcher())


@cache
def _style(scale: float, black: bool) -> CSS:
    text = STYLE + markup.rules(scale, black=black)
    return CSS(string=text, font_config=_config(), url_fetcher=_fetcher())


def _set(blocks: list[Block], look: Look) -> list[Fragment]:
    try:
        html = HTML(string=markup.html(blocks, look.language, look.scale), url_fetcher=_fetcher())
        document = html.render(font_config=_config(), stylesheets=[_bundled_faces(), _style(look.scale, look.black)])
    except FatalURLFetchingError as error:
        raise RenderError(str(error)) from error
    if len(document.pages) != 1:
        raise RenderError(f"{len(document.pages)} pages instead of one")
    found: list[Fragment] = []

    def take(document: Document, pdf: pydyf.PDF) -> None:
        found.extend(_taken(document, pdf, blocks, look.scale))
        # What was wanted is taken: nothing of this document is ever written.
        pdf.objects[3:] = []

    document.write_pdf(finisher=take, pdf_tags=True, uncompressed_pdf=True)
    return found


_MARKED = re.compile(rb"/Span\s<</MCID (\d+)>>\sBDC\s(.*?)\sEMC", re.DOTALL)
_TEXT = re.compile(rb"(?:^|\n)(?:((?:\S+ ){3}rg)|BT\n(.*?)\nET)(?=\n|$)", re.DOTALL)


def _taken(document: Document, pdf: pydyf.PDF, blocks: list[Block], scale: float) -> Iterator[Fragment]:
    """The operators of each block out of a document that WeasyPrint has painted."""
    renamed = _met(document)
    (page,) = (o for o in pdf.objects if isinstance(o, dict) and o.get("Type") == "/Page")
    pieces = {int(mark): piece for mark, piece in _MARKED.findall(_object(pdf, page["Contents"]).data)}
    for block, marks in zip(blocks, _marks(pdf, len(blocks)), strict=True):
        yield _fragment([pieces[mark] for mark in marks], renamed, block.leading * scale * PIXELS_PER_MM)


def _marks(pdf: pydyf.PDF, count: int) -> Iterator[list[int]]:
    """The marked pieces of text of each block: leaves of the structure that WeasyPrint built."""
    (top,) = (o for o in pdf.objects if isinstance(o, dict) and o.get("S") == "/Document")
    if len(top["K"]) != count:
        raise RenderError(f"{len(top['K'])} blocks were set instead of {count}")

    def leaves(element: Any) -> Iterator[int]:
        for kid in element["K"]:
            if isinstance(kid, int):
                yield kid
            else:
                yield from leaves(_object(pdf, kid))

    return (list(leaves(_object(pdf, kid))) for kid in top["K"])


def _object(pdf: pydyf.PDF, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _met(document: Document) -> dict[bytes, dict[int, int]]:
    """Note the document's faces and the glyphs shown; of each face the numbers of glyphs that it lacks, as they were
    numbered here and as they are numbered among all that was ever missing."""
    renamed: dict[bytes, dict[int, int]] = {}
    for font in document.fonts.values():
        if (known := _faces.get(font.hash)) is None:
            # The document keeps of its file what it shows; what other pages show is wanted too.
            font.file_content = get_hb_object_data(font.hb_face)
            known = _faces[font.hash] = font
        numbers = renamed.setdefault(font.hash.encode(), {})
        numbers.update({number: known.get_unused_glyph_id(code) for code, number in font.missing.items()})
        for glyph, text in font.to_unicode.items():
            known.to_unicode.setdefault(numbers.get(glyph, glyph), text)
        for glyph, width in font.widths.items():
            known.widths.setdefault(numbers.get(glyph, glyph), width)
    return renamed


_BASE = re.compile(rb"(\S+) Tm")
_SHOWN = re.compile(rb"/(\S+) (\S+) Tf|<([0-9a-f]+)>")


def _fragment(pieces: list[bytes], renamed: dict[bytes, dict[int, int]], leading: float) -> Fragment:
    """The text of a block and its colours; states and pictures (coloured emoji) stay behind. ``leading``: pixels."""
    lines: dict[int, list[bytes]] = {}
    glyphs: set[tuple[str, int]] = set()
    colour = here = b""
    for piece in pieces:
        for changed, text in _TEXT.findall(piece):
            if changed:
                colour = changed
                continue
            (base,) = _BASE.findall(text)
            # A base line stands within its line.
            parts = lines.setdefault(int(float(base) / leading), [])
            parts += [colour] if colour != here or not parts else []
            here = colour
            parts.append(b"BT " + _shown(text, renamed, glyphs) + b" ET")
    return Fragment(tuple((number, b"\n".join(parts)) for number, parts in lines.items()), frozenset(glyphs))


def _shown(text: bytes, renamed: dict[bytes, dict[int, int]], glyphs: set[tuple[str, int]]) -> bytes:
    """A text object with the glyphs' lasting numbers; what it shows is noted in ``glyphs``."""
    name = b""

    def noted(found: re.Match[bytes]) -> bytes:
        nonlocal name
        if found[1]:
            name = found[1]
            return found[0]
        digits = 2 if _faces[name.decode()].bitmap else 4
        shown = found[3]
        numbers = [int(shown[i : i + digits], 16) for i in range(0, len(shown), digits)]
        lasting = [renamed[name].get(number, number) for number in numbers]
        glyphs.update((name.decode(), number) for number in lasting)
        return b"<" + b"".join(b"%0*x" % (digits, number) for number in lasting) + b">"

    # WeasyPrint writes the distance of every two glyphs, mostly none.
    return _SHOWN.sub(noted, text.replace(b">0<", b"")).replace(b"\n", b" ")
