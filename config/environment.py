"""What the settings read from the environment, each turned into what Django wants."""

import contextlib
import importlib.util
import ipaddress
import os
import secrets
import socket
from pathlib import Path
from typing import Any

import environ

env = environ.Env()

POOL = {"min_size": 1, "max_size": 20, "timeout": 5, "max_idle": 60}
"""PostgreSQL connections of one process, and for how many seconds one waits for one, or keeps one that nobody uses."""


def data_folder(default: Path) -> Path:
    """The folder that holds the embedded database, the secret and the printed files. Made when absent, for its owner
    alone: passwords' hashes and the keys of sessions are in it."""
    folder = Path(env.str("LEDGER_DATA", default="") or default).expanduser().resolve()
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def secret_key(folder: Path) -> str:
    """SECRET_KEY, or one drawn once and kept in the data folder, readable by its owner only."""
    given: str = env.str("SECRET_KEY", default="")
    if given:
        return given
    path = folder / "secret"
    try:
        # Exclusive creation: two processes that start together agree on one key.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    key = secrets.token_urlsafe(50)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key)
    return key


def database(folder: Path) -> dict[str, Any]:
    """DATABASE_URL, or SQLite in the data folder.

    SQLite takes its write lock at the start of a transaction (no deadlock by upgrade), and syncs fully: an entry
    that was acknowledged survives a power cut.

    PostgreSQL connections are never left to Django's CONN_MAX_AGE: under ASGI every request has a thread of its own,
    and a connection kept for that thread serves nobody again. With psycopg_pool installed a bounded pool keeps them
    between requests (a new one costs some 4 ms); without it each request opens its own.
    """
    config: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{folder / 'ledger.sqlite3'}")
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # Sorting in memory: a full disk must not stop reading.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;",
        }
    else:
        config["CONN_MAX_AGE"] = 0
        config["CONN_HEALTH_CHECKS"] = True
        if importlib.util.find_spec("psycopg_pool"):
            config["OPTIONS"] = config.get("OPTIONS", {}) | {"pool": dict(POOL)}
    return config


def lan_addresses() -> list[str]:
    """This machine's IPv4 addresses on its networks, the one of the default route first. Sends nothing."""
    found: list[str] = []
    # Connecting a datagram socket only picks a route; 192.0.2.1 is reserved for documentation.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not ipaddress.ip_address(address).is_loopback]


def allowed_hosts() -> list[str]:
    """ALLOWED_HOSTS, or the names by which a table reaches this machine: loopback, host name, addresses, HOST."""
    given: list[str] = env.list("ALLOWED_HOSTS", default=[])
    if given:
        return given
    name = socket.gethostname().lower()
    hosts = ["localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *lan_addresses()]
    listening = env.str("HOST", default="")
    if listening not in ("", "0.0.0.0", "::"):  # noqa: S104 -- compared, not bound
        hosts.append(f"[{listening}]" if ":" in listening else listening.lower())
    return list(dict.fromkeys(hosts))
