"""People: coming in by a join code, and one's own account."""

from __future__ import annotations

import time

from django.contrib import messages
from django.contrib.auth import get_user_model, login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import links
from campaigns.forms import CodeForm, NameForm, PasswordForm, password_form
from campaigns.limits import NEW_PEOPLE, WRONG_CODES, WRONG_OLD_PASSWORDS, TooOften, address_of
from campaigns.models import Campaign, Membership
from campaigns.services import members
from campaigns.services.once import once
from config import sign_in
from config.passwords import PasswordsBusy
from records.errors import Refused
from records.views.answers import answers, form_key, person

from .common import repeated, words_of

KEY_SECONDS = 24 * 3600
DOUBLE_TAP_SECONDS = 30
WAIT_SECONDS = 5
BEING_MADE = 0
BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers
def join(request: HttpRequest, code: str = "") -> HttpResponse:
    """Come into a campaign: first its code, then, for who is not known yet, a name."""
    given = code or request.POST.get("code") or request.GET.get("code") or ""
    if not given:
        return _ask_code(request)
    try:
        campaign = _campaign_of(request, given)
    except Refused as refused:
        return _ask_code(request, given, refused)
    if not code:
        return redirect("join", campaign.join_code)
    if request.user.is_authenticated and _is_member(request, campaign):
        return redirect(campaign)
    if request.method != "POST":
        return _door_page(request, campaign, NameForm())
    if request.user.is_authenticated:
        return _join_as(request, campaign)
    return _join_new(request, campaign)


def _campaign_of(request: HttpRequest, code: str) -> Campaign:
    """The campaign of this code. Only wrong codes count: a whole table comes in from one address."""
    address = address_of(request)
    WRONG_CODES.count(address)
    try:
        campaign = members.campaign_of_code(code)
    except Refused as refused:
        if refused.code != "no-such-join-code":
            WRONG_CODES.forgive(address)
        raise
    except Exception:
        WRONG_CODES.forgive(address)
        raise
    WRONG_CODES.forgive(address)
    return campaign


def _is_member(request: HttpRequest, campaign: Campaign) -> bool:
    return Membership.objects.filter(campaign=campaign, user=person(request)).exists()


def _ask_code(request: HttpRequest, given: str = "", refused: Refused | None = None) -> HttpResponse:
    form = CodeForm({"code": given}) if given else CodeForm()
    if refused is not None and form.is_valid():
        form.add_error("code", words_of(refused))
    status = refused.status if refused is not None else 200
    return render(request, "campaigns/join_code.html", {"form": form}, status=status)


def _door_page(
    request: HttpRequest, campaign: Campaign, form: NameForm, refused: Refused | None = None
) -> HttpResponse:
    context = {"campaign": campaign, "form": form, "trouble": words_of(refused)}
    status = refused.status if refused is not None else 422 if form.errors else 200
    return render(request, "campaigns/join.html", context, status=status)


def _join_as(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    def do() -> str:
        members.join(campaign=campaign, user=person(request))
        return campaign.get_absolute_url()

    return redirect(once(key=form_key(request), user=person(request), do=do))


def _join_new(request: HttpRequest, campaign: Campaign) -> HttpResponse:
    form = NameForm(request.POST)
    if not form.is_valid():
        return _door_page(request, campaign, form)
    key = f"joined:{form_key(request)}"
    # A double tap arrives before the first answer has signed the person in: they are made only once.
    if not cache.add(key, BEING_MADE, timeout=KEY_SECONDS):
        return _joined_already(request, campaign, key)
    try:
        NEW_PEOPLE.count(address_of(request))
        user = members.join_as_new(campaign=campaign, name=form.cleaned_data["name"])
    except Refused as refused:
        cache.delete(key)
        return _door_page(request, campaign, form, refused)
    except Exception:
        cache.delete(key)  # nothing was done: the same form may be sent again
        raise
    cache.set(key, user.pk, timeout=DOUBLE_TAP_SECONDS)
    login(request, user, backend=BACKEND)
    messages.success(request, _("Welcome, %(name)s.") % {"name": members.name_of(user)})
    return redirect(campaign)


def _joined_already(request: HttpRequest, campaign: Campaign, key: str) -> HttpResponse:
    """The answer to the second tap: the browser follows this one, so it signs the person in too."""
    until = time.monotonic() + WAIT_SECONDS
    while (made := cache.get(key)) == BEING_MADE and time.monotonic() < until:
        time.sleep(0.05)
    user = get_user_model().objects.filter(pk=made, is_active=True).first() if made else None
    if user is not None:
        login(request, user, backend=BACKEND)
    return redirect(campaign)


@login_required
@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """One's own name, password, and the way onto another device."""
    return _account(request)


def _account(
    request: HttpRequest,
    *,
    name_form: NameForm | None = None,
    new_password: PasswordForm | None = None,
    status: int = 200,
) -> HttpResponse:
    user: User = person(request)
    link = sign_in.make_link(user, links.base_url(request))
    context = {
        "name_form": name_form or NameForm(initial={"name": members.name_of(user)}),
        "password_form": new_password or password_form(user),
        "link": link,
        "qr": links.qr_code(link),
        "only_here": links.only_here(link),
        "has_password": user.has_usable_password(),
        "days": sign_in.VALID_SECONDS // 86400,
    }
    return render(request, "campaigns/account.html", context, status=status)


@login_required
@require_http_methods(["POST"])
@answers
def rename(request: HttpRequest) -> HttpResponse:
    """Be called something else."""
    form = NameForm(request.POST)
    if not form.is_valid():
        return _account(request, name_form=form, status=422)

    def do() -> str:
        members.rename(user=person(request), name=form.cleaned_data["name"])
        return reverse("account")

    return redirect(once(key=form_key(request), user=person(request), do=do))


@login_required
@require_http_methods(["GET", "POST"])
@answers
def password(request: HttpRequest) -> HttpResponse:
    """Set one's first password, or another after the present one.

    This device stays signed in; the others are signed out, and older sign-in links stop working.
    """
    user: User = person(request)
    # A refused form leaves its address in the browser: opened again it is the page with the form.
    if request.method == "GET":
        return redirect("account")
    if url := repeated(request):
        return redirect(url)
    form = password_form(user, request.POST)
    try:
        good = _is_good(form)
    except TooOften as refused:
        form.add_error(None, words_of(refused))
        return _account(request, new_password=form, status=refused.status)
    if not good:
        return _account(request, new_password=form, status=422)
    # Hashed before the transaction: it takes a tenth of a second and may wait, and SQLite has one writer at a time.
    form.save(commit=False)

    def do() -> str:
        user.save(update_fields=["password"])
        return reverse("account")

    url = once(key=form_key(request), user=user, do=do)
    # Of a double tap the first one counts: the other's hash of the same password has another salt.
    user.refresh_from_db(fields=["password"])
    update_session_auth_hash(request, user)
    messages.success(
        request,
        _("Your password is set; your other devices are signed out. Sign in there with the name “%(name)s”.")
        % {"name": user.username},
    )
    return redirect(url)


def _is_good(form: PasswordForm) -> bool:
    """Whether the form is valid. A wrong present password counts; raises TooOften where there were too many."""
    if "old_password" not in form.fields:
        return form.is_valid()
    who = str(form.user.pk)
    WRONG_OLD_PASSWORDS.count(who)
    try:
        good = form.is_valid()
    except PasswordsBusy:
        WRONG_OLD_PASSWORDS.forgive(who)
        raise
    if not form.has_error("old_password", "password_incorrect"):
        WRONG_OLD_PASSWORDS.forgive(who)
    return good
