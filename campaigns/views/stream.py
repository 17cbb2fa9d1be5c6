"""Who has a battle open sees its changes: the stream that sheets have, of a battle's version."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_GET

from campaigns.models import Battle
from campaigns.rights import membership_in
from campaigns.selectors.battles import versions
from records.live import Source
from records.views.stream import stream_answer

BATTLES = Source("battle", versions)


@require_GET
async def battle_stream(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """The stream of one battle, for members."""
    return await stream_answer(request, BATTLES, pk, partial(_check, slug=slug, pk=pk))


def _check(person: Any, *, slug: str, pk: int) -> None:
    membership = membership_in(person, slug)
    if not Battle.objects.filter(campaign=membership.campaign_id, pk=pk).exists():
        raise Http404
