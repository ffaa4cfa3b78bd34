"""A tournament from its archive: all or nothing, and nothing twice (docs/tournament-archive.md)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from characters.models import Character, FormerName
from characters.rules.house_rules import BadHouseRule, house_rules
from characters.rules.names import name_key
from engine.translatable import said
from league.boards.services import bring_board
from league.clubs.queries import house_rules_of
from league.clubs.services.leagues import create_season
from league.clubs.services.own_games import bring_game
from league.core.ledger.services import record
from league.core.rules.csv_text import FileProblem
from league.core.services.quotas import QuotaError, use_quota
from league.core.services.uploads import FileRefused, ImportSummary
from league.models import League, OwnGame, Season, Tournament
from league.people.rules.characters import COLUMNS, ImportedCharacter
from league.people.services.registration import import_characters
from league.sheets.queries.import_check import character_ids
from league.sheets.rules.exports import write_characters
from league.tournaments.archive.queries.archive import tournament_archive
from league.tournaments.archive.rules.archive import (
    at,
    draw_problems,
    essence,
    missing_secret,
    played_as,
    read_archive,
    with_words,
)
from league.tournaments.archive.rules.archive_links import link_problems
from league.tournaments.archive.services.archive_games import record_games
from league.tournaments.archive.services.archive_rows import Brought, People, record_tournament

Archive = Mapping[str, Any]


def import_tournament(
    *,
    league: League,
    data: bytes,
    by: User | None = None,
    dry_run: bool = False,
    people_known: Callable[[Mapping[str, int]], None] = lambda ids: None,
) -> tuple[ImportSummary, Tournament | None]:
    """Record the tournament of an archive with its characters, games and rulings, unless it is already known.
    `people_known` is called with the ids of its characters, by the key of their name, before the games are.

    With `dry_run` nothing is kept, and there is no tournament. Raise FileRefused with every problem of the archive.
    """
    archive = checked_archive(data)
    try:
        with transaction.atomic():
            League.objects.select_for_update(no_key=True).get(pk=league.pk)
            brought = _imported(league, archive, by, people_known)
            if brought.written:
                _record(brought, data, len(archive["games"]), by)
            transaction.set_rollback(dry_run)
    except IntegrityError as error:
        text = said("The archive contradicts itself or what is known here: {error}.", error=str(error))
        raise FileRefused([at("", text)]) from error
    fresh = bool(brought.written)
    return ImportSummary("tournament", int(fresh), int(not fresh)), None if dry_run else brought.tournament


def checked_archive(data: bytes) -> Archive:
    """Return an archive whose parts fit together and whose draws are proved. Raise FileRefused with every problem."""
    archive, problems = read_archive(data)
    _refuse(problems)
    _refuse([*link_problems(archive), *draw_problems(archive)])
    return with_words(archive)


def _record(brought: Brought, data: bytes, games: int, by: User | None) -> None:
    """Log the import under the season: the tournament's own log is the one in the archive."""
    tournament, rows = brought.tournament, brought.written
    about: dict[str, Any] = {"slug": tournament.slug, "sha256": sha256(data).hexdigest(), "games": games}
    text = said("The tournament {name} was read from its archive.", name=tournament.name)
    record(kind="tournament_imported", text=text, by=by, season=tournament.season, rows=rows, **about)


def _imported(
    league: League, archive: Archive, by: User | None, people_known: Callable[[Mapping[str, int]], None]
) -> Brought:
    """Return the tournament with the rows that were written: none for a known one."""
    tournament = Tournament.objects.filter(slug=archive["tournament"]["slug"]).select_related("season__league").first()
    if tournament is not None:
        own = archive.get("own_game")
        _refuse_unless_same(tournament, played_as(archive, tournament.system) if own else archive)
        return Brought(tournament, [], [])
    _refuse(missing_secret(archive))
    use_quota("tournaments", by=by, league=league)
    _refuse(_bring_boards(league, archive["boards"], by))  # first: the house rules name them
    if "own_game" in archive:
        archive = played_as(archive, _brought_game(league, archive, by).system)
    season, problems = _season(league, archive["season"], by)  # then: they say how many characters are one's
    _refuse([*problems, *register_archived(league, archive["characters"], by)])
    assert season is not None
    ids, people = character_ids(league), People(by, archive["archived_names"])
    people_known(ids)
    brought = record_tournament(season=season, archive=archive, ids=ids, people=people)
    _refuse(record_games(tournament=brought.tournament, archive=archive, ids=ids, people=people))
    return brought


