"""What waits for an organiser: sheets to decide on, reviews that failed, files that were refused or are under way."""

from dataclasses import dataclass

from django.db.models import QuerySet

from games.models import Sheet
from league.models import FileImport, League, SeasonGame
from league.queries.game_lines import DOUBTFUL, FAILED, GameLine, game_lines

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Pile:
    """Games that wait for the same reason. `more`: there are others besides those shown; `season` is one of theirs."""

    status: str
    title: str
    games: tuple[GameLine, ...]
    more: bool
    season: str


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that waits in a league."""

    piles: tuple[Pile, ...]
    imports: tuple[FileImport, ...]

    def __bool__(self) -> bool:
        return bool(self.piles or self.imports)


def desk_of(league: League) -> Desk:
    """In a fixed number of queries; the oldest waits first."""
    sheets = Sheet.objects.filter(game__season_game__season__league=league)
    kinds: tuple[tuple[str, str, QuerySet[Sheet]], ...] = (
        (Sheet.DISPUTED, "Disputed", sheets.filter(status=Sheet.DISPUTED)),
        (Sheet.SUBMITTED, "Waiting for confirmation", sheets.filter(status=Sheet.SUBMITTED)),
        (DOUBTFUL, "Doubtful by now", sheets.doubtful()),
        (FAILED, "Review failed", sheets.awaiting_review().exclude(review_error="")),
    )
    piles = (_pile(status, title, found) for status, title, found in kinds)
    files = league.imports.exclude(status=FileImport.DONE).defer("content", "problems")[:SHOWN]
    return Desk(tuple(pile for pile in piles if pile.games), tuple(files))


def _pile(status: str, title: str, sheets: QuerySet[Sheet]) -> Pile:
    ids = list(sheets.order_by("played_at", "pk").values_list("game", flat=True)[: SHOWN + 1])
    if not ids:
        return Pile(status, title, (), False, "")
    games = list(
        SeasonGame.objects.filter(game__in=ids[:SHOWN]).select_related("game", "season").order_by("played_at", "pk")
    )
    return Pile(
        status=status,
        title=title,
        games=tuple(game_lines(games)),
        more=len(ids) > SHOWN,
        season=games[0].season.slug,
    )
