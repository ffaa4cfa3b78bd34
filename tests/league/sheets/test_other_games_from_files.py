"""The four games besides Careers through the API and a CSV file: an empty `won` where the figures decide."""

import csv
import io

import pytest
from rest_framework.test import APIClient

from characters.models import Career
from games.models import Sheet
from league.models import SeasonGame
from league.results.services.import_results import import_results
from tests.factories.careers import climb, level
from tests.factories.files import csv_file
from tests.factories.games import a_game_of, review
from tests.factories.people import an_organiser
from tests.factories.sheets import FIGURES

pytestmark = pytest.mark.django_db
GAMES = tuple(FIGURES)
HEADER = ("game", "played_at", "season", "system", "edition", "seat", "character", "won")


@pytest.fixture
def season(staffed):
    return staffed[0]


@pytest.fixture
def people(staffed):
    """Ada, Bo, Cleo and a guest."""
    return [*staffed[1:4], None]


def rows_of(system, names):
    whole = {"game": "g1", "played_at": "2026-01-01T18:00:00Z", "season": "spring", "system": system}
    return [
        {**whole, "edition": "london", "seat": seat, "character": name, **figures}
        for seat, (name, figures) in enumerate(zip(names, FIGURES[system], strict=True), 1)
    ]


@pytest.mark.parametrize("system", GAMES)
def test_a_file_without_winners_is_taken_and_known_again(season, people, system):
    names = [who.name if who else "" for who in people]
    rows = rows_of(system, names)
    data = csv_file([*HEADER, *FIGURES[system][0]], rows)
    assert import_results(league=season.league, outside_season=True, data=data).recorded == 1
    assert [seat.won for seat in Sheet.objects.get().seats.all()] == [True, False, False, False]
    again = import_results(league=season.league, outside_season=True, data=data)
    assert (again.recorded, again.skipped) == (0, 1)


@pytest.mark.parametrize("system", GAMES)
def test_what_is_exported_is_known_when_it_is_imported(season, people, client, system):
    a_game_of(system, season, people)
    data = client.get("/seasons/spring/export/results.csv")
    content = b"".join(data) if data.streaming else data.content
    first = next(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert first["won"] == "yes" and all(first[name] == value for name, value in FIGURES[system][0].items())
    summary = import_results(league=season.league, outside_season=True, data=content)
    assert (summary.recorded, summary.skipped) == (0, 1)


@pytest.mark.parametrize("system", GAMES)
def test_the_api_takes_a_game_without_winners(season, people, system):
    names = [who.name if who else None for who in people]
    seats = [
        {"seat": seat, "character": name, "won": None, "score": figures}
        for seat, (name, figures) in enumerate(zip(names, FIGURES[system], strict=True), 1)
    ]
    body = {"season": "spring", "system": system, "edition": "london", "played_at": "2026-01-01T18:00:00Z"}
    client = APIClient()
    client.force_authenticate(an_organiser(season))
    response = client.post("/api/v1/games/", body | {"seats": seats, "confirm": True}, format="json")
    assert response.status_code == 201, response.json()
    assert [seat.won for seat in SeasonGame.objects.get().game.sheets.get().seats.all()] == [True, False, False, False]


@pytest.mark.parametrize("system", GAMES)
def test_other_games_never_touch_the_level(season, people, system):
    climb(season, people[0], 2)
    review()
    ada = Career.objects.filter(character=people[0])
    before = list(ada.values())
    for day in range(10, 14):
        a_game_of(system, season, people, day=day)
    assert level(people[0]) == "manager"
    assert list(ada.values()) == before
