"""Games with a record, and their chances worked out."""

from collections.abc import Sequence

from django.contrib.auth.models import User

from engine import Game, record_game
from engine.core.films import Film
from games.models import GameRecord
from league.lab.models import GameStudy
from league.lab.services.studies import begin_study
from league.models import Season, SeasonGame
from tests.factories.characters import hire
from tests.factories.games import a_game_of
from tests.factories.lab import play_all

COMPASS = "career_compass"
FOUR, OTHERS = ("Ada", "Bo", "Cleo", "Dev"), ("Eve", "Fay", "Gus", "Hal")


def a_recorded_game(season: Season, names: Sequence[str] = FOUR, *, system: str = COMPASS) -> SeasonGame:
    """A short game of four, played by bots of two kinds; the sheet knows nothing of it."""
    game = a_game_of(system, season, [hire(season, name) for name in names], reference=names[0])
    keep_text(game, record_game(system, 4, ["random", "greedy"], 7).text())
    return game


def keep_text(game: SeasonGame, text: str) -> GameRecord:
    return GameRecord.objects.create(game_id=game.game_id, text=text, rules_version=1)


def order_study(*, season_game: SeasonGame, by: User | None = None) -> GameStudy:
    return begin_study(season_game=season_game, by=by)[0]


def worked_out(game: SeasonGame) -> GameStudy:
    order_study(season_game=game)
    play_all()
    return GameStudy.objects.get(game=game.game_id)


def choices_of(film: Film, seat: int) -> list[tuple[int, Game]]:
    """The decisions of a seat in which there was a choice: how many actions were before each, and the game there."""
    games = [film.opened.clone(), *(frame.game.clone() for frame in film.frames())]
    return [(at, game) for at, game in enumerate(games) if not game.over and game.actor == seat and len(game.legal) > 1]


def says_cost(study: GameStudy, film: Film, seat: int) -> tuple[int, Game]:
    """Let the study say that the first choice of a seat cost most; return this choice."""
    at, game = choices_of(film, seat)[0]
    chosen, better = (each.text for each in game.legal[:2])
    row = {"at": at, "seat": seat, "chosen": chosen, "better": better, "cost": 1234, "give": 321}
    GameStudy.objects.filter(pk=study.pk).update(figures=study.figures | {"costly": [row]})
    return at, game
