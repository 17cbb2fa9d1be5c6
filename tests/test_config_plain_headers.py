"""What a request says about its encoding never decides how it is read."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any

import pytest
from django.core.handlers.asgi import ASGIRequest

from config.plain_headers import PlainHeaders

FORM = b'--x7\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xc3\xa9 +2AA- \\ud800 \xff\r\n--x7--\r\n'


def scope_of(kind: bytes) -> dict[str, Any]:
    headers = [(b"host", b"localhost"), (b"content-type", kind), (b"content-length", str(len(FORM)).encode())]
    return {"type": "http", "method": "POST", "path": "/", "query_string": b"q=%C3%A9", "headers": headers}


def request_of(kind: bytes) -> ASGIRequest:
    """The request that Django makes of it; what cannot be made raises here."""
    seen: list[Any] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(ASGIRequest(scope, BytesIO(FORM)))

    asyncio.run(PlainHeaders(app)(scope_of(kind), None, None))  # type: ignore[arg-type]
    return seen[0]


CHARSETS = (
    b"charset=rot13", b"charset=utf-7", b'charset="utf-16"', b"charset=unicode_escape", b"charset*=utf-8''rot13",
    b"x*=rot13''%41", b"charset=idna", b"charset=\xff", b"charset=",
)  # fmt: skip


@pytest.mark.parametrize("charset", CHARSETS)
def test_a_form_is_read_as_utf_8_whatever_it_says(charset: bytes) -> None:
    form = b"multipart/form-data; "
    for kind in (form + b"boundary=x7; " + charset, form + charset + b';boundary="x7"'):
        request = request_of(kind)
        assert request.GET["q"] == "é"
        assert request.POST["a"] == "é +2AA- \\ud800 \ufffd"


@pytest.mark.parametrize("kind", [b"", b"\xff", b";;;=", b"text/plain; charset=rot13", b"boundary=x7"])
def test_a_strange_content_type_is_no_form(kind: bytes) -> None:
    assert dict(request_of(kind).POST) == {}


def test_without_this_such_a_form_is_a_fault() -> None:
    with pytest.raises(LookupError):
        _ = ASGIRequest(scope_of(b"multipart/form-data; boundary=x7; charset=rot13"), BytesIO(FORM)).POST
