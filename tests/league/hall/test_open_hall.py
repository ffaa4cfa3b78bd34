"""The command and the page by which a hall opens its file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from league.models import Hall, Laptop, League
from league.tournaments.hall.rules.files import salt_in
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


@pytest.fixture
def laptop(settings) -> Client:
    """A browser on a laptop that was started without a file."""
    settings.HALL_HOSTS, settings.SITE_URL = ["testserver"], "http://192.168.1.17:8000"
    return Client(REMOTE_ADDR="127.0.0.1")


def typed(browser: Client, file: bytes, words: str) -> Any:
    return browser.post("/hall/", {"file": SimpleUploadedFile("day.hall", file), "words": words})


def test_on_the_page_the_organiser_opens_it_and_is_signed_in(site: HallSite, laptop, taken):
    file, words = taken
    with site.here():
        assert laptop.get("/").headers["Location"] == "/hall/"
        assert typed(laptop, Path(file).read_bytes(), words).headers["Location"] == "/tournaments/spring-open/hall/"
        page = laptop.get("/tournaments/spring-open/hall/")
        assert Laptop.objects.get().addresses == "http://testserver:8000"
        assert Client().login(username="olga", password=page.context["sign_ins"]["olga"])
        assert (site.var / "hall").read_text() == salt_in(Path(file).read_bytes()).hex()
        assert laptop.get("/hall/").status_code == 302  # once
        laptop.defaults["REMOTE_ADDR"] = "192.168.1.30"
        assert not laptop.get("/tournaments/spring-open/hall/").context["sign_ins"]


def test_nobody_opens_it_from_a_phone(site: HallSite, laptop, taken):
    file, words = taken
    laptop.defaults["REMOTE_ADDR"] = "192.168.1.30"
    with site.here():
        answer = typed(laptop, Path(file).read_bytes(), words)
        assert "on the laptop itself" in answer.content.decode()
        assert not Hall.objects.exists()


def test_what_does_not_open_is_said_beside_its_field(site: HallSite, laptop, taken):
    file, words = taken
    data = Path(file).read_bytes()
    with site.here():
        assert (
            typed(laptop, data, "abandon " * 8).context["form"].errors["words"][0].startswith("The file does not open")
        )
        assert typed(laptop, b"{}", words).context["form"].errors["file"] == ["This is not the file of a hall."]
        assert typed(laptop, data, "").context["form"].errors["words"] == ["Type the words."]
        assert not Hall.objects.exists()


@pytest.mark.parametrize("how", ["opened before", "copy"])
def test_a_hall_that_has_begun_goes_on_with_the_command(site: HallSite, laptop, taken, tmp_path, how):
    data, words = Path(taken[0]).read_bytes(), taken[1]
    if how == "copy":
        first = HallSite(tmp_path / "first")
        first.open(data, words)
        data = first.copy()
        first.close()
    else:
        (site.var.parent / salt_in(data).hex()).mkdir()
    with site.here():
        (error,) = typed(laptop, data, words).context["form"].non_field_errors()
        assert not Hall.objects.exists()
    assert "python3 run.py hall FILE" in error


def test_a_laptop_that_waits_for_its_file_has_no_sample(site: HallSite, laptop):
    with site.here():
        call_command("load_sample")
        assert not League.objects.exists()


def test_a_site_opens_no_hall(client: Client):
    assert client.get("/hall/").status_code == 404
