"""The proof that the rooms are right: a sixth game, Pig, takes an engine for what is played and data for what is
recorded, and no line of the site."""

import json

import pytest
from django.core.management import call_command
from django.urls import reverse

import engine
from games.services.review import review_waiting
from league.clubs.services.own_games import add_game
from league.results.services.import_results import import_results
from tests.factories.careers import differences, level
from tests.factories.files import csv_file
from tests.factories.pages import text
from tests.factories.people import an_organiser

PIG = {
    "name": "Pig",
    "seats": [2, 6],
    "ends": "most_points",
    "columns": [{"id": "score", "label": "Score", "kind": "number", "most": 25, "hint": "at the end"}],
}


@pytest.fixture
def engine_of_pig():
    new = "pig" not in engine.SYSTEMS  # the engine's own tests may have registered it for the whole run
    if new:
        engine.SYSTEMS.register("pig", "tests.engine.pig:PIG")
    yield
    if new:
        engine.SYSTEMS.forget("pig")


def test_its_engine_is_simulated(engine_of_pig, capsys):
    call_command("simulate", "pig", "--seats", "3", "--games", "20", "--format", "json")
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 20 and sum(seat["wins"] for seat in told["seats"]) == 20


def test_its_record_replays(engine_of_pig, tmp_path, capsys):
    file = tmp_path / "game.jsonl"
    file.write_text(engine.record_game("pig", 2, ["greedy"], 7).text())
    call_command("replay", str(file))
    assert "points" in capsys.readouterr().out


def test_its_balance_is_measured(engine_of_pig, tmp_path):
    file = tmp_path / "balance.toml"
    call_command("measure_balance", "pig", "--games", "3", "--file", str(file))
    assert file.read_text().count('system = "pig"') == 5


@pytest.fixture
def pig(staffed):
    season, *_ = staffed
    return add_game(league=season.league, content=PIG, by=None)


def entered(client, season, *points_of):
    """The page after a sheet from the form: (character, points) by seat."""
    form = {"system": "own-pig", "season": season.slug, "played_at": "2026-01-06T18:00"}
    for number, (who, points) in enumerate(points_of, 1):
        form |= {f"seat-{number}-character": str(who.pk), f"seat-{number}-score": str(points)}
    return client.post(reverse("result_enter"), form | {"go": "send"}, follow=True)


@pytest.mark.django_db
def test_it_has_a_page_and_paper_sheets(pig, client):
    page = text(client.get(f"/how-to-play/{pig.system}/", follow=True))
    assert "2 to 6 players" in page and "The most points win" in page
    assert text(client.get(f"/play/{pig.system}/sheet/3/")).count('<th scope="col">Seat') == 3


@pytest.mark.django_db
def test_it_is_recorded_on_paper_and_ranked(pig, staffed, client):
    season, ada, bo, *_ = staffed
    client.force_login(an_organiser(season))
    assert "Pig" in text(client.get(reverse("result_enter")))
    page = text(entered(client, season, (ada, 12), (bo, 21)))
    assert page.count("★</span> won") == 1
    review_waiting()
    standings = text(client.get("/seasons/spring/?system=own-pig"))
    assert standings.index("/characters/bo/") < standings.index("/characters/ada/")
    assert "21 points" in text(client.get("/characters/bo/numbers/"))
    assert level(bo) == "entry" and differences() == []


@pytest.mark.django_db
def test_what_cannot_have_happened_is_refused(pig, staffed, client):
    season, ada, bo, *_ = staffed
    client.force_login(an_organiser(season))
    response = entered(client, season, (ada, 12), (bo, 26))
    assert response.status_code == 422 and "can&#x27;t be more than 25" in text(response)


@pytest.mark.django_db
def test_it_comes_from_a_file_by_its_name(pig, staffed):
    season, ada, bo, *_ = staffed
    header = ("game", "played_at", "season", "system", "edition", "seat", "character", "won", "Score")
    whole = {"game": "p1", "played_at": "2026-01-01T18:00:00Z", "season": "spring", "system": "pig"}
    rows = [
        {**whole, "seat": 1, "character": ada.name, "Score": 20},
        {**whole, "seat": 2, "character": bo.name, "Score": 3},
    ]
    assert import_results(league=season.league, outside_season=True, data=csv_file(header, rows)).recorded == 1
