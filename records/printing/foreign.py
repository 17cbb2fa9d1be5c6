"""Text that the bundled faces have no letters for: set by WeasyPrint with whatever fonts the machine has.

It chooses fonts, shapes and orders (Hebrew runs from right to left), which takes a few hundredths of a second; the line
is then put into the document as a form. Nothing is ever fetched.
"""

from __future__ import annotations

import atexit
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from django.utils.html import escape

from . import fonts, marks
from .blocks import Run
from .document import Document

if TYPE_CHECKING:
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

REFERENCE = re.compile(rb"(?<![\d.])(\d+) 0 R\b")
STYLE = """
@page { size: %(width).2fpt %(height).2fpt; margin: 0 }
html, body, p { margin: 0 }
p { font: %(weight)d %(points)gpt/%(height).2fpt '%(family)s', sans-serif; white-space: pre; color: rgb(%(colour)s) }
"""


class RenderError(Exception):
    """The page could not be made; the message says why."""


@cache
def _faces() -> tuple[FontConfiguration, URLFetcher, Any]:
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

    configuration = FontConfiguration()
    # Font configurations clean up after themselves, which they cannot when Python itself is going.
    atexit.register(_faces.cache_clear)
    fetcher = URLFetcher(allowed_protocols=("data",), fail_on_errors=True)
    return configuration, fetcher, CSS(string=fonts.css(), font_config=configuration, url_fetcher=fetcher)


def form(document: Document, run: Run, colour: marks.Colour) -> int:
    """The run as a form of the document, its base line and left end at the form's origin; gives its number."""
    return _copied(document, *_set(run, markup(run.text), colour))


def markup(text: str) -> str:
    """The text as a paragraph: whatever it says, it is text."""
    return f"<p>{escape(text)}</p>"


def _set(run: Run, html: str, colour: marks.Colour) -> tuple[Any, float, float, float]:
    """The line set alone on a page: the file's objects, width and height and where the base line is, points."""
    from weasyprint import CSS, HTML
    from weasyprint.urls import FatalURLFetchingError

    configuration, fetcher, faces = _faces()
    height = run.points * (fonts.ASCENT + fonts.DESCENT)
    width = fonts.face(run.weight).width(run.text, run.points) * marks.POINTS_PER_MM + run.points
    values = {
        "width": width, "height": height, "weight": run.weight, "points": run.points, "family": fonts.FAMILY,
        "colour": ", ".join(f"{round(part * 255)}" for part in colour),
    }  # fmt: skip
    made: list[Any] = []
    try:
        style = CSS(string=STYLE % values, font_config=configuration, url_fetcher=fetcher)
        page = HTML(string=html, url_fetcher=fetcher)
        page.write_pdf(
            font_config=configuration, stylesheets=[faces, style], finisher=lambda _document, pdf: made.append(pdf)
        )
    except FatalURLFetchingError as error:
        raise RenderError(str(error)) from error
    return made[0], width, height, run.points * fonts.DESCENT


def _copied(document: Document, pdf: Any, width: float, height: float, low: float) -> int:
    """The page of another file as a form of this one, with everything that it refers to."""
    objects = {thing.number: thing for thing in pdf.objects}
    page = next(thing for thing in pdf.objects if isinstance(thing, dict) and thing.get("Type") == "/Page")
    numbers: dict[int, int] = {}

    def copied(number: int) -> int:
        if number not in numbers:
            numbers[number] = document.reserve()
            head, stream, body = objects[number].data.partition(b"\nstream\n")
            head = renumbered(head)
            if stream:
                document.put_stream(numbers[number], head, body.removesuffix(b"\nendstream"))
            else:
                document.put(numbers[number], head)
        return numbers[number]

    def renumbered(data: bytes) -> bytes:
        return REFERENCE.sub(lambda found: b"%d 0 R" % copied(int(found[1])), data)

    resources = page["Resources"]
    resources = resources if isinstance(resources, bytes) else resources.data
    content = _content(objects[int(bytes(page["Contents"]).split()[0])])
    # The box is in the form's own space, before its matrix puts the base line at the origin.
    box = f"/Type/XObject/Subtype/Form/BBox[0 0 {width:.2f} {height:.2f}]/Matrix[1 0 0 1 0 {-low:.2f}]"
    return document.add_stream(content, f"{box}/Resources {renumbered(resources).decode('ascii')}")


def _content(stream: Any) -> bytes:
    parts = [part.data if hasattr(part, "data") else part for part in stream.stream]
    return b"\n".join(part if isinstance(part, bytes) else str(part).encode("ascii") for part in parts)
