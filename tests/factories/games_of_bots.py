"""Games of bots, ordered by the form of a season or by the service, and played to their end."""

from django.contrib.auth.models import User

from games.models import Play
from league.models import Season, SeasonGame
from league.play.forms import MOST_SEATS
from league.play.services.games_of_bots import order_game_of_bots
from league.play.services.season_plays import play_for_bots
from league.results.services.prepared_tables import PreparedTable
from tests.factories.friday_club import FridayClub


def game_of_bots_form(club: FridayClub, **changes) -> dict[str, str]:
    """Return the posted form of a game that is timed, and so is over after some fifty choices."""
    seats = range(1, MOST_SEATS + 1)
    values = {f"who_{seat}": "nobody" for seat in seats} | {f"bot_{seat}": "greedy" for seat in seats}
    values |= {
        "system": "careers",
        "mode": "timed",
        "target": "100",
        "minutes": "5",
        "token": "token-of-this-form",
        "sure": "on",
        "who_1": str(club.overtime.pk),
        "who_2": str(club.bigdesk.pk),
        "bot_2": "random",
        "who_4": "guest",
    }
    return values | changes


def bots_play() -> None:
    """To the end of all that bots can play on."""
    while play_for_bots():
        pass


def ordered_and_played(client, url: str, sent: dict[str, str]) -> str:
    """Return where the form leads once the bots have played: to the game, if there is one."""
    table = client.post(url, sent).url
    bots_play()
    return client.get(table).headers.get("Location", table)


def played_by_bots(season: Season, table: PreparedTable) -> SeasonGame:
    """What became of a game that the staff of the site ordered."""
    play = order_game_of_bots(season=season, table=table, by=_staff(), token=f"order {Play.objects.count()}")
    bots_play()
    play.refresh_from_db()
    assert play.problem == ""
    return SeasonGame.objects.get(game=play.game_id)


def _staff() -> User:
    known = User.objects.filter(is_superuser=True).first()
    return known or User.objects.create_superuser("staff-of-the-site")
