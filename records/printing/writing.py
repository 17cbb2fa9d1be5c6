"""What a game writes on a sheet, as operators in the bundled faces: some microseconds a block.

It stands where the same block would stand were it set as part of the form: the same baselines, the same widths (type
is set without kerning). Only what the faces can show; the rest is for :mod:`.typeset`.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from . import fonts, markup, typeset
from .blocks import Block
from .marks import POINTS_PER_MM, rgb
from .typeset import PIXELS_PER_MM, Fragment, Look


def can_show(block: Block) -> bool:
    """All its characters are in the bundled faces, and each stands for itself."""
    return all(_plain(run.weight or block.weight, run.text) for line in block.lines for run in line)


@lru_cache(maxsize=20_000)
def _plain(weight: int, text: str) -> bool:
    known = fonts.face(weight).glyphs
    return all(ord(char) in known and not unicodedata.combining(char) for char in text)


def fragment(block: Block, look: Look) -> Fragment:
    """The block's text from its top left corner on, as :func:`.typeset.fragments` gives it."""
    # That of the block's type, whatever its runs are.
    base = fonts.base_line(block.weight, block.points, block.leading)
    tones = markup.BLACK if look.black else markup.TONES
    lines: list[tuple[int, bytes]] = []
    glyphs: set[tuple[str, int]] = set()
    scale = look.scale * PIXELS_PER_MM
    for number, line in enumerate(block.lines):
        y = (number * block.leading + base) * scale
        parts: list[str] = []
        for run, x in block.placed(line):
            if not run.text.strip():
                continue
            name = typeset.bundled(run.weight)
            shown, numbers = _shown(run.weight, run.text)
            glyphs.update((name, glyph) for glyph in numbers)
            size = run.points / POINTS_PER_MM * scale
            parts.append(
                f"{rgb(tones[run.tone])} rg BT 1 0 0 -1 {(x - block.x) * scale:.2f} {y:.2f} Tm"
                f" /{name} {size:.3f} Tf <{shown}> Tj ET"
            )
        if parts:
            lines.append((number, "\n".join(parts).encode("ascii")))
    return Fragment(tuple(lines), frozenset(glyphs))


@lru_cache(maxsize=20_000)
def _shown(weight: int, text: str) -> tuple[str, frozenset[int]]:
    known = fonts.face(weight).glyphs
    numbers = [known[ord(char)] for char in text]
    return "".join(f"{number:04x}" for number in numbers), frozenset(numbers)
