"""Where a webhook may not go, whoever asks and whenever."""

import socket
from contextlib import suppress
from threading import Event, Thread

import pytest
from django.core.exceptions import ValidationError

from league.notices.services.outbound import check_address, post
from tests.factories.receiver import a_receiver


def refusal(url: str) -> str:
    with pytest.raises(ValidationError) as refused:
        check_address(url)
    return " ".join(refused.value.messages)


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/hook",
        "https://localhost/hook",
        "https://[::1]:8443/hook",
        "https://10.1.2.3/",
        "https://192.168.0.1/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::ffff:169.254.169.254]/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0/",
    ],
)
def test_no_address_leads_into_a_private_network(url: str):
    assert "is not on the public internet" in refusal(url)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("ftp://8.8.8.8/", "must begin with https://"),
        ("file:///etc/passwd", "must begin with https://"),
        ("8.8.8.8", "must begin with https://"),
        ("https://", "This is not an address"),
        ("https://8.8.8.8:0/", "This is not an address"),
        ("https://8.8.8.8:99999/", "This is not an address"),
        ("https://[8.8.8.8/", "This is not an address"),
        ("https://8.8.8.8/a b", "This is not an address"),
        ("https://8.8.8.8/\r\nX-Other: 1", "This is not an address"),
        ("https://8.8.8.8\x00/", "This is not an address"),
        ("https://ada:secret@8.8.8.8/", "user name and password"),
        ("https://nowhere.invalid/", "There is no host nowhere.invalid"),
        (f"https://{'x' * 70}.example/", "There is no host"),
    ],
)
def test_an_address_that_is_none_is_refused_with_a_sentence(url: str, sentence: str):
    assert sentence in refusal(url)


def test_an_address_of_the_internet_is_taken():
    check_address("https://8.8.8.8/hook?key=1")


def test_without_encryption_only_where_nobody_else_is(settings):
    check_address("http://8.8.8.8/")
    settings.LOCAL = False
    assert "must begin with https://" in refusal("http://8.8.8.8/")
    assert "must begin with https://" in post("http://8.8.8.8/", b"{}", {}).error


def test_an_address_is_judged_again_when_it_is_used():
    with a_receiver() as receiver:
        answer = post(receiver.url, b"{}", {})
        assert answer.status == 0 and "is not on the public internet" in answer.error
        assert not receiver.got


def test_a_name_that_also_leads_home_is_refused_whatever_comes_first(monkeypatch):
    def both(host: str, port: int, **more: object) -> list:
        return [(2, 1, 6, "", (address, port)) for address in ("8.8.8.8", "127.0.0.1")]

    monkeypatch.setattr(socket, "getaddrinfo", both)
    assert "is not on the public internet" in refusal("https://two-faced.example/")


def test_what_was_judged_is_what_is_connected_to(monkeypatch, settings):
    """A name server that answers differently the second time is never asked a second time."""
    settings.WEBHOOK_LOOPBACK = True
    asked = []
    real = socket.getaddrinfo

    def once(host: str, port: int, **more: object) -> list:
        if host == "changing.example":
            asked.append(host)
            return [(2, 1, 6, "", ("127.0.0.1", port))]
        return real(host, port, **more)

    monkeypatch.setattr(socket, "getaddrinfo", lambda host, port, *rest, **more: once(host, port, **more))
    with a_receiver() as receiver:
        answer = post(receiver.url.replace("127.0.0.1", "changing.example"), b"{}", {"X-One": "1"})
        assert (answer.status, asked) == (204, ["changing.example"])
        assert receiver.got[0].headers["Host"].startswith("changing.example:")


@pytest.mark.parametrize(
    ("said", "error"),
    [
        (b"", "broke off"),
        (b"SSH-2.0-OpenSSH\r\n\r\n", "not HTTP"),
        (b"HTTP/1.1 ok\r\n\r\n", "not HTTP"),
        (b"HTTP/1.1 200 OK\r\nX-Endless: " + b"x" * 40_000, "has no end"),
    ],
)
def test_whatever_is_said_at_the_other_end_is_an_answer(said: bytes, error: str, settings):
    settings.WEBHOOK_LOOPBACK = True
    with socket.create_server(("127.0.0.1", 0)) as server:

        def say() -> None:
            peer, _ = server.accept()
            with peer, suppress(OSError):
                peer.recv(65536)
                peer.sendall(said)
                peer.shutdown(socket.SHUT_WR)
                peer.recv(65536)

        Thread(target=say, daemon=True).start()
        answer = post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
    assert answer.status == 0 and error in answer.error


def test_who_drips_byte_by_byte_does_not_hold_us_up(settings, monkeypatch):
    settings.WEBHOOK_LOOPBACK = True
    monkeypatch.setattr("league.notices.services.outbound.SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        over = Event()

        def drip() -> None:
            peer, _ = server.accept()
            with peer, suppress(OSError):
                while not over.wait(0.02):
                    peer.sendall(b"H")

        Thread(target=drip, daemon=True).start()
        answer = post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {})
        over.set()
    assert answer.status == 0 and answer.error.startswith("No answer within")
