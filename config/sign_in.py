"""Signing in: by the link that the owner's terminal prints, or by name and password."""

import uuid
from datetime import timedelta
from typing import Any
from urllib.parse import urljoin

from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import get_user_model, login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import AbstractBaseUser, User
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.views import LoginView, LogoutView
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.log import log_response
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.limits import WRONG_PASSWORDS, TooOften, address_of
from campaigns.models import Action
from campaigns.services.members import name_of
from campaigns.services.once import applied, once
from config import away
from config.passwords import PasswordsBusy, asking

VALID_SECONDS = 7 * 24 * 3600
DOUBLE_TAP_SECONDS = 30
NAME_LETTERS = User._meta.get_field("username").max_length or 150
SALT = "lance-ledger.sign-in"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def named(name: str) -> User | None:
    """The active person who signs in by this name; capitals do not matter, nor does the name being written as it is
    shown ("Teo Brandt" of ``teo-brandt``). None when there is nobody, or more than one without an exact match."""
    people = get_user_model().objects.filter(is_active=True)
    for wanted in (
        {"username": name},
        {"username__iexact": name},
        {"username__iexact": slugify(name, allow_unicode=True)},
    ):
        found = list(people.filter(**wanted)[:2])
        if found:
            return found[0] if len(found) == 1 else None
    return None


class BadLink(Exception):
    """The link signs nobody in; the message says why, to the person who opened it."""


def _binding(user: AbstractBaseUser) -> str:
    """Ties a link to the password of the day: setting a password takes every older link back."""
    return salted_hmac(SALT, f"{user.pk}:{user.password}").hexdigest()[:20]


def make_token(user: AbstractBaseUser) -> str:
    """A token that signs this person in once, within the next VALID_SECONDS. Nothing is kept until it is used."""
    return signing.dumps([user.pk, _binding(user), uuid.uuid4().hex], salt=SALT)


def make_path(user: AbstractBaseUser) -> str:
    """The path of the link, e.g. `/sign-in/TOKEN/`."""
    return reverse("sign_in_by_link", args=[make_token(user)])


def make_link(user: AbstractBaseUser, base_url: str) -> str:
    """The whole link, for a server reached at base_url."""
    return urljoin(base_url, make_path(user))


def read_token(token: str) -> tuple[User, uuid.UUID]:
    """The person a token names, and the token's own key. Raises BadLink when expired, tampered with or taken back."""
    try:
        pk, binding, key = signing.loads(token, salt=SALT, max_age=VALID_SECONDS)
        own_key = uuid.UUID(key)
    except signing.SignatureExpired as error:
        raise BadLink(_("This sign-in link is older than seven days.")) from error
    except (signing.BadSignature, ValueError, TypeError, AttributeError) as error:
        raise BadLink(_("This sign-in link is incomplete or was changed on its way.")) from error
    user = get_user_model().objects.filter(pk=pk, is_active=True).first()
    if user is None or _binding(user) != binding:
        raise BadLink(_("This sign-in link was taken back: the account or its password has changed since."))
    return user, own_key


def _use_up(user: User, key: uuid.UUID, page: str) -> None:
    """Note that the link was used by the form on this page. Raises BadLink when another one used it before.

    The same form may come twice: a double tap on a slow phone gets its session by the second one.
    """
    once(key=key, user=user, do=lambda: page)
    since = timezone.now() - timedelta(seconds=DOUBLE_TAP_SECONDS)
    if not Action.objects.filter(user=user, key=key, result=page, at__gte=since).exists():
        raise BadLink(_used())


def _used() -> str:
    return _("This sign-in link has been used: each one signs in once.")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Asks whether to sign in the person the link names, and by a post does it; a bad link is told in words (403).

    Looking at the link uses nothing up: previews and scanners of messages open every address they see.
    """
    try:
        user, key = read_token(token)
        if request.user.pk == user.pk:
            return redirect("/")
        if request.method != "POST":
            if applied(key=key, user=user):
                raise BadLink(_used())
            return _ask(request, user)
        if request.POST.get("instead_of", "") != str(request.user.pk or ""):
            return _ask(request, user, status=409)
        _use_up(user, key, request.POST.get("key", "")[:40] or str(uuid.uuid4()))
    except BadLink as error:
        return render(request, "sign_in/bad_link.html", {"reason": str(error)}, status=403)
    login(request, user, backend=BACKEND)
    return redirect("/")


def _ask(request: HttpRequest, user: User, *, status: int = 200) -> HttpResponse:
    context = {"name": name_of(user), "current": name_of(request.user) if request.user.is_authenticated else ""}
    return render(request, "sign_in/link.html", context, status=status)


class AddressLimit:
    """Stands before the backend that hashes: an address that guessed too often is refused in words (429) before it."""

    def authenticate(self, request: HttpRequest | None, username: str | None = None, **credentials: Any) -> None:
        """Count the try; :func:`_good` takes it back. Raises TooOften."""
        if request is None or username is None:
            return
        address = address_of(request)
        WRONG_PASSWORDS.count(address)
        asking.set(address)
        request._counted_try = True  # type: ignore[attr-defined]


@receiver(user_logged_in)
def _good(request: HttpRequest, **_more: object) -> None:
    forgive_try(request)


def forgive_try(request: HttpRequest) -> None:
    """Take the request's try back, if it counted as one: the password was right, or was not looked at."""
    if getattr(request, "_counted_try", False):
        WRONG_PASSWORDS.forgive(address_of(request))
        request._counted_try = False  # type: ignore[attr-defined]


class NameAsShown(AuthenticationForm):
    """Name and password; the name as it is shown will do."""

    def clean_username(self) -> str:
        """The name of the account that is meant; as it was typed where there is none."""
        typed: str = self.cleaned_data["username"]
        if len(typed) > NAME_LETTERS:
            # No account has such a name, and the table of wrong tries has no room for it.
            raise self.get_invalid_login_error()
        found = named(typed)
        return typed if found is None else found.get_username()


class SignInForm(NameAsShown):
    """The form of our own page."""


class AdminSignInForm(NameAsShown, AdminAuthenticationForm):
    """The form of the administration's page."""


class SignIn(LoginView):
    """Name and password. Wrong ones answer 422 with the form, so that htmx and people see the same."""

    template_name = "sign_in/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign in; what cannot be looked at now keeps the name in the form (503), and guessers wait (429)."""
        try:
            return super().post(request, *args, **kwargs)
        except TooOften:
            return render(request, "sign_in/locked_out.html", {"address": True}, status=429)
        except PasswordsBusy as error:
            forgive_try(request)
            form = SignInForm(request, initial={"username": request.POST.get("username", "")})
            context = self.get_context_data(form=form, trouble=away.words_of(error))
            response = render(request, self.template_name, context, status=503)
            response["Retry-After"] = away.RETRY_SECONDS
            # A warning, not the error of a 503: strangers must not fill the log.
            log_response("Too many sign-ins at once", response=response, request=request, level="warning")
            return response

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = 422
        return response


class SignOut(LogoutView):
    http_method_names = ["post", "options"]


def locked_out(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Too many wrong passwords for one name from one address."""
    return render(request, "sign_in/locked_out.html", status=429)
