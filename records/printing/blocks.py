"""Text on the page: blocks of lines at a place, measured so that they fit before they are set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from . import fonts

FIGURE_SPACE = "\u2007"
ELLIPSIS = "…"
Tone = Literal["", "strong", "quiet", "faint"]
Align = Literal["left", "right", "centre"]
Tag = Literal["p", "h1", "h2"]


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one look. What is 0 or empty is as the block has it. ``at`` is where it begins, mm from the block's
    left edge; without it the run follows the one before."""

    text: str
    weight: int = 0
    points: float = 0
    tone: Tone = ""
    at: float | None = None


Line = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of text: ``x``, ``y``, ``width`` and ``leading`` in mm, ``points`` the size of the type.

    ``tag`` tells a reading machine what it is. ``written`` is what a game, a pilot or a campaign writes on the sheet;
    what is not written is the design's form, the same on every sheet of that design. To a reading machine each line is
    a paragraph; those of a block that ``joins`` go on in the lines of the block before it that stand at their height.
    """

    x: float
    y: float
    width: float
    points: float
    leading: float
    lines: tuple[Line, ...]
    weight: int = 400
    tone: Tone = ""
    align: Align = "left"
    tag: Tag = "p"
    written: bool = False
    joins: bool = False

    @property
    def bottom(self) -> float:
        """Where the last line ends, mm."""
        return self.y + len(self.lines) * self.leading

    @property
    def text(self) -> str:
        """What it says, a line a line."""
        return "\n".join("".join(run.text for run in line) for line in self.lines)

    def placed(self, line: Line) -> list[tuple[Run, float]]:
        """The runs of a line, each whole, and where they begin, mm from the page's left edge."""
        whole = [Run(r.text, r.weight or self.weight, r.points or self.points, r.tone or self.tone, r.at) for r in line]
        widths = [fonts.face(run.weight).width(run.text, run.points) for run in whole]
        spare = self.width - sum(widths)
        here = self.x + {"left": 0.0, "right": spare, "centre": spare / 2}[self.align]
        found = []
        for run, width in zip(whole, widths, strict=True):
            here = here if run.at is None else self.x + run.at
            found.append((run, here))
            here += width
        return found


@lru_cache(maxsize=20_000)
def clean(text: str) -> str:
    """One line of printable text: no control characters, no runs of space."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


@lru_cache(maxsize=20_000)
def fit(text: str, width: float, sizes: tuple[float, ...], weight: int = 400) -> tuple[str, float]:
    """The text with the greatest of the sizes (falling) at which it is no wider than ``width`` mm; cut with an
    ellipsis only where it is too wide at the least of them. Kept: a form's words are fitted anew for each print."""
    face = fonts.face(weight)
    least = sizes[-1]
    for points in sizes:
        if face.width(text, points) <= width:
            return text, points
    room = width - face.width(ELLIPSIS, least)
    used, kept = 0.0, 0
    for char in text:
        used += face.width(char, least)
        if used > room:
            break
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS, least


def fitted(text: str, width: float, points: float, least: float = 6, weight: int = 400, tone: Tone = "") -> Run:
    """The text for a line of ``points``, set smaller where it is too wide."""
    sizes = (points, *(half / 2 for half in range(int(points * 2) - 1, int(least * 2) - 1, -1)))
    shown, size = fit(text, width, sizes, weight)
    return Run(shown, 0, 0 if size == points else size, tone)


def wrapped(text: str, width: float, points: float, weight: int = 400) -> list[str]:
    """The text in lines no wider than ``width`` mm, broken at spaces (inside a word only where it is too long)."""
    face = fonts.face(weight)
    space = face.width(" ", points)
    lines: list[str] = []
    line, used = "", 0.0
    for word in text.split():
        # Type is set without kerning: a line is as wide as its words and spaces together.
        wide = face.width(word, points)
        if line and used + space + wide <= width + 1e-9:
            line, used = f"{line} {word}", used + space + wide
            continue
        if line:
            lines.append(line)
        *full, line = _broken(word, width, points, face) if wide > width else (word,)
        lines += full
        used = face.width(line, points)
    return [*lines, line] if line else lines


def _broken(word: str, width: float, points: float, face: fonts.Face) -> list[str]:
    """A word too long for a line in parts that are not: after its hyphens where it has some, else anywhere."""
    parts = []
    while face.width(word, points) > width and len(word) > 1:
        most = 1
        while face.width(word[: most + 1], points) <= width:
            most += 1
        end = word.rfind("-", 0, most) + 1 or most
        parts.append(word[:end])
        word = word[end:]
    return [*parts, word]


def plain(lines: Iterable[str]) -> tuple[Line, ...]:
    """Lines of text, all of the block's look."""
    return tuple((Run(line),) for line in lines)


def row(cells: Sequence[tuple[float, str]], tab: float, points: float, weight: int = 400) -> Line:
    """Cells ``(tab stop, text)`` as one line: each starts at its stop, cut where the next one begins too soon.

    Between two cells stands a space, so that their words stay apart when the text is taken out of the page.
    """
    runs = []
    for number, (stop, text) in enumerate(cells):
        last = number + 1 == len(cells)
        shown = text if last else fit(text, (cells[number + 1][0] - stop) * tab - 1, (points,), weight)[0] + " "
        runs.append(Run(shown, at=stop * tab))
    return tuple(runs)


def beside(name: Run, cells: Line, x: float) -> Line:
    """A row with its name: the cells begin ``x`` mm after it, and are read after it."""
    shifted = [run if run.at is None else replace(run, at=run.at + x) for run in cells]
    return (replace(name, text=f"{name.text} "), *shifted)


def at_least(number: int) -> str:
    """What two dice must reach: ``8+``."""
    return f"{number}+".replace("-", "−")


def figure(value: object, digits: int = 2) -> str:
    """A number padded with figure spaces, so that columns of numbers stand right aligned."""
    text = str(value)
    return FIGURE_SPACE * (digits - len(text)) + text
