"""Examples of the documentation, from the sample season; what they are made of is `examples.json`."""

from league.core.api.schema import examples_beside

_OF = examples_beside(__file__)
CHARACTER = _OF["character"]
CHARACTER_DETAIL = CHARACTER | _OF["character_detail"]
_PROFILE = ("name", "slug", "owner", "edition", "specialty", "side_interest", "title", "level", "level_name", "status")
HISTORY_ROW = _OF["history_row"]
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
    "league": _OF["passport"],
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
REGISTRATION = _OF["registration"]
_SCORES = _OF["scores"]
_NAMES = ("Yardley Cubicle", "Dolores Overtime")
_SHEET = _OF["sheet"]
REPORT = _SHEET | {
    "season": "spring-2026",
    "reference": "table-4",
    "seats": [
        {"seat": number, "character": name, "won": number == 1, "score": score}
        for number, (name, score) in enumerate(zip(_NAMES, _SCORES, strict=True), start=1)
    ],
}
CORRECTION = {key: REPORT[key] for key in ("mode", "target", "played_at", "seats")} | _OF["correction"]
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
DECISION = _OF["decision"]
GAME_DETAIL = GAME | {"sheets": [VERSION], "decisions": [DECISION], "events": []}
CONSEQUENCES = _OF["consequences"]
SEASON = _OF["season"]
SEASON_DETAIL = SEASON | _OF["season_detail"]
STANDING = _OF["standing"]
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
WHY = STANDING | _OF["why"]
FEED_ROW = HISTORY_ROW | _OF["feed_row"]
