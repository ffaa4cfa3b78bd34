"""Forms of a game that are sent twice, by an impatient finger or by a device without a connection, are one game."""

from collections.abc import Callable

from django.contrib.auth.models import User as Person

from games.rules.sheets import ScoreSheet
from league.clubs.queries import season_game_of
from league.core.services.idempotency import KEY_LENGTH, answer_once
from league.models import IdempotencyKey, Season, SeasonGame
from league.results.services.games import report_game
from league.sheets.queries.photos import form_digest
from league.signals import form_reported

SEE_OTHER = 303


def report_once(
    *,
    token: str,
    season: Season,
    reference: str,
    sheet: ScoreSheet,
    source: str,
    by: Person,
    confirm: bool,
    name: str = "",
    place: str = "",
) -> tuple[SeasonGame, bool]:
    """Return the result of `report_game`, and True; or the game that came with this token before, and False.

    Raise ValidationError as `report_game`; the token is free again then.
    """

    def report() -> SeasonGame:
        season_game = report_game(
            season=season,
            reference=reference,
            name=name,
            place=place,
            sheet=sheet,
            source=source,
            by=by,
            confirm=confirm,
        )
        form_reported.send(season_game, sheet, form_digest(by.pk, token))
        return season_game

    return send_once(token=token, by=by, make=report)


def send_once(*, token: str, by: Person, make: Callable[[], SeasonGame]) -> tuple[SeasonGame, bool]:
    """Return the game that `make` makes, and True; or the game that came with this token before, and False.

    The token is taken in the transaction that makes the game: a simultaneous request waits, then finds the game.
    """
    (_, answer), is_new = answer_once(
        user=by, key=_key(token), digest="", act=lambda: (SEE_OTHER, {"game": make().game_id})
    )
    return season_game_of(answer["game"]), is_new


def sent_before(*, token: str, by: Person) -> SeasonGame | None:
    """Return the game that this person's form with this token made, if it arrived."""
    key = IdempotencyKey.objects.filter(user=by, key=_key(token)).first()
    return season_game_of(key.answer["game"]) if key and key.answer else None


def _key(token: str) -> str:
    return f"form {token}"[:KEY_LENGTH]
