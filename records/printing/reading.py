"""What a reading machine is told of a page: its lines in order, and which pieces of text are one line."""

from __future__ import annotations

from dataclasses import dataclass, field

from .binding import Element
from .blocks import Block
from .typeset import Fragment

SAME_HEIGHT = 0.4
"""Lines no farther apart than this part of their leading stand at the same height."""


@dataclass(slots=True)
class _Row:
    """A line: how far down it stands, mm, what it is, and its pieces of text."""

    y: float
    tag: str
    pieces: list[int] = field(default_factory=list)


class Reading:
    """Collects a page's blocks in the order in which they are read."""

    def __init__(self) -> None:
        self._groups: list[list[_Row]] = []
        self._count = 0

    def add(self, block: Block, fragment: Fragment) -> int:
        """One more block; gives the number of its first piece of text: each of its lines is one."""
        first = self._count
        if not block.joins or not self._groups:
            self._groups.append([])
        rows = self._groups[-1]
        # Only a row that was there before can be joined: two lines of one block are never one.
        before = list(rows)
        for number, _operators in fragment.lines:
            y = block.y + number * block.leading + block.leading / 2
            near = (row for row in before if abs(row.y - y) < SAME_HEIGHT * block.leading)
            row = next(near, None)
            if row is None:
                row = _Row(y, block.tag.upper())
                rows.append(row)
            row.pieces.append(self._count)
            self._count += 1
        return first

    def elements(self) -> tuple[Element, ...]:
        """All lines, those of joined blocks from top to bottom."""
        return tuple(
            (row.tag, tuple(row.pieces)) for group in self._groups for row in sorted(group, key=lambda row: row.y)
        )
