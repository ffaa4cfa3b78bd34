"""Everything that the site says is there in every language that it offers, with the same gaps."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.factories.catalogues import CATALOGUES, FOLDERS, entries

GAPS = re.compile(r"%\(\w+\)s|\{(\w*)(?:[:.][^{}]*)?\}|</?[a-z]+")


def gaps(text: str) -> list[str]:
    return sorted({gap.group(1) or gap.group() for gap in GAPS.finditer(text)})


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: f"{path.parts[-3]} {path.stem}")
def test_every_text_is_translated_with_its_gaps(catalogue: Path):
    for entry in entries(catalogue):
        said = {name: text for name, text in entry.items() if name.startswith("msgstr")}
        assert said and all(said.values()), entry
        last = entry.get("msgid_plural", entry["msgid"])
        assert gaps([*said.values()][-1]) == gaps(last), entry


def test_all_languages_say_the_same_texts():
    texts = [{(one.get("msgctxt"), one["msgid"]) for one in entries(folder / "django.po")} for folder in FOLDERS]
    assert len(texts[0]) > 4000
    assert texts[0] == texts[1] == texts[2]


SAID_ALONE = re.compile(r"""\b(?:said|gettext|_)\(\s*"((?:[^"\\]|\\.)*)"\s*\)""")


@pytest.mark.parametrize("catalogue", CATALOGUES[::2], ids=lambda path: path.parts[-3])
def test_a_singular_that_is_also_said_alone_needs_no_count(catalogue: Path):
    sources = [path for room in ("engine", "league") for path in (settings.BASE_DIR / room).rglob("*.py")]
    alone = {text for path in sources for text in SAID_ALONE.findall(path.read_text(encoding="utf-8"))}
    both = [entry for entry in entries(catalogue) if "msgid_plural" in entry and entry["msgid"] in alone]
    assert both
    assert [entry for entry in both if gaps(entry["msgstr[0]"]) != gaps(entry["msgid"])] == []
