"""Examples of the documentation, from the sample season."""

from typing import Any

CHARACTER = {
    "name": "Ambrose Boardroom",
    "slug": "ambrose-boardroom",
    "owner": "player21",
    "owner_is_account": True,
    "league": "corner-office-league",
    "edition": "london",
    "specialty": "sales_marketing",
    "side_interest": "pharmacology",
    "title": "Technician",
    "company": "harrods",
    "level": "vp",
    "level_name": "Vice President",
    "status": "active",
    "career": 1,
}
CHARACTER_DETAIL = CHARACTER | {
    "secondary_company": "pfizer_uk",
    "c_level_title": "",
    "former_names": [],
    "registered_at": "2026-01-02T10:00:00Z",
}
_PROFILE = ("name", "slug", "owner", "edition", "specialty", "side_interest", "title", "level", "level_name", "status")
HISTORY_ROW = {
    "game": "spring-2026-0011",
    "at": "2026-01-17T18:00:00Z",
    "kind": "promotion",
    "from": "entry",
    "to": "senior",
    "performance": None,
    "points": 512,
    "rescinded": None,
}
CAREER = {key: CHARACTER[key] for key in _PROFILE} | {
    "career": 1,
    "games": 22,
    "wins": 12,
    "points_since_level_change": 0,
    "happiness": 1369,
    "fame": 1231,
    "cash": 2277000,
    "degrees": {"pharmacology": 11, "sales_marketing": 18},
    "trips": {"harrods": 22, "pfizer_uk": 26},
    "history": [HISTORY_ROW],
}
RESTART = {"at": "2026-01-06T18:00:00Z"}
PASSPORT = {
    "format": "corner-office-passport/1",
    "installation": {"name": "Thursday Club", "address": "https://thursday.example"},
    "character": {key: CHARACTER[key] for key in ("name", "slug", "edition", "specialty", "side_interest", "title")}
    | {"c_level_title": ""},
    "league": {
        "name": "Thursday Evenings",
        "slug": "thursday-evenings",
        "address": "https://thursday.example/leagues/thursday-evenings/",
        "since": "2024-09-05T18:30:00Z",
        "organisers": ["olga", "otto"],
        "games": 22,
        "played_here": 4,
        "confirmed_by_another": 17,
        "confirmed_by_reporter": 1,
        "reporters": 6,
        "confirmers": 2,
        "other_people": 9,
        "other_names": 2,
    },
    "facts": [['{"at":"2026-01-17T18:00:00Z","game":11,"kind":"result","line":{}}', "5d41" * 16]],
    "end": {"number": 1, "digest": "5d41" * 16},
    "rules": {"9a0c" * 16: "{}"},
    "ladder": 1,
    "career": CAREER | {"owner": ""},
    "made_for": "",
    "made_at": "2026-06-30T20:00:00Z",
    "key": "d75a" * 16,
    "signature": "e556" * 32,
}
REGISTRATION = {
    "name": "Ada Counsel",
    "edition": "london",
    "specialty": "law",
    "side_interest": "journalism",
    "title": "Counsel",
}
_SCORES: list[dict[str, Any]] = [
    {"happiness": 21, "fame": 35, "cash": 47400, "degrees": {"information_technology": 3}, "trips": {"arsenal": 1}},
    {"happiness": 9, "fame": 21, "cash": 14900, "degrees": {"sales_marketing": 2}, "trips": {"harrods": 1}},
]
_NAMES = ("Yardley Cubicle", "Dolores Overtime")
_SHEET: dict[str, Any] = {
    "system": "careers",
    "edition": "london",
    "mode": "formula",
    "target": 100,
    "minutes": None,
    "settings": {},
    "played_at": "2026-01-06T18:00:00Z",
}
REPORT = _SHEET | {
    "season": "spring-2026",
    "reference": "table-4",
    "seats": [
        {"seat": number, "character": name, "won": number == 1, "score": score}
        for number, (name, score) in enumerate(zip(_NAMES, _SCORES, strict=True), start=1)
    ],
}
CORRECTION = {key: REPORT[key] for key in ("mode", "target", "played_at", "seats")} | {
    "expected_version": 1,
    "expected_revision": 2,
    "reason": "Fame of seat 2 was 21, not 12.",
}
NAMED = {"name": "Ann's night", "place": "The Red Lion"}
GAME = _SHEET | {
    "id": 121,
    "reference": "table-4",
    "name": "",
    "place": "",
    "headline": "Careers, Tuesday 6 January",
    "league": "corner-office-league",
    "season": "spring-2026",
    "played_by_bots": False,
    "status": "submitted",
    "sheet_version": 1,
    "revision": 1,
    "reviewed_at": None,
    "doubts": [],
    "seats": [
        {**seat, "slug": seat["character"].lower().replace(" ", "-"), "place": seat["seat"], "points": points}
        for seat, points in zip(REPORT["seats"], (103, 44), strict=True)
    ],
}
VERSION = _SHEET | {
    "version": 1,
    "revision": 1,
    "status": "submitted",
    "source": "api",
    "reason": "",
    "submitted_by": "player00",
    "submitted_at": "2026-01-06T22:10:00Z",
    "confirmed_by": None,
    "confirmed_at": None,
    "closed_by": None,
    "closed_at": None,
    "closed_reason": "",
    "reviewed_at": None,
    "doubts": [],
    "seats": GAME["seats"],
}
del VERSION["system"], VERSION["edition"]
DECISION = {
    "revision": 1,
    "kind": "submitted",
    "version": 1,
    "by": "player00",
    "at": "2026-01-06T22:10:00Z",
    "text": "",
}
GAME_DETAIL = GAME | {"sheets": [VERSION], "decisions": [DECISION], "events": []}
CONSEQUENCES = {
    "careers": [
        {
            "name": "Yardley Cubicle",
            "slug": "yardley-cubicle",
            "before": "Senior",
            "after": "Entry Level",
            "sentences": ["Yardley Cubicle's promotion to Senior after game spring-2026-0011 no longer holds."],
        }
    ],
    "moves": [
        {
            "name": "Yardley Cubicle",
            "slug": "yardley-cubicle",
            "before": 3,
            "after": 5,
            "points_before": "612.00",
            "points_after": "564.00",
        }
    ],
    "doubts": [],
}
SEASON = {
    "slug": "spring-2026",
    "name": "Spring 2026",
    "league": "corner-office-league",
    "starts_on": "2026-01-05",
    "ends_on": None,
}
SEASON_DETAIL = SEASON | {
    "league_name": "Corner Office League",
    "draw_seed": "5f0c6a1b2d3e4f50",
    "games": 120,
    "house_rules": {"count_games": "all", "best_of": 10, "league_min_target": 100},
}
STANDING = {
    "position": 1,
    "position_before_draw": 1,
    "name": "Ambrose Boardroom",
    "slug": "ambrose-boardroom",
    "company": "harrods",
    "level": "vp",
    "level_name": "Vice President",
    "games": 22,
    "wins": 12,
    "points": "1016.00",
    "decided_by": "",
    "tiebreaks": [
        {"name": "Table points", "value": "1,016.00", "working": "1,016.00 points from 22 games; every one counts."}
    ],
}
STANDINGS = {
    "season": "spring-2026",
    "system": None,
    "count": 24,
    "version": "9f2b6c01d7e4a835",
    "next": None,
    "counting": "all",
    "best_of": None,
    "draw_seed": "5f0c6a1b2d3e4f50",
    "results": [STANDING],
}
WHY = STANDING | {
    "of": 24,
    "counting": "all",
    "draw_seed": "5f0c6a1b2d3e4f50",
    "played": [
        {
            "id": 5,
            "reference": "spring-2026-0005",
            "played_at": "2026-01-10T15:00:00Z",
            "place": 1,
            "points": "60.00",
            "counted": True,
        }
    ],
    "above": None,
    "below": {
        "position": 2,
        "name": "Yardley Cubicle",
        "slug": "yardley-cubicle",
        "decided_by": "Table points",
        "separation": "Table points: 1,016.00 against 964.00.",
    },
}
FEED_ROW = HISTORY_ROW | {
    "character": "Ambrose Boardroom",
    "slug": "ambrose-boardroom",
    "company": "harrods",
    "to_name": "Senior",
    "why": "512 of 500 points, degrees 1 and 2 of 1 each, trips 3 and 2 of 2 each",
}

RATING = {
    "name": "Ambrose Boardroom",
    "slug": "ambrose-boardroom",
    "league": "the-corner-office-league",
    "system": "careers",
    "rating": 1395,
    "margin": 248,
    "certainty": "rough",
    "games": 22,
    "mu": 44.75,
    "sigma": 6.2,
    "last_played_at": "2026-06-02T18:00:00Z",
}
