"""The papers around the sheets, set: as large as they fit, on one page where they are to be."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace

from . import cells
from .canvas import Canvas, Frame, Page
from .printable import Choices, Item
from .report import LEAST, Report, Table
from .report_flow import SIDE, Flow
from .wording import gettext as _


def compose(report: Report, choices: Choices, *, bookmark: bool = True) -> list[Page]:
    """The pages of one paper. Type and space grow with ``choices.large``."""
    if report.figures:
        return _with_figures(report, choices, bookmark)
    if not report.one_page:
        return _flowed(report, choices, bookmark)
    # The back of every sheet in a pack is the same page: it is composed once.
    key = pickle.dumps((report, choices, bookmark))
    if key not in _kept:
        if len(_kept) >= KEPT:
            _kept.clear()
        _kept[key] = _on_one_page(report, choices, bookmark)
    return list(_kept[key])


KEPT = 16
_kept: dict[bytes, list[Page]] = {}


def _flowed(report: Report, choices: Choices, bookmark: bool, tall: float = 0) -> list[Page]:
    flow = Flow(report, choices, tall)
    flow.fill(report.parts)
    return flow.pages(bookmark=bookmark)


def _with_figures(report: Report, choices: Choices, bookmark: bool) -> list[Page]:
    """Small figures as high as one page has room for, else shorter words; more pages where nothing helps, of the
    fullest words that take no more pages than the shortest."""
    said = [report]
    while (shorter := said[-1].shorter) is not None:
        said.append(replace(shorter, stamp=report.stamp, language=report.language))
    count = sum(len(part.figures) for part in report.parts if isinstance(part, Table))
    for one in said:
        room = Flow(one, choices).room
        tall = _tallest(one, choices, [tall for tall in one.figures if count * (tall + cells.AROUND) <= room])
        if tall:
            return _flowed(one, choices, bookmark, tall)
    tall = report.figures[-1]
    fewest = min(said, key=lambda one: _count(one, choices, tall))
    return _flowed(fewest, choices, bookmark, tall)


def _count(report: Report, choices: Choices, tall: float) -> int:
    """How many pages it takes with figures so high."""
    flow = Flow(report, choices, tall, dry=True)
    flow.fill(report.parts)
    return flow.count


def _tallest(report: Report, choices: Choices, heights: Sequence[float]) -> float:
    """The greatest of the heights (falling) at which it is one page; 0 where it is one with none."""
    if not heights or _count(report, choices, heights[-1]) > 1:
        return 0
    low, high = 0, len(heights) - 1
    while low < high:
        middle = (low + high) // 2
        if _count(report, choices, heights[middle]) > 1:
            low = middle + 1
        else:
            high = middle
    return heights[high]


def _on_one_page(report: Report, choices: Choices, bookmark: bool) -> list[Page]:
    """Set smaller, then said shorter, until it is one page; more pages where nothing helps."""
    while True:
        pages = _flowed(report, choices, bookmark)
        if len(pages) == 1:
            return pages
        if report.points > LEAST:
            report = replace(report, points=max(LEAST, report.points - 0.5))
        elif report.shorter is not None:
            report = replace(report.shorter, stamp=report.stamp, language=report.language)
        else:
            return pages


def blank(item: Item, choices: Choices) -> Page:
    """An empty back, so that the next sheet begins on a front."""
    canvas = Canvas(black=choices.black)
    frame = Frame.of(choices.paper)
    canvas.footer(frame, SIDE, frame.width - 2 * SIDE, _("This side is empty."))
    return canvas.page(frame, item)
