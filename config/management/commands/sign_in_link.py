"""Prints a link that signs a person in."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from config import serving
from config.sign_in import make_link, named

MOST_NAMES = 40


class Command(BaseCommand):
    help = "Print a link that signs a person in: once, within seven days, and not after the password has changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", default="owner", help="whom to sign in (default: owner)")
        parser.add_argument(
            "--base-url", default=serving.last_address(), help="where the server is reached (default: %(default)s)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = named(options["username"])
        if user is None:
            names = (
                get_user_model().objects.filter(is_active=True).order_by("username").values_list("username", flat=True)
            )
            told = ", ".join(names[:MOST_NAMES]) + (", …" if len(names) > MOST_NAMES else "")
            raise CommandError(f"There is no active account named {options['username']!r}. Accounts: {told or 'none'}.")
        self.stdout.write(make_link(user, options["base_url"]))
