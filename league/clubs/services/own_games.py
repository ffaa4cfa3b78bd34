"""Games of a league that it describes itself: added, changed by a next version, retired and brought back. Nothing that
was is ever altered."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from characters.services.choosing import insert_as_chosen, nothing_typed
from engine.translatable import Translatable, said, spoken
from games.models import Definition
from games.rules.definitions import BadDefinition, canonical, definition, digest_of
from games.rules.systems import OWN, SYSTEMS, SheetSystem
from league.core.ledger.services import record
from league.core.queries.systems import read_again
from league.core.services.quotas import use_quota
from league.models import League, OwnGame, OwnGameVersion

MOST_GAMES = 200
ID_LENGTH = 40


@transaction.atomic
def add_game(*, league: League, content: object, by: User | None) -> OwnGame:
    """Add a game to the league, in version 1. Raise ValidationError with everything that is wrong with its
    definition, for a name that another game of the league has, or for too many games."""
    text = _judged(content)
    use_quota("own_games", by=by, league=league)
    _refuse_full(league)
    made_by = _define(text)
    name = _parsed(made_by).NAME
    _refuse_taken(league, name)

    def insert() -> OwnGame:
        return OwnGame.objects.create(league=league, system=_free_id(name), name=name, definition=made_by)

    game = insert_as_chosen(insert, nothing_typed)
    _keep(game, 1, made_by, by, "game_added", said("The game {game} was added.", game=name))
    return game


@transaction.atomic
def bring_game(*, league: League, versions: Sequence[object], wished: str, by: User | None) -> OwnGame:
    """Take a game with all its versions from an archive, oldest first, unless the league has a game with all of them.
    It keeps the id that it had if it is free. Raise ValidationError as `add_game`."""
    texts = [_judged(content) for content in versions]
    digests = [digest_of(text) for text in texts]
    for game in OwnGame.objects.filter(league=league, versions__definition=digests[-1]).distinct():
        if {*digests} <= {*game.versions.values_list("definition", flat=True)}:
            return game
    use_quota("own_games", by=by, league=league)
    _refuse_full(league)
    rows = [_define(text) for text in texts]
    name = _parsed(rows[-1]).NAME

    def insert() -> OwnGame:
        system = wished if _may_be_id(wished) else _free_id(name)
        return OwnGame.objects.create(league=league, system=system, name=name, definition=rows[-1])

    game = insert_as_chosen(insert, nothing_typed)
    for number, row in enumerate(rows, 1):
        added = said("Version {version} of the game {game} came with an archive.", version=number, game=name)
        _keep(game, number, row, by, "game_added" if number == 1 else "game_changed", added)
    return game


@transaction.atomic
def change_game(*, game: OwnGame, content: object, seen: int, by: User | None) -> OwnGameVersion:
    """Make the next version of a game, after the one that was `seen`. Sheets keep the version that they were made by.
    Raise ValidationError if something is wrong with it, nothing has changed, or somebody else was faster."""
    text = _judged(content)
    use_quota("own_games", by=by, league=game.league)
    game = OwnGame.objects.select_for_update(no_key=True).select_related("league").get(pk=game.pk)
    newest = game.versions.latest("number").number
    if newest != seen:
        refused = _(
            "Somebody has made version {number} of this game in the meantime. Look at it, then change that one."
        )
        raise ValidationError(refused.format(number=newest))
    if game.definition_id == digest_of(text):
        raise ValidationError(_("Nothing differs from the newest version."))
    game.definition = _define(text)
    game.name = _parsed(game.definition).NAME
    _refuse_taken(game.league, game.name, apart_from=game)
    game.save(update_fields=["definition", "name"])
    changed = said("Version {version} of the game {game} was made.", version=seen + 1, game=game.name)
    return _keep(game, seen + 1, game.definition, by, "game_changed", changed)


@transaction.atomic
def retire_game(*, game: OwnGame, by: User | None) -> None:
    """Offer a game for no new sheet any longer; what was played stays. Twice is once."""
    _set_retired(game, True, by, "game_retired", said("The game {game} was retired.", game=game.name))


@transaction.atomic
def bring_back_game(*, game: OwnGame, by: User | None) -> None:
    """Offer a retired game again. Twice is once."""
    _set_retired(game, False, by, "game_brought_back", said("The game {game} was brought back.", game=game.name))


def _set_retired(game: OwnGame, retired: bool, by: User | None, kind: str, text: Translatable) -> None:
    row = OwnGame.objects.select_for_update(no_key=True).select_related("league").get(pk=game.pk)
    if bool(row.retired_at) == retired:
        return
    row.retired_at = timezone.now() if retired else None
    row.save(update_fields=["retired_at"])
    record(kind=kind, text=text, by=by, league=row.league, rows=[row], game_system=row.system)
    read_again()


def _judged(content: object) -> str:
    try:
        return canonical(content)
    except BadDefinition as error:
        raise ValidationError([said_of_fault(fault) for fault in error.faults]) from error


def said_of_fault(fault: Any) -> ValidationError:
    """Return one reason why a definition is refused; its code is the place."""
    text = spoken(said("{place}: {text}", place=fault.place, text=fault.text)) if fault.place else spoken(fault.text)
    return ValidationError(text, code=fault.place)


def _define(text: str) -> Definition:
    digest = digest_of(text)
    return Definition.objects.get_or_create(digest=digest, defaults={"content": text})[0]


def _parsed(row: Definition) -> SheetSystem:
    return definition(row.content, "")


def _refuse_full(league: League) -> None:
    League.objects.select_for_update(no_key=True).get(pk=league.pk)  # two at once count
    if OwnGame.objects.filter(league=league).count() >= MOST_GAMES:
        raise ValidationError(_("A league has {most} games of its own at most.").format(most=MOST_GAMES))


def _refuse_taken(league: League, name: str, apart_from: OwnGame | None = None) -> None:
    others = OwnGame.objects.filter(league=league).exclude(pk=apart_from.pk if apart_from else 0)
    names = [*(system.NAME for system in SYSTEMS.values()), *others.values_list("name", flat=True)]
    if name.casefold() in map(str.casefold, names):
        raise ValidationError(_("This league already has a game called {name}.").format(name=name), code="name")


def _may_be_id(wished: str) -> bool:
    fits = wished.startswith(OWN) and slugify(wished) == wished and len(wished) <= ID_LENGTH
    return fits and not OwnGame.objects.filter(system=wished).exists()


def _free_id(name: str) -> str:
    """Return an id that no game of the site has, made of the name."""
    stem = f"{OWN}{slugify(name) or 'game'}"[: ID_LENGTH - 6].rstrip("-")
    taken = {*OwnGame.objects.filter(system__startswith=stem).values_list("system", flat=True)}
    return next(
        way for number in range(1, len(taken) + 2) if (way := stem if number == 1 else f"{stem}-{number}") not in taken
    )


def _keep(
    game: OwnGame, number: int, made: Definition, by: User | None, kind: str, text: Translatable
) -> OwnGameVersion:
    version = OwnGameVersion.objects.create(game=game, number=number, definition=made, made_by=by)
    about: dict[str, Any] = {"game_system": game.system, "version": number, "digest": made.digest}
    record(kind=kind, text=text, by=by, league=game.league, rows=[game, version], **about)
    read_again()
    return version
