"""A file of games that the league does not have: they are proposed, added by one answer, and their plays imported."""

import csv
import io
import json
import re
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Sheet
from league.clubs.services.own_games import MOST_GAMES, add_game, change_game
from league.core.services.uploads import FileRefused, answer_import, no_progress, run_waiting_import
from league.models import Enrolment, FileImport, LedgerEntry, OwnGame, SeasonGame
from league.site.services.imports import read_results
from tests.factories.definitions import a_number
from tests.factories.friday_club import FridayClub
from tests.factories.imports import answer
from tests.factories.pages import text
from tests.factories.published_exports import a_published_export

PLAYERS = [{"id": 11, "name": "Ada Overtime"}, {"id": 12, "name": "Bo Bigdesk"}, {"id": 13, "name": "Zoe Zimmer"}]
GAMES = [{"id": 1, "name": "Otters"}, {"id": 2, "name": "Island"}, {"id": 3, "name": "Ponds", "highestWins": False}]
PLAYS = [
    (1, ("12", True), ("7", False)),
    (1, ("3", False), ("40", True)),
    (2, ("", True), ("", True)),
    (3, ("3", True), ("9", False), ("11", False)),
]


def an_export(plays: Any = PLAYS, games: Any = GAMES) -> bytes:
    """An export of BG Stats."""
    logged = [
        {
            "uuid": f"C-{number}",
            "gameRefId": game,
            "playDate": f"2026-01-{number % 28 + 1:02} 20:00:00",
            "durationMin": 30,
            "playerScores": [
                {"playerRefId": 11 + at, "score": score, "winner": won} for at, (score, won) in enumerate(seats)
            ],
        }
        for number, (game, *seats) in enumerate(plays)
    ]
    return json.dumps({"games": games, "players": PLAYERS, "locations": [], "plays": logged}).encode()


@pytest.fixture
def send(client: Client, club: FridayClub):
    """Uploads a file as the organiser and lets the worker look at it."""
    client.force_login(club.cleo)

    def send(content: bytes, name: str = "BGStatsExport.json") -> FileImport:
        file = SimpleUploadedFile(name, content)
        client.post(reverse("import_list", args=[club.league.slug]), {"kind": "results", "file": file})
        run_waiting_import()
        return FileImport.objects.latest("pk")

    return send


def say(client: Client, club: FridayClub, upload: FileImport, *added: str, **changes: str) -> FileImport:
    """Answer with these games ticked."""
    ticks = {f"game_{at}": "on" for at, game in enumerate(upload.questions["games"]) if game["name"] in added}
    asked = {f"given_{column}": choices[0][0] for column, choices in upload.questions["asked"].items()}
    return answer(client, upload, **asked, **ticks, outside_season="on", **changes)


def test_the_games_of_an_export_are_proposed_in_one_list_all_ticked(client, club, send):
    upload = send(an_export())
    assert upload.status == "asks" and not OwnGame.objects.exists()
    assert [(game["name"], game["plays"], game["ends"], game["add"]) for game in upload.questions["games"]] == [
        ("Otters", 2, "most_points", True),
        ("Island", 1, "together", True),
        ("Ponds", 1, "fewest_points", True),
    ]
    page = text(client.get(reverse("import_detail", args=[upload.pk])))
    assert "Games that Friday Club does not have yet" in page and "The most points won in 2 of 2 plays." in page
    assert len(re.findall(r'type="checkbox" name="game_[^>]* checked', page)) == 3
    assert upload.questions["names"] == ["Zoe Zimmer"] and "edition" not in upload.questions["asked"]


