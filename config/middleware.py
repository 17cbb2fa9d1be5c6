"""Static files, served by the web process itself, and NULs, which no page sends and PostgreSQL takes in no text."""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from records.errors import Refused
from records.views.answers import refusal


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise brings no types
    """WhiteNoise that answers whole files.

    Its own streams a file in pieces, which Django under ASGI first has to gather, with a warning on the terminal;
    ours are small (the largest is a font of 200 kB).
    """

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        answer = static_file.get_response(request.method, request.META)
        content = b""
        if answer.file is not None:
            with answer.file as file:
                content = file.read()
        response = HttpResponse(content, status=int(answer.status))
        del response["Content-Type"]
        for name, value in answer.headers:
            response[name] = value
        return response


class CleanCookies(MiddlewareMixin):
    """Forgets cookies with a NUL in them: one would be looked up as a session's name."""

    def process_request(self, request: HttpRequest) -> None:
        request.COOKIES = {name: value for name, value in request.COOKIES.items() if "\0" not in name + value}


class NoNul(MiddlewareMixin):
    """Refuses questions and forms with a NUL in them before any view looks something up by it (422)."""

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        sent = (text for data in (request.GET, request.POST) for name, texts in data.lists() for text in (name, *texts))
        return refusal(request, Refused("bad-request")) if any("\0" in text for text in sent) else None
