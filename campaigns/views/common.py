"""What every page of a campaign does first and last."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from campaigns.models import Membership
from campaigns.rights import membership_in, runs
from campaigns.services.once import applied, once
from records import words
from records.access import Right
from records.errors import NotAllowed, Refused
from records.rules.digits import whole
from records.views.answers import answers, form_key, person

View = Callable[..., HttpResponse]
Again = Callable[[Refused], HttpResponse]


def member_page(*methods: str, right: Right = "see") -> Callable[[View], View]:
    """A page inside a campaign: ``view(request, membership, ...)`` for members who may do that much.

    Anonymous people are sent to sign in; who is not a member gets 404.
    """

    def decorate(view: View) -> View:
        @login_required
        @require_http_methods([*methods])
        @answers
        @wraps(view)
        def page(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            membership = membership_in(request.user, slug, right=right)
            # Before the form is looked at: what was chosen the first time may not be there to choose again.
            if request.method == "POST" and not getattr(request, "htmx", False) and (url := repeated(request)):
                return redirect(url)
            return view(request, membership, *args, **kwargs)

        return page

    return decorate


def repeated(request: HttpRequest) -> str:
    """Where this form led when it was applied before; empty when it was not."""
    return applied(key=form_key(request), user=person(request))


def act(request: HttpRequest, do: Callable[[], str], again: Again) -> HttpResponse:
    """Apply the posted form once and go where it leads; what is refused shows the page again, with the words."""
    try:
        url = once(key=form_key(request), user=person(request), do=do)
    except NotAllowed:
        raise
    except Refused as refused:
        return again(refused)
    return redirect(url)


def words_of(refused: Refused | None) -> str:
    """The words of a refusal, empty for none."""
    return "" if refused is None else words.refusal(refused.code, refused.params)


def show(
    request: HttpRequest,
    template: str,
    membership: Membership,
    context: dict[str, Any] | None = None,
    *,
    tab: str = "",
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    """A page of the campaign: its frame needs the campaign, the member's rights and which tab is the current one."""
    frame = {
        "campaign": membership.campaign,
        "membership": membership,
        "runs": runs(membership),
        "tab": tab,
        "trouble": words_of(refused),
    }
    return render(
        request, template, frame | (context or {}), status=refused.status if refused is not None else status
    )


def number(text: Any) -> int | None:
    """A posted id, or None where nothing (or nonsense) was chosen."""
    return whole(text, least=1)
