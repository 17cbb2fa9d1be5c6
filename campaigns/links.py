"""Addresses that other devices can open."""

from __future__ import annotations

import ipaddress
import os

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from config.environment import lan_addresses
from records.rules.digits import whole


def base_url(request: HttpRequest) -> str:
    """The address by which phones at the table reach this server, as far as it can be known.

    A page opened at 127.0.0.1 of a server that listens to the network is reached at the machine's own address.
    """
    host, _colon, port = request.get_host().rpartition(":")
    if whole(port) is None:
        host, port = request.get_host(), ""
    if _is_local(host) and os.environ.get("HOST", "") in ("0.0.0.0", "::"):  # noqa: S104
        for address in lan_addresses():
            return f"{request.scheme}://{address}{':' + port if port else ''}"
    return f"{request.scheme}://{request.get_host()}"


def only_here(url: str) -> bool:
    """Whether the address is good on this machine only."""
    host = url.partition("://")[2].partition("/")[0]
    return _is_local(host if host.endswith("]") else host.rpartition(":")[0] or host)


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def qr_code(text: str) -> SafeString:
    """The text as a QR code: an inline drawing without style attributes, for the strict content policy."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(svgclass="qr", lineclass=None, omitsize=True, border=2)
    return mark_safe(drawn)  # noqa: S308  drawn from modules, the text itself is not in it
