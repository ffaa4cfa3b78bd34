"""Games with bots, ordered by the form of a season."""

from league.results.forms.play import SEATS
from league.results.services.bot_games import run_waiting_bot_game
from tests.factories.friday_club import FridayClub


def bot_game_form(club: FridayClub, **changes) -> dict[str, str]:
    seats = range(1, SEATS + 1)
    values = {f"who_{seat}": "nobody" for seat in seats} | {f"bot_{seat}": "greedy" for seat in seats}
    values |= {
        "system": "careers",
        "mode": "formula",
        "target": "100",
        "minutes": "30",
        "token": "token-of-this-form",
        "sure": "on",
        "who_1": str(club.overtime.pk),
        "who_2": str(club.bigdesk.pk),
        "bot_2": "random",
        "who_4": "guest",
    }
    return values | changes


def ordered_and_played(client, url: str, sent: dict[str, str]) -> str:
    """Where the form leads once the worker has played."""
    waits = client.post(url, sent).url
    while run_waiting_bot_game():
        pass
    return client.get(waits).url
