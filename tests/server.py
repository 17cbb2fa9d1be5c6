"""A real Lance Ledger in a process of its own, as `make run` starts it, for tests that need one."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120
STOP_SECONDS = 15
LINKS = """
from django.contrib.auth.models import User
from config.sign_in import make_link
owner = User.objects.get(username="owner")
print(*[make_link(owner, "{url}") for _ in range(20)])
"""


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class LedgerServer:
    """Start, stop, kill and restart one server over one data folder.

    `url` has no slash at its end; `sign_in_link` is one for the owner that nobody has used yet.
    """

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._links: list[str] = []
        self.log = data / "server.log"
        self.environment = self._environment(environment)
        self._process: subprocess.Popen[bytes] | None = None
        data.mkdir(parents=True, exist_ok=True)

    def _environment(self, extra: dict[str, str]) -> dict[str, str]:
        ours = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "HOST", "PORT", "DEBUG")
        kept = {name: value for name, value in os.environ.items() if name not in ours}
        own = {"LEDGER_DATA": str(self.data), "DJANGO_SETTINGS_MODULE": "config.settings"}
        return kept | own | extra

    def start(self) -> "LedgerServer":
        """Start and wait until it answers. Raises AssertionError with the server's words when it does not."""
        assert self._process is None, "the server runs already"
        offset = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "quickstart", "--host", "127.0.0.1", "--port", str(self.port)],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            said = self.log.read_bytes()[offset:].decode()
            link = re.search(r"http://\S+/sign-in/\S+/", said)
            if link and self._answers():
                self._links.insert(0, link.group())
                return self
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        self.kill()
        raise AssertionError(f"the server did not start:\n{self.log.read_text()[-4000:]}")

    @property
    def sign_in_link(self) -> str:
        """A link that signs the owner in once: the terminal's own first, afterwards fresh ones."""
        if not self._links:
            self._links = self.manage("shell", "--no-imports", "-c", LINKS.format(url=self.url)).stdout.split()
        return self._links.pop(0)

    def _answers(self) -> bool:
        # The listening socket is open before the app is loaded; only an answer tells that it is.
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
                connection.sendall(b"GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
                return b" 200 " in connection.recv(64)
        except OSError:
            return False

    def stop(self) -> None:
        """Ask it to stop, as Ctrl-C does, and wait."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired as error:
            self.kill()
            raise AssertionError("the server did not stop when asked to") from error
        self._process = None

    def kill(self) -> None:
        """What a power cut does."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait(STOP_SECONDS)
        self._process = None

    def restart(self) -> None:
        """Stop and start again over the same data, at the same address."""
        self.stop()
        self.start()

    def manage(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a manage.py command over this server's data."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=check,
            timeout=300,
        )
