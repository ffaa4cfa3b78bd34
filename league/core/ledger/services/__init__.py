"""Writing into the ledger, within the transaction of what is told. Its chain is made afterwards (`heads`).

An entry outlives accounts: `text` and `about` hold no user names and no addresses; `by` and ids say who it was.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils import timezone

from engine.translatable import Translatable, said
from games.models import Game
from league.core.ledger.queries.rows import digests
from league.core.ledger.rules.kinds import KINDS, WHEN_CLOSED
from league.core.ledger.rules.rows import DECIDING, row_digest, row_key
from league.core.queries.access import closed_leagues
from league.core.rules.roles import CLOSED
from league.models import League, LedgerEntry, Season, Tournament


def record(
    *,
    kind: str,
    text: Translatable,
    by: User | None = None,
    league: League | None = None,
    season: Season | None = None,
    tournament: Tournament | None = None,
    game: Game | int | None = None,
    rows: Iterable[Model] = (),
    gone: Iterable[Model] = (),
    **about: Any,
) -> LedgerEntry:
    """Record one decision, as a sentence and as data, for the narrowest of `tournament`, `season` and `league`; without
    any of them it concerns the installation. `rows` and `gone` as in `new_entry`."""
    if kind not in KINDS:
        raise ValueError(f"{kind} is not a kind of decision: enter it in league.core.ledger.rules.kinds.")
    belongs: Any = {"league": league, "season": season, "tournament": tournament, "game": game}
    entry = new_entry(kind=kind, text=text, by=by, about=about, is_told=True, rows=rows, gone=gone, **belongs)
    entry.save()
    return entry


def new_entry(
    *,
    kind: str,
    text: Translatable,
    by: User | None = None,
    league: League | None = None,
    season: Season | None = None,
    tournament: Tournament | None = None,
    game: Game | int | None = None,
    about: dict[str, Any],
    is_told: bool = False,
    rows: Iterable[Model] = (),
    gone: Iterable[Model] = (),
) -> LedgerEntry:
    """Return an unsaved row, for callers that save many at once. Only events of tournaments and games wait to be told.

    `rows` are the deciding rows that the decision wrote, as they are now, `gone` the rows that it deletes.

    Every decision calls this in its transaction, so this is where a closed league refuses it (ValidationError).
    """
    season = tournament.season if tournament else season
    league_id = season.league_id if season else league.pk if league else None
    if kind not in WHEN_CLOSED and league_id in closed_leagues():
        raise ValidationError(CLOSED)
    return LedgerEntry(
        league_id=league_id,
        season=season,
        tournament=tournament,
        game_id=game.pk if isinstance(game, Game) else game,
        kind=kind,
        text=text,
        about=about,
        rows=named_rows(rows, gone),
        by_id=by.pk if by else None,
        told_at=timezone.now() if is_told else None,
    )


def named_rows(rows: Iterable[Model], gone: Iterable[Model] = ()) -> dict[str, str | None] | None:
    """Return what an entry says of these rows; None for no rows."""
    named: dict[str, str | None] = {row_key(row._meta.label, row.pk): None for row in gone}
    for row in rows:
        label, deciding = row._meta.label, DECIDING[row._meta.label]
        if deciding.parts:
            ((_, digest),) = digests(label, type(row)._default_manager.filter(pk=row.pk))
        else:
            digest = row_digest(deciding.values([getattr(row, column) for column in deciding.every_column]))
        named[row_key(label, row.pk)] = digest
    return named or None


def record_export(*, what: Translatable, by: User | None, season: Season | None = None, **about: Any) -> None:
    """Record that a file was handed out with more than everybody may read."""
    record(kind="exported", text=said("Handed out as a file: {what}.", what=what), by=by, season=season, **about)
