"""A sheet sent from a form: sent twice, it is one game."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.db import transaction

from games.rules.sheets import ScoreSheet
from league.models import IdempotencyKey, Season, SeasonGame
from league.queries.tables import season_game_of
from league.services.games import report_game


def report_once(
    *, token: str, season: Season, reference: str, sheet: ScoreSheet, source: str, by: User, confirm: bool
) -> tuple[SeasonGame, bool]:
    """`report_game`, and True; or the game that came with this token before, and False.

    Raises ValidationError as `report_game`; the token is free again then.
    """
    return send_once(
        token=token,
        by=by,
        make=lambda: report_game(
            season=season, reference=reference, sheet=sheet, source=source, by=by, confirm=confirm
        ),
    )


@transaction.atomic
def send_once(*, token: str, by: User, make: Callable[[], SeasonGame]) -> tuple[SeasonGame, bool]:
    """What `make` makes, and True; or the game that came with this token before, and False.

    The token is taken in the transaction that makes the game: whoever sends it at the same moment waits, then finds it.
    """
    key, is_new = IdempotencyKey.objects.get_or_create(
        user=by,
        key=f"form {token}"[:200],
        defaults={"request_digest": "", "status_code": 302, "answer": {}},
    )
    if not is_new:
        return season_game_of(key.answer["game"]), False
    made = make()
    key.answer = {"game": made.game_id}
    key.save(update_fields=["answer"])
    return made, True


def sent_before(*, token: str, by: User) -> SeasonGame | None:
    """The game that this person's form with this token made, if it arrived."""
    key = IdempotencyKey.objects.filter(user=by, key=f"form {token}"[:200]).first()
    return season_game_of(key.answer["game"]) if key and key.answer else None
