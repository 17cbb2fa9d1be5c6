"""Where the quickstart server listens, and what it tells the person who started it."""

import contextlib
import errno
import io
import ipaddress
import socket

import segno
import uvicorn
from django.conf import settings

from config.environment import lan_addresses

#: A file of the data folder: where the server was last started.
ADDRESS = "address"


class CannotListen(Exception):
    """The address cannot be listened on; the message says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket on host:port. Raises CannotListen with words that say what to do.

    Bound before anything else happens, so that a taken port is told at once and nobody takes it meanwhile.
    """
    if not 0 <= port <= 65535:
        raise CannotListen(f"{port} is not a port: choose one from 1024 to 65535, e.g. PORT=8080 make run")
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as error:
        raise CannotListen(
            f"{host!r} is no address of this machine. Use HOST=127.0.0.1 (this machine only) "
            "or HOST=0.0.0.0 (the whole local network)."
        ) from error
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(512)
    except OSError as error:
        listener.close()
        raise CannotListen(_words(error, host, port)) from error
    listener.set_inheritable(True)
    return listener


def _words(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken: perhaps Lance Ledger is running already at http://{host}:{port}/. "
            f"Stop the other program, or choose another port: PORT={port + 1 if port < 65535 else 8000} make run"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} needs more rights than you have: choose one from 1024 up, e.g. PORT=8080 make run"
    if error.errno == errno.EADDRNOTAVAIL:
        return (
            f"{host} is no address of this machine. Use HOST=127.0.0.1 (this machine only) "
            "or HOST=0.0.0.0 (the whole local network)."
        )
    return f"Cannot listen on {host}:{port}: {error.strerror}."


def is_for_the_network(host: str) -> bool:
    """Whether people at other machines can reach the server."""
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"


def base_urls(host: str, port: int) -> list[str]:
    """The addresses to tell: this machine's own first, then those of the local network."""
    local = f"http://127.0.0.1:{port}"
    if not is_for_the_network(host):
        return [f"http://{host}:{port}"]
    try:
        everywhere = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        everywhere = False
    if everywhere:
        return [local, *(f"http://{address}:{port}" for address in lan_addresses())]
    return [f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"]


def remember_address(url: str) -> None:
    """Note where the server was started, for links that are made beside it; with a full disk they name the last one."""
    with contextlib.suppress(OSError):
        if url != last_address():
            (settings.DATA_DIR / ADDRESS).write_text(url, encoding="utf-8")


def last_address() -> str:
    """Where the server that uses this data folder was last started; the usual address before it ever was."""
    try:
        return (settings.DATA_DIR / ADDRESS).read_text(encoding="utf-8").strip() or "http://127.0.0.1:8000"
    except OSError:
        return "http://127.0.0.1:8000"


def qr_code(text: str) -> str:
    """The text as a QR code of half-block characters, for a terminal."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out=out, compact=True, border=2)
    return out.getvalue()


def serve(listener: socket.socket, *, reload: bool) -> None:
    """Run the web server on this socket until it is stopped."""
    host, port = listener.getsockname()[:2]
    config = uvicorn.Config(
        "config.asgi:application",
        host=host,
        port=port,
        loop="uvloop",
        http="httptools",
        lifespan="off",
        # An open event stream would hold up the stop for as long as its page stays open.
        timeout_graceful_shutdown=3,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        reload=reload,
    )
    if reload:
        from uvicorn.supervisors import ChangeReload

        ChangeReload(config, target=uvicorn.Server(config).run, sockets=[listener]).run()
    else:
        uvicorn.Server(config).run(sockets=[listener])
