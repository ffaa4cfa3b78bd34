"""Files with more rows than one request may make come in parts, which together hold what one file would."""

import csv
import io
import json
from dataclasses import replace

import pytest

from league.site.views import files
from tests.factories.cast import a_staffed_season
from tests.factories.games import played, review
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db
MOST = 2
OF_SEASON, OF_LEAGUE = "/seasons/{season.slug}/export/results.csv", "/leagues/{season.league.slug}/export/{what}"


@pytest.fixture
def season():
    """Three games of three of four characters."""
    season, ada, bo, cleo, _ = a_staffed_season()
    for day, (first, second) in enumerate(((ada, bo), (bo, cleo), (cleo, ada)), 1):
        played(season, f"g{day}", at(first, 120), at(second, 40), day=day)
    review()
    return season


@pytest.fixture
def allow_two(monkeypatch):
    def allow() -> None:
        monkeypatch.setattr(files, "MOST_GAMES", MOST)
        for what, export in files.FILES.items():
            monkeypatch.setitem(files.FILES, what, replace(export, most=MOST))

    return allow


def rows(client, address: str) -> list[object]:
    answer = client.get(address)
    assert answer.status_code == 200
    text = answer.content.decode("utf-8-sig")
    return json.loads(text) if ".json" in address else list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(
    ("address", "what"),
    [(OF_SEASON, ""), (OF_LEAGUE, "results.csv"), (OF_LEAGUE, "characters.csv"), (OF_LEAGUE, "careers.json")],
)
def test_the_parts_together_are_the_file(client, season, allow_two, address, what):
    address = address.format(season=season, what=what)
    whole = rows(client, address)
    allow_two()
    first, second = (rows(client, f"{address}?part={number}") for number in (1, 2))
    assert len(whole) > len(first) and [*first, *second] == whole


def test_without_a_part_the_address_says_which_there_are(client, season, allow_two):
    allow_two()
    answer = client.get(OF_SEASON.format(season=season))
    page = answer.content.decode()
    assert answer.status_code == 300 and "?part=2" in page and "?part=3" not in page


@pytest.mark.parametrize("part", ["0", "3", "x", "9" * 30])
def test_a_part_that_is_not_there_is_not_found(client, season, allow_two, part):
    allow_two()
    assert client.get(f"{OF_SEASON.format(season=season)}?part={part}").status_code == 404
