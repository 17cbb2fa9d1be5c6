"""The PDF: pages composed, set and gathered. Nothing is ever fetched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.utils import translation

from records.rules.equipment import get

from . import cutting, fonts, report_page, sheet_page
from .canvas import Page
from .document import Document
from .foreign import RenderError
from .printable import AS_USUAL, Choices, Item, Printable
from .typeset import Setter

__all__ = ["Pack", "RenderError", "render", "warm_up"]


class Pack:
    """Pages gathered into one PDF. Add them one by one, so that progress can be told between them.

    What was added is kept as the bytes of the file, some twenty kilobytes a page.
    """

    def __init__(self, choices: Choices, title: str = "") -> None:
        self.choices = choices
        self.title = title
        self._document: Document | None = None
        self._setter: Setter | None = None
        self._glyphs: set[tuple[str, int]] = set()

    def add(self, item: Item) -> None:
        """Set one sheet or paper."""
        if self._document is None:
            self._document = Document(item.language)
            self._setter = Setter(self._document)
            self.title = self.title or item.title
        with translation.override(item.language):
            for page in _pages(item, self.choices):
                self._set(page)

    def _set(self, page: Page) -> None:
        assert self._document is not None and self._setter is not None  # noqa: S101 -- for the type checker
        frame = page.frame
        text = self._setter.text(page.blocks, frame.height, frame.scale, black=self.choices.black)
        points = fonts.MM_PER_POINT / frame.scale
        self._document.page(
            frame.width / points,
            frame.height / points,
            text + b"\n" + page.drawing,
            [block.tag.upper() for block in page.blocks],
            page.title if page.bookmark else "",
        )
        self._glyphs |= page.glyphs

    @property
    def page_count(self) -> int:
        """Pages so far."""
        return self._document.page_count if self._document is not None else 0

    def pdf(self) -> bytes:
        """The whole document. Nothing can be added any more."""
        if self._document is None or self._setter is None:
            raise RenderError("nothing to print")
        self._setter.finish(self._glyphs)
        return self._document.data(self.title)


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


def warm_up() -> None:
    """Load what every page needs (the type, the equipment table), so that the first one is not slow."""
    for weight in fonts.WEIGHTS:
        fonts.face(weight)
        cutting.source(fonts.file_of(weight))
    get("Medium Laser")


def render(items: Iterable[Item], choices: Choices = AS_USUAL, title: str = "") -> bytes:
    """A PDF of all of them."""
    pack = Pack(choices, title)
    for item in items:
        pack.add(item)
    return pack.pdf()
