"""Recording a whole results file: all or nothing, games in any order. On request only whole games are imported."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from operator import attrgetter

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from characters.models import Character, RuleSet
from characters.rules.career import RETIRED
from characters.rules.names import name_key
from characters.services.facts import record_facts
from characters.services.rows import insert_rows
from engine.careers.editions import edition_ids
from engine.translatable import said
from games.models import Decision, Game, Sheet, SheetSeat
from games.queries.sheets import seal_of
from games.rules.definitions import digest_of
from games.rules.lines import result_facts
from games.rules.sheets import ScoreSheet
from games.services.sheets import seat_rows
from league.clubs.queries import rule_set_of
from league.clubs.services.leagues import create_season
from league.core.queries.characters import NearNames
from league.core.rules.bounds import MOST_PROBLEMS
from league.core.rules.csv_text import FileProblem, FileRow, is_full
from league.core.rules.import_words import TOO_MANY_LEFT
from league.core.rules.readings import Reading
from league.core.rules.tables import in_cells
from league.core.services.uploads import FileRefused, ImportSummary, Progress, no_progress, reading_of
from league.models import GameToRate, League, LedgerEntry, Result, SeasonGame
from league.people.services.guests import register_newcomers, unregistered
from league.people.services.registration import doubt_sheets_of, over_limit, record_import, restart_entry
from league.results.services.games import sheet_entry
from league.sheets.queries.import_check import ResultsCheck, check_results, state_of_the_books, unknown_names
from league.sheets.rules.reported_games import ReportedGame
from league.sheets.rules.result_rows import RESTART, columns, read_results, rows_by_game, unread_names
from league.sheets.rules.results_files import results_file, unknown_games
from league.standings.services.results import note_new_results, result_rows

BATCH = 500
# Leaving a game out changes levels that later ones rely on, so what is left is checked again, so often at most.
MOST_CHECKS, GAMES_CHECKED = 20, 15_000
NOT_READ = said("This game is incomplete: another problem in the file says what is missing.")
FROM_A_FILE = said("read from a file")
SEASON_NAME_LENGTH = 120  # an address may be longer
_SEAT = ("sheet_id", "seat", "character_id", "name", "won", "place", "points", "figures")
_RESULT = ("season_id", "game_id", "character_id", "system", "played_at", "table_points", "place", "share")
_seat, _result = attrgetter(*_SEAT), attrgetter(*_RESULT)


def import_results(
    *,
    league: League,
    data: bytes,
    outside_season: bool,
    by: User | None = None,
    dry_run: bool = False,
    progress: Progress = no_progress,
    reading: Reading | None = None,
    whole_only: bool = False,
    add_games: Callable[[], Mapping[str, str]] | None = None,
) -> ImportSummary:
    """Record and confirm every game of a results file that is not known yet; seasons that are unknown are created, and
    the newcomers of the `reading` are registered, without an account.

    Games on days outside of their seasons need `outside_season`. With `dry_run` nothing is written. `whole_only` leaves
    out games that have a problem. `add_games` adds the games of the `reading` that the league does not have, and
    returns their ids by the ids that they have there. Raise FileRefused with every problem of the file. The check runs
    before the transaction, so that nobody waits for it, and again inside if the books changed meanwhile.
    """
    reading = reading or reading_of(league)
    file = results_file(data, reading.code_page, reading.systems)
    rows, problems = file.rows(reading)
    editions = _editions_of(reading, rows) if reading.newcomers else {}
    newcomers = unregistered(editions)
    reading = replace(reading, newcomers=frozenset(newcomers))
    games, unread = ([], []) if is_full(problems) else read_results(rows, reading)
    placed = partial(in_cells, data=file.content, columns=columns(reading.systems), reading=reading)
    if is_full([*problems, *unread]):  # not even those that are whole: not every row was read
        _refuse(placed([*problems, *unread]))

    def again(games: Sequence[ReportedGame]) -> tuple[ResultsCheck, list[FileProblem]]:
        check = look(games, progress=no_progress)  # nobody sees any before the transaction ends
        return check, [*check.problems, *over_limit(league, _owners(check))]

    near = NearNames(league)
    look = partial(
        check_results,
        league,
        reading=reading,
        near=near,
        outside_season=outside_season,
        newcomers={name_key(name): who for name, who in newcomers.items()},
    )
    check = look(games, progress=progress)
    names = unknown_names(league, unread_names(rows, games), reading, near)
    rooms = over_limit(league, _owners(check))
    wrong, left_out = [*problems, *unread, *names, *check.problems, *rooms], 0
    unknown = unknown_games(rows, reading) if reading.known_games_only else set()
    declined = {row.line for row in rows if row.cells.get("system") in unknown}
    if wrong and (whole_only or all(problem.line in declined for problem in wrong)):
        games, check, wrong = _leave_out(rows, games, wrong, again)
        left_out = len(rows_by_game(rows)) - len(games)
    else:
        _refuse(placed([problem for problem in wrong if problem.line not in declined]))
    if not dry_run:
        with transaction.atomic():
            League.objects.select_for_update(no_key=True).get(pk=league.pk)
            if state_of_the_books() != check.state:
                check, problems = again(games)
                _refuse(problems)
            at_tables = check.at_tables
            sitting = {name: who.pk for name, who in newcomers.items() if who.pk in at_tables}
            fresh = register_newcomers(league=league, editions={name: editions[name] for name in sitting}, by=by)
            systems = add_games() if add_games else {}
            if fresh or systems:
                check = check.settled({sitting[name]: pk for name, pk in fresh.items()}, systems)
            _record(check, league, by)
            summary = ImportSummary("game", len(check.fresh), check.skipped)
            record_import(league=league, by=by, what="results", data=data, summary=summary)
    return ImportSummary("game", len(check.fresh), check.skipped, left_out, placed(wrong))


def _editions_of(reading: Reading, rows: Sequence[FileRow]) -> dict[str, str]:
    """Return the edition of the first game of each newcomer, by the name in the file; games that a league describes
    have none."""
    keys = {*map(name_key, reading.newcomers)}
    editions: dict[str, tuple[str, str]] = {}
    for row in rows:
        name, edition_id = row.cells.get("character", ""), row.cells.get("edition", "")
        system = reading.system(row.cells.get("system", ""))
        edition_id = edition_id or ("" if system is None or system.BY_THE_BOOK else edition_ids()[0])
        if not row.broken and edition_id in edition_ids() and name_key(name) in keys:
            editions.setdefault(name_key(name), (name, edition_id))
    return dict(editions.values())


Look = Callable[[Sequence[ReportedGame]], tuple[ResultsCheck, list[FileProblem]]]


def _leave_out(
    rows: Sequence[FileRow], games: list[ReportedGame], problems: list[FileProblem], look: Look
) -> tuple[list[ReportedGame], ResultsCheck, list[FileProblem]]:
    """Return the games without a problem, their check, and the problems of the others: each of these has one. Raise
    FileRefused for a problem of the whole file, and if no game is whole."""
    lines, every, wrong = {row.line for row in rows}, list(problems), problems
    for _ in range(min(MOST_CHECKS, max(2, GAMES_CHECKED // max(len(games), 1)))):
        at = {problem.line for problem in wrong}
        games = [game for game in games if at.isdisjoint(seat.line for seat in game.seats)]
        if not games or not at <= lines:
            break
        check, wrong = look(games)
        every += wrong
        if not wrong:
            return games, check, _with_unread(rows, games, every)
    raise FileRefused(sorted(every, key=lambda problem: problem.line or 0))


def _with_unread(
    rows: Sequence[FileRow], games: Sequence[ReportedGame], problems: list[FileProblem]
) -> list[FileProblem]:
    """Return the problems, and one more for each game that is left out and has none."""
    whole = {(game.season, game.reference) for game in games}
    at = {problem.line for problem in problems}
    silent = [
        FileProblem(seats[0].line, "", NOT_READ)
        for key, seats in rows_by_game(rows).items()
        if key not in whole and at.isdisjoint(row.line for row in seats)
    ]
    every = [*problems, *silent]
    if len(every) > MOST_PROBLEMS:
        raise FileRefused([FileProblem(None, "", said(TOO_MANY_LEFT, most=MOST_PROBLEMS))])
    return every


def _refuse(problems: Sequence[FileProblem]) -> None:
    if problems:
        raise FileRefused(sorted(problems, key=lambda problem: problem.line or 0))


def _owners(check: ResultsCheck) -> list[tuple[int, str, User]]:
    """Return line, column and owner of each character that the file puts back to work and that is still retired."""
    lines = {restart.character: restart.line for restart in check.restarts if restart.character in check.at_work}
    left = Character.objects.filter(pk__in=lines, careers__current=True, careers__status=RETIRED)
    owned = left.exclude(owner=None).select_related("owner")
    return [(lines[who.pk], RESTART, who.owner) for who in owned if who.owner is not None] if lines else []


def _restart(check: ResultsCheck, league: League, by: User | None) -> None:
    """Begin the new careers that the file asks for, each at the moment of its game."""
    record_facts(entries=[(restart.character, restart.fact) for restart in check.restarts])
    people = Character.objects.in_bulk({restart.character for restart in check.restarts})
    doubt_sheets_of(people)
    entries = [
        restart_entry(league, people[restart.character], at=restart.order[0], by=by) for restart in check.restarts
    ]
    LedgerEntry.objects.bulk_create(entries, batch_size=BATCH)


def _record(check: ResultsCheck, league: League, by: User | None) -> None:
    for slug in check.new_seasons:
        name = slug.replace("-", " ").capitalize()[:SEASON_NAME_LENGTH]
        check.seasons[slug] = create_season(league=league, name=name, slug=slug, by=by)
    rules = {slug: rule_set_of(season) for slug, season in check.seasons.items()}
    rows = _games_and_sheets(check, rules, by)
    _seats(check, rows)
    _facts(check, rows)
    if check.restarts:
        _restart(check, league, by)
    _season_games_and_results(check, rows)
    reports = [report for report, _sheet in check.fresh]
    games = [
        SeasonGame(season=check.seasons[report.season], game_id=row.game_id, reference=report.reference)
        for row, report in zip(rows, reports, strict=True)
    ]
    entries = [sheet_entry("sheet_confirmed", game, row, by=by) for game, row in zip(games, rows, strict=True)]
    LedgerEntry.objects.bulk_create(entries, batch_size=BATCH)


def _games_and_sheets(check: ResultsCheck, rules: dict[str, RuleSet], by: User | None) -> list[Sheet]:
    games = Game.objects.bulk_create(
        [Game(system=sheet.system, edition=sheet.edition, revision=1) for _, sheet in check.fresh], batch_size=BATCH
    )
    confirmation = (1, Decision.CONFIRMED, 1, FROM_A_FILE, by and by.pk)
    insert_rows(
        Decision,
        ("game_id", "revision", "kind", "version", "text", "by_id"),
        [(game.pk, *confirmation) for game in games],
    )
    now = timezone.now()
    return Sheet.objects.bulk_create(
        [
            _sheet_row(game, report, sheet, rules[report.season], by, now)
            for game, (report, sheet) in zip(games, check.fresh, strict=True)
        ],
        batch_size=BATCH,
    )


def _sheet_row(
    game: Game, report: ReportedGame, sheet: ScoreSheet, rules: RuleSet, by: User | None, now: datetime
) -> Sheet:
    return Sheet(
        game=game,
        version=1,
        status=Sheet.CONFIRMED,
        source=Sheet.CSV,
        played_at=sheet.played_at,
        mode=sheet.mode,
        target=sheet.target,
        minutes=sheet.minutes,
        own_settings=dict(sheet.settings) or None,
        definition_id=digest_of(sheet.definition) if sheet.definition else None,
        rules=rules,
        submitted_by=by,
        confirmed_by=by,
        confirmed_at=now,
    )


def _seats(check: ResultsCheck, rows: Sequence[Sheet]) -> None:
    """Write the seats, and seal each sheet."""
    tables = [seat_rows(row, sheet) for row, (_, sheet) in zip(rows, check.fresh, strict=True)]
    insert_rows(SheetSeat, _SEAT, [_seat(seat) for seats in tables for seat in seats])
    for row, seats in zip(rows, tables, strict=True):
        row.seal = seal_of(row, seats, confirmed_by=row.confirmed_by_id)


def _facts(check: ResultsCheck, rows: Sequence[Sheet]) -> None:
    record_facts(
        entries=[
            entry
            for row, (report, sheet) in zip(rows, check.fresh, strict=True)
            for entry in result_facts(row.game_id, 1, row.rules_id, sheet, reference=report.reference, seal=row.seal)
        ]
    )


def _season_games_and_results(check: ResultsCheck, rows: Sequence[Sheet]) -> None:
    pairs = list(zip(rows, check.fresh, strict=True))
    insert_rows(
        SeasonGame,
        ("season_id", "game_id", "reference", "played_at", "name", "place"),
        [
            (
                *(check.seasons[report.season].pk, row.game_id, report.reference, sheet.played_at),
                *(report.name, report.place),
            )
            for row, (report, sheet) in pairs
        ],
    )
    insert_rows(
        Result,
        _RESULT,
        [
            _result(result)
            for row, (report, sheet) in pairs
            for result in result_rows(season_id=check.seasons[report.season].pk, game_id=row.game_id, sheet=sheet)
        ],
    )
    note_new_results(games=[row.game_id for row in rows])
    insert_rows(
        GameToRate,
        ("league_id", "system", "game_id"),
        [(check.seasons[report.season].league_id, sheet.system, row.game_id) for row, (report, sheet) in pairs],
    )
