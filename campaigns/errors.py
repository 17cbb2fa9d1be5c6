"""Refusals that only campaigns know."""

from __future__ import annotations

from records.errors import Refused


class NotThere(Refused):
    """A machine, pilot or force that the campaign does not have, or has no more (404)."""

    status = 404
