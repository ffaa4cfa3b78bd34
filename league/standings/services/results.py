"""Results: what a confirmed sheet brings into the standings. Written with the sheet, proved by `check_careers`; what it
brings to the ratings is left to a worker."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import Count, Max, Sum

from games.models import Sheet
from games.queries.sheets import counts, leavers_score, score_sheet
from games.rules.sheets import ScoreSheet
from league.core.rules.grouping import grouped
from league.models import GameToRate, Result, ResultsChange, SeasonGame
from league.standings.rules.tiebreaks import table_results

MOST_CHANGES = 50  # of a season, before they are put together


def result_rows(*, season_id: int, game_id: int, sheet: ScoreSheet, leavers_score: bool = True) -> list[Result]:
    """Return the rows that a confirmed sheet gives, not yet saved."""
    return [
        Result(
            season_id=season_id,
            game_id=game_id,
            character_id=result.character,
            system=sheet.system,
            played_at=sheet.played_at,
            table_points=result.table_points,
            place=result.place,
            share=result.share,
        )
        for result in table_results(sheet, leavers_score=leavers_score)
    ]


@transaction.atomic(savepoint=False)
def rewrite_results(*, season_game: SeasonGame, sheet: Sheet | None) -> None:
    """Replace the game's results by those of its confirmed sheet; there are no results without one, or for practice
    (R104)."""
    if sheet is None or sheet.version > 1:  # a first version has no results to replace
        _remove_results(season_game.game_id)
    rows: list[Result] = []
    if sheet is not None and counts(sheet):
        value = score_sheet(sheet)
        rows = result_rows(
            season_id=season_game.season_id,
            game_id=season_game.game_id,
            sheet=value,
            leavers_score=leavers_score(sheet, value),
        )
    write_results(rows)
    GameToRate.objects.create(
        league_id=season_game.season.league_id, system=season_game.game.system, game_id=season_game.game_id
    )


def write_results(rows: Sequence[Result]) -> None:
    """Save new results, and note for each season how many were added."""
    Result.objects.bulk_create(rows)
    _note(rows, 1)


def note_new_results(*, games: Collection[int]) -> None:
    """Note the results of games that had none, if they were inserted without `write_results`."""
    new = Result.objects.filter(game__in=games).order_by().values_list("season")
    ResultsChange.objects.bulk_create(
        ResultsChange(season_id=season, results=results, keys=int(keys), last=last)
        for season, results, keys, last in new.annotate(Count("pk"), Sum("pk"), Max("pk"))
    )


def _remove_results(game: int) -> None:
    rows = list(Result.objects.filter(game=game).only("pk", "season_id"))
    Result.objects.filter(pk__in=[row.pk for row in rows]).delete()
    _note(rows, -1)


def _note(rows: Sequence[Result], sign: int) -> None:
    keys = grouped((row.season_id, row.pk) for row in rows)
    ResultsChange.objects.bulk_create(
        ResultsChange(season_id=season, results=sign * len(some), keys=sign * sum(some), last=max(some) * (sign > 0))
        for season, some in keys.items()
    )


def add_up_changes(*, most: int = MOST_CHANGES) -> int:
    """Put the changes of results together if a season has more than `most`; return for how many seasons."""
    counts = ResultsChange.objects.order_by().values_list("season").annotate(changes=Count("pk"))
    seasons = [season for season, _changes in counts.filter(changes__gt=most)]
    for season in seasons:
        _add_up(season)
    return len(seasons)


@transaction.atomic
def _add_up(season: int) -> None:
    """Put the changes of a season that nobody else holds together as one, which says the same."""
    changes = list(ResultsChange.objects.select_for_update(skip_locked=True).filter(season=season))
    ResultsChange.objects.filter(pk__in=[change.pk for change in changes]).delete()
    ResultsChange.objects.create(
        season_id=season,
        results=sum(change.results for change in changes),
        keys=sum(change.keys for change in changes),
        last=max((change.last for change in changes), default=0),
    )
