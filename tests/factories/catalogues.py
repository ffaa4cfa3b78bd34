"""The catalogues of texts, and what is in them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

LOCALE = Path(settings.LOCALE_PATHS[0])
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
FOLDERS = [LOCALE / language / "LC_MESSAGES" for language in LANGUAGES]
CATALOGUES = [folder / f"{name}.po" for folder in FOLDERS for name in ("django", "djangojs")]
PO_TEXT = re.compile(r'^(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?) ((?:"(?:[^"\\]|\\.)*"\n?)+)', re.MULTILINE)
Entry = dict[str, str]


def entries(catalogue: Path) -> Iterator[Entry]:
    for block in catalogue.read_text(encoding="utf-8").split("\n\n")[1:]:
        found = {name: ast.literal_eval(f"({text})") for name, text in PO_TEXT.findall(f"{block}\n")}
        assert "msgid" in found and "#, fuzzy" not in block and "#~" not in block, block
        yield found
