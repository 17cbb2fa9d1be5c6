"""Type set by WeasyPrint, line by line, and kept: the same words in the same look are set once in a process.

Setting type is what costs time on a page (half a millisecond a line); many of a sheet's lines stand on it twice or on
the next sheet too, and all of a design's form is the same on its next print. So WeasyPrint sets the lines that are
new, the operators it wrote for each are kept, and a page is put together from them, each block as a :class:`Fragment`.
"""

from __future__ import annotations

import re
import string
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import pydyf
from weasyprint import CSS, HTML, Document
from weasyprint.pdf.stream import Stream
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from . import fonts, markup
from .blocks import Align, Block, Line, Tone, plain

KEPT = 12_000
"""Lines: some 15 MB. A design has about fifty of its own."""
TOGETHER = 150
"""Lines of one look that are set below each other at most."""
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


@dataclass(frozen=True, slots=True)
class _Style:
    """What decides how a line is set beside its words; ``width`` where it does not begin at the left edge, mm."""

    look: Look
    points: float
    leading: float
    weight: int
    tone: Tone
    align: Align
    width: float

    @classmethod
    def of(cls, block: Block, look: Look) -> _Style:
        width = 0.0 if block.align == "left" else block.width
        return cls(look, block.points, block.leading, block.weight, block.tone, block.align, width)

    def block(self, lines: Iterable[Line]) -> Block:
        """A block of such lines; all stand at one place, so that the same line is the same to the last digit."""
        return Block(0.0, 0.0, self.width, self.points, self.leading, tuple(lines), self.weight, self.tone, self.align)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line: its operators from the block's left edge and its own top edge on, with base lines still to be put in."""

    operators: bytes
    glyphs: Glyphs

    def at(self, base: float) -> bytes:
        """The operators with their base line there, CSS pixels below the block's top edge."""
        return self.operators.replace(_HERE, b"%.2f Tm" % base)


_HERE = b"@ Tm"
_Key = tuple[int, Line]
_styles: dict[_Style, int] = {}
"""Styles by number: a line's key is short so. There are as many as there are places in the code that set type."""
_kept: OrderedDict[_Key, _Piece] = OrderedDict()
_faces: dict[str, Any] = {}
"""WeasyPrint's fonts by the name that they have among a page's resources, with every glyph that was ever shown."""


def fragments(blocks: Sequence[Block], look: Look) -> list[Fragment]:
    """Each block's fragment. Raises RenderError where something in a block asks for a file or an address."""
    styles = [_Style.of(block, look) for block in blocks]
    wanted = [_wanted(block, style) for block, style in zip(blocks, styles, strict=True)]
    # Held here too: a page of more lines than are kept must not lose its first ones while its last are set.
    found: dict[_Key, _Piece] = {}
    new: dict[_Style, dict[_Key, None]] = {}
    for style, lines in zip(styles, wanted, strict=True):
        for _number, key in lines:
            if key in _kept:
                found[key] = _kept[key]
                _kept.move_to_end(key)
            else:
                new.setdefault(style, {})[key] = None
    if new:
        for key, piece in _all_set(new, look):
            found[key] = _kept[key] = piece
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return [
        _fragment(block, look, [(n, found[key]) for n, key in lines])
        for block, lines in zip(blocks, wanted, strict=True)
    ]


def _wanted(block: Block, style: _Style) -> list[tuple[int, _Key]]:
    """The lines that show something, by their numbers in the block."""
    number = _styles.setdefault(style, len(_styles))
    return [(n, (number, line)) for n, line in enumerate(block.lines) if any(run.text.strip() for run in line)]


def _fragment(block: Block, look: Look, pieces: list[tuple[int, _Piece]]) -> Fragment:
    scale = look.scale * PIXELS_PER_MM
    base = fonts.base_line(block.weight, block.points, block.leading)
    lines = tuple((number, piece.at((number * block.leading + base) * scale)) for number, piece in pieces)
    return Fragment(lines, frozenset().union(*(piece.glyphs for _number, piece in pieces)))


def _all_set(new: Mapping[_Style, Iterable[_Key]], look: Look) -> Iterator[tuple[_Key, _Piece]]:
    """The lines that are new, set in one document: those of one style below each other."""
    groups: list[tuple[_Style, list[_Key]]] = []
    for style, every in new.items():
        keys = list(every)
        groups += [(style, keys[first : first + TOGETHER]) for first in range(0, len(keys), TOGETHER)]
    pieces = _set([style.block(line for _number, line in keys) for style, keys in groups], look)
    for (_style, keys), found in zip(groups, pieces, strict=True):
        for number, piece in found:
            yield keys[number], piece


def forget() -> None:
    """Nothing is set any more. To measure what a page costs from nothing."""
    _kept.clear()


PADDED, REACH = 8, 64
"""Glyphs of a bundled face in a file are a multiple of the first, the last one's number the next there is above a
multiple of the second. The tables that harfbuzz is handed are declared anew for each size that is new, which takes as
long as all the rest."""


def face(name: str, glyphs: Iterable[int]) -> Any:
    """WeasyPrint's font of that name, with these of its glyphs (and at most a handful more) only."""
    return copy(_small(name, frozenset(_padded(name, set(glyphs)))))


