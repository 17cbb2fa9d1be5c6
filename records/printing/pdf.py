"""The PDF: pages set by WeasyPrint, their drawings added as operators. Nothing is ever fetched."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import pydyf
from django.template.loader import get_template
from django.utils import translation
from weasyprint import CSS, HTML, Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher

from records.rules.equipment import get

from . import fonts, marks
from .printable import PAPERS, Paper, Printable
from .sheet_page import Page, compose

STYLE = """
@page { size: %(width)smm %(height)smm; margin: 0 }
html { font: 400 8pt '%(family)s', sans-serif; font-kerning: none; font-variant-ligatures: none; color: #1b2025 }
body, p, h1, h2 { margin: 0; font-weight: 400; bookmark-level: none }
h1 { bookmark-level: 1 }
p, h1, h2 { position: absolute; white-space: pre }
b, .w600 { font-weight: 600 }
.w500, .slots { font-weight: 500 }
.w700 { font-weight: 700 }
i { font-style: normal; font-weight: 400; color: #626a72 }
s { text-decoration: none; font-weight: 400; color: #6f767c }
.quiet, .l, .e { color: #4c545b }
.e { font-size: 6.5pt; font-weight: 400 }
.right { text-align: right }
.speed { text-align: center; color: #4c545b }
.speed b { font-size: 15pt; font-weight: 700; color: #1b2025 }
"""


class RenderError(Exception):
    """The page could not be made; the message says why."""


@cache
def _fonts() -> FontConfiguration:
    return FontConfiguration()


@cache
def _style(paper: Paper) -> tuple[CSS, ...]:
    width, height = PAPERS[paper]
    sizes = {"width": width, "height": height, "family": fonts.FAMILY}
    return _faces(), CSS(string=STYLE % sizes, font_config=_fonts(), url_fetcher=_fetcher())


@cache
def _faces() -> CSS:
    return CSS(string=fonts.css(), font_config=_fonts(), url_fetcher=_fetcher())


@cache
def _fetcher() -> URLFetcher:
    return URLFetcher(allowed_protocols=("data",), fail_on_errors=True)


class Pack:
    """Pages gathered into one PDF. Add them one by one, so that progress can be told between them."""

    def __init__(self, paper: Paper, title: str = "") -> None:
        self.paper: Paper = paper
        self.title = title
        self._documents: list[Document] = []
        self._drawings: list[bytes] = []
        self._glyphs: set[tuple[str, int]] = set()

    def add(self, printable: Printable) -> None:
        """Set one page. Raises RenderError where something in it asks for a file or an address."""
        with translation.override(printable.language):
            page = compose(printable, self.paper)
            html = get_template("records/print/sheet.html").render({"page": page})
        try:
            document = HTML(string=html, url_fetcher=_fetcher()).render(
                font_config=_fonts(), stylesheets=list(_style(self.paper))
            )
        except FatalURLFetchingError as error:
            raise RenderError(str(error)) from error
        self._check(document, page)
        self._documents.append(document)
        self._drawings.append(page.drawing)
        self._glyphs |= page.glyphs

    def _check(self, document: Document, page: Page) -> None:
        if len(document.pages) != 1:
            raise RenderError(f"{page.title}: {len(document.pages)} pages instead of one")

    def pdf(self) -> bytes:
        """The whole document."""
        if not self._documents:
            raise RenderError("nothing to print")
        first = self._documents[0]
        whole = first.copy([page for document in self._documents for page in document.pages])
        if self.title:
            whole.metadata.title = self.title
        result = whole.write_pdf(finisher=self._finish, pdf_tags=True)
        assert isinstance(result, bytes)  # noqa: S101 -- for the type checker: without a target bytes come back
        return result

    def _finish(self, _document: Document, pdf: pydyf.PDF) -> None:
        """Append each page's drawing: the stream inherits the page's matrix, points with y downwards."""
        pages = [o for o in pdf.objects if isinstance(o, dict) and o.get("Type") == "/Page"]
        _add_glyphs(pdf, self._glyphs)
        for page, drawing in zip(pages, self._drawings, strict=True):
            stream = pydyf.Stream([drawing], compress=True)
            pdf.add_object(stream)
            _append(page, stream)


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
    """Load what every page needs (the type, the style, the equipment table), so that the first one is not slow."""
    for paper in PAPERS:
        _style(paper)
    HTML(string="<p>Aa</p>", url_fetcher=_fetcher()).write_pdf(font_config=_fonts(), stylesheets=[_faces()])
    get("Medium Laser")


def render(printables: Iterable[Printable], paper: Paper, title: str = "") -> bytes:
    """A PDF of all of them, one page each."""
    pack = Pack(paper, title)
    for printable in printables:
        pack.add(printable)
    return pack.pdf()
