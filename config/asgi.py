"""The web server's door. Without a broker outside, the worker that prints starts here, in a thread of its own."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

_django = get_asgi_application()

from config import body_limit, embedded, plain_headers, write_ahead_log  # noqa: E402 -- need the loaded apps

application = body_limit.BodyLimit(plain_headers.PlainHeaders(_django))  # type: ignore[arg-type]  # asgiref types it otherwise

write_ahead_log.keep()
embedded.start_if_wanted()
