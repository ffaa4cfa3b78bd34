"""Tables of a tournament as CSV. Spellings of a name follow the name that holds now."""

from collections.abc import Iterator

from games.models import SheetSeat
from league.core.rules.csv_text import write_csv
from league.models import Entry, Round, Stage, TableSeat, Tournament
from league.tournaments.stages.queries.explanations import explained_table, plain_points


def entries_csv(tournament: Tournament, *, private: bool = False) -> bytes:
    """Return everybody who takes part or waits, as a file of entries that can be imported; `private` adds
    households."""
    columns = ("name", "club", *(("household",) if private else ()), "checked_in")
    rows = tournament.entries.exclude(status=Entry.DROPPED).order_by("number")
    values = rows.values_list("character__name", "club", "household", "status")
    return write_csv(
        columns,
        (
            (name, club, *((household,) if private else ()), "yes" if status == Entry.CHECKED_IN else "no")
            for name, club, household, status in values
        ),
    )


def standings_csv(stage: Stage) -> bytes:
    """Return the stage as it stands, with byes and penalties counted in the points."""
    header = ("position", "name", "games", "wins", "points", "byes", "penalties", "decided_by")
    return write_csv(
        header,
        (
            (
                line.row.position,
                line.who.name,
                line.row.tally.games,
                line.row.tally.wins,
                *map(plain_points, (line.row.tally.points, line.byes, line.penalties)),
                line.row.decided_by,
            )
            for line in explained_table(stage)[1]
        ),
    )


def tables_csv(played: Round) -> bytes:
    """Return the seats of the round, each with its result if a sheet is confirmed."""
    return write_csv(("table", "seat", "name", "absent", "place", "score", "reference"), _seats(played))


def _seats(played: Round) -> Iterator[tuple[object, ...]]:
    results = {
        (game, who): (place, points)
        for game, who, place, points in SheetSeat.objects.filter(
            sheet__game__table__round=played, sheet__status="confirmed", character__isnull=False
        ).values_list("sheet__game_id", "character_id", "place", "points")
    }
    rows = TableSeat.objects.filter(round=played).order_by("table__number", "seat")
    for table, seat, who, name, absent, game, reference in rows.values_list(
        "table__number",
        "seat",
        "entry__character_id",
        "entry__character__name",
        "absent",
        "table__game_id",
        "table__game__season_game__reference",
    ):
        place, points = results.get((game, who), (None, None))
        yield table, seat, name or "Bot", "yes" if absent else "no", place, points, reference