def _padded(name: str, glyphs: set[int]) -> set[int]:
    """With so many glyphs more that their number and the last one's are round."""
    weight = next((weight for weight in fonts.WEIGHTS if bundled(weight) == name), None)
    if weight is None:
        return glyphs
    known = fonts.face(weight).glyphs
    least = -(-max(glyphs) // REACH) * REACH
    glyphs = glyphs | {min((glyph for glyph in known.values() if glyph >= least), default=max(glyphs))}
    letters = (known[ord(char)] for char in string.printable if ord(char) in known)
    while len(glyphs) % PADDED and (more := next(letters, None)) is not None:
        glyphs.add(more)
    return glyphs


@lru_cache(maxsize=32)
def _small(name: str, glyphs: frozenset[int]) -> Any:
    """The face made small; kept, for the next print of a sheet mostly shows the same letters."""
    known = _faces[name]
    chosen = copy(known)
    shown = sorted(glyphs)
    chosen.to_unicode = {glyph: known.to_unicode[glyph] for glyph in shown}
    chosen.widths = {glyph: known.widths[glyph] for glyph in shown}
    chosen.missing = {code: glyph for code, glyph in known.missing.items() if glyph in chosen.widths}
    if chosen.missing:
        # What stands for them all.
        chosen.widths[0] = known.widths[0]
    chosen.clean(chosen.to_unicode, hinting=False)
    # It is as small as it gets: whoever embeds it shall not make it so again.
    chosen.clean = _nothing
    return chosen


def _nothing(*_arguments: Any) -> None:
    """What is left to be done."""


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


def _set(blocks: list[Block], look: Look) -> list[list[tuple[int, _Piece]]]:
    """Each block's lines, with their numbers."""
    try:
        html = HTML(string=markup.html(blocks, look.language, look.scale), url_fetcher=_fetcher())
        document = html.render(font_config=_config(), stylesheets=[_bundled_faces(), _style(look.scale, look.black)])
    except FatalURLFetchingError as error:
        raise RenderError(str(error)) from error
    if len(document.pages) != 1:
        raise RenderError(f"{len(document.pages)} pages instead of one")
    painted, marks = _painted(document)
    renamed = _met(document)
    owners = {part: number for number, block in enumerate(html.etree_element.iter("p")) for part in block.iter()}
    pieces: list[list[bytes]] = [[] for _block in blocks]
    for box, mark in marks.items():
        pieces[owners[box.element]].append(painted[mark["mcid"]])
    heights = [block.leading * look.scale * PIXELS_PER_MM for block in blocks]
    return [_lines(found, renamed, height) for found, height in zip(pieces, heights, strict=True)]


_MARKED = re.compile(rb"/Span\s<</MCID (\d+)>>\sBDC\s(.*?)\sEMC", re.DOTALL)
_TEXT = re.compile(rb"(?:^|\n)(?:((?:\S+ ){3}rg)|BT\n(.*?)\nET)(?=\n|$)", re.DOTALL)


def _painted(document: Document) -> tuple[dict[int, bytes], dict[Any, Any]]:
    """The operators of each piece of text, by its mark, and the marks by the boxes they belong to.

    The page is painted, and no file made of it: that would make its faces small and its structure, for nothing.
    """
    tables = ("ExtGState", "XObject", "Pattern", "Shading", "ColorSpace")
    resources = pydyf.Dictionary({name: pydyf.Dictionary() for name in tables})
    marks: dict[Any, Any] = {}
    stream = Stream(
        document.fonts, (0, 0, SHEET, SHEET), resources, {}, marks, document.color_profiles, document.output_intent
    )
    document.pages[0].paint(stream)
    return {int(mark): piece for mark, piece in _MARKED.findall(stream.data)}, marks


def _met(document: Document) -> dict[bytes, dict[int, int]]:
    """Note the document's faces and the glyphs shown; of each face the numbers of glyphs that it lacks, as they were
    numbered here and as they are numbered among all that was ever missing."""
    renamed: dict[bytes, dict[int, int]] = {}
    for font in document.fonts.values():
        known = _faces.setdefault(font.hash, font)
        numbers = renamed.setdefault(font.hash.encode(), {})
        numbers.update({number: known.get_unused_glyph_id(code) for code, number in font.missing.items()})
        for glyph, text in font.to_unicode.items():
            known.to_unicode.setdefault(numbers.get(glyph, glyph), text)
        for glyph, width in font.widths.items():
            known.widths.setdefault(numbers.get(glyph, glyph), width)
    return renamed


_SHOWN = re.compile(rb"/(\S+) (\S+) Tf|<([0-9a-f]+)>")


def _lines(pieces: list[bytes], renamed: dict[bytes, dict[int, int]], leading: float) -> list[tuple[int, _Piece]]:
    """The text of a block's lines and its colours; states and pictures (coloured emoji) stay behind. ``leading`` in
    pixels."""
    lines: dict[int, tuple[list[bytes], set[tuple[str, int]]]] = {}
    colour = here = b""
    for piece in pieces:
        for changed, text in _TEXT.findall(piece):
            if changed:
                colour = changed
                continue
            matrix, _newline, shows = text.partition(b"\n")
            x, base = matrix.split()[4:6]
            # A base line stands within its line.
            parts, glyphs = lines.setdefault(int(float(base) / leading), ([], set()))
            parts += [colour] if colour != here or not parts else []
            here = colour
            parts.append(b"BT 1 0 0 -1 %s %s %s ET" % (x, _HERE, _shown(shows, renamed, glyphs)))
    return [(number, _Piece(b"\n".join(parts), frozenset(glyphs))) for number, (parts, glyphs) in lines.items()]


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
