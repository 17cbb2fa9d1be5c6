"""The settings: what a fresh environment gives, and what the environment changes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from config import environment
from tests.server import ROOT, LedgerServer

SHOW = """
import json
import django
django.setup()
from django.conf import settings
print(json.dumps({
    "engine": settings.DATABASES["default"]["ENGINE"],
    "name": str(settings.DATABASES["default"]["NAME"]),
    "options": settings.DATABASES["default"].get("OPTIONS", {}),
    "host": settings.DATABASES["default"]["HOST"],
    "broker": settings.CELERY_BROKER_URL,
    "cache": settings.CACHES["default"]["BACKEND"],
    "embedded": settings.EMBEDDED_WORKER,
    "debug": settings.DEBUG,
    "secret": settings.SECRET_KEY,
    "hosts": settings.ALLOWED_HOSTS,
    "media": str(settings.MEDIA_ROOT),
    "secure": settings.SESSION_COOKIE_SECURE,
    "trusted": settings.CSRF_TRUSTED_ORIGINS,
}))
"""


def settings_of(folder: Path, **environment: str) -> dict[str, object]:
    result = subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=ROOT,
        env=LedgerServer(folder, **environment).environment,
        capture_output=True,
        text=True,
        check=True,
    )
    shown: dict[str, object] = json.loads(result.stdout)
    return shown


def test_without_environment_everything_lives_in_the_data_folder(tmp_path: Path) -> None:
    found = settings_of(tmp_path / "data")
    assert found["engine"] == "django.db.backends.sqlite3"
    assert found["name"] == str(tmp_path / "data" / "ledger.sqlite3")
    assert found["media"] == str(tmp_path / "data" / "files")
    assert found["broker"] == "memory://localhost"
    assert found["embedded"] is True
    assert found["debug"] is False
    assert found["secure"] is False
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(found["hosts"])  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("host", "wanted"), [("ledger.lan", "ledger.lan"), ("fe80::1", "[fe80::1]"), ("0.0.0.0", "localhost")]  # noqa: S104
)
def test_the_host_listened_on_is_a_host_answered_to(tmp_path: Path, host: str, wanted: str) -> None:
    hosts = settings_of(tmp_path, HOST=host)["hosts"]
    assert isinstance(hosts, list)
    assert wanted in hosts
    assert "*" not in hosts


def test_sqlite_syncs_fully_so_that_an_acknowledged_entry_survives_a_power_cut(tmp_path: Path) -> None:
    options = settings_of(tmp_path)["options"]
    assert isinstance(options, dict)
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=FULL" in options["init_command"]


@pytest.mark.parametrize("url", ["postgres://me@db/ledger", "postgres://me@db/ledger?conn_max_age=600"])
def test_postgresql_connections_are_kept_by_a_bounded_pool_or_not_at_all(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    found: dict[str, bool] = {"psycopg_pool": False}
    monkeypatch.setattr("importlib.util.find_spec", lambda name: found[name] or None)
    alone = environment.database(tmp_path)
    assert (alone["CONN_MAX_AGE"], alone["CONN_HEALTH_CHECKS"]) == (0, True)
    assert "pool" not in alone.get("OPTIONS", {})
    found["psycopg_pool"] = True
    pooled = environment.database(tmp_path)
    assert (pooled["CONN_MAX_AGE"], pooled["CONN_HEALTH_CHECKS"]) == (0, True)
    assert pooled["OPTIONS"]["pool"]["max_size"] == 20


def test_a_data_folder_that_is_made_is_its_owners_alone(tmp_path: Path) -> None:
    settings_of(tmp_path / "other", LEDGER_DATA=str(tmp_path / "new" / "data"))
    assert (tmp_path / "new" / "data").stat().st_mode & 0o777 == 0o700


def test_the_secret_is_drawn_once_and_kept_for_its_owner_only(tmp_path: Path) -> None:
    first, second = settings_of(tmp_path), settings_of(tmp_path)
    other = settings_of(tmp_path / "other")
    assert first["secret"] == second["secret"]
    assert len(str(first["secret"])) >= 50
    assert other["secret"] != first["secret"]
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600


def test_the_environment_moves_it_to_a_server(tmp_path: Path) -> None:
    found = settings_of(
        tmp_path,
        DATABASE_URL="postgres://me:word@db.example:5433/ledger",
        REDIS_URL="redis://cache.example:6379/2",
        SECRET_KEY="given",
        ALLOWED_HOSTS="ledger.example,www.ledger.example",
        CSRF_TRUSTED_ORIGINS="https://ledger.example",
        HTTPS="on",
    )
    assert found["engine"] == "django.db.backends.postgresql"
    assert (found["host"], found["name"]) == ("db.example", "ledger")
    assert found["broker"] == "redis://cache.example:6379/2"
    assert found["cache"] == "django.core.cache.backends.redis.RedisCache"
    assert found["embedded"] is False
    assert found["secret"] == "given"
    assert found["hosts"] == ["ledger.example", "www.ledger.example"]
    assert found["trusted"] == ["https://ledger.example"]
    assert found["secure"] is True
    assert not (tmp_path / "secret").exists()


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_lock_files_pin_by_hash_and_name_no_registry(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert pins
    assert all("==" in line and line.endswith("\\") for line in pins)


def test_the_test_lock_holds_every_version_of_the_run_lock() -> None:
    def pins(lock: str) -> set[str]:
        return {line for line in (ROOT / lock).read_text().splitlines() if "==" in line}

    assert pins("requirements.txt") <= pins("requirements-dev.txt")
