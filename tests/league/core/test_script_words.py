"""Scripts speak the language of the page: its catalogue comes before them, and an English page brings none."""

import re
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.test import Client

from league.core.views.scripts import words_of

pytestmark = pytest.mark.django_db
FRENCH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

msgid "Copied"
msgstr "Copié"

msgid "%s card"
msgid_plural "%s cards"
msgstr[0] "%s carte"
msgstr[1] "%s cartes"
"""


@pytest.fixture
def french(tmp_path: Path, settings):
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "djangojs.mo").open("wb") as compiled:
        write_mo(compiled, read_po(FRENCH.splitlines(), "fr"))
    settings.LOCALE_PATHS = [tmp_path]
    words_of.cache_clear()
    yield
    words_of.cache_clear()


def test_an_english_page_asks_for_nothing_more(client: Client, french):
    assert "/words/" not in client.get("/help/").content.decode()


@pytest.mark.parametrize("page", ["/help/", "/offline/"])
def test_a_page_in_another_language_loads_its_words_before_the_scripts(client: Client, french, page):
    shown = client.get(page, headers={"Accept-Language": "fr"}).content.decode()
    found = re.search(r'<script src="(/words/fr/\w+\.js)" defer></script>', shown)
    assert found and found.start() < shown.index('<script type="module"')
    answer = client.get(found[1])
    assert answer["Content-Type"].startswith("text/javascript")
    assert "max-age=31536000" in answer["Cache-Control"]
    assert "Cookie" not in answer.get("Vary", "")
    assert '"Copied":"Copié"' in answer.content.decode()
    assert "return Number((n > 1))" in answer.content.decode()


def test_a_page_of_before_gets_the_words_of_now_and_nobody_keeps_them_for_its(client: Client, french):
    assert "max-age=0" in client.get("/words/fr/000000000000.js")["Cache-Control"]
    assert client.get("/words/en-gb/000000000000.js").status_code == 404
    assert client.get("/words/tlh/000000000000.js").status_code == 404


def test_the_worker_is_in_the_language_of_who_has_it(client: Client, french):
    english = client.get("/sw.js").content
    foreign = client.get("/sw.js", headers={"Accept-Language": "fr"}).content
    assert b'"language": "fr"' in foreign and b'"language": "en-gb"' in english
    assert client.get("/manifest.webmanifest", headers={"Accept-Language": "fr"}).json()["lang"] == "fr"
    assert client.get("/manifest.webmanifest").json()["lang"] == "en-GB"
