"""What every page may ask for."""

from django.http import HttpRequest


def room(request: HttpRequest) -> dict[str, str]:
    """`room`: the first part of the path, which the navigation marks as the current one."""
    return {"room": request.path_info.strip("/").partition("/")[0]}
