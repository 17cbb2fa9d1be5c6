"""Where the server listens, and what the terminal tells."""

import socket

import pytest

from config import serving


def test_a_taken_port_is_told_in_words_with_another_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(serving.CannotListen, match=rf"Port {port} is taken.*PORT={port + 1} make run"):
            serving.listen("127.0.0.1", port)


@pytest.mark.parametrize("port", [-1, 65536, 10**6])
def test_a_number_that_is_no_port_is_told_in_words(port: int) -> None:
    with pytest.raises(serving.CannotListen, match="is not a port"):
        serving.listen("127.0.0.1", port)


@pytest.mark.parametrize("host", ["no host", "203.0.113.77"])
def test_a_host_that_is_not_this_machine_is_told_in_words(host: str) -> None:
    with pytest.raises(serving.CannotListen, match=r"HOST=0\.0\.0\.0"):
        serving.listen(host, 0)


def test_listening_takes_the_port_at_once() -> None:
    with serving.listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(serving.CannotListen):
            serving.listen("127.0.0.1", port)


def test_only_this_machine_is_told_of_when_only_it_is_served() -> None:
    assert serving.base_urls("127.0.0.1", 8000) == ["http://127.0.0.1:8000"]
    assert serving.base_urls("localhost", 8000) == ["http://localhost:8000"]
    assert not serving.is_for_the_network("127.0.0.1")
    assert not serving.is_for_the_network("localhost")


def test_serving_everybody_tells_the_addresses_of_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "lan_addresses", lambda: ["192.168.1.20", "10.0.0.3"])
    assert serving.is_for_the_network("0.0.0.0")  # noqa: S104 -- what HOST says, nothing is bound here
    assert serving.base_urls("0.0.0.0", 8001) == [  # noqa: S104
        "http://127.0.0.1:8001",
        "http://192.168.1.20:8001",
        "http://10.0.0.3:8001",
    ]
    assert serving.base_urls("192.168.1.20", 80) == ["http://192.168.1.20:80"]


def test_the_qr_code_is_drawn_with_half_blocks_and_fits_a_terminal() -> None:
    drawn = serving.qr_code("http://192.168.100.200:8000/sign-in/")
    lines = drawn.splitlines()
    assert len(lines) <= 24
    assert any("▄" in line or "▀" in line or "█" in line for line in lines)