def test_games_that_are_added_have_their_plays(client, club, send):
    upload = say(client, club, send(an_export()), "Otters", "Island", "Ponds")
    assert (upload.status, str(upload.summary)) == ("done", "4 games recorded."), upload.problems
    assert {*OwnGame.objects.values_list("league__name", "name")} == {
        ("Friday Club", name) for name in ("Otters", "Island", "Ponds")
    }
    assert LedgerEntry.objects.filter(kind="game_added").count() == 3
    otters = OwnGame.objects.get(name="Otters")
    sheets = Sheet.objects.filter(game__system=otters.system)
    assert [[seat.points for seat in sheet.seats.order_by("seat")] for sheet in sheets] == [[12, 7], [3, 40]]
    assert {sheet.definition_id for sheet in sheets} == {otters.definition_id}
    assert [sheet.minutes for sheet in sheets] == [30, 30]


def test_the_same_file_again_asks_nothing_and_records_nothing_new(client, club, send):
    say(client, club, send(an_export()), "Otters", "Ponds", strangers="new")
    people = Enrolment.objects.count()
    again = send(an_export())
    assert (again.status, str(again.summary)) == (
        "done",
        "0 games recorded; 3 known already and skipped; 1 game left out.",
    )
    assert (OwnGame.objects.count(), SeasonGame.objects.count(), Enrolment.objects.count()) == (2, 3, people)


def test_plays_of_games_that_are_not_added_are_left_out_and_given_back(client, club, send):
    upload = say(client, club, send(an_export()), "Otters")
    assert (upload.status, str(upload.summary)) == ("done", "2 games recorded; 2 games left out."), upload.problems
    assert list(OwnGame.objects.values_list("name", flat=True)) == ["Otters"]
    rest = client.get(reverse("import_rest", args=[upload.pk])).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(rest)))
    assert [row["system"] for row in rows] == ["Island"] * 2 + ["Ponds"] * 3
    assert "not one of the games" in rows[0]["why_not_imported"] and rows[2]["score_elsewhere"] == "3"


def test_leaving_out_a_game_leaves_out_nothing_else(client, club, send):
    broken = an_export([*PLAYS, (1, ("2.5", True), ("1", False))])
    upload = say(client, club, send(broken), "Otters", "Ponds")
    assert upload.status == "refused" and not OwnGame.objects.exists() and not SeasonGame.objects.exists()
    assert [problem["message"] for problem in upload.problems] == [
        "Otters, 2026-01-05 20:00:00: The score 2.5 is not a whole number; the sheets of own games take whole numbers."
    ]
    client.post(reverse("import_whole", args=[upload.pk]))
    run_waiting_import()
    upload.refresh_from_db()
    assert (upload.status, str(upload.summary)) == ("done", "3 games recorded; 2 games left out.")
    assert OwnGame.objects.count() == 2


def test_another_shape_may_be_chosen(client, club, send):
    upload = say(client, club, send(an_export()), "Otters", ends_0="one_winner")
    assert upload.status == "done" and '"ends":"one_winner"' in OwnGame.objects.get().definition.content


def test_a_shape_that_is_not_offered_is_refused(client, club, send):
    upload = send(an_export())
    assert say(client, club, upload, "Otters", ends_0="sides").status == "asks" and not OwnGame.objects.exists()


@pytest.mark.parametrize("games", [{"Otters": "sides"}, {"Whales": "most_points"}])
def test_nothing_is_added_but_what_was_offered(send, games):
    upload = send(an_export())
    headings = {heading["text"]: heading["column"] for heading in upload.questions["headings"]}
    given = {column: choices[0][0] for column, choices in upload.questions["asked"].items()}
    with pytest.raises(ValidationError, match="how it ends"):
        answer_import(upload=upload, columns=headings, date_order="dmy", strangers="guest", given=given, games=games)


def test_newcomers_of_own_games_are_registered(client, club, send):
    say(client, club, send(an_export()), "Ponds", strangers="new")
    assert Enrolment.objects.filter(league=club.league, character__name="Zoe Zimmer").exists()


@pytest.fixture
def answered(client, club, send) -> FileImport:
    """The file with two new games and a newcomer, agreed to and not yet worked on."""
    upload = send(an_export())
    headings = {heading["text"]: heading["column"] for heading in upload.questions["headings"]}
    given = {column: choices[0][0] for column, choices in upload.questions["asked"].items()}
    said = {"columns": headings, "date_order": "dmy", "strangers": "new", "given": given, "outside_season": True}
    answer_import(upload=upload, **said, games={"Otters": "most_points", "Ponds": "fewest_points"})
    upload.refresh_from_db()
    return upload


