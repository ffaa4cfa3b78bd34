"""Boards of a league: made, and changed by a next version. Nothing that was is ever altered."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from characters.services.choosing import NameTaken, insert_as_chosen, nothing_typed
from engine.careers.board_files import MOST_BYTES, board_digest, canonical, check_board, read_board
from engine.core.errors import BadData
from engine.translatable import Translatable, said, spoken
from league.boards.queries import version_of
from league.core.ledger.services import record
from league.core.queries.figures import written
from league.core.services.quotas import use_quota
from league.models import Board, BoardVersion, League


def board_in_file(content: bytes) -> dict[str, Any]:
    """Return what a file says, not checked yet. Raise ValidationError."""
    if len(content) > MOST_BYTES:
        raise ValidationError(
            _("The file has {bytes} bytes; a board has {most} at most.").format(
                bytes=written(len(content), ","), most=written(MOST_BYTES, ",")
            )
        )
    try:
        return read_board(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ValidationError(_("The file is not text in UTF-8. Save it again as plain text.")) from error
    except BadData as error:
        raise ValidationError(spoken(error.args[0])) from error


@transaction.atomic
def make_board(*, league: League, definition: Mapping[str, Any], by: User | None) -> Board:
    """Make a board of the league, in version 1. Raise ValidationError with everything that is wrong with it."""
    content = _checked(definition)
    return _make(league, definition, content, slugify(definition["name"], allow_unicode=True)[:80], by)


@transaction.atomic
def bring_board(*, league: League, definition: Mapping[str, Any], by: User | None) -> Board:
    """Take a board from an archive, unless the league has this very one. If another board has its name, its address
    takes a part of its digest. Raise ValidationError as `make_board`."""
    content, digest = _checked(definition), board_digest(definition)
    slug = slugify(definition["name"], allow_unicode=True)[:60]

    def insert() -> Board:
        # In this order: who took the address a moment ago may have brought this very board.
        taken = Board.objects.filter(league=league, slug=slug).exists()
        version = version_of(league, digest)
        if version is not None:
            return version.board
        return _make(league, definition, content, f"{slug}-{digest[:12]}" if taken else slug, by)

    return insert_as_chosen(insert, nothing_typed)


def _make(league: League, definition: Mapping[str, Any], content: str, slug: str, by: User | None) -> Board:
    if not slug:
        raise ValidationError(_("A board needs a name with letters or digits in it."))
    taken = _("This league already has a board with the address {slug}. Take another name, or change that board.")
    taken = taken.format(slug=slug)
    if Board.objects.filter(league=league, slug=slug).exists():
        raise NameTaken(taken)
    use_quota("boards", by=by, league=league)
    try:
        with transaction.atomic():
            board = Board.objects.create(league=league, name=definition["name"], slug=slug)
    except IntegrityError as error:
        raise NameTaken(taken) from error
    _keep(board, 1, content, definition, by, "board_made", said("The board {board} was made.", board=board.name))
    return board


@transaction.atomic
def change_board(*, board: Board, definition: Mapping[str, Any], seen: int, by: User | None) -> BoardVersion:
    """Make the next version, after the one that was `seen`. Raise ValidationError if something is wrong with it,
    nothing has changed, or somebody else was faster."""
    content = _checked(definition)
    use_quota("boards", by=by, league=board.league)
    board = Board.objects.select_for_update(no_key=True).select_related("league").get(pk=board.pk)
    newest = board.versions.latest("number")
    if newest.number != seen:
        raise ValidationError(
            _(
                "Somebody has made version {number} of this board in the meantime. Look at it, then change that one."
            ).format(number=newest.number)
        )
    if newest.content == content:
        raise ValidationError(_("Nothing differs from the newest version."))
    Board.objects.filter(pk=board.pk).update(name=definition["name"])
    text = said("Version {version} of the board {board} was made.", version=newest.number + 1, board=definition["name"])
    return _keep(board, newest.number + 1, content, definition, by, "board_changed", text)


def _keep(
    board: Board,
    number: int,
    content: str,
    definition: Mapping[str, Any],
    by: User | None,
    kind: str,
    text: Translatable,
) -> BoardVersion:
    version = BoardVersion.objects.create(
        board=board,
        number=number,
        name=definition["name"],
        content=content,
        digest=board_digest(definition),
        made_by=by,
    )
    about: dict[str, Any] = {"board": board.pk, "version": number, "digest": version.digest}
    record(kind=kind, text=text, by=by, league=board.league, rows=[board, version], **about)
    return version


def _checked(definition: Mapping[str, Any]) -> str:
    problems = list(check_board(definition).problems)
    if not problems and "name" not in definition:
        problems = [_("The board has no name.")]
    if problems:
        raise ValidationError([spoken(problem) for problem in problems])
    content = canonical(definition)
    if len(content.encode()) > MOST_BYTES:
        raise ValidationError(
            _("The board has more than {most} bytes. Shorten its captions.").format(most=written(MOST_BYTES, ","))
        )
    return content
