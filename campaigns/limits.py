"""How often something may be tried from one address."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpRequest

from records.errors import Refused


class TooOften(Refused):
    """Tried too often: wait (429)."""

    status = 429


def limit(request: HttpRequest, what: str, *, most: int, seconds: int) -> None:
    """Count one try from the request's address; raise :class:`TooOften` beyond ``most`` within ``seconds``."""
    name = f"limit:{what}:{request.META.get('REMOTE_ADDR', '')}"
    cache.add(name, 0, timeout=seconds)
    try:
        tries = cache.incr(name)
    except ValueError:  # it ran out between the two calls
        cache.set(name, 1, timeout=seconds)
        tries = 1
    if tries > most:
        raise TooOften("too-often", minutes=max(1, seconds // 60))