def what_is_there() -> tuple[int, int, int]:
    return OwnGame.objects.count(), SeasonGame.objects.count(), Enrolment.objects.count()


def test_plays_are_checked_before_their_games_and_newcomers_are_added(answered):
    before, seen = what_is_there(), []
    read_results(answered, lambda done, total: seen.append((done, total, what_is_there())))
    assert seen == [(0, 3, before)]
    games, plays, people = before
    assert what_is_there() == (games + 2, plays + 3, people + 1)
    (third,) = Sheet.objects.filter(game__system=OwnGame.objects.get(name="Ponds").system)
    assert third.seats.get(seat=3).character == Enrolment.objects.get(character__name="Zoe Zimmer").character


def test_a_game_that_somebody_adds_meanwhile_refuses_the_file_and_nothing_is_added(club, answered):
    before = what_is_there()

    def add(done: int, total: int) -> None:
        add_game(league=club.league, content={"name": "ponds", "seats": [1, 5], "ends": "together"}, by=None)

    with pytest.raises(FileRefused) as refused:
        read_results(answered, add)
    assert [str(problem) for problem in refused.value.problems] == ["This league already has a game called Ponds."]
    assert what_is_there() == (before[0] + 1, *before[1:])


def test_a_worker_that_ends_after_all_is_recorded_leaves_nothing_to_do_twice(answered):
    read_results(answered, no_progress)
    after = what_is_there()
    answered.refresh_from_db()
    assert str(read_results(answered, no_progress)) == "0 games recorded; 3 known already and skipped; 1 game left out"
    assert what_is_there() == after


def test_a_league_with_too_many_games_hears_so_before_anything_is_stored(client, club, send):
    for number in range(MOST_GAMES - 1):
        add_game(league=club.league, content={"name": f"G {number}", "seats": [1, 2], "ends": "together"}, by=None)
    upload = send(an_export())
    posted = {"game_0": "on", "game_1": "on"} | {f"given_{column}": "" for column in upload.questions["asked"]}
    posted |= {f"column_{at}": one["column"] for at, one in enumerate(upload.questions["headings"])}
    posted |= {"given_season": club.season.slug, "strangers": "guest", "date_order": "dmy"}
    page = text(client.post(reverse("import_answer", args=[upload.pk]), posted, follow=True))
    assert "200 games of its own at most: choose no more than 1 of these 2" in page
    upload.refresh_from_db()
    assert upload.status == "asks" and OwnGame.objects.count() == MOST_GAMES - 1


TABLE = """game,date,season,system,seat,player,winner,Points
1,2026-01-03 20:00,friday,Otters,1,Ada Overtime,yes,12
1,2026-01-03 20:00,friday,Otters,2,Bo Bigdesk,no,7
2,2026-01-04 20:00,friday,otters,1,Ada Overtime,no,3
2,2026-01-04 20:00,friday,otters,2,Bo Bigdesk,yes,40
3,2026-01-05 20:00,friday,Ponds,1,Ada Overtime,yes,
3,2026-01-05 20:00,friday,Ponds,2,Bo Bigdesk,no,
"""


def test_a_table_that_names_unknown_games_proposes_them_by_its_rows(client, club, send):
    upload = send(TABLE.replace("friday", club.season.slug).encode(), "evenings.csv")
    games = [(game["name"], game["plays"], game["first"], game["ends"]) for game in upload.questions["games"]]
    assert games == [("Otters", 2, "2026-01-03", "most_points"), ("Ponds", 1, "2026-01-05", "one_winner")]
    assert upload.questions["asked"] == {}, "own games have no edition"
    assert [heading["column"] for heading in upload.questions["headings"]][-1] == "score"
    upload = say(client, club, upload, "Otters")
    assert (upload.status, str(upload.summary)) == ("done", "2 games recorded; 1 game left out."), upload.problems


