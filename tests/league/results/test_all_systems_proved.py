"""A season that plays all five games, with second thoughts about each, is proved to its last figure."""

import pytest

from games.rules.systems import SYSTEMS
from league.results.services.games import correct_game, void_game
from tests.factories.cast import a_staffed_season
from tests.factories.games import a_game_of, played, review
from tests.factories.ratings import rate
from tests.factories.sheets import FIGURES, a_sheet, a_sheet_of, at

OTHERS = [system for system in SYSTEMS if system != "careers"]


@pytest.mark.django_db
def test_a_season_of_all_five_games_is_proved(run):
    season, *cast = a_staffed_season()
    played(season, "careers-1", at(cast[0], 120), at(cast[1], 40), at("Guest", 10), day=1)
    for day, system in enumerate(OTHERS, start=2):
        a_game_of(system, season, [*cast[:3], None], day=day)
        corrected = a_game_of(system, season, cast, day=day + 10)
        seats = [FIGURES[system][place] for place in (1, 0, 2, 3)]
        again = a_sheet_of(system, cast, seats, day=day + 10)
        correct_game(season_game=corrected, sheet=again, reason="mixed up", source="web")
        void_game(season_game=a_game_of(system, season, cast, day=day + 20), reason="never played")
    late = played(season, "careers-2", at(cast[1], 120), at(cast[2], 40), day=3)
    correct_game(season_game=late, sheet=a_sheet(at(cast[2], 120), at(cast[1], 40)), reason="mixed up", source="web")
    review()
    rate()
    status, out, reasons = run("check_careers")
    assert (status, reasons) == (0, [])
    assert "14 games: every figure follows from the facts." in out
