"""The file of a hall: what opens it, and what is said of everything else."""

import json
import zlib
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import given
from hypothesis import strategies as st

from engine.translatable import spoken
from league.core.rules.signatures import canonical, public_key, sign
from league.tournaments.hall.rules import files as rules
from league.tournaments.hall.rules.files import BadHallFile, Seal, read_file, salt_in, write_file
from league.tournaments.hall.rules.following import Sent, order_problem

SEAL = Seal(b"s" * 16, b"k" * 32)
NONCE = b"n" * 12
KEY = Ed25519PrivateKey.from_private_bytes(b"p" * 32)
WORDS = "abandon ability able about above absent absorb abstract"


def signed(**content: Any) -> dict[str, Any]:
    hall = {"key": public_key(KEY), "writer": 1, "revision": 1, "closed": False}
    whole = {
        **{"kind": "back", "made_at": "2026-05-02T15:42:00Z", "hall": hall, "archive": {}, "key": public_key(KEY)},
        **content,
    }
    return {**whole, "signature": sign(KEY, whole)}


FILE = write_file(signed(archive={"name": "Café"}), seal=SEAL, nonce=NONCE)


def refusal(data: bytes, seal: Seal = SEAL) -> str:
    with pytest.raises(BadHallFile) as refused:
        read_file(data, seal)
    return spoken(refused.value.args[0])


def sealed(content: object) -> bytes:
    header = FILE[: FILE.index(b"\n") + 1]
    return header + AESGCM(SEAL.key).encrypt(NONCE, zlib.compress(canonical(content)), header)


def test_a_file_says_what_was_written():
    assert read_file(FILE, SEAL)["archive"] == {"name": "Café"}
    assert salt_in(FILE) == SEAL.salt


@given(st.data())
def test_no_byte_can_be_altered_and_no_part_be_missing(data):
    at = data.draw(st.integers(0, len(FILE) - 1))
    other = data.draw(st.integers(1, 255))
    with pytest.raises(BadHallFile):
        read_file(FILE[:at] + bytes([FILE[at] ^ other]) + FILE[at + 1 :], SEAL)
    with pytest.raises(BadHallFile):
        read_file(FILE[:at], SEAL)


def test_without_its_words_a_file_tells_nothing_but_its_size():
    assert "Caf" not in FILE.decode("latin-1")
    header = json.loads(FILE[: FILE.index(b"\n")])
    assert header.keys() == {"format", "version", "salt", "nonce"}
    assert refusal(FILE, Seal(SEAL.salt, b"x" * 32)).startswith("The file does not open")


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"PK\3\4", b"[" * 300 + b"\n", b"1\n", b'{"format":"corner-office-hall"}\n']
)
def test_another_file_is_not_one_of_a_hall(data):
    assert refusal(data) == "This is not the file of a hall."


def test_a_later_version_asks_for_an_update():
    assert refusal(FILE.replace(b'"version":1', b'"version":2')).endswith("Update the site, then open it.")


def test_a_file_that_is_too_large_is_not_read(monkeypatch):
    monkeypatch.setattr(rules, "MOST_BYTES", 1_000_000)
    assert refusal(b"x" * 1_000_001) == "The file is larger than 1 MB."


@pytest.mark.parametrize(
    "content",
    [
        *([], "text", {}, signed(kind="other"), signed(kind=[]), signed(made_at="now"), signed(made_at=5)),
        *(signed(archive=[]), signed(hall=None), signed(hall={"key": "", "writer": 1, "revision": 1})),
        signed(hall={"key": "", "writer": True, "revision": 1, "closed": False}),
    ],
)
def test_what_is_sealed_but_no_content_of_a_hall_is_refused(content):
    assert refusal(sealed(content)) == "The file holds more than any tournament, or something else."


def test_what_would_fill_the_memory_is_refused(monkeypatch):
    monkeypatch.setattr(rules, "MOST_UNPACKED", 1000)
    assert refusal(sealed(signed(more="x" * 2000))).startswith("The file holds more")


def test_what_was_changed_after_signing_is_refused():
    assert refusal(sealed({**signed(archive={"a": 1}), "archive": {"a": 2}})) == "The file is not as it was signed."


def test_words_may_be_typed_by_somebody_tired():
    salt = b"s" * 16
    assert rules.seal_of(WORDS, salt) == rules.seal_of(" Abandon, ABILITY able\nabou-above absents abso abst ", salt)
    assert rules.seal_of(WORDS, salt) != rules.seal_of(WORDS, b"t" * 16)
    assert rules.read_seal(rules.seal_of(WORDS, salt).stored()) == rules.seal_of(WORDS, salt)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "A slip has 8 words, not 0."),
        (WORDS.removesuffix(" abstract"), "A slip has 8 words, not 7."),
        (WORDS.replace("able", "xyzzy"), "“xyzzy” is not one of the words of a slip."),
    ],
)
def test_words_that_can_not_be_those_of_a_slip_are_named(words, says):
    with pytest.raises(BadHallFile) as refused:
        rules.seal_of(words, b"s" * 16)
    assert spoken(refused.value.args[0]) == says


def test_no_two_words_begin_alike():
    assert len({word[: rules.TELLING] for word in rules.WORD_LIST}) == len(rules.WORD_LIST) == 2048


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        (Sent(2, 10), None),
        (Sent(2, 11), None),
        (Sent(3, 1), None),
        (Sent(2, 9), "A later file of this hall is already here: this one has nothing to add."),
        (Sent(1, 99), "Another laptop has gone on since this file was written. Bring the file of that one."),
    ],
)
def test_an_older_file_after_a_newer_one_is_refused(sent, says):
    problem = order_problem(sent, last=Sent(2, 10))
    assert problem is None if says is None else problem == says