def test_a_file_that_is_shown_once_more_keeps_what_was_said_of_its_games(client, club, send):
    table = TABLE.replace("friday", club.season.slug).replace("2026-01-0", "1/").replace(" 20:00", "/2026 20:00")
    upload = say(client, club, send(table.encode(), "evenings.csv"), "Ponds", date_order="mdy", ends_1="one_winner")
    assert upload.status == "asks" and [game["add"] for game in upload.questions["games"]] == [False, True]
    page = text(client.get(reverse("import_detail", args=[upload.pk])))
    assert len(re.findall(r'type="checkbox" name="game_[^>]* checked', page)) == 1
    assert not OwnGame.objects.exists()


def test_a_table_that_misspells_a_game_is_not_asked_whether_to_add_it(club, send):
    row = "1,2026-01-03 20:00,{},Carers,1,Ada Overtime,yes,12\n"
    upload = send((TABLE.splitlines()[0] + "\n" + row.format(club.season.slug)).encode(), "typo.csv")
    assert not upload.questions.get("games")


EVENING = """game,date,season,system,seat,player,winner,Ranking
{number},2026-02-03 20:00,{season},Harbour,1,Ada Overtime,yes,12
{number},2026-02-03 20:00,{season},Harbour,2,Bo Bigdesk,no,7
"""


def a_play(date: str = "2026-01-20 20:00:00", score: str = "12", name: str = "", game: int = 9, who: str = "") -> bytes:
    """An odd play of Ada and somebody else beside those of an export."""
    exported = json.loads(an_export())
    exported["games"].append({"id": 9, "name": name or "Reeds"})
    exported["games"].append({"id": 10, "name": "Reeds: High Water", "isExpansion": True})
    exported["players"].append({"id": 14, "name": who or "Bo Bigdesk"})
    seats = [(11, score, True), (14, "7", False)]
    scores = [{"playerRefId": player, "score": points, "winner": won} for player, points, won in seats]
    exported["plays"].append({"uuid": "odd", "gameRefId": game, "playDate": date, "playerScores": scores})
    return json.dumps(exported, ensure_ascii=False).encode()


TAKEN = {
    "below zero": (a_play(score="-3"), ("Reeds", 20), [-3, 7]),
    "a game with a long name": (a_play(name="R" * 200), ("R" * 60, 20), [12, 7]),
    "a game with a picture in its name": (a_play(name="🦦 Reeds 🐟"), ("🦦 Reeds 🐟", 20), [12, 7]),
    "a game that is a picture": (a_play(name="🦦"), ("🦦", 20), [12, 7]),
    "a player that is a picture": (a_play(who="🦦🦦"), ("Reeds", 20), [12, 7]),
    "a player with a long name": (a_play(who="Ada" * 66), ("Reeds", 20), [12, 7]),
    "an expansion without its base": (a_play(game=10), ("Reeds: High Water", 20), [12, 7]),
    "midnight as the clocks go forward": (a_play("2026-03-29 00:00:00"), ("Reeds", 29), [12, 7]),
}


@pytest.mark.parametrize("content, played, points", TAKEN.values(), ids=TAKEN)
def test_an_odd_play_is_taken(client, club, send, content, played, points):
    name, day = played
    upload = say(client, club, send(content), "Otters", "Island", "Ponds", name)
    assert (upload.status, str(upload.summary)) == ("done", "5 games recorded."), upload.problems
    sheet = Sheet.objects.get(game__system=OwnGame.objects.get(name=name).system)
    assert [seat.points for seat in sheet.seats.order_by("seat")] == points
    assert sheet.played_at.astimezone(ZoneInfo(club.league.zone)).day == day


SET_ASIDE = {
    "no date": (a_play(""), "The time of play is missing."),
    "a date that is none": (a_play("last Friday"), "'last Friday' is not a day and time"),
    "to come": (a_play("2099-01-03 20:00:00"), "in the future"),
    "an hour that was left out": (a_play("2026-03-29 01:30:00"), "there is no 01:30 in London"),
    "a decimal": (a_play(score="2,5"), "Reeds, 2026-01-20 20:00:00: The score 2,5 is not a whole number"),
    "two players of one name": (a_play(who="ada overtime"), "the same character sits at this table twice"),
}


