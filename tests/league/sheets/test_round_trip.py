"""What a league takes out comes in again unchanged, in a league that has nothing yet: people, results of all five games
by either file, and the careers that follow from them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from characters.rules.names import name_key
from games.rules.systems import SYSTEMS
from games.services.review import review_waiting
from league.clubs.services.leagues import create_league
from league.models import League
from league.people.services.guests import register_guest
from league.people.services.registration import import_characters
from league.results.services.games import report_game
from league.results.services.import_results import import_results
from league.site.queries.exports import bg_stats_json, careers_json, characters_csv, results_csv
from tests.factories.people import a_user
from tests.factories.seasons import a_season
from tests.factories.sheets import FIGURES, a_sheet, a_sheet_of, at

NAMES = ["Ada", "=1+1", "O’Brien, Jr.", 'Zoe "Z"; Müller', "'quoted", "-5", "Łukasz Żak", "李雷", "Ada 2", "guest"]
SEATED = 4
CAREER = st.fixed_dictionaries(
    {"fame": st.integers(0, 30), "cash": st.integers(0, 90_000)},
    optional={"degrees": st.just({"journalism": 1, "law": 1}), "trips": st.just({"bbc_news": 2, "harrods": 1})},
)
GAME = st.fixed_dictionaries(
    {
        "system": st.sampled_from(sorted(SYSTEMS)),
        "people": st.permutations(range(SEATED)),
        "guest": st.none() | st.integers(0, SEATED - 1),
        "figures": st.permutations(range(SEATED)),
        "careers": st.lists(CAREER, min_size=SEATED, max_size=SEATED),
        "minutes": st.none() | st.integers(30, 300),
        "target": st.none() | st.just(100),
        "called": st.sampled_from(["", "The final", "=2+2", "a;b"]),
        "where": st.sampled_from(["", "Café Zoë"]),
    }
)


def reported(season: Any, number: int, game: dict[str, Any], people: list[Any]) -> None:
    seated = [None if place == game["guest"] else people[place] for place in game["people"]]
    if game["system"] == "careers":
        points = (150, 20, 10, 5)
        seats = [
            at(who or "", points[place], **figures)
            for place, (who, figures) in enumerate(zip(seated, game["careers"], strict=True))
        ]
        sheet = a_sheet(*seats, day=number, target=game["target"], minutes=game["minutes"])
    else:
        figures = [FIGURES[game["system"]][place] for place in game["figures"]]
        sheet = a_sheet_of(game["system"], seated, figures, day=number)
    played = report_game(season=season, reference=f"r;{number}", sheet=sheet, source="web", confirm=True)
    played.name, played.place = game["called"], game["where"]
    played.save()


def taken_out(league: League) -> dict[str, bytes]:
    while review_waiting():
        pass
    files = (characters_csv, results_csv, bg_stats_json, careers_json)
    return {file.__name__: file(league) for file in files}


@pytest.mark.django_db
@pytest.mark.parametrize("results", [results_csv, bg_stats_json])
# Without shrinking: an example that fails would be played hundreds of times.
@settings(max_examples=4, phases=[Phase.generate], deadline=None, suppress_health_check=list(HealthCheck))
@given(
    names=st.lists(st.sampled_from(NAMES), min_size=SEATED, max_size=SEATED, unique_by=name_key),
    games=st.lists(GAME, min_size=1, max_size=5),
)
def test_what_a_league_takes_out_comes_in_again_unchanged(
    results: Callable[[League], bytes], names: list[str], games: list[dict[str, Any]]
):
    # Of every game one, whatever else is drawn.
    games = [*games, *({**games[0], "system": system} for system in SYSTEMS)]
    with transaction.atomic():
        season = a_season("spring")
        people = [register_guest(league=season.league, name=name, edition_id="london") for name in names]
        for number, game in enumerate(games, 1):
            reported(season, number, game, people)
        out = taken_out(season.league)
        transaction.set_rollback(True)
    with transaction.atomic():
        league = create_league(name="An empty one", by=a_user("olga"))
        import_characters(league=league, data=out["characters_csv"])
        import_results(league=league, data=out[results.__name__], outside_season=False)
        again = taken_out(league)
        transaction.set_rollback(True)
    for file, content in out.items():
        assert again[file].decode().splitlines() == content.decode().splitlines()
