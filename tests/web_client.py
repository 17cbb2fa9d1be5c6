"""A browser without scripts, for tests that speak to a real server over HTTP."""

import re
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from http.cookiejar import CookieJar


@dataclass(frozen=True)
class Answer:
    status: int
    url: str
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode()


class WebClient:
    """Keeps cookies, follows redirects, and sends forms as a page does: with the CSRF token and a key."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url
        self.cookies = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> Answer:
        """Follow a link; `path` may be a whole address."""
        return self._send(urllib.request.Request(urllib.parse.urljoin(self.base_url, path)))

    def sign_in(self, link: str) -> Answer:
        """Open a sign-in link and confirm it."""
        asked = self.get(link)
        assert asked.status == 200, asked.text
        return self.post(link, instead_of="")

    def post(self, path: str, **fields: str) -> Answer:
        """Send a form. Without a `key` it gets a fresh one."""
        token = next((cookie.value or "" for cookie in self.cookies if cookie.name == "csrftoken"), "")
        form = {"csrfmiddlewaretoken": token, "key": str(uuid.uuid4()), **fields}
        data = urllib.parse.urlencode(form).encode()
        return self._send(urllib.request.Request(urllib.parse.urljoin(self.base_url, path), data))

    def _send(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=60) as response:
                return Answer(response.status, response.url, response.read())
        except urllib.error.HTTPError as refused:
            return Answer(refused.code, refused.url, refused.read())


def links(text: str, pattern: str) -> list[str]:
    """The page's links whose address matches, in order."""
    return [found for found in re.findall(r'href="([^"]+)"', text) if re.search(pattern, found)]
