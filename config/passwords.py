"""Password hashing, a little at a time: one hash takes 100 MB and all cores for a tenth of a second.

Every place that hashes (sign-in, setting a password, the administration) comes through the hashers of the settings, so
the limit is theirs. Hashing runs in threads of its own at a lower priority, which leaves the cores to pages; who waits
does so in the thread of their own request, and only so many do.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as WaitedTooLong
from contextvars import ContextVar
from typing import TypeVar

from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher

AT_ONCE = 1
MOST_WAITING = 48
WAIT_SECONDS = 5.0
NICENESS = 5

Result = TypeVar("Result")


class PasswordsBusy(Exception):
    """So many passwords are being checked that this one was not: try again in a few seconds (503)."""


asking: ContextVar[str] = ContextVar("asking", default="")
"""The address that asks for the password to be looked at, where it is a stranger's; empty for people signed in."""


class Gate:
    """Runs ``at_once`` pieces of heavy work at a time; ``waiting`` more wait, each ``seconds`` at most.

    One stranger's address has half of the places, so that the next one finds some free.
    """

    def __init__(self, *, at_once: int, waiting: int, seconds: float) -> None:
        self.places = at_once + waiting
        self.inside: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._seconds = seconds
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="passwords", initializer=_step_back)

    def run(self, work: Callable[[], Result]) -> Result:
        """What the work returns. Raises PasswordsBusy when there is no place or none in time."""
        who = asking.get()
        with self._lock:
            if self.inside.total() >= self.places or (who and self.inside[who] >= max(1, self.places // 2)):
                raise PasswordsBusy
            self.inside[who] += 1
        future: Future[Result] = self._threads.submit(work)
        # The place is free when the work is done, or was given up before it began; not merely when nobody waits.
        future.add_done_callback(lambda _done: self._leave(who))
        try:
            return future.result(self._seconds)
        except WaitedTooLong:
            if future.cancel():
                raise PasswordsBusy from None
            return future.result()

    def _leave(self, who: str) -> None:
        with self._lock:
            self.inside[who] -= 1
            if not self.inside[who]:
                del self.inside[who]


def _step_back() -> None:
    """Lower this thread's priority, and so that of the threads argon2 starts in it. Does nothing except on Linux."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


gate = Gate(at_once=AT_ONCE, waiting=MOST_WAITING, seconds=WAIT_SECONDS)


class GatedArgon2(Argon2PasswordHasher):
    """Django's own hashes, through the gate."""

    def encode(self, password: str, salt: str) -> str:
        return gate.run(lambda: super(GatedArgon2, self).encode(password, salt))

    def verify(self, password: str, encoded: str) -> bool:
        return gate.run(lambda: super(GatedArgon2, self).verify(password, encoded))


class GatedPBKDF2(PBKDF2PasswordHasher):
    """Django's own hashes, through the gate; its ``verify`` comes by ``encode``."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        return gate.run(lambda: super(GatedPBKDF2, self).encode(password, salt, iterations))
