"""The PDF: pages set by WeasyPrint, their drawings added as operators. Nothing is ever fetched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import pydyf
from django.utils import translation
from weasyprint import CSS, HTML, Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from records.rules.equipment import get

from . import fonts, joining, marks, markup, report_page, sheet_page
from .canvas import Page
from .printable import AS_USUAL, Choices, Item, Printable

CHUNK = 6
"""Pages of one WeasyPrint document: laid out, each takes some 2 MB until it is written."""
STYLE = """
@page { size: %(width).3fmm %(height).3fmm; margin: 0 }
html { font: 400 8pt '%(family)s', sans-serif; font-kerning: none; font-variant-ligatures: none }
body, p, h1, h2 { margin: 0; bookmark-level: none }
h1 { bookmark-level: 1 }
h1.more { bookmark-level: none }
.right { text-align: right }
.centre { text-align: center }
p, h1, h2 { position: absolute; white-space: pre }
"""


class RenderError(Exception):
    """The page could not be made; the message says why."""


@cache
def _fonts() -> FontConfiguration:
    return FontConfiguration()


@cache
def _faces() -> CSS:
    return CSS(string=fonts.css(), font_config=_fonts(), url_fetcher=_fetcher())


@lru_cache(maxsize=32)
def _style(width: float, height: float, scale: float, black: bool) -> CSS:
    sizes = {"width": width, "height": height, "family": fonts.FAMILY}
    text = STYLE % sizes + markup.rules(scale, black=black)
    return CSS(string=text, font_config=_fonts(), url_fetcher=_fetcher())


@cache
def _fetcher() -> URLFetcher:
    return URLFetcher(allowed_protocols=("data",), fail_on_errors=True)


@dataclass(frozen=True)
class _LaidOut:
    """A page that WeasyPrint has laid out, and what is drawn on it."""

    document: Document
    page: Page


class Pack:
    """Pages gathered into one PDF. Add them one by one, so that progress can be told between them.

    They are written in chunks, so that many take little memory, and joined at the end.
    """

    def __init__(self, choices: Choices, title: str = "") -> None:
        self.choices = choices
        self.title = title
        self.page_count = 0
        self._waiting: list[_LaidOut] = []
        self._written: list[bytes] = []
        self._language = ""

    def add(self, item: Item) -> None:
        """Set one sheet or paper. Raises RenderError where something in it asks for a file or an address."""
        self.title = self.title or item.title
        self._language = self._language or item.language
        with translation.override(item.language):
            for page in _pages(item, self.choices):
                self._set(page)

    def _set(self, page: Page) -> None:
        if len(self._waiting) == CHUNK:
            self._write()
        scale = page.frame.scale
        width, height = round(page.frame.width * scale, 3), round(page.frame.height * scale, 3)
        style = _style(width, height, scale, self.choices.black)
        try:
            html = HTML(string=markup.html(page), url_fetcher=_fetcher())
            document = html.render(font_config=_fonts(), stylesheets=[_faces(), style])
        except FatalURLFetchingError as error:
            raise RenderError(str(error)) from error
        if len(document.pages) != 1:
            raise RenderError(f"{page.title}: {len(document.pages)} pages instead of one")
        self._waiting.append(_LaidOut(document, page))
        self.page_count += 1

    def _write(self) -> None:
        """The waiting pages as one file."""
        chunk, self._waiting = self._waiting, []
        whole = chunk[0].document.copy([one.document.pages[0] for one in chunk])
        whole.metadata.title = self.title
        whole.metadata.lang = self._language

        def draw(_document: Document, pdf: pydyf.PDF) -> None:
            _draw(pdf, [one.page for one in chunk])

        result = whole.write_pdf(finisher=draw, pdf_tags=True)
        assert isinstance(result, bytes)  # noqa: S101 -- for the type checker: without a target bytes come back
        self._written.append(result)

    def pdf(self) -> bytes:
        """The whole document."""
        if self._waiting:
            self._write()
        if not self._written:
            raise RenderError("nothing to print")
        if len(self._written) > 1:
            self._written = [joining.joined(self._written, self.title, self._language)]
        return self._written[0]


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


def _draw(pdf: pydyf.PDF, pages: list[Page]) -> None:
    """Append each page's drawing: the stream inherits the page's matrix, points with y downwards."""
    places = [o for o in pdf.objects if isinstance(o, dict) and o.get("Type") == "/Page"]
    _add_glyphs(pdf, {glyph for page in pages for glyph in page.glyphs})
    for place, page in zip(places, pages, strict=True):
        stream = pydyf.Stream([page.drawing], compress=True)
        pdf.add_object(stream)
        _append(place, stream)


def _append(page: Any, stream: pydyf.Stream) -> None:
    page["Contents"] = pydyf.Array((page["Contents"], stream.reference))


def _add_glyphs(pdf: pydyf.PDF, glyphs: set[tuple[str, int]]) -> None:
    """The numerals' outlines as forms among the resources that all pages share."""
    shared = next(o for o in pdf.objects if isinstance(o, dict) and "XObject" in o and "ExtGState" in o)
    for char, weight in sorted(glyphs):
        extra = {"Type": "/XObject", "Subtype": "/Form", "BBox": pydyf.Array((-1, -2, 2, 1))}
        form = pydyf.Stream([marks.glyph_stream(char, weight)], extra=extra, compress=True)
        pdf.add_object(form)
        shared["XObject"][marks.glyph_name(char, weight)] = form.reference


def warm_up() -> None:
    """Load what every page needs (the type, the equipment table), so that the first one is not slow."""
    HTML(string="<p>Aa</p>", url_fetcher=_fetcher()).write_pdf(font_config=_fonts(), stylesheets=[_faces()])
    get("Medium Laser")


def render(items: Iterable[Item], choices: Choices = AS_USUAL, title: str = "") -> bytes:
    """A PDF of all of them."""
    pack = Pack(choices, title)
    for item in items:
        pack.add(item)
    return pack.pdf()
