"""The PDF: pages put together from set type, what a game wrote on them, and their drawing. Nothing is ever fetched."""

from __future__ import annotations

import gc
import threading
import zlib
from collections.abc import Iterable, Iterator

from django.utils import translation

from records.rules import fresh_sheet
from records.starter.builder import build
from records.starter.cards import cards

from . import binding, report_page, sheet_page, typeset, writing
from .binding import Leaf
from .blocks import Block, clean
from .canvas import Page
from .marks import POINTS_PER_MM
from .printable import AS_USUAL, Choices, Item, Printable
from .reading import Reading
from .typeset import Fragment, Look, RenderError

__all__ = ["Pack", "RenderError", "render", "warm_up"]

POINTS_PER_PIXEL = 0.75
DEFLATION = 4
"""How hard a page is pressed: the usual 6 takes more than twice the time for five hundredths less."""


_one_at_a_time = threading.Lock()
"""Pango, the faces' files and what is kept of set type are not made for threads: a web server has some, and a page that
two set at once ends its process."""


class Pack:
    """Pages gathered into one PDF. Add them one by one, so that progress can be told between them.

    A page that waits for the others is some ten kilobytes.
    """

    def __init__(self, choices: Choices, title: str = "") -> None:
        self.choices = choices
        self.title = title
        self._leaves: list[Leaf] = []
        self._language = ""

    @property
    def page_count(self) -> int:
        """Pages so far."""
        return len(self._leaves)

    def add(self, item: Item) -> None:
        """Set one sheet or paper. Raises RenderError where something in it asks for a file or an address."""
        self.title = self.title or item.title
        self._language = self._language or item.language
        with _one_at_a_time, translation.override(item.language):
            for page in _pages(item, self.choices):
                self._leaves.append(_leaf(page, self.choices))

    def pdf(self) -> bytes:
        """The whole document. Raises RenderError where there is no page."""
        if not self._leaves:
            raise RenderError("nothing to print")
        with _one_at_a_time:
            return binding.bound(self._leaves, clean(self.title), self._language)


def _pages(item: Item, choices: Choices) -> Iterator[Page]:
    """The pages of a sheet with its back, or of a paper; backs so that the next sheet begins on a front."""
    if not isinstance(item, Printable):
        pages = report_page.compose(item, choices)
    else:
        pages = sheet_page.compose(item, choices)
        if choices.backs and len(pages) % 2 and item.reference is not None:
            pages += report_page.compose(item.reference, choices, bookmark=False)
    yield from pages
    if choices.backs and len(pages) % 2:
        yield report_page.blank(item, choices)


def _leaf(page: Page, choices: Choices) -> Leaf:
    """The page's text, each line marked as what it is, and its drawing over it."""
    look = Look(page.frame.scale, choices.black, page.language)
    blocks = [block for block in page.blocks if block.text.strip()]
    written = {number: block for number, block in enumerate(blocks) if block.written and writing.can_show(block)}
    form = iter(typeset.fragments([block for n, block in enumerate(blocks) if n not in written], look))
    glyphs: set[tuple[str, int]] = set()
    reading = Reading()
    scale = page.frame.scale * POINTS_PER_MM
    parts = [f"1 0 0 -1 0 {page.frame.height * scale:.3f} cm".encode()]
    for number, block in enumerate(blocks):
        fragment = writing.fragment(written[number], look) if number in written else next(form)
        parts += _placed(block, fragment, reading.add(block, fragment), scale)
        glyphs |= fragment.glyphs
    parts.append(page.drawing)
    return Leaf(
        page.frame.width * scale,
        page.frame.height * scale,
        zlib.compress(b"\n".join(parts), DEFLATION),
        reading.elements(),
        frozenset(glyphs),
        page.glyphs,
        clean(page.title) if page.bookmark else "",
    )


def _placed(block: Block, fragment: Fragment, first: int, scale: float) -> Iterator[bytes]:
    """The block's operators at its place; its pieces are numbered from ``first`` on."""
    x, y = block.x * scale, block.y * scale
    yield f"q {POINTS_PER_PIXEL} 0 0 {POINTS_PER_PIXEL} {x:.3f} {y:.3f} cm".encode("ascii")
    tag = block.tag.upper().encode("ascii")
    for piece, (_line, operators) in enumerate(fragment.lines, first):
        yield b"/%s <</MCID %d>> BDC\n%s\nEMC" % (tag, piece, operators)
    yield b"Q"


def warm_up() -> None:
    """Print a sheet for nobody. The type, the equipment table and the words that all sheets share are there then, and
    the first one that somebody waits for is not slow."""
    unit = build(cards()[0])
    render([Printable(unit, fresh_sheet(unit))])
    # What lives as long as the process is not looked through again each time that a page's remains are cleared away.
    gc.collect()
    gc.freeze()


def render(items: Iterable[Item], choices: Choices = AS_USUAL, title: str = "") -> bytes:
    """A PDF of all of them."""
    pack = Pack(choices, title)
    for item in items:
        pack.add(item)
    return pack.pdf()
