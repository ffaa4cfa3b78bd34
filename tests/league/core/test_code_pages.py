"""The code page of a text that is not UTF-8 is taken without a question only if no other one makes words of it."""

import pytest

from league.core.rules.code_pages import code_page_of
from league.core.rules.csv_text import as_utf8, text_of


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("Jörg Müller\nŁucja Wójcik", "cp1250"),
        ("Müller;Jäger", "cp1252"),
        ("name;O’Brien;£30", "cp1252"),
        ("Müller\nJäger\nÉva", "cp850"),
    ],
)
def test_a_page_that_alone_makes_words_is_sure(text, page):
    guess = code_page_of(text.encode(page))
    assert guess is not None and not guess.choices
    assert as_utf8(text.encode(page), guess.likeliest).decode() == text


@pytest.mark.parametrize(
    ("text", "page"),
    [("Dvořák", "cp1250"), ("Иван Петров", "cp1251"), ("Γιώργος", "cp1253"), ("Yılmaz", "cp1254"), ("Núñez", "cp1252")],
)
def test_where_several_make_words_each_is_shown_as_it_would_read(text, page):
    guess = code_page_of(text.encode(page))
    assert guess is not None and dict(guess.choices)[page] in text.replace(" ", ", ")


@pytest.mark.parametrize("data", ["Zoë".encode(), b"Zoe", b"%PDF \xff", b"PK\x03\x04\xff", b"Zo\xeb\0", b"\xff\xfeZ\0"])
def test_what_is_utf_8_or_no_text_has_no_code_page(data):
    guess = code_page_of(data)
    assert guess is None or data.startswith(b"PK")


def test_bytes_that_the_page_does_not_know_are_refused_in_a_sentence():
    data = "name\nZo\u00eb".encode("cp1252") + b"\x81"
    assert "not UTF-8" in str(text_of(data, "cp1252")[1])
    assert as_utf8(data, "cp1252") == data
