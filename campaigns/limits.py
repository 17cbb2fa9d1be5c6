"""How often something may be tried from one address, or by one person."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass

from django.core.cache import BaseCache, caches
from django.http import HttpRequest
from redis.exceptions import RedisError

from records.errors import Refused


class TooOften(Refused):
    """Tried too often: wait (429)."""

    status = 429


@dataclass(frozen=True)
class Limit:
    """``most`` tries of ``what`` within ``seconds``, counted for each address or person from the first one on."""

    what: str
    most: int
    seconds: int

    def count(self, who: str) -> None:
        """Count a try before it is made, so that many at once count too. Raises :class:`TooOften` beyond the limit."""
        if _counter(lambda cache: self._add(cache, self._name(who))) > self.most:
            raise TooOften("too-often", minutes=max(1, self.seconds // 60))

    def forgive(self, who: str) -> None:
        """Take a counted try back: it was a good one."""
        _counter(lambda cache: self._take_back(cache, self._name(who)))

    def _name(self, who: str) -> str:
        return f"limit:{self.what}:{who}"

    def _add(self, cache: BaseCache, name: str) -> int:
        cache.add(name, 0, timeout=self.seconds)
        try:
            return cache.incr(name)
        except ValueError:  # it ran out between the two calls
            cache.set(name, 1, timeout=self.seconds)
            return 1

    def _take_back(self, cache: BaseCache, name: str) -> int:
        try:
            return cache.decr(name)
        except ValueError:  # it ran out meanwhile
            return 0


# A table of ten behind one address gets in; somebody who guesses does not get far.
WRONG_CODES = Limit("join", most=30, seconds=10 * 60)
NEW_PEOPLE = Limit("new-person", most=60, seconds=60 * 60)
# Axes stops ten wrong passwords for one name (settings): three who fumble together leave the others some tries.
WRONG_PASSWORDS = Limit("password", most=40, seconds=15 * 60)
# One's own old password, asked before a new one is set: for each person.
WRONG_OLD_PASSWORDS = Limit("old-password", most=10, seconds=15 * 60)


def address_of(request: HttpRequest) -> str:
    """The request's address; of an IPv6 address its /64, for a home or a club has all of that."""
    given: str = request.META.get("REMOTE_ADDR", "")
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return given
    if address.version == 6 and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(getattr(address, "ipv4_mapped", None) or address)


def _counter(do: Callable[[BaseCache], int]) -> int:
    """What ``do`` counted in the shared cache; while Redis is away in this process's own, rather than not at all."""
    try:
        return do(caches["default"])
    except RedisError:
        return do(caches["here"])
