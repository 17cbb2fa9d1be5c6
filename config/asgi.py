"""The web server's door. Without a broker outside, the worker that prints starts here, in a thread of its own."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_asgi_application()

from config import embedded  # noqa: E402 -- needs the apps that the line above loaded

embedded.start_if_wanted()
