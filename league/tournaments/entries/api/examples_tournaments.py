"""Examples of the documentation about tournaments."""

from typing import Any

from league.core.api.examples import STANDING

DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
SEED = "3f79bb7b435b05321651daefd374cdc681dc06faa65e374e38337b88ca046dea"
COST = {"bans": 0, "repeats": 0, "consecutive": 0, "spread": 20160} | {
    "second_shorts": 0,
    "groups": 1,
    "seats": 0,
    "neighbours": 0,
}
TOURNAMENT: dict[str, Any] = {
    "slug": "spring-open",
    "name": "Spring Open",
    "status": "running",
    "season": "spring-2026",
    "league": "corner-office-league",
    "system": "career_compass",
    "edition": "london",
    "mode": "",
    "target": None,
    "minutes": None,
    "table_size": 4,
    "shortfall": "mixed",
    "capacity": 32,
    "starts_at": "2026-03-14T09:00:00Z",
    "place": "Town hall",
    "zone": "Europe/London",
    "self_registration": True,
    "registration_open": False,
    "round_minutes": 60,
    "confirm_seconds": 120,
    "played_here": False,
    "draw_commitment": SEED,
    "created_at": "2026-02-01T18:00:00Z",
    "finished_at": None,
}
TOURNAMENT_DETAIL = TOURNAMENT | {
    "division": None,
    "entries": {"registered": 0, "waiting": 2, "checked_in": 30, "dropped": 1},
    "stages": [{"number": 1, "name": "Swiss", "format": "swiss", "rounds": 4, "cut": None, "status": "running"}],
    "round": {"stage": 1, "number": 2, "status": "running"},
}
ANNOUNCEMENT = {
    "season": "spring-2026",
    "name": "Spring Open",
    "system": "career_compass",
    "edition": "london",
    "starts_at": "2026-03-14T09:00:00Z",
    "place": "Town hall",
    "capacity": 32,
    "stages": [
        {"format": "swiss", "name": "Swiss", "rounds": 4},
        {"format": "knock_out", "name": "Top four", "cut": 4},
    ],
}
ENTRY = {
    "number": 5,
    "character": "Yardley Cubicle",
    "slug": "yardley-cubicle",
    "status": "checked_in",
    "club": "Friday Club",
    "household": None,
    "registered_at": "2026-02-03T18:00:00Z",
    "checked_in_at": "2026-03-14T08:41:00Z",
    "dropped_at": None,
}
STAGE_STANDINGS = {
    "tournament": "spring-open",
    "stage": 1,
    "name": "Swiss",
    "status": "running",
    "count": 30,
    "version": "41d8a90c5be2f736",
    "next": None,
    "results": [
        {
            "position": 1,
            "position_before_draw": 1,
            "entry": 5,
            "character": "Yardley Cubicle",
            "slug": "yardley-cubicle",
            "games": 2,
            "wins": 2,
            "points": "120.00",
            "byes": "0.00",
            "penalties": "0.00",
            "decided_by": "",
            "tiebreaks": STANDING["tiebreaks"],
        }
    ],
}
_CLOCK = {
    "minutes": 60,
    "paused_seconds": 0,
    "published_at": "2026-03-14T09:05:00Z",
    "started_at": "2026-03-14T09:15:00Z",
    "paused_at": None,
    "ended_at": None,
}
ROUND = {"stage": 1, "number": 2, "status": "running", **_CLOCK, "tables": 7, "byes": 2}
TABLE: dict[str, Any] = {
    "number": 1,
    "state": "reported",
    "objected": False,
    "revision": 1,
    "locked": False,
    "extra_minutes": 0,
    "reasons": ["Nobody here has met before."],
    "game": 131,
    "reported": 1,
    "confirm_by": "2026-03-14T10:09:00Z",
    "frozen_at": None,
    "frozen_because": "",
    "play": None,
    "seats": [
        {"seat": 1, "entry": 5, "character": "Yardley Cubicle", "slug": "yardley-cubicle", "absent": False},
        {"seat": 2, "entry": 9, "character": "Dolores Overtime", "slug": "dolores-overtime", "absent": False},
    ],
}
ROUND_DETAIL = ROUND | {
    "tables": [TABLE],
    "byes": [{"entry": 12, "character": "Barnaby Desk", "slug": "barnaby-desk", "through": False}],
    "draws": [2],
}
TABLE_DETAIL = TABLE | {"digest": DIGEST, "needed": 2}
AT_A_BOARD = TABLE_DETAIL | {"state": "open", "revision": 0, "game": None, "reported": 0, "confirm_by": None}
AT_A_BOARD |= {"digest": ""}
PLAYED_HERE = AT_A_BOARD | {"play": 7}
TABLE_REPORT = {"seat": 1, "seats": [{"seat": 1, "score": {"cards": 21}}, {"seat": 2, "score": {"cards": 12}}]}
SWAP = {
    "one": {"table": 1, "seat": 2, "character": "Dolores Overtime"},
    "other": {"table": 3, "seat": 1, "character": "Barnaby Desk"},
    "reason": "Their club asked for it.",
}
SWAPPED = {
    "sentence": "Dolores Overtime and Barnaby Desk swap: spread of points 12 → 36.",
    "worse": True,
    "cost_before": COST,
    "cost_after": COST | {"spread": 40320},
}
DRAW = {
    "number": 2,
    "stage": 1,
    "round": 2,
    "method": "swiss/1",
    "seed": SEED,
    "digest": DIGEST,
    "cost": COST,
    "reason": "",
    "made_at": "2026-03-14T09:04:00Z",
}
DRAW_DETAIL = DRAW | {
    "previous": SEED,
    "published_at": "2026-03-14T09:05:00Z",
    "source": {"field": {}, "locked": [], "byes": []},
    "outcome": {"tables": [{"seats": [5, 9], "locked": False}], "byes": [12]},
    "changes": [],
    "tables": [{"number": 1, "seats": [5, 9]}],
    "byes": [12],
}
RULING = {
    "id": 3,
    "stage": 1,
    "round": 2,
    "table": 1,
    "entry": 9,
    "character": "Dolores Overtime",
    "kind": "penalty",
    "points": "2.00",
    "reason": "Came ten minutes late.",
    "by": "organiser",
    "at": "2026-03-14T09:26:00Z",
    "rescinded_at": None,
    "rescinded_by": None,
    "rescinded_because": "",
}
PENALTY = {"kind": "penalty", "entry": 9, "stage": 1, "round": 2, "points": "2.00", "reason": "Came ten minutes late."}
EVENT = {
    "id": 77,
    "kind": "round_published",
    "text": "Round 2 of Swiss is published.",
    "by": "organiser",
    "at": "2026-03-14T09:05:00Z",
    "imported": False,
}
