"""Boards of leagues: by the digest of their content, by what is played on them, and the proof that they are what their
digest says."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Substr
from django.utils.translation import gettext as _

from characters.models import RuleSet
from characters.rules.house_rules import BadHouseRule, is_digest, stored_rules
from engine.careers.board_files import MOST_BYTES, board_digest, check_board, named_on, playable_board
from engine.careers.editions import Edition, edition
from games.models import GameRecord
from games.rules import careers
from league.models import Board, BoardVersion, HouseRulesVersion, League, Season, SeasonGame

# The first line of a record, which holds its board: a letter of a board is six at most of its record.
_HEAD = Substr("text", 1, 4 * MOST_BYTES)


def boards_of(league: League) -> QuerySet[Board]:
    return Board.objects.filter(league=league).prefetch_related("versions")


def version_of(league: League, digest: str) -> BoardVersion | None:
    """Return the version of a board of this league that a digest names."""
    return BoardVersion.objects.filter(board__league=league, digest=digest).select_related("board__league").first()


def own_board(league: League, board: str) -> Mapping[str, Any] | None:
    """Return what a house rule's board says; None for an edition's. Raise BoardVersion.DoesNotExist for a digest that
    this league does not know."""
    if not is_digest(board):
        return None
    version = version_of(league, board)
    if version is None:
        raise BoardVersion.DoesNotExist(_("This league has no board with the digest {digest}.").format(digest=board))
    return version.definition


def names_on(league: League, board: str, edition_id: str) -> Edition:
    """Return the words of an edition if a house rule's board is played: those of a board of the league, else its
    own."""
    names, content = edition(edition_id), own_board(league, board)
    return names if content is None else named_on(names, playable_board(content))


def board_played(season_game: SeasonGame, board: str) -> BoardVersion | None:
    """Return the league's own board that a game was played on: by its record, if bots played it, else the season's
    `board` by house rule. None for games other than Careers."""
    if season_game.game.system != careers.ID:
        return None
    digest = board if is_digest(board) else ""
    if season_game.game.played_by_bots:
        heads = GameRecord.objects.filter(game=season_game.game_id).annotate(head=_HEAD)
        digest = record_board(heads.values_list("head", flat=True).first() or "{}")
    return version_of(season_game.season.league, digest) if digest else None


def board_choices(league: League) -> list[tuple[str, str]]:
    """Return the newest version of each board: digest and name."""
    newest: dict[int, BoardVersion] = {}
    for version in BoardVersion.objects.filter(board__league=league).order_by("board__name", "board", "number"):
        newest[version.board_id] = version
    return [(version.digest, str(version)) for version in newest.values()]


def boards_for(user: Any) -> list[tuple[str, str]]:
    """Return the newest boards of the leagues that a person belongs to: digest and name."""
    leagues = League.objects.filter(memberships__user=user) if user.is_authenticated else League.objects.none()
    return [choice for league in leagues.filter(boards__isnull=False).distinct() for choice in board_choices(league)]


def board_names(league: League) -> dict[str, str]:
    """Return the name of every version of every board by its digest."""
    return {
        version.digest: str(version) for version in BoardVersion.objects.filter(board__league=league).order_by("-pk")
    }


def seasons_on(version: BoardVersion) -> QuerySet[Season]:
    """Return the seasons whose house rules name this version, now or once."""
    naming = HouseRulesVersion.objects.filter(rules__settings__contains=f'"{version.digest}"')
    return Season.objects.filter(league=version.board.league, pk__in=naming.values("season"))


def board_differences() -> Iterator[str]:
    """Yield a sentence for every board that does not match its digest, and for every missing board named by house rules
    or a record."""
    boards: set[tuple[int, str]] = set()
    versions = BoardVersion.objects.order_by("pk").values_list("board__league", "name", "number", "content", "digest")
    for league, name, number, content, digest in versions:
        boards.add((league, digest))
        where = f"Board {name}, version {number}"
        if hashlib.sha256(content.encode()).hexdigest() != digest:
            yield f"{where}: its content is not what its digest says."
        elif problems := check_board(json.loads(content)).problems:
            yield f"{where}: can't be played. {problems[0]}"
    yield from _missing_from_rules(boards)
    yield from _missing_from_records(boards)


def _missing_from_rules(versions: set[tuple[int, str]]) -> Iterator[str]:
    sets = {pk: _board_in(text) for pk, text in RuleSet.objects.values_list("pk", "settings")}
    naming = HouseRulesVersion.objects.filter(rules__in=[pk for pk, board in sets.items() if board])
    for season, league, rules in naming.order_by("pk").values_list("season__name", "season__league", "rules"):
        if (league, sets[rules]) not in versions:
            yield f"Season {season}: its house rules name the board {sets[rules][:12]}, which its league has not."


def _board_in(settings: str) -> str:
    try:
        board = stored_rules(settings).board
    except (BadHouseRule, ValueError):  # the proof of the rules reports it
        return ""
    return board if is_digest(board) else ""


def _missing_from_records(versions: set[tuple[int, str]]) -> Iterator[str]:
    """Yield a sentence for every record whose board its league doesn't know. A record holds its whole board, so it
    replays forever; the league has to know the same one. Only leagues that have made boards have such records."""
    leagues = {league for league, _ in versions}
    records_of_league = GameRecord.objects.filter(
        game__system=careers.ID, game__season_game__season__league__in=leagues
    )
    columns = ("game__season_game__reference", "game__season_game__season__league", "head")
    records = records_of_league.order_by("pk").annotate(head=_HEAD).values_list(*columns)
    for reference, league, head in records.iterator(chunk_size=200):
        digest = record_board(head)
        if digest and (league, digest) not in versions:
            yield f"Game {reference}: was played on the board {digest[:12]}, which its league has not."


def record_board(text: str) -> str:
    """Return the digest of the board of a league that a record was played on; "" for any other."""
    board = json.loads(text.partition("\n")[0]).get("options", {}).get("board")
    return board_digest(board) if isinstance(board, dict) else ""
