"""What is written for people holds: pages are short enough to read, commands and files that they name are there."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

import run
from tests.command_page import PAGE, ROOT, page
from tests.factories.catalogues import FOLDERS, entries

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "engine/README.md"]
DOCUMENTS += sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md") if path.name != "access.md")
ROOTS = "characters|docs|engine|games|league|ops|templates|tests"
FILE = re.compile(rf"`((?:{ROOTS})/[\w./<>*-]+)`")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
OF_BROWSERS = {"Install", "Add to the home screen"}
VARIABLE = re.compile(r'env(?:\.\w+)?\(\s*"([A-Z_]+)"')


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def test_the_page_of_commands_says_what_the_commands_say():
    """After a change of a command: `python -m tests.command_page`."""
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize(("document", "most"), [("README.md", 100), ("CONTRIBUTING.md", 160)])
def test_a_newcomer_reads_it_to_the_end(document: str, most: int):
    lines = text_of(document).splitlines()
    assert len(lines) <= most
    assert [line for line in lines if len(line) > 120] == []


def test_each_row_of_the_places_is_read_at_a_glance():
    rows = text_of("docs/conventions.md").splitlines()
    assert [row for row in rows if len(row) > 250] == []
    assert [row for row in rows if row.startswith("|") and len(re.findall(r"[.!?] (?=[A-Z`])", row)) > 1] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_that_a_document_names_is_there(document: str):
    text = text_of(document)
    beside = Path(document).parent
    names = [*FILE.findall(text), *(str(beside / link) for link in LINK.findall(text))]
    assert [name for name in names if not there(name)] == []


def there(name: str) -> bool:
    """Whether such a file exists; `<system>` stands for any name."""
    pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
    return (ROOT / pattern).exists() or any(ROOT.glob(pattern))


@pytest.mark.parametrize("document", sorted({*DOCUMENTS} - {"docs/commands.md"}))
def test_every_command_that_a_document_gives_is_understood(document: str):
    for name, arguments in re.findall(r"manage\.py ([a-z_]+)( [^`|#\n]*|)", text_of(document)):
        command = load_command_class(get_commands()[name], name)
        if arguments:
            command.create_parser("manage.py", name).parse_args(re.sub(r"\b[A-Z]+\b", "1", arguments).split())
    assert set(re.findall(r"(?:run\.py|^make|`make) ([a-z-]+)", text_of(document), re.MULTILINE)) <= run.COMMANDS.keys()


@pytest.mark.parametrize("document", ["README.md", "docs/guide.md"])
def test_every_button_that_a_document_names_is_on_a_page(document: str):
    catalogues = (entries(FOLDERS[0] / f"{domain}.po") for domain in ("django", "djangojs"))
    texts = "\n".join({entry["msgid"].replace("\n", " ") for catalogue in catalogues for entry in catalogue})
    named = re.findall(r"(?<![*\w])\*([^*]+)\*(?![*\w])", text_of(document))
    labels = {" ".join(label.split()).rstrip(".…:") for one in named for label in one.split("→")} - OF_BROWSERS
    missing = [
        label for label in labels if not re.search(rf"^{_said(label)}\W*(: .+)?$", texts, re.MULTILINE | re.IGNORECASE)
    ]
    assert len(labels) > 10 and missing == []


def _said(label: str) -> str:
    """Return a pattern of texts whose placeholders may stand for a number of the label."""
    return re.sub(r"\\?\d+", r"(\\S+)", re.escape(label))


def test_every_variable_of_the_settings_is_explained_to_who_runs_a_site():
    read = set(VARIABLE.findall(text_of("league/config/settings.py")))
    assert len(read) > 20
    assert [name for name in sorted(read) if f"`{name}`" not in text_of("docs/ops.md")] == []
