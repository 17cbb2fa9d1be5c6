"""Signing in: by the link that the owner's terminal prints, or by name and password."""

from typing import Any
from urllib.parse import urljoin

from django.contrib.auth import get_user_model, login
from django.contrib.auth.models import AbstractBaseUser, User
from django.contrib.auth.views import LoginView, LogoutView
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

VALID_SECONDS = 7 * 24 * 3600
SALT = "lance-ledger.sign-in"


class BadLink(Exception):
    """The link signs nobody in; the message says why, to the person who opened it."""


def _binding(user: AbstractBaseUser) -> str:
    """Ties a link to the password of the day: setting a password takes every older link back."""
    return salted_hmac(SALT, f"{user.pk}:{user.password}").hexdigest()[:20]


def make_token(user: AbstractBaseUser) -> str:
    """A token that signs this person in for the next VALID_SECONDS, as often as wanted."""
    return signing.dumps([user.pk, _binding(user)], salt=SALT)


def make_path(user: AbstractBaseUser) -> str:
    """The path of the link, e.g. `/sign-in/TOKEN/`."""
    return reverse("sign_in_by_link", args=[make_token(user)])


def make_link(user: AbstractBaseUser, base_url: str) -> str:
    """The whole link, for a server reached at base_url."""
    return urljoin(base_url, make_path(user))


def user_of(token: str) -> User:
    """The person a token names. Raises BadLink when it is expired, tampered with or taken back."""
    try:
        pk, binding = signing.loads(token, salt=SALT, max_age=VALID_SECONDS)
    except signing.SignatureExpired as error:
        raise BadLink(_("This sign-in link is older than seven days.")) from error
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise BadLink(_("This sign-in link is incomplete or was changed on its way.")) from error
    user = get_user_model().objects.filter(pk=pk, is_active=True).first()
    if user is None or _binding(user) != binding:
        raise BadLink(_("This sign-in link was taken back: the account or its password has changed since."))
    return user


@require_safe
@never_cache
def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Signs in the person the link names; a bad link gets a page in words (403)."""
    try:
        user = user_of(token)
    except BadLink as error:
        return render(request, "sign_in/bad_link.html", {"reason": str(error)}, status=403)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("/")


class SignIn(LoginView):
    """Name and password. Wrong ones answer 422 with the form, so that htmx and people see the same."""

    template_name = "sign_in/sign_in.html"
    redirect_authenticated_user = True

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = 422
        return response


class SignOut(LogoutView):
    http_method_names = ["post", "options"]


def locked_out(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
    """Too many wrong passwords for one name from one address."""
    return render(request, "sign_in/locked_out.html", status=429)
