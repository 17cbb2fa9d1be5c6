"""What prints may ask of campaigns: the roster behind a campaign's slug."""

from __future__ import annotations

from records.models import Roster


def roster_of(slug: str) -> Roster | None:
    """The roster of the campaign with this slug, or None."""
    return Roster.objects.filter(campaign__slug=slug).first()
