"""Versions of tournaments for the events process, which has no models: a new one when the room has news. The projector
finds changes without an event, such as a new spelling of a name, when it polls on its own."""

from collections.abc import Collection
from hashlib import sha256
from itertools import chain

from league.core.live.queries import rows_in
from league.core.rules.grouping import grouped

LOG = """
SELECT id, status, (SELECT COUNT(*) FROM league_ledgerentry entry WHERE entry.tournament_id = league_tournament.id)
FROM league_tournament WHERE id IN ({})
"""
ROUNDS = """
SELECT stage.tournament_id, played.id, played.status, played.started_at, played.paused_at, played.paused_seconds,
    played.minutes, played.ended_at,
    (SELECT COUNT(*) FROM league_tableseat seat WHERE seat.round_id = played.id AND seat.claimed_at IS NOT NULL),
    (SELECT COUNT(*) FROM league_tableseat seat WHERE seat.round_id = played.id AND seat.absent)
FROM league_round played JOIN league_stage stage ON stage.id = played.stage_id
WHERE stage.tournament_id IN ({}) AND played.status IN ('published', 'running') ORDER BY played.id
"""
TABLES = """
SELECT stage.tournament_id, COUNT(*), COUNT(place.frozen_at), COUNT(place.confirm_by), MAX(place.confirm_by),
    COUNT(place.game_id), SUM(game.revision), SUM(place.extra_minutes)
FROM league_table place JOIN league_round played ON played.id = place.round_id
JOIN league_stage stage ON stage.id = played.stage_id LEFT JOIN games_game game ON game.id = place.game_id
WHERE stage.tournament_id IN ({}) GROUP BY stage.tournament_id
"""
REPORTS = """
SELECT stage.tournament_id, COUNT(*), COUNT(report.replaced_at)
FROM league_tablereport report JOIN league_table place ON place.id = report.table_id
JOIN league_round played ON played.id = place.round_id JOIN league_stage stage ON stage.id = played.stage_id
WHERE stage.tournament_id IN ({}) AND played.status IN ('published', 'running') GROUP BY stage.tournament_id
"""
PLAYS = """
SELECT stage.tournament_id, COUNT(*), COUNT(play.over_at), COUNT(play.game_id)
FROM league_seasonplay placed JOIN games_play play ON play.id = placed.play_id
JOIN league_table place ON place.id = placed.table_id JOIN league_round played ON played.id = place.round_id
JOIN league_stage stage ON stage.id = played.stage_id WHERE stage.tournament_id IN ({}) GROUP BY stage.tournament_id
"""


def versions_of_tournaments(ids: Collection[int]) -> dict[int, str]:
    every = chain.from_iterable(rows_in(sql, ids) for sql in (LOG, ROUNDS, TABLES, REPORTS, PLAYS))
    by_tournament = grouped((tournament, row) for tournament, *row in every)
    return {tournament: sha256(repr(rows).encode()).hexdigest()[:20] for tournament, rows in by_tournament.items()}
