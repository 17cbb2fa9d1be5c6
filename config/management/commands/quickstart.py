"""From a fresh clone to a running table: everything `make run` does after the environment is there."""

import contextlib
import os
import signal
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError
from django.urls import reverse

from campaigns.demo import load_demo
from config import serving, sign_in, write_ahead_log
from config.static_files import gather_if_changed
from records.rules.digits import whole
from records.services.starter import load_starter_units

OWNER = "owner"


class Command(BaseCommand):
    help = (
        "Migrate, load the starter units and the demo campaign once, start the server with its embedded worker, "
        "and print a link that signs the owner in."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", default=os.environ.get("PORT") or "8000")
        parser.add_argument("--prepare-only", action="store_true", help="do everything but start the server")

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], whole(str(options["port"]))
        if port is None:
            raise CommandError(f"PORT={options['port']} is not a number.")
        try:
            listener = None if options["prepare_only"] else serving.listen(host, port)
        except serving.CannotListen as error:
            raise CommandError(str(error)) from error
        owner = self.prepare()
        if listener is None:
            return
        self.tell(owner, host, listener.getsockname()[1])
        # Asked to stop by a service manager, it goes as it does by Ctrl-C: tidily.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with contextlib.suppress(KeyboardInterrupt):
            serving.serve(listener, reload=settings.DEBUG)
        self.stdout.write("Stopped. Everything entered is kept.")

    def prepare(self) -> User:
        """Bring the database and the static files up to date; returns the owner. Safe to repeat: keeps all data."""
        write_ahead_log.keep()  # before the first question: with a full disk there is room for one log only
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as error:
            raise CommandError(f"The database cannot be opened: {error}") from error
        if not settings.DEBUG:
            gather_if_changed()
        owner = ensure_owner()
        if loaded := load_starter_units():
            self.stdout.write(f"{loaded} starter units are new in the catalogue.")
        load_demo(owner=owner)
        return owner

    def tell(self, owner: User, host: str, port: int) -> None:
        """Print where the server is, and the links."""
        urls = serving.base_urls(host, port)
        serving.remember_address(urls[0])
        self.stdout.write("")
        self.stdout.write("Lance Ledger is running. Sign in as its owner with this link (once, within seven days):")
        self.stdout.write(f"    {sign_in.make_link(owner, urls[0])}")
        if serving.is_for_the_network(host):
            self.tell_network(urls)
        self.stdout.write("Stop with Ctrl-C.")
        self.stdout.flush()

    def tell_network(self, urls: list[str]) -> None:
        others = urls[1:] or urls
        page = reverse("sign_in")
        self.stdout.write("\nTablets and phones on the same network open:")
        for url in others:
            self.stdout.write(f"    {url}{page}")
        # The join page asks for the campaign's code: the owner's own link is not for passing round.
        self.stdout.write(serving.qr_code(others[0] + page))


def ensure_owner() -> User:
    """The first account, which owns the demo campaign. It has no password until one is set; the link signs it in."""
    user_model = get_user_model()
    owner, made = user_model.objects.get_or_create(
        username=OWNER, defaults={"is_staff": True, "is_superuser": True}
    )
    if made:
        owner.set_unusable_password()
        owner.save(update_fields=["password"])
    return owner
