"""Streams that are held open, as browsers hold them, for tests of a real server."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from types import TracebackType

from tests.web_client import WebClient


class OpenStreams:
    """Opens streams of one person and keeps them open. ``statuses`` has what each was answered, ``words`` the last
    refusal's."""

    def __init__(self, client: WebClient, path: str, count: int) -> None:
        self.statuses: list[int] = []
        self.words = ""
        self._stack = ExitStack()
        host, port = client.base_url.removeprefix("http://").split(":")
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies)
        asked = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookies}\r\n\r\n".encode()
        self._sockets = []
        for _each in range(count):
            made = self._stack.enter_context(socket.create_connection((host, int(port)), timeout=30))
            made.sendall(asked)
            self._sockets.append(made)
        for made in self._sockets:
            said = made.recv(2000)
            self.statuses.append(int(said.split()[1]))
            if self.statuses[-1] != 200:
                self.words = said.decode().partition("\r\n\r\n")[2]

    def __enter__(self) -> OpenStreams:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()
