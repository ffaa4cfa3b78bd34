"""The command by which a hall opens its file."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from league.models import Hall
from league.tournaments.hall.services.along import take_along
from tests.factories.draws import to_draw
from tests.factories.hall_sites import HallSite
from tests.factories.people import an_organiser

pytestmark = pytest.mark.django_db
Type = Callable[[list[str]], list[str]]


@pytest.fixture
def types(monkeypatch) -> Type:
    """What somebody types, line by line; what they were not asked for is left."""

    def typed(lines: list[str]) -> list[str]:
        def line(_prompt: str) -> str:
            if not lines:
                raise EOFError
            return lines.pop(0)

        monkeypatch.setattr("builtins.input", line)
        return lines

    return typed


@pytest.fixture
def taken(tmp_path: Path) -> tuple[str, str]:
    """The file and its words."""
    day = to_draw(8)
    hall, words = take_along(tournament=day, by=an_organiser(day.season))
    path = tmp_path / "day.hall"
    path.write_bytes(bytes(hall.file))
    return str(path), words


def test_whoever_mistypes_may_try_again(site: HallSite, taken, types: Type, capsys):
    file, words = taken
    types(["abandon ability", "abandon " * 8, words.upper()])
    with site.here():
        call_command("open_hall", file)
        call_command("open_hall", file)  # goes on without words
        assert Hall.objects.get().taken_by.has_usable_password()
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        "A slip has 8 words, not 2.",
        "The file does not open: other words belong to it, or it was altered or cut off on the way.",
    ]
    assert told.out.splitlines() == ["Spring Open is open: /tournaments/spring-open/hall/"] * 2


def test_whoever_gives_up_has_opened_nothing(site: HallSite, taken, types: Type, capsys):
    types([])
    with site.here(), pytest.raises(SystemExit):
        call_command("open_hall", taken[0])
    assert capsys.readouterr().err == "Nothing was opened.\n"
    with site.here():
        assert not Hall.objects.exists()


@pytest.mark.parametrize("which", ["another file", "goes home"])
def test_the_wrong_file_is_refused_at_once(site: HallSite, taken, types: Type, capsys, tmp_path, which):
    file, words = taken
    wrong = tmp_path / "wrong.hall"
    if which == "goes home":
        site.open(Path(file).read_bytes(), words)
        wrong.write_bytes(site.file())
        with site.here():
            Hall.objects.all().delete()
    else:
        wrong.write_bytes(b"{}")
    left = types([words, words])
    with site.here(), pytest.raises(SystemExit):
        call_command("open_hall", str(wrong))
    assert capsys.readouterr().err.splitlines() == [
        {
            "another file": "This is not the file of a hall.",
            "goes home": "This is a file for home, with no copy of a laptop. Open the one that was taken along.",
        }[which]
    ]
    assert left == {"another file": [words, words], "goes home": [words]}[which]
