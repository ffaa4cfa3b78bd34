"""Plays in the form in which people publish exports of BG Stats, with figures of theirs; names are others, and some
players are left out."""

import json
from collections.abc import Sequence
from typing import Any

SCORES, NO_SCORES = {"highestWins": True, "noPoints": False}, {"highestWins": False, "noPoints": True}
GAMES: Sequence[tuple[int, str, dict[str, bool]]] = (
    (3, "Pyramids", SCORES),
    (5, "Two Words", NO_SCORES | {"usesTeams": True}),
    (6, "Forest Tribes", SCORES),
    (10, "Vineyards", SCORES),
    (23, "Hidden Card", NO_SCORES),
    (29, "The Long Haul", NO_SCORES | {"cooperative": True}),
    (32, "Stock Bluff", SCORES),
    (33, "Dial", SCORES | {"usesTeams": True}),
    (70, "Night Roles", NO_SCORES),
    (122, "Deep Halls", SCORES | {"usesTeams": True}),
    (130, "Four Rounds", SCORES),
    (132, "Thirteen Rows", SCORES),
    (135, "To Fifteen", SCORES),
)
# Game, minutes, whether in teams, then each seat: player, score, whether it won and, where the app has one, its team.
PLAYS: Sequence[tuple[int, int, bool, Sequence[tuple[Any, ...]]]] = (
    (6, 90, False, ((1, "220", True), (7, "175", False), (2, "75", False))),
    (6, 105, False, ((1, "160", True), (7, "144", False), (2, "116", False))),
    (23, 135, False, tuple((who, None, who == 3) for who in (4, 1, 3, 5, 2))),
    (5, 45, True, tuple((who, None, who in (11, 9), "1" if who in (11, 9) else "0") for who in (1, 11, 8, 2, 12, 9))),
    (5, 45, True, tuple((who, None, who not in (9, 7), "0" if who not in (9, 7) else "1") for who in (1, 11, 8, 9, 7))),
    (3, 42, False, ((8, "30", False, "0"), (1, "41", False, "0"), (11, "50", False, "1"), (2, "54", True, "0"))),
    (3, 42, False, ((1, "59", False), (8, "58", False), (2, "74", True), (12, "56", False), (9, "64", False))),
    (10, 204, False, ((1, "78", False, "0"), (8, "80", False, "0"), (2, "74", False, "0"), (9, "84", True, "1"))),
    (32, 29, False, ((1, "20", True), (8, "-5", False), (2, "-5", False), (9, "-5", False))),
    (29, 90, False, tuple((who, None, True) for who in (1, 8, 2, 9))),
    (29, 111, False, tuple((who, None, True) for who in (1, 8, 2, 9))),
    (33, 42, True, ((1, "10", True, "1"), (7, "7", False, "0"), (8, "7", False, "0"), (9, "10", True, "1"))),
    (33, 33, True, ((1, "10", True, "0"), (7, "10", True, "0"), (8, "5", False, "1"), (2, "5", False, "1"))),
    (70, 7, False, tuple((who, None, who in (1, 2, 8)) for who in (1, 2, 8, 9, 11))),
    (70, 7, False, tuple((who, None, who in (9, 11)) for who in (1, 2, 8, 9, 11))),
    (122, 68, True, ((1, "-10", False, "0"), (2, "-10", False, "0"))),
    (122, 105, True, ((1, "40", True, "0"), (2, "40", True, "0"))),
    (130, 11, False, ((5, "2+0+2+2", True), (4, "0+2+0+0", False))),
    (132, 18, False, ((4, "3+9+6+6+8+9+0+5+12+0+0-1+0", True), (5, "3+1+0+3+0+0-8+5+4+20-4+5+15", False))),
    (132, 14, False, ((4, "1+2+8+3+4+16+0+12+12+1+0+0+9", True), (5, "8+9+0+6+4-2-2+0+4+9-2+6+6", False, "0"))),
    (135, 10, False, ((5, "", False, "0"), (4, "15", True))),
    (135, 16, False, ((4, "21", True), (5, "15", False))),
)
PEOPLE = {1: "Nadia", 2: "Olaf", 3: "Petra ", 4: "Dev", 5: "Eve", 7: "Fay", 8: "Gus", 9: "Hal", 11: "Ida", 12: "Jo"}


def a_published_export() -> bytes:
    """An export of BG Stats."""
    games = [
        {
            **{"uuid": f"g-{number}", "id": number, "name": name, "modificationDate": "2021-01-18 17:42:00"},
            **{"cooperative": False, "usesTeams": False},
            **flags,
            **{"bggName": name, "bggYear": 2010, "bggId": 68_000 + number, "designers": "", "rating": 0},
            **{"isBaseGame": 1, "isExpansion": 0, "minPlayerCount": 2, "maxPlayerCount": 7, "preferredImage": 0},
            **{"metaData": '{"CollectionHistory":{"20201230":1}}', "copies": []},
        }
        for number, name, flags in GAMES
    ]
    players = [{"id": number, "name": name, "isAnonymous": False, "bggUsername": ""} for number, name in PEOPLE.items()]
    plays = [_play(number, *play) for number, play in enumerate(PLAYS)]
    more = {"locations": [{"id": 2, "name": "The Loft"}], "challenges": [], "tags": [], "userInfo": {"meRefId": 1}}
    anonymous = {"id": 6, "name": "Anonymous player", "isAnonymous": True}
    return json.dumps({"players": [anonymous, *players], "games": games, "plays": plays, **more}).encode()


def _play(number: int, game: int, minutes: int, in_teams: bool, seats: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
    scores = [
        {
            **{"score": score, "winner": won, "newPlayer": number == 0, "startPlayer": False, "playerRefId": who},
            **{"rank": 0, "seatOrder": 0},
            **({"team": team[0]} if team else {}),
        }
        for who, score, won, *team in seats
    ]
    return {
        **{"uuid": f"p-{number:03}", "playDate": f"2021-01-{number + 1:02} 10:00:00", "usesTeams": in_teams},
        **{"durationMin": minutes, "ignored": False, "manualWinner": scores[0]["score"] is None, "rounds": 0},
        **{"bggId": 0, "locationRefId": 2, "gameRefId": game, "rating": 0, "nemestatsId": 0, "scoringSetting": 0},
        **{"playerScores": scores, "expansionPlays": []},
    }
