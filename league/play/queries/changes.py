"""Versions of plays, and of what waits for people, for the events process: by primary key, without models."""

from collections.abc import Collection
from typing import Any

from league.core.live.queries import rows_in

PLAYS = """
SELECT play.id, play.number, play.changed_at, (SELECT MAX(id) FROM league_remark WHERE play_id = play.id),
    (SELECT COUNT(hidden_at) FROM league_remark WHERE play_id = play.id),
    played.status, played.minutes, played.started_at, played.paused_at, played.paused_seconds, place.extra_minutes
FROM games_play play LEFT JOIN league_seasonplay placed ON placed.play_id = play.id
LEFT JOIN league_table place ON place.id = placed.table_id LEFT JOIN league_round played ON played.id = place.round_id
WHERE play.id IN ({})
"""
PERSONS = """
SELECT seat.person_id, play.id, play.number FROM games_playseat seat JOIN games_play play ON play.id = seat.play_id
WHERE seat.person_id IN ({}) AND seat.replaced_at IS NULL AND play.status = 'running' AND seat.seat = play.actor + 1
"""


def versions_of_plays(ids: Collection[int]) -> dict[int, Any]:
    """Return for `league.core.live.rules.news` the number of turns of each play, when it or the clock of its table was
    changed, and what was said."""
    return {row[0]: (row[1], str((row[2], *row[5:])), row[3:5]) for row in rows_in(PLAYS, ids)}


def versions_of_persons(ids: Collection[int]) -> dict[int, Any]:
    """Return the plays in which each person decides, each with its number."""
    plays: dict[int, Any] = dict.fromkeys(ids, ())
    for person, play, number in rows_in(PERSONS, ids):
        plays[person] = (*plays[person], (play, number))
    return plays
