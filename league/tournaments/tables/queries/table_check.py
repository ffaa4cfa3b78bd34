"""The proof of what tournaments show beside their games: who sat where, what the phones said, and that no draw is
lost. What a draw leads to is `verify_draw`'s business."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from games.models import Sheet
from league.models import LedgerEntry, Round, SeasonGame, Stage, Table, TableReport, Tournament
from league.tournaments.stages.rules.seeds import link
from league.tournaments.tables.queries.table_state import (
    TableState,
    lines_of,
    place_of,
    reference_of,
    table_states,
    with_all_above,
)
from league.tournaments.tables.rules import CONFIRMED, digest, sheet_from_json

_AGREED = re.compile(r"(\d+) of \d+ seats agree")


def tournament_differences(pk: int) -> Iterator[str]:
    """Yield a sentence for everything about a tournament's draws and tables that does not fit together."""
    tournament = Tournament.objects.get(pk=pk)
    yield from _draws(tournament)
    played = Table.objects.filter(round__stage__tournament=pk, game__isnull=False).order_by("pk")
    states = table_states(list(with_all_above(played)))
    games = [state.table.game_id for state in states]
    references = dict(SeasonGame.objects.filter(game__in=games).values_list("game_id", "reference"))
    corrected = _corrected(states)
    logged = _logged(tournament)
    for state in states:
        where = f"{tournament}, {place_of(state.table)}"
        yield from _game(where, state, references, corrected)
        yield from _reports(where, state, logged[state.table.pk])


def _draws(tournament: Tournament) -> Iterator[str]:
    if tournament.draw_commitment != link(tournament.draw_secret, 0):
        yield f"{tournament}: its seeds were not committed to; the secret or the commitment was altered."
    numbers = set(tournament.draws.values_list("number", flat=True))
    for number in sorted(set(range(1, max(numbers, default=0))) - numbers):
        yield f"{tournament}: draw {number} is missing."
    undrawn = Round.objects.filter(stage__tournament=tournament, draws=None).exclude(stage__format=Stage.OPEN)
    for played in undrawn.select_related("stage").order_by("stage__number", "number"):
        yield f"{tournament}, round {played.number} of {played.stage}: its draw is missing."
    logged = tournament.events.filter(kind="drawn").values_list("about", flat=True)
    last = max((about.get("draw", 0) for about in logged), default=0)
    if last > max(numbers, default=0):
        yield f"{tournament}: draw {last} is in the log and missing."


def _corrected(states: list[TableState]) -> set[int]:
    """Return games of which an earlier version was confirmed: a correction may name players who were not drawn."""
    games = [state.table.game_id for state in states if state.newest and state.newest.version > 1]
    earlier = Sheet.objects.filter(game__in=games, confirmed_at__isnull=False).exclude(status=Sheet.CONFIRMED)
    return set(earlier.values_list("game_id", flat=True))


def _game(where: str, state: TableState, references: Mapping[int, str], corrected: set[int]) -> Iterator[str]:
    game = state.table.game_id or 0
    if references.get(game) != reference_of(state.table):
        yield f"{where}: has the game {references.get(game, game)}, which is not its own."
    if state.phase != CONFIRMED or state.sheet is None or game in corrected:
        return
    if [(line.seat, line.character) for line in state.sheet.seats] != [
        (line.seat, line.character) for line in lines_of(state)
    ]:
        yield f"{where}: its confirmed sheet is of others than those who sit there."


def _logged(tournament: Tournament) -> Mapping[int, list[tuple[str, str]]]:
    """Return, by table, what the log says of reports and agreement; empty if the log was written elsewhere."""
    own = set(Table.objects.filter(round__stage__tournament=tournament).values_list("pk", flat=True))
    logged: dict[int, list[tuple[str, str]]] = defaultdict(list)
    events = LedgerEntry.objects.filter(tournament=tournament, kind__in=("result_reported", "result_confirmed"))
    for kind, text, about in events.order_by("pk").values_list("kind", "text", "about"):
        if about.get("table_id") not in own:
            return defaultdict(list)
        logged[about["table_id"]].append((kind, text))
    return logged


def _reports(where: str, state: TableState, logged: list[tuple[str, str]]) -> Iterator[str]:
    seats = {seat.pk: seat.seat for seat in state.seats}
    for report in state.all_reports:
        if not _is_itself(report):
            yield f"{where}: what seat {seats.get(report.seat_id, '-')} reported is not what its digest was made of."
    reported = sum(kind == "result_reported" for kind, _ in logged)
    agreed = [int(match[1]) for _, text in logged if (match := _AGREED.search(text))]
    votes = Counter(report.digest for report in state.all_reports)
    if len(state.all_reports) < reported or max(votes.values(), default=0) < max(agreed, default=0):
        yield f"{where}: reports are missing; the log has {reported} and {max(agreed, default=0)} that agree."


def _is_itself(report: TableReport) -> bool:
    try:
        return digest(sheet_from_json(report.sheet)) == report.digest
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return False
