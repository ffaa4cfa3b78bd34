"""The version of what a phone shows of its table: one prepared statement by primary key, without the ORM.

The rows themselves are the version. So no writer can forget to raise it, no other process can miss it, and nothing is
lost with a cache: what is committed is in the next answer. What the page begins to show is entered here too
(`tests/league/tables/test_table_polling.py` tries every write).
"""

from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection
from django.utils import timezone

from league.core.live.queries import rows_in

# Subqueries instead of joins: PostgreSQL plans nine joins longer than it reads them.
SHOWN = """
SELECT place.id,
    (SELECT hidden_at FROM league_league WHERE id = (SELECT league_id FROM league_season WHERE id = plan.season_id)),
    place.number, place.confirm_by, place.confirm_by <= %s, place.changed, place.frozen_at, place.frozen_because,
    place.game_id, place.extra_minutes,
    CASE WHEN place.extra_minutes > 0 THEN played.minutes * 60 + played.paused_seconds END,
    CASE WHEN place.extra_minutes > 0 THEN played.paused_at END,
    (SELECT status || id FROM games_play
        WHERE id = (SELECT play_id FROM league_seasonplay WHERE table_id = place.id)),
    (SELECT revision FROM games_game WHERE id = place.game_id),
    (SELECT MAX(id) FROM games_sheet WHERE game_id = place.game_id),
    (SELECT COUNT(*) FROM league_tablereport WHERE table_id = place.id),
    (SELECT MAX(replaced_at) FROM league_tablereport WHERE table_id = place.id),
    played.status, played.number, plan.status, plan.name, plan.slug, plan.hall_id,
    CASE WHEN played.status = 'ended' OR plan.status <> 'running' THEN
        (SELECT COUNT(*) FROM league_ledgerentry WHERE tournament_id = plan.id) END,
    seat.seat, seat.device, seat.absent, seat.entry_id,
    (SELECT status FROM league_entry WHERE id = seat.entry_id),
    (SELECT name FROM characters_character WHERE id =
        (SELECT character_id FROM league_entry WHERE id = seat.entry_id))
FROM league_table place, league_tableseat seat, league_round played, league_tournament plan
WHERE place.id IN ({}) AND seat.table_id = place.id AND played.id = place.round_id
    AND plan.id = (SELECT tournament_id FROM league_stage WHERE id = played.stage_id)
ORDER BY place.id, seat.seat
"""
HIDDEN_AT, DEVICE = 1, -5
OF_ONE = SHOWN.format("%s")


def table_version(table: int, device: str, reader: Iterable[str] = ()) -> str:
    """Return a text that changes as soon as this phone's page shows something else. `device` is the digest of its
    secret, `reader` what the page depends on besides the table.

    It is "" for a phone that speaks for no seat here, because its page depends on other tables, and in a league that
    the staff has hidden, where only members may see the page.
    """
    rows = _rows(OF_ONE, [_now(), table])
    is_hidden = any(row[HIDDEN_AT] for row in rows)
    if not device or is_hidden or all(row[DEVICE] != device for row in rows):
        return ""
    return sha256(repr((device, *reader, rows)).encode()).hexdigest()[:20]


def versions_of_tables(ids: Collection[int]) -> dict[int, str]:
    """Return versions of what all phones of each table show, for the events process."""
    stored = rows_in(SHOWN, ids, first=[_now()])
    return {table: sha256(repr(list(rows)).encode()).hexdigest()[:20] for table, rows in groupby(stored, itemgetter(0))}


def _now() -> Any:
    return connection.ops.adapt_datetimefield_value(timezone.now())


def _rows(sql: str, params: Sequence[Any]) -> list[Any]:
    if connection.vendor == "postgresql" and not connection.queries_logged:
        return _prepared(sql, params)
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def _prepared(sql: str, params: Sequence[Any]) -> list[Any]:
    """Run a statement that is planned once per connection; Django's own cursors write the parameters into the text."""
    from psycopg import Cursor

    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        return cursor.execute(sql, params, prepare=True).fetchall()
