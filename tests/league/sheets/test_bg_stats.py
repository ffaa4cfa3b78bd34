import json
from datetime import datetime, timedelta, timezone
from urllib.parse import parse_qs, urlsplit

from games.rules.sheets import ScoreSheet, SeatLine
from league.sheets.rules.exports import play_link

EVENING = datetime(2026, 1, 6, 19, 30, tzinfo=timezone(timedelta(hours=1)))
SHEET = ScoreSheet(
    "career_compass",
    "london",
    EVENING,
    (
        SeatLine(1, 7, "Ada & Co. 100 %", figures={"cards": 12}),
        SeatLine(2, None, "", figures={"cards": 12}),
        SeatLine(3, 9, "Bo", figures={"cards": 9}),
    ),
)


def read(link: str) -> dict:
    address = urlsplit(link)
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    return json.loads(parse_qs(address.query)["data"][0])


def test_a_link_carries_the_play():
    play = read(play_link(SHEET, play="spring/g1", slugs={7: "ada", 9: "bo"}, text="Spring, game g1"))
    assert (play["sourceName"], play["sourcePlayId"]) == ("Corner Office", "spring/g1")
    assert (play["playDate"], play["comments"]) == ("2026-01-06 18:30:00", "Spring, game g1")
    assert play["game"]["name"] == "The Ecologist's Career Compass" and "location" not in play
    assert [
        (one["name"], one["sourcePlayerId"], one["score"], one["rank"], one["winner"]) for one in play["players"]
    ] == [("Ada & Co. 100 %", "ada", 12, 1, True), ("Guest 2", "guest-2", 12, 1, True), ("Bo", "bo", 9, 3, False)]


def test_no_flag_is_left_out_because_the_app_reads_all_of_them():
    play = read(play_link(SHEET, play="g1", slugs={}))
    assert all(isinstance(one[flag], bool) for one in play["players"] for flag in ("winner", "startPlayer"))
    assert all(isinstance(play["game"][flag], bool) for flag in ("highestWins", "noPoints"))
