"""Nothing is said in English alone."""

from pathlib import Path

import pytest
from django.conf import settings

from tests.factories.catalogues import FOLDERS, entries
from tests.inspector.nodes import read
from tests.inspector.pseudo import CLOSE, OPEN, Prose
from tests.inspector.sentences import translated_texts

ROOMS = ("engine", "characters", "games", "league")
CLAUSE = ("rule ", "B2")  # names of rules, which pages put into words
OF_GAPS_ALONE = "{0} {title}"


def test_every_text_that_a_call_translates_is_in_the_catalogues():
    """Also where a name takes it there, or an f-string holds it: makemessages sees neither."""
    catalogue = entries(FOLDERS[0] / "django.po")
    known = {text for entry in catalogue for text in (entry["msgid"], entry.get("msgid_plural"))}
    modules = [path for room in ROOMS for path in sorted((settings.BASE_DIR / room).rglob("*.py"))]
    missing = [
        f"{path.relative_to(settings.BASE_DIR)}:{line}: {text}"
        for path in modules
        for line, text in translated_texts(path)
        if text not in known and not text.startswith(CLAUSE) and text != OF_GAPS_ALONE and any(map(str.isalpha, text))
    ]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize(
    "source",
    [
        'one, many = "{count} degree", "{count} degrees"\nsaid_of(1, one, many)',
        'def say(text):\n    return said(text)\nsay("{count} degree"), say("{count} degrees")',
        'TEXTS = {"one": "{count} degree", "many": "{count} degrees"}\ndef say(kind):\n    return said(TEXTS[kind])',
        "f\"{_('{count} degree')} {_('{count} degrees')}\"",
    ],
)
def test_a_text_is_seen_wherever_its_name_was_set(source: str, tmp_path: Path):
    path = tmp_path / "module.py"
    path.write_text(source)
    assert {text for _line, text in translated_texts(path)} == {"{count} degree", "{count} degrees"}


@pytest.mark.parametrize(
    ("page", "prose"),
    [
        (f"<p>{OPEN}Jetzt eröffnen{CLOSE} <bdi>Ada</bdi>, 3</p>", []),
        (f"<p>{OPEN}Jetzt <b>hier{CLOSE}</b></p>", []),
        ("<p>Open the season</p>", ["Open the season"]),
        (f"<p>{OPEN}Frage{CLOSE}: Yes</p>", [": Yes"]),
        ("<a title='Open it'>Ada</a>", ["Open it"]),
        ("<p lang=en>Open the season</p><code>open</code>", []),
    ],
)
def test_a_text_without_brackets_is_data_or_prose(page: str, prose: list[str]):
    assert Prose({"Ada"}).on(read(page)) == [f"“{text}” is in no catalogue" for text in prose]
