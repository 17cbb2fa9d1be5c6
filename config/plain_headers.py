"""What a request says about its own encoding, left out before Django reads it.

Every page of this app is UTF-8. A request that claims something else makes Python decode it by encodings that give no
text (``rot13``) or half letters that no database takes (``utf-7``), and Django fails before any view can answer.
"""

from __future__ import annotations

import re

from .body_limit import App, Receive, Scope, Send

_BOUNDARY = re.compile(rb';\s*(boundary=(?:"[^"]*"|[^;\s]*))', re.IGNORECASE)


class PlainHeaders:
    """An ASGI application around another one: of a content type, its name and its parts' boundary come through."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [(name, _plain(name, value)) for name, value in scope["headers"]]}
        await self.app(scope, receive, send)


def _plain(name: bytes, value: bytes) -> bytes:
    if name.lower() != b"content-type":
        return value
    boundary = _BOUNDARY.search(value)
    kind = value.partition(b";")[0]
    return b"; ".join([kind, boundary[1]]) if boundary else kind
