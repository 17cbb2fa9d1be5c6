"""`manage.py quickstart`: from nothing to a running table, and again without losing anything."""

import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.server import LedgerServer
from tests.web_client import WebClient

ADD_ACCOUNT = "from django.contrib.auth.models import User; User.objects.create_user('anna')"
NAMES = "from django.contrib.auth.models import User; print([user.username for user in User.objects.all()])"
COUNT_ALL = """
from django.apps import apps
print({model._meta.label: model.objects.count() for model in apps.get_models() if model._meta.app_label in
       ("auth", "records", "campaigns")})
"""


def shell(server: LedgerServer, code: str) -> str:
    return server.manage("shell", "--no-imports", "-c", code).stdout.strip()


def test_a_second_start_keeps_all_data_and_loads_nothing_twice(tmp_path: Path) -> None:
    server = LedgerServer(tmp_path / "data").start()
    try:
        shell(server, ADD_ACCOUNT)
        before = shell(server, COUNT_ALL)
        first_link = server.sign_in_link
        server.restart()
        assert shell(server, COUNT_ALL) == before
        assert "'auth.User'" in before
        assert WebClient(server.url).sign_in(first_link).url == f"{server.url}/"
    finally:
        server.stop()


def test_a_link_made_beside_the_server_leads_to_it(server: LedgerServer) -> None:
    link = server.manage("sign_in_link").stdout.strip()
    assert link.startswith(f"{server.url}/sign-in/")
    assert WebClient(server.url).sign_in(link).url == f"{server.url}/"


def test_what_was_written_survives_a_kill(tmp_path: Path) -> None:
    server = LedgerServer(tmp_path / "data").start()
    try:
        shell(server, ADD_ACCOUNT)
        server.kill()
        server.start()
        assert "anna" in shell(server, NAMES)
    finally:
        server.stop()


def test_static_files_come_compressed_with_their_version_in_the_name(server: LedgerServer) -> None:
    text = WebClient(server.url).get("/sign-in/").text
    path = text.split('rel="stylesheet" href="', 1)[1].split('"', 1)[0]
    request = urllib.request.Request(server.url + path, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as style:
        assert "immutable" in style.headers["Cache-Control"]
        assert style.headers["Content-Encoding"] == "gzip"


def test_the_server_says_what_it_loaded_and_the_link_and_no_more(server: LedgerServer) -> None:
    said = [line for line in server.log.read_text().splitlines() if line.strip()]
    assert "starter units are new in the catalogue" in said[0]
    assert len(said) == 4, said


def test_a_taken_port_stops_with_words(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = LedgerServer(tmp_path).manage("quickstart", "--port", port, check=False)
    assert result.returncode == 1
    assert f"Port {port} is taken" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("port", ["eight thousand", ""])
def test_a_port_that_is_no_number_is_told_in_words(tmp_path: Path, port: str) -> None:
    result = LedgerServer(tmp_path).manage("quickstart", "--port", port, check=False)
    assert result.returncode == 1
    assert "is not a number" in result.stderr


def test_sign_in_link_prints_a_link_for_an_account(server: LedgerServer) -> None:
    link = server.manage("sign_in_link", "--base-url", server.url).stdout.strip()
    assert WebClient(server.url).sign_in(link).url == f"{server.url}/"


def test_sign_in_link_refuses_an_account_that_is_not_there(server: LedgerServer) -> None:
    with pytest.raises(subprocess.CalledProcessError) as refused:
        server.manage("sign_in_link", "nobody")
    assert "no active account named 'nobody'" in refused.value.stderr
    assert "Accounts: " in refused.value.stderr and "owner" in refused.value.stderr
    assert "/sign-in/" in server.manage("sign_in_link", "Owner").stdout


def test_a_database_that_cannot_be_opened_is_told_in_words(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite3").mkdir()
    result = LedgerServer(tmp_path).manage("quickstart", "--port", "0", check=False)
    assert result.returncode == 1
    assert "cannot be opened" in result.stderr
    assert "Traceback" not in result.stderr
