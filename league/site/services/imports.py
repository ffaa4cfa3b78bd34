"""Every kind of file that a league takes in, and the service that reads it.

A spreadsheet that needed interpretation (a synonym as a heading, a date as people write it, a name without a character)
is shown to its sender before anything is stored; a file without questions is not held up."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.names import name_key
from engine.careers.editions import edition, edition_ids
from games.rules.careers import FORMULA, MODES, TIMED
from games.rules.systems import SheetSystem
from league.clubs.services.own_games import MOST_GAMES, add_game
from league.core.queries.characters import NearNames, aliases_of
from league.core.queries.systems import systems_of
from league.core.rules.bounds import too_much_text
from league.core.rules.code_pages import CodePage, code_page_of
from league.core.rules.csv_text import FileProblem, FileRow
from league.core.rules.import_questions import IN_ORDER, MOST_NAMES, NewGame, Questions, ReadTime, questions_of
from league.core.rules.readings import Reading
from league.core.rules.tables import (
    ELSEWHERE,
    UNKNOWN,
    Columns,
    Heading,
    footers_of,
    lacking_in,
    read_headings,
    read_table,
    sheets_of,
)
from league.core.rules.workbooks import is_workbook
from league.core.services.quotas import QuotaError
from league.core.services.uploads import (
    FileAsks,
    FileRefused,
    ImportSummary,
    Progress,
    no_progress,
    reading_of,
    remember_answers,
    remember_names,
    remember_same_file,
)
from league.models import FileImport, League, OwnGame
from league.people.rules.characters import IN_FILE as OF_CHARACTERS
from league.people.rules.characters import GuestLine
from league.people.rules.people_files import people_table
from league.people.services.registration import import_characters
from league.results.services.import_results import import_results
from league.sheets.queries.import_check import games_outside_seasons, names_without_character
from league.sheets.rules.result_rows import columns, other_names
from league.sheets.rules.results_files import forget_export, proposed_games, results_file, ways_to_tell_apart
from league.tournaments.archive.services.import_tournament import import_tournament
from league.tournaments.entries.rules import IN_FILE as OF_ENTRIES
from league.tournaments.entries.services.import_entries import import_entries


def read_characters(upload: FileImport, progress: Progress) -> ImportSummary:
    return _read_people(upload, OF_CHARACTERS, partial(import_characters, league=upload.league))


def read_results(upload: FileImport, progress: Progress) -> ImportSummary:
    def read(reading: Reading, dry_run: bool, outside_season: bool) -> ImportSummary:
        return import_results(
            league=upload.league,
            data=bytes(upload.content),
            outside_season=outside_season,
            by=upload.uploaded_by,
            dry_run=dry_run,
            progress=no_progress if dry_run else progress,
            reading=reading,
            whole_only=upload.answers.get("whole_only", False),
            add_games=partial(_add_games, upload, reading),
        )

    try:
        return _agreed(upload, _of_games(upload.league), _of_results, read)
    finally:
        forget_export()


def _of_games(league: League) -> Columns:
    return columns({system.ID: system for system in systems_of(league, retired=True)})


def read_entries(upload: FileImport, progress: Progress) -> ImportSummary:
    assert upload.tournament is not None  # by constraint
    return _read_people(upload, OF_ENTRIES, partial(import_entries, tournament=upload.tournament))


def _read_people(upload: FileImport, columns: Columns, take: Callable[..., ImportSummary]) -> ImportSummary:
    def read(reading: Reading, dry_run: bool, outside_season: bool) -> ImportSummary:
        return take(data=bytes(upload.content), by=upload.uploaded_by, dry_run=dry_run, reading=reading)

    return _agreed(upload, columns, _of_people, read)


def read_tournament(upload: FileImport, progress: Progress) -> ImportSummary:
    return import_tournament(league=upload.league, data=bytes(upload.content), by=upload.uploaded_by)[0]


Ask = Callable[[FileImport, Columns, Reading], Questions]
Read = Callable[[Reading, bool, bool], ImportSummary]  # dry run, games outside seasons


def _agreed(upload: FileImport, columns: Columns, ask: Ask, read: Read) -> ImportSummary:
    """Import a file that leaves nothing to ask, or whose reading somebody agreed to. Raise FileAsks otherwise, but
    FileRefused with every problem if an answer would not help."""
    reading, questions = _asked_of(upload, columns, ask)
    if questions.are_any and not upload.answers:
        remember_same_file(upload)
        if not upload.answers:
            remember_answers(upload, partial(_fits, columns, cache(partial(_headings_in, upload, columns))))
        if upload.answers:
            reading, questions = _asked_of(upload, columns, ask)
    answers = upload.answers
    agreed = answers.get("agreed") or ("as_in" in answers and not _without_answered(questions, answers).are_new)
    if questions.are_any and (not agreed or _is_unasked(questions, answers)):
        if not questions.unknown_columns and not questions.asked and not answers.get("whole_only"):
            _try(reading, questions, read)
        raise FileAsks(questions)
    called = _called_otherwise(upload, columns, reading)
    reading = replace(reading, footers=answers.get("footers", False))
    summary = read(reading, False, answers.get("outside_season", False))
    remember_names(upload.league, reading.meant)
    if called:
        upload.answers = {**answers, "called": called}
        upload.save(update_fields=["answers"])
    return summary


def _add_games(upload: FileImport, reading: Reading) -> dict[str, str]:
    """Add the games of a file's reading that its league does not have, and return their ids by the ids in the reading.
    Raise FileRefused."""
    have = {system.ID for system in systems_of(upload.league, retired=True)}
    new = [system for system in reading.systems.values() if system.ID not in have]
    try:
        return {
            game.ID: add_game(league=upload.league, content=json.loads(game.content), by=upload.uploaded_by).system
            for game in new
        }
    except QuotaError:
        raise
    except ValidationError as error:
        raise FileRefused([FileProblem(None, "", message) for message in error.messages]) from error


def refuse_too_many_games(league: League, games: Collection[str]) -> None:
    """Raise ValidationError if a league would have too many games of its own with these."""
    room = MOST_GAMES - OwnGame.objects.filter(league=league).count()
    if len(games) > room:
        text = _("A league has {most} games of its own at most: choose no more than {room} of these {count}.")
        raise ValidationError(text.format(most=MOST_GAMES, room=max(room, 0), count=len(games)), code="games")


def _without_answered(questions: Questions, answers: Mapping[str, Any]) -> Questions:
    """Return the questions without the ones answered for the same file, as far as it says so."""
    games = () if "games" in answers else questions.games
    return replace(questions, games=games, outside=() if "outside_season" in answers else questions.outside)


def _is_unasked(questions: Questions, answers: Mapping[str, Any]) -> bool:
    """Return whether somebody agreed to everything but this: to games outside of a season given since, or to anything
    missing from the earlier file of the same headings."""
    return bool(
        (questions.outside and "outside_season" not in answers)
        or (questions.games and "games" not in answers)
        or (questions.footers and "footers" not in answers)
        or (questions.sheets and questions.sheet != answers.get("sheet"))
        or (questions.code_pages and questions.code_page != answers.get("code_page"))
    )


def how_it_was_read(upload: FileImport) -> Reading:
    """Return the reading of a file whose rows are looked at once more."""
    of_kind = {FileImport.CHARACTERS: OF_CHARACTERS, FileImport.ENTRIES: OF_ENTRIES}
    kind = of_kind[upload.kind] if upload.kind in of_kind else _of_games(upload.league)
    reading, _, _ = _opened(upload, kind, reading_of(upload.league, upload.answers))
    return replace(reading, footers=upload.answers.get("footers", False))


def _asked_of(upload: FileImport, columns: Columns, ask: Ask) -> tuple[Reading, Questions]:
    """Return the file as it is understood, lines below its rows left out, and what to ask about that."""
    reading, sheets, page = _opened(upload, columns, reading_of(upload.league, upload.answers))
    reading, games = _with_proposals(upload, reading)
    columns = _columns_of(upload, columns, reading)
    table = _table(upload, reading)
    headings = read_headings(table, columns, reading)
    left_out = {heading.text: "" for heading in headings if heading.why == ELSEWHERE}
    reading = replace(reading, columns={**reading.columns, **left_out})
    if upload.kind == FileImport.RESULTS and "edition" in lacking_in(headings, columns):
        reading = _without_edition(upload, reading)
    questions = ask(upload, columns, reading)
    return reading, replace(
        questions,
        games=games,
        headings=[heading for heading in headings if heading.text or heading.why == UNKNOWN],
        headless=bool(reading.headless),
        sheet=reading.sheet,
        sheets=sheets if len(sheets) > 1 else (),
        code_page=reading.code_page,
        code_pages=page.choices if page else (),
        footers=[ReadTime(line, text, "") for line, text in footers_of(table, columns, reading)],
    )


def _columns_of(upload: FileImport, kind: Columns, reading: Reading) -> Columns:
    """Return the columns that a file may have, by the games that it may be of."""
    return columns(reading.systems) if upload.kind == FileImport.RESULTS else kind


def _with_proposals(upload: FileImport, reading: Reading) -> tuple[Reading, list[NewGame]]:
    """Return the reading of a file of results with its new games to add, all of them until somebody has answered; and
    what there is to say of each."""
    if upload.kind != FileImport.RESULTS:
        return reading, []
    proposed, meant = proposed_games(bytes(upload.content), reading)
    if not proposed:
        return reading, []
    chosen = upload.answers.get("games", {one.name: one.ends for one in proposed})
    ends = {one.name: chosen[one.name] for one in proposed if chosen.get(one.name) in one.definitions}
    new = {one.name: one.game(ends[one.name]) for one in proposed if one.name in ends}
    games = [
        NewGame(
            **{name: getattr(one, name) for name in ("name", "plays", "first", "last")},
            ends=ends.get(one.name, one.ends),
            endings=[*one.definitions],
            read=str(one.why),
            said=one.why.kept(),
            add=one.name in ends,
        )
        for one in proposed
    ]
    systems = {**reading.systems, **new}
    known = columns(systems).known_columns
    meant = {text: column if column in known else "" for text, column in meant.items()}
    return replace(
        reading, systems=systems, columns={**meant, **reading.columns}, known_games_only="games" in upload.answers
    ), games


def _without_edition(upload: FileImport, reading: Reading) -> Reading:
    """Return the reading with no edition for any row, if no row is of a game that has one."""
    rows, _ = results_file(bytes(upload.content), reading.code_page, reading.systems).rows(reading)
    played = [reading.system(text) for text in {row.cells.get("system", "") for row in rows if not row.broken}]
    themed = not played or any(system is None or system.BY_THE_BOOK for system in played)
    return reading if themed else replace(reading, given={**reading.given, "edition": ""})


def _opened(upload: FileImport, columns: Columns, reading: Reading) -> tuple[Reading, Sequence[str], CodePage | None]:
    data = bytes(upload.content)
    likeliest, sheets = sheets_of(data, columns, reading)
    page = None if data.lstrip()[:1] in (b"{", b"[", b"<") else code_page_of(data)
    pages = dict(page.choices) if page else {}
    return (
        replace(
            reading,
            sheet=reading.sheet if reading.sheet in sheets else likeliest,
            code_page=reading.code_page if reading.code_page in pages else page.likeliest if page else "",
            footers=True,
        ),
        sheets,
        page,
    )


def _fits(columns: Columns, headings_in: Callable[[str, str], Collection[str]], answers: Mapping[str, Any]) -> bool:
    """Return whether answers say what the headings of a file mean, with columns that there are still."""
    meant = answers["columns"]
    known = {*meant.values()} <= {"", *columns.known_columns}
    return known and meant.keys() == headings_in(answers.get("sheet", ""), answers.get("code_page", ""))


def _headings_in(upload: FileImport, columns: Columns, sheet: str, code_page: str) -> set[str]:
    """Return the headings that a sheet has in a code page."""
    reading = replace(reading_of(upload.league), sheet=sheet, code_page=code_page)
    reading, _, _ = _opened(upload, columns, reading)
    return {heading.text for heading in read_headings(_table(upload, reading), columns, reading) if heading.text}


def _table(upload: FileImport, reading: Reading) -> bytes:
    """Return the table of a file: of results, or of people."""
    data = bytes(upload.content)
    of_results = upload.kind == FileImport.RESULTS
    table = (
        results_file(data, reading.code_page, reading.systems).content
        if of_results
        else people_table(data, reading.code_page)
    )
    if not is_workbook(table) and (refusal := too_much_text(table)):
        raise FileRefused([FileProblem(None, "", refusal)])
    return table


def _called_otherwise(upload: FileImport, columns: Columns, reading: Reading) -> dict[str, str]:
    """Return the names of the file that an earlier file has explained, each with the character that is meant."""
    aliases = aliases_of(upload.league)
    if not aliases:
        return {}
    column = "character" if upload.kind == FileImport.RESULTS else "name"
    rows, _ = read_table(_table(upload, reading), _columns_of(upload, columns, reading), reading, in_part=True)
    typed = {name_key(name): name for row in rows if (name := row.cells.get(column, ""))}
    used = {typed[key]: pk for key, pk in aliases.items() if key in typed}
    characters = Character.objects.in_bulk(used.values())
    called = {name: characters[pk].name for name, pk in used.items() if name not in reading.meant}
    return {name: who for name, who in called.items() if name_key(name) != name_key(who)}


def _try(reading: Reading, questions: Questions, read: Read) -> None:
    """Raise FileRefused for problems beside the open questions, with these as problems too."""
    nearest = {name: int(people[0][0]) for name, people in questions.near.items()}
    guests = replace(reading, guests=frozenset(questions.names))
    newcomers = replace(reading, newcomers=frozenset(questions.names))
    refused = None
    nearly = [replace(guests, meant={**reading.meant, **nearest})] if nearest else []
    for way in (*nearly, guests, newcomers):
        try:
            read(way, True, True)
        except FileRefused as refusal:
            refused = refusal
        else:
            return
    if questions.names or questions.outside:
        read(replace(reading, guests=frozenset()), True, False)
    if refused is not None:
        raise refused


def _of_people(upload: FileImport, columns: Columns, reading: Reading) -> Questions:
    """Return what to ask about a file of people. Names without a character are registered by a file of characters, and
    asked about by one of entries; both ask about names that are nearly a character's."""
    data = _table(upload, reading)
    rows, _ = read_table(data, columns, reading)
    names = names_without_character(upload.league, [row.cells["name"] for row in rows if not row.broken], reading)
    if upload.kind == FileImport.CHARACTERS:
        near = _near(upload.league, names[:MOST_NAMES])
        names = [*near]
    else:
        names = [name for name in names if not GuestLine(0, name).problem]
        near = _near(upload.league, names) if len(names) <= MOST_NAMES else {}
    headings = read_headings(data, columns, reading)
    return questions_of(headings, columns, reading, rows=rows, names=names, near=near)


