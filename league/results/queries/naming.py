"""The right to name a game."""

from typing import Any

from django.utils.translation import gettext_lazy

from games.models import Sheet
from league.core.queries.access import may
from league.models import SeasonGame

MAY_NOT_NAME = gettext_lazy("Only the person who reported this game, or an organiser of its league, can name it.")


def may_name(user: Any, season_game: SeasonGame) -> bool:
    """Return whether the user may name the game: an organiser, or the reporter of the first sheet who still belongs to
    the league."""
    league = season_game.season.league
    if may(user, "correct", league):
        return True
    first = Sheet.objects.filter(game=season_game.game_id, version=1, submitted_by__isnull=False)
    mine = user.is_authenticated and first.filter(submitted_by=user).exists()
    return bool(mine and not league.closed_at and league.memberships.filter(user=user).exists())
