"""Static files, served by the web process itself; pages that no browser keeps; NULs, which no page sends."""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

from config.passwords import PasswordsBusy
from config.sign_in import forgive_try
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


class KeptByNobody(MiddlewareMixin):
    """Pages, panels and files are somebody's own: neither a proxy nor the browser keeps them.

    After signing out the back button asks the server again. Static files are answered before they come here; a view
    that says itself how long its answer may be kept (streams, printed files) is left alone.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if "Cache-Control" not in response:
            response["Cache-Control"] = "private, no-store"
        return response


class RefusalsOutsideOurViews(MiddlewareMixin):
    """Words for what is refused in views of Django's own, such as the administration's sign-in."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, PasswordsBusy):
            forgive_try(request)  # nobody looked at the password; config.away has the words
        return refusal(request, exception) if isinstance(exception, Refused) else None
