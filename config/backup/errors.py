"""What can be wrong with a backup, and how far one has come."""

from __future__ import annotations

from typing import Protocol


class BackupRefused(Exception):
    """A backup or restore that cannot be done; the message tells a person why and what to do."""


class Progress(Protocol):
    """Hears how far the work has come: what is being done, how much of how much."""

    def __call__(self, stage: str, done: int, total: int) -> None: ...


def silent(stage: str, done: int, total: int) -> None:
    """Tells nobody."""
