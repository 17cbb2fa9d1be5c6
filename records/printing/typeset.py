"""Blocks of text as PDF operators, and the fonts that they need.

Everything was measured when the page was composed, so each run stands where it is put: no layout happens here. What the
bundled faces have no letters for is set by :mod:`.foreign`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from . import cutting, fonts, foreign, marks
from .blocks import Block, Run, Tone
from .document import Document

TONES: dict[Tone, marks.Colour] = {
    "": marks.INK, "strong": marks.INK, "quiet": (0.298, 0.329, 0.357), "faint": (0.435, 0.463, 0.486),
}  # fmt: skip
BLACK: dict[Tone, marks.Colour] = {
    "": (0, 0, 0), "strong": (0, 0, 0), "quiet": (0.2, 0.2, 0.2), "faint": (0.4, 0.4, 0.4),
}  # fmt: skip
TO_UNICODE = """/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def /CMapName/Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000><FFFF> endcodespacerange
%send end
endcmap CMapName currentdict /CMap defineresource pop end end"""


class Setter:
    """Sets the text of a document's pages; remembers which letters its fonts need."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._chars: dict[int, set[str]] = {}
        self._forms: dict[tuple[Run, tuple[float, ...]], str] = {}
        self._form_numbers: dict[str, int] = {}

    def text(self, blocks: Sequence[Block], height: float, scale: float = 1, *, black: bool = False) -> bytes:
        """The operators of all blocks, each marked with its number, on a page ``height`` mm high; everything
        ``scale`` times as large as it was drawn."""
        tones = BLACK if black else TONES
        parts = []
        for number, block in enumerate(blocks):
            parts.append(f"/{block.tag.upper()} <</MCID {number}>> BDC")
            parts += self._block(block, height, tones)
            parts.append("EMC")
        size = f"{scale:.4f}"
        return "\n".join([f"q {size} 0 0 {size} 0 0 cm", *parts, "Q"]).encode("ascii")

    def _block(self, block: Block, height: float, tones: dict[Tone, marks.Colour]) -> Iterable[str]:
        look = ""
        for number, line in enumerate(block.lines):
            top = block.y + number * block.leading
            for run, x in block.placed(line):
                colour = tones[run.tone]
                size = run.points * fonts.MM_PER_POINT
                base = top + (block.leading - (fonts.ASCENT + fonts.DESCENT) * size) / 2 + fonts.ASCENT * size
                left, low = x * marks.POINTS_PER_MM, (height - base) * marks.POINTS_PER_MM
                codes = fonts.codes(run.weight, run.text)
                if codes is None:
                    name = self._form(run, colour)
                    yield f"q 1 0 0 1 {left:.2f} {low:.2f} cm /{name} Do Q"
                    continue
                self._chars.setdefault(run.weight, set()).update(run.text)
                now = f"/W{run.weight} {run.points:g} Tf {marks.rgb(colour)} rg "
                yield f"BT {'' if now == look else now}1 0 0 1 {left:.2f} {low:.2f} Tm <{codes}> Tj ET"
                look = now

    def _form(self, run: Run, colour: marks.Colour) -> str:
        key = (Run(run.text, run.weight, run.points), colour)
        if key not in self._forms:
            name = f"T{len(self._forms)}"
            self._forms[key] = name
            self._form_numbers[name] = foreign.form(self._document, run, colour)
        return self._forms[key]

    def finish(self, glyphs: Iterable[tuple[str, int]]) -> None:
        """Put the resources of all pages: fonts, numerals drawn as outlines, foreign text."""
        document = self._document
        used = {weight: self._font(weight, chars) for weight, chars in sorted(self._chars.items())}
        forms = dict(self._form_numbers)
        for char, weight in sorted(glyphs):
            name = marks.glyph_name(char, weight)
            forms[name] = document.add_stream(
                marks.glyph_stream(char, weight), "/Type/XObject/Subtype/Form/BBox[-1 -2 2 1]"
            )
        font_list = "".join(f"/W{weight} {number} 0 R" for weight, number in used.items())
        form_list = "".join(f"/{name} {number} 0 R" for name, number in forms.items())
        document.put(document.resources, f"<</Font<<{font_list}>>/XObject<<{form_list}>>>>")

    def _font(self, weight: int, used: set[str]) -> int:
        document, made = self._document, _cut(weight, frozenset(used))
        file = document.add_packed(made.file, f"/Length1 {made.length}")
        name = f"LEDGER+IBMPlexSansCondensed-{fonts.WEIGHTS[weight]}"
        descriptor = document.add(
            f"<</Type/FontDescriptor/FontName/{name}/Flags 32/FontBBox[-200 -300 1200 1100]/ItalicAngle 0"
            f"/Ascent 1025/Descent -275/CapHeight 698/StemV {weight // 5}/FontFile2 {file} 0 R>>"
        )
        inner = document.add(
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont/{name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)"
            f"/Supplement 0>>/FontDescriptor {descriptor} 0 R/DW 600/W[{made.widths}]/CIDToGIDMap/Identity>>"
        )
        letters = document.add_packed(made.letters)
        return document.add(
            f"<</Type/Font/Subtype/Type0/BaseFont/{name}/Encoding/Identity-H/DescendantFonts[{inner} 0 R]"
            f"/ToUnicode {letters} 0 R>>"
        )


@dataclass(frozen=True)
class Cut:
    """A font with some letters: its file and its table of letters compressed, how long the file is, the widths."""

    file: bytes
    length: int
    widths: str
    letters: bytes


@lru_cache(maxsize=64)
def _cut(weight: int, used: frozenset[str]) -> Cut:
    face = fonts.face(weight)
    glyphs = {face.glyphs[char]: char for char in sorted(used)}
    data = cutting.cut(fonts.file_of(weight), glyphs)
    widths = {glyph: face.advances[ord(char)] * 1000 / face.units for glyph, char in glyphs.items()}
    listed = "".join(f"{glyph}[{width:g}]" for glyph, width in sorted(widths.items()))
    return Cut(zlib.compress(data), len(data), listed, zlib.compress(_to_unicode(glyphs)))


def _to_unicode(letters: dict[int, str]) -> bytes:
    items = sorted(letters.items())
    parts = []
    for start in range(0, len(items), 100):
        group = items[start : start + 100]
        rows = "\n".join(f"<{glyph:04X}><{char.encode('utf-16-be').hex()}>" for glyph, char in group)
        parts.append(f"{len(group)} beginbfchar\n{rows}\nendbfchar\n")
    return (TO_UNICODE % "".join(parts)).encode("ascii")
