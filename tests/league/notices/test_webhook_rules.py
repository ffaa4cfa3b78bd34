import hashlib
import hmac
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.models import LedgerEntry
from league.notices.rules.webhooks import KINDS, USUAL, discord_message, escaped, is_public, signature
from league.notices.services.outgoing import MOST_TRIES, wait_after


def told(text: str, name: str = "Spring Open") -> dict:
    return {"text": text, "tournament": {"name": name, "url": "https://league.example/tournaments/spring_open/"}}


def test_a_signature_is_the_hmac_of_time_and_body():
    body = b'{"id":"event-1"}'
    proof = hmac.new(b"secret", b"1700000000." + body, hashlib.sha256).hexdigest()
    assert signature("secret", body, at=1_700_000_000) == f"t=1700000000,v1={proof}"


def test_another_time_body_or_secret_gives_another_signature():
    made = {
        signature("secret", b"{}", at=1).partition("v1=")[2],
        signature("secret", b"{}", at=2).partition("v1=")[2],
        signature("secret", b"{ }", at=1).partition("v1=")[2],
        signature("Secret", b"{}", at=1).partition("v1=")[2],
    }
    assert len(made) == 4


def test_discord_shows_names_as_they_are_written_and_calls_nobody():
    message = discord_message(told("**Ada_** and @everyone <@1> met [here](https://elsewhere.example)"))
    assert message["allowed_mentions"] == {"parse": []}
    assert message["content"].splitlines() == [
        r"**Spring Open** \*\*Ada\_\*\* and \@everyone \<\@1\> met \[here\]\(https\://elsewhere.example\)",
        "<https://league.example/tournaments/spring_open/>",
    ]


def test_a_text_stays_on_one_line_so_that_it_makes_no_heading():
    assert escaped("one\n# two\r\n> three") == r"one \# two \> three"


def test_a_test_has_no_tournament_and_is_shown_all_the_same():
    assert discord_message({"text": "A test.", "tournament": None})["content"] == "A test."


@given(text=st.text(max_size=3000), name=st.text(min_size=1, max_size=120))
def test_discord_never_gets_more_than_it_takes(text: str, name: str):
    content = discord_message(told(text, name))["content"]
    assert len(content.encode("utf-16-le", "surrogatepass")) // 2 <= 2000
    assert content.endswith("\n<https://league.example/tournaments/spring_open/>")


@given(st.text(alphabet="*_\\ab", min_size=100, max_size=300))
def test_a_text_is_never_cut_within_an_escape(text: str):
    line = discord_message(told("a" * 1800 + text))["content"].splitlines()[0].removesuffix("…")
    assert (len(line) - len(line.rstrip("\\"))) % 2 == 0


def test_every_kind_that_can_be_told_is_one_of_the_log():
    assert set(LedgerEntry.OF_TOURNAMENTS) - set(KINDS) == {"edited", "seat_spoken_for", "taken_along", "came_back"}
    assert set(USUAL) <= set(KINDS)


def test_tries_are_further_and_further_apart_and_come_to_an_end():
    waits = [wait_after(tries) for tries in range(1, MOST_TRIES + 1)]
    assert waits[-1] is None
    assert waits[:-1] == sorted(waits[:-1]) and waits[0] == timedelta(minutes=1)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_an_address_of_the_internet_is_public(address: str):
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1"),
        *("::1", "::", "fe80::1%eth0", "fc00::1", "fec0::1", "ff02::1", "::7f00:1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:a00:1::"),
    ],
)
def test_an_address_of_somebodys_own_network_is_not(address: str):
    assert not is_public(address)
