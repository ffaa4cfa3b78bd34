"""Django's makemessages, which also reads the sentences of the rules (`engine/translatable.py`) and of their data."""

import tomllib
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

RULES = frozenset({"group", "question", "own", "empty", "aim", "steps", "sheet", "says", "options", "named"})
# The keys of the words that people read, by the end of the file's path.
WORDS_IN_DATA = {
    "house_rules.toml": RULES,
    "settings.toml": RULES,
    "guides.toml": RULES,
    "lab_presets.toml": RULES,
    "clubs/queries/tools.toml": frozenset({"name", "purpose"}),
    "career_compass/data/cards.toml": frozenset({"caption", "name", "position", "sector"}),
    "career_poker/data/box.toml": frozenset({"name"}),
    "game_of_the_year/data/calendar.toml": frozenset({"caption"}),
    "game_of_the_year/data/cards.toml": frozenset({"name"}),
    "office_job/data/deck.toml": frozenset({"name", "text"}),
    "london/border.toml": frozenset({"caption"}),
    "london/paths.toml": frozenset({"caption"}),
    "london/variants.toml": frozenset({"caption"}),
}
KEYWORDS = ("said", "said_of:2,3", "Sentence", "tell", "tell_of:2,3", "plain", "plain_of:1,2", "at_place")
NAMED = frozenset({"options", "named"})  # pairs of a value and its words


class BuildFile(makemessages.BuildFile):
    def preprocess(self) -> None:
        """Turn a file of data into a script that says each of its sentences, as xgettext wants it."""
        if not self.path.endswith(".toml"):
            return super().preprocess()
        spoken_keys = next(keys for end, keys in WORDS_IN_DATA.items() if self.path.endswith(end))
        texts = dict.fromkeys(sentences(tomllib.loads(Path(self.path).read_text(encoding="utf-8")), spoken_keys))
        Path(self.work_path).write_text("".join(f"_({text!r})\n" for text in texts), encoding="utf-8")


def sentences(data: Any, spoken_keys: Container[str], key: str = "") -> Iterator[str]:
    """Yield the words that people read, those of the spoken keys, of all that is in the data."""
    if isinstance(data, dict):
        for name, entry in data.items():
            yield from sentences(entry, spoken_keys, name)
    elif isinstance(data, list):
        for entry in data:
            yield from sentences(entry[1] if key in NAMED else entry, spoken_keys, key)
    elif key in spoken_keys and isinstance(data, str) and any(sign.isalpha() for sign in data):
        yield data


class Command(makemessages.Command):
    build_file_class = BuildFile
    xgettext_options = [*makemessages.Command.xgettext_options, *(f"--keyword={word}" for word in KEYWORDS)]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching", "--sort-output"]
    msgattrib_options = [*makemessages.Command.msgattrib_options, "--sort-output"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Extract the messages for every language of the site but English, without the places where they are."""
        if not options["locale"]:
            options["locale"] = ["de", "es", "fr"]
        options["ignore_patterns"] = [*options["ignore_patterns"], "tests/*", "var/*", "docs/*", ".venv/*", "*.md"]
        scripts = options["domain"] == "djangojs"
        options["extensions"] = options["extensions"] or (["js"] if scripts else ["html", "txt", "py", "toml"])
        options["no_location"] = True
        super().handle(*args, **options)

    def find_files(self, root: str) -> list[Any]:
        """Return the files; of the data only those with words that people read."""
        files: list[Any] = super().find_files(root)
        return [file for file in files if not file.file.endswith(".toml") or file.path.endswith(tuple(WORDS_IN_DATA))]
