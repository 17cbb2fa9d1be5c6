"""How much one request may send. Django reads a body to the end, onto the disk, before it asks who sent it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MEGABYTE = 1024 * 1024
FORM_BYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + MEGABYTE
"""Forms: what Django takes, and some room in which it says so itself."""
UPLOAD_BYTES = 128 * MEGABYTE
"""Unit files: the largest zip that is read (64 MB) and as much again."""
DRAINED_BYTES = 1024 * MEGABYTE
"""A browser that is answered while it still sends shows a broken connection in place of the words: so much is read
and forgotten first."""


class TooBig(Exception):
    """The body is longer than allowed; nothing of it was looked at."""


class BodyLimit:
    """An ASGI application around another one: bodies beyond the limit are answered with 413 and reach nobody."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = UPLOAD_BYTES if scope["path"] == reverse("upload_units") else FORM_BYTES
        taken, more = 0, True

        async def counted() -> Message:
            nonlocal taken, more
            message = await receive()
            more = message["type"] == "http.request" and message.get("more_body", False)
            taken += len(message.get("body", b""))
            if taken > most:
                raise TooBig
            return message

        try:
            if _declared(scope) > most:
                raise TooBig
            await self.app(scope, counted, send)
        except TooBig:
            if more:
                await _drain(receive)
            await _refuse(send, most)


def _declared(scope: Scope) -> int:
    """The length that the request says it has; 0 when it does not say."""
    value = dict(scope["headers"]).get(b"content-length", b"")
    return int(value) if value.isdigit() and len(value) < 20 else 0


async def _drain(receive: Receive) -> None:
    read = 0
    while read < DRAINED_BYTES:
        message = await receive()
        read += len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body", False):
            return


async def _refuse(send: Send, most: int) -> None:
    words = _("That was more than %(megabytes)d MB at once: nothing was read. Send less at a time.")
    context = {"title": _("Too much at once"), "words": words % {"megabytes": most // MEGABYTE}}
    page = render_to_string("trouble.html", context).encode()
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(page)).encode()),
        (b"content-security-policy", b"default-src 'self'"),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": page})
