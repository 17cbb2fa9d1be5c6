"""Blocks as the markup that WeasyPrint sets: few line boxes, every text escaped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe

from . import fonts, marks
from .blocks import Block, Line, Run, Tone

TONES: dict[Tone, marks.Colour] = {
    "": marks.INK, "strong": marks.INK, "quiet": (0.298, 0.329, 0.357), "faint": (0.435, 0.463, 0.486),
}  # fmt: skip
BLACK: dict[Tone, marks.Colour] = {
    "": (0, 0, 0), "strong": (0, 0, 0), "quiet": (0.2, 0.2, 0.2), "faint": (0.4, 0.4, 0.4),
}  # fmt: skip
SPACES = (" ", "\u2009", "\u200a")
"""A gap before a cell is filled with these, the widest first: letters of the same run cost next to nothing, while each
element on the page costs about half a millisecond."""
SIZES = tuple(half / 2 for half in range(6, 40))
"""Of the type, points: those that have a class of their own."""


_LEFTWARDS = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]+"
LEFTWARDS = re.compile(f"{_LEFTWARDS}(?: +{_LEFTWARDS})*")
"""Words that are read from right to left, and their neighbours."""
ONWARDS = "\u200e"
"""From here on it goes from left to right again: else the numbers of the cells behind would stand the other way."""


def html(blocks: Sequence[Block], language: str, scale: float) -> str:
    """A document of blocks, all at one place."""
    body = "\n".join(_block(block, scale) for block in blocks)
    return format_html(
        '<!doctype html><html lang="{}"><head><meta charset="utf-8"></head><body>{}</body></html>',
        language, mark_safe(body),  # noqa: S308 -- made of escaped parts
    )  # fmt: skip


def rules(scale: float, *, black: bool) -> str:
    """The looks as classes: parsed once for all pages of one scale, not with each element."""
    tones = BLACK if black else TONES
    # A smaller run must not make its line taller than the block's lines are: rows stand between rules drawn apart.
    found = ["span{line-height:0}", ".cell{display:inline-block}"]
    found += [f".f{round(size * 2)}{{font-size:{size * scale:g}pt}}" for size in SIZES]
    found += [f".w{weight}{{font-weight:{weight}}}" for weight in fonts.WEIGHTS]
    found += [f".t{tone}{{color:{_css(colour)}}}" for tone, colour in tones.items()]
    return "\n".join(found)


def _block(block: Block, scale: float) -> str:
    align = "" if block.align == "left" else f" {block.align}"
    lines = "\n".join(_line(block, line, scale) for line in block.lines)
    return (
        f'<p class="w{block.weight} {_size(block.points)} t{block.tone}{align}" style="'
        f'width:{block.width * scale:.2f}mm;line-height:{block.leading * scale:.3f}mm">{lines}</p>'
    )


def _size(points: float) -> str:
    return f"f{round(points * 2)}"


def _line(block: Block, line: Line, scale: float) -> str:
    """The runs of a line, with spaces before one that begins at a place of its own; neighbours of one look as one. How
    wide letters of other faces are nobody knows here: their run is as wide as the way to the next place."""
    parts: list[str] = []
    here = block.x
    placed = block.placed(line)
    for number, (run, x) in enumerate(placed):
        gap = _gap(block, x - here) if block.align == "left" else ""
        here = x + fonts.face(run.weight).width(run.text, run.points)
        shown = _run(block, run)
        following = placed[number + 1] if number + 1 < len(placed) else None
        if following is not None and following[0].at is not None and not fonts.face(run.weight).has(run.text):
            here = following[1]
            shown = f'<span class="cell" style="width:{(here - x) * scale:.2f}mm">{shown}</span>'
        parts.append(gap + shown)
    return "".join(parts)


def _gap(block: Block, width: float) -> str:
    """Spaces as wide as that, to a tenth of a millimetre or so."""
    found = ""
    for space in SPACES:
        one = fonts.face(block.weight).width(space, block.points)
        count = max(0, int(width / one + (0.5 if space == SPACES[-1] else 0)))
        found += space * count
        width -= count * one
    return found


def _run(block: Block, run: Run) -> str:
    """The text, in an element of its own where it looks different from its block."""
    text = str(escape(LEFTWARDS.sub(rf"\g<0>{ONWARDS}", run.text)))
    looks = [f"w{run.weight}"] if run.weight != block.weight else []
    looks += [_size(run.points)] if run.points != block.points else []
    looks += [f"t{run.tone}"] if run.tone != block.tone else []
    return f'<span class="{" ".join(looks)}">{text}</span>' if looks and run.text.strip() else text


def _css(colour: marks.Colour) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)