@pytest.mark.parametrize("content, sentence", SET_ASIDE.values(), ids=SET_ASIDE)
def test_an_odd_play_stays_aside_in_a_sentence_and_others_come_in(client, club, send, content, sentence):
    upload = say(client, club, send(content), "Otters", "Island", "Ponds", "Reeds", whole_only="on")
    assert (upload.status, SeasonGame.objects.count()) == ("done", 4), upload.problems
    assert sentence in str([problem["message"] for problem in upload.problems])


HARBOUR = {"name": "Harbour", "seats": [1, 4], "ends": "most_points", "columns": [a_number("berths", "Berths")]}


def test_a_heading_that_means_a_column_of_an_own_game_is_remembered_as_long_as_it_has_it(client, club, send):
    game = add_game(league=club.league, content=HARBOUR, by=None)

    def evening(number: int) -> FileImport:
        return send(EVENING.format(number=number, season=club.season.slug).encode(), f"evening {number}.csv")

    upload = evening(1)
    assert [heading["why"] for heading in upload.questions["headings"]][-1] == "unknown"
    while upload.status == "asks":
        upload = answer(client, upload, column_7="berths", outside_season="on")
    assert (upload.status, evening(2).status) == ("done", "done")
    assert [seat.points for seat in Sheet.objects.latest("pk").seats.order_by("seat")] == [12, 7]
    changed = {**HARBOUR, "columns": [a_number("quays", "Quays", required=False)]}
    change_game(game=game, content=changed, seen=1, by=None)
    third = evening(3)
    assert third.status == "asks" and third.questions["headings"][-1]["why"] == "unknown"


XML = """<plays><play id="7" date="2026-01-03" quantity="1" length="30"><item name="Otters"/><players>
<player name="Ada Overtime" score="12" win="1"/><player name="Bo Bigdesk" score="7" win="0"/></players></play>
</plays>"""


CSV = """playid;date;objectname;quantity;name;score;win
7;2026-01-03;Otters;1;Ada Overtime;12;1
7;2026-01-03;Otters;1;Bo Bigdesk;7;0
"""


@pytest.mark.parametrize("content, name", [(XML, "plays.xml"), (CSV, "plays.csv")], ids=["xml", "csv"])
def test_plays_of_boardgamegeek_are_proposed_alike(client, club, send, content, name):
    upload = say(client, club, send(content.encode(), name), "Otters")
    assert (upload.status, str(upload.summary)) == ("done", "1 game recorded."), upload.problems
    assert [seat.points for seat in Sheet.objects.get().seats.order_by("seat")] == [12, 7]


def test_what_people_published_comes_in(client, club, send):
    upload = send(a_published_export())
    assert {game["name"]: game["ends"] for game in upload.questions["games"]} == {
        **dict.fromkeys(("Pyramids", "Forest Tribes", "Vineyards", "Stock Bluff"), "most_points"),
        **dict.fromkeys(("Four Rounds", "Thirteen Rows"), "most_points"),
        **dict.fromkeys(("Two Words", "Dial"), "sides"),
        **dict.fromkeys(("Hidden Card", "To Fifteen"), "one_winner"),
        **dict.fromkeys(("The Long Haul", "Deep Halls"), "together"),
        "Night Roles": "places",
    }
    done = say(client, club, upload, *(game["name"] for game in upload.questions["games"]))
    assert (done.status, done.problems) == ("done", []) and SeasonGame.objects.count() == 22
    sums = Sheet.objects.filter(game__season_game__place="The Loft", game__system="own-thirteen-rows")
    assert [[seat.points for seat in sheet.seats.order_by("seat")] for sheet in sums.order_by("played_at")] == [
        [57, 44],
        [68, 46],
    ]