def _of_results(upload: FileImport, columns: Columns, reading: Reading) -> Questions:
    file = results_file(bytes(upload.content), reading.code_page, reading.systems)
    headings = read_headings(file.content, columns, reading)
    rows, _ = file.rows(reading)
    common = _asked(upload.league, headings, reading, rows)
    typed = [row.cells.get("character", "") for row in rows if not row.broken]
    names = names_without_character(upload.league, typed, reading)
    if "as_in" in upload.answers:
        guests = {*map(name_key, reading.guests)}
        names = [name for name in names if name_key(name) not in guests]
    return questions_of(
        headings,
        columns,
        reading,
        rows=rows,
        times_in="played_at",
        names=names,
        near=_near(upload.league, names) if len(names) <= MOST_NAMES else {},
        asked=common,
        outside=games_outside_seasons(upload.league, rows, reading),
    )


def _near(league: League, names: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """Return the characters that may be meant, for each name that is nearly one of theirs."""
    near = NearNames(league)
    choices = {name: near.choices(name) for name in names}
    return {name: [(str(pk), who) for pk, who in people] for name, people in choices.items() if people}


def _asked(
    league: League, headings: Sequence[Heading], reading: Reading, rows: Sequence[FileRow]
) -> dict[str, list[tuple[str, str]]]:
    """Return what a file of results leaves out because it is the same in every row, or follows from how its rows stand;
    {} if it lacks more than that, has headings that nobody knows yet, or has no game that could be imported. No
    figure says who won at Careers, so a file must say it."""
    if rows and all(row.broken for row in rows):
        return {}
    named = {heading.column for heading in headings}
    lacking = [column for column in lacking_in(headings, columns()) if column not in reading.given]
    every = [system for key, system in reading.systems.items() if key == system.ID]  # without earlier versions
    played = {text: reading.system(text) for text in {row.cells.get("system", "") for row in rows}}
    systems = {game.ID if game else text for text, game in played.items()}
    systems = _systems_of(named, every) if "system" in lacking else systems
    if systems == {"careers"} and "mode" not in named and "mode" not in reading.given:
        lacking.append("mode")
    mode = FORMULA if "target" in named else TIMED  # only a success formula has a target, and it has to have one
    choices = {
        "season": [(season.slug, season.name) for season in league.seasons.all()],
        "system": [(system.ID, system.NAME) for system in every if system.ID in systems],
        "edition": [(key, edition(key).name) for key in _editions_for(league)],
        "mode": [(mode, MODES[mode])],
        "won": []
        if "careers" in systems and (len(systems) == 1 or "system" not in lacking)
        else [("", "the figures decide")],
        "game": [(way, way) for way in ways_to_tell_apart(rows)],
        "seat": [(IN_ORDER, IN_ORDER)],
    }
    is_known = all(choices.get(column) for column in lacking) and all(heading.why != UNKNOWN for heading in headings)
    return {column: choices[column] for column in lacking} if is_known else {}


def _editions_for(league: League) -> list[str]:
    """Return all editions, those first of which the league has most characters."""
    counts = Counter(Character.objects.filter(enrolment__league=league).values_list("edition", flat=True))
    return sorted(edition_ids(), key=lambda key: -counts[key])


def _systems_of(named: Collection[str], systems: Collection[SheetSystem]) -> set[str]:
    """Return the games of which a file has every figure, or all games if it has those of none."""
    others = other_names({system.ID: system for system in systems})
    named_in = {key: {*named, *(own for name, own in names.items() if name in named)} for key, names in others.items()}
    required = {system.ID: {figure.name for figure in system.FIGURES if figure.required} for system in systems}
    return {key for key, figures in required.items() if figures <= named_in[key]} or {*required}


READERS = {
    FileImport.CHARACTERS: read_characters,
    FileImport.RESULTS: read_results,
    FileImport.ENTRIES: read_entries,
    FileImport.TOURNAMENT: read_tournament,
}
