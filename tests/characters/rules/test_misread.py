"""Names that a program read in the wrong code page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.rules.names import as_meant, can_be_shown

NAMES = ["Zoë Müller", "Łukasz Żak", "Çiğdem Gülşen", "Željko", "Ångström", "Зоя", "Ελένη", "Jürgen", "Ñuño"]
NAMES += ["王芳", "Zoë 🪂"]
RIGHT = ["Zoe", "¡Olé!", "Ø", "Ärzte", "São João", "naïve café", "Кирилл Ёлкин", "“Ace”"]


@pytest.mark.parametrize("page", ["cp1252", "cp1250", "mac_roman", "cp850"])
@pytest.mark.parametrize("name", NAMES)
def test_a_misread_name_is_read_as_it_was_meant(name: str, page: str):
    misread = "".join(_letter(byte, page) for byte in name.encode())
    assert as_meant(misread) == name


@pytest.mark.parametrize(
    "name", [*NAMES, "Zoe", "¡Olé!", "Ø", "Ärzte", "São João", "naïve café", "Кирилл Ёлкин", "“Ace”"]
)
def test_a_right_name_is_left_alone(name: str):
    assert as_meant(name) == "" and can_be_shown(name)


@given(st.text(max_size=20))
def test_whatever_is_meant_was_something_else(text: str):
    assert as_meant(text) != text or not text


def test_the_sign_for_a_lost_letter_is_no_letter():
    assert not can_be_shown("Zo\ufffd")


def _letter(byte: int, page: str) -> str:
    try:
        return bytes((byte,)).decode(page)
    except UnicodeDecodeError:
        return chr(byte)  # as browsers and Excel do