def _refuse(problems: Iterable[FileProblem]) -> None:
    listed = list(problems)
    if listed:
        raise FileRefused(listed)


def _refuse_unless_same(tournament: Tournament, archive: Archive) -> None:
    names = {name_key(former.name): former.character.name for former in FormerName.objects.select_related("character")}
    names |= {row.name_key: row.name for row in Character.objects.filter(entries__tournament=tournament)}

    def named(name: str) -> str:
        return names.get(name_key(name), name)

    here = tournament_archive(tournament, with_secret=archive["tournament"]["draw_secret"] is not None)
    if essence(here, named) != essence(archive, named):
        text = said("There is already a tournament {slug} here, with other content.", slug=tournament.slug)
        raise FileRefused([at("tournament.slug", text)])


def register_archived(league: League, rows: Iterable[Archive], by: User | None) -> list[FileProblem]:
    """Register the unknown characters. Titles change in the course of a career, so that of a known character is not
    compared."""
    characters = [ImportedCharacter(**{column: row[column] for column in COLUMNS}) for row in rows]
    if not characters:
        return []
    keys = [name_key(row.name) for row in characters]
    titles = dict(Character.objects.filter(name_key__in=keys).values_list("name_key", "title"))
    content = write_characters(
        ImportedCharacter(
            row.name, row.owner, row.edition, row.specialty, row.side_interest, titles.get(key, row.title)
        )
        for key, row in zip(keys, characters, strict=True)
    )
    try:
        import_characters(league=league, data=content, by=by)
    except FileRefused as refused:
        return [
            at(f"characters[{(problem.line or 2) - 2}].{problem.column}", problem.message)
            for problem in refused.problems
        ]
    return []


def _bring_boards(league: League, boards: Iterable[Archive], by: User | None) -> Iterator[FileProblem]:
    for number, board in enumerate(boards):
        try:
            bring_board(league=league, definition=board, by=by)
        except QuotaError:
            raise
        except ValidationError as error:
            yield from (at(f"boards[{number}]", message) for message in error.messages)


def _brought_game(league: League, archive: Archive, by: User | None) -> OwnGame:
    try:
        return bring_game(league=league, versions=archive["own_game"], wished=archive["tournament"]["system"], by=by)
    except QuotaError:
        raise
    except ValidationError as error:
        raise FileRefused([at("own_game", message) for message in error.messages]) from error


def _season(league: League, written: Archive, by: User | None) -> tuple[Season | None, list[FileProblem]]:
    try:
        rules = house_rules(written["house_rules"])
    except BadHouseRule as error:
        return None, [at("season.house_rules", error.args[0])]
    season = Season.objects.filter(slug=written["slug"]).select_related("league").first()
    if season is None:
        return _new_season(league, written, by)
    if season.league_id != league.pk:
        text = said("The season {slug} belongs to another league, {league}.")
        return season, [at("season.slug", said(text, slug=season.slug, league=str(season.league)))]
    if house_rules_of(season) != rules:
        text = said("The season {slug} is played by other house rules here.", slug=season.slug)
        return season, [at("season.house_rules", text)]
    return season, []


def _new_season(league: League, written: Archive, by: User | None) -> tuple[Season | None, list[FileProblem]]:
    try:
        fields = {name: written[name] for name in ("name", "slug", "starts_on", "ends_on", "draw_seed")}
        season = create_season(league=league, rules=written["house_rules"], by=by, **fields)
    except QuotaError:
        raise
    except ValidationError as error:
        return None, [at("season", message) for message in error.messages]
    season.refresh_from_db()
    return season, []
