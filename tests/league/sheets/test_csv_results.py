"""results.csv: rows become games, games become sheets, and what is wrong finds its way back to line and
column."""

from datetime import UTC, datetime

import pytest

from games.rules import careers
from games.rules.figures import Figure
from games.rules.sheets import Problem, ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS
from league.people.rules.characters import name_key
from league.sheets.rules.reported_games import ReportedGame, ReportedSeat, locate, to_sheet
from league.sheets.rules.result_rows import results_from_csv

HEADER = "game,played_at,season,system,edition,mode,target,seat,character,won,happiness,fame,cash,degrees"
PLAYED = datetime(2026, 1, 6, 18, tzinfo=UTC)


def row(seat=1, character="Ada", won="no", *, game="g1", degrees="", **header):
    cells = {"played_at": "2026-01-06T18:00:00Z", "season": "spring", "system": "careers", "edition": "london"}
    cells |= {"mode": "formula", "target": "100", "happiness": "10", "fame": "20", "cash": "30000"} | header
    cells |= {"game": game, "seat": str(seat), "character": character, "won": won, "degrees": degrees}
    return ",".join(cells[column] for column in HEADER.split(","))


def read(*rows: str, header=HEADER):
    return results_from_csv("\n".join([header, *rows]).encode())


def places(problems):
    return [(problem.line, problem.column) for problem in problems]


def only_problem(*rows: str, header=HEADER):
    games, (problem,) = read(*rows, header=header)
    assert games == []
    return str(problem)


def test_rows_become_a_game_with_its_seats():
    games, problems = read(row(1, "Ada", "yes", degrees="law=2;journalism=1"), row(2, "Bo", ""))
    plain = {"happiness": 10, "fame": 20, "cash": 30000}
    seats = (
        ReportedSeat(1, "Ada", True, {**plain, "degrees": {"journalism": 1, "law": 2}}),
        ReportedSeat(2, "Bo", None, plain),
    )
    assert games == [ReportedGame("spring", "g1", "careers", "london", PLAYED, seats, "formula", 100)]
    assert [seat.line for seat in games[0].seats] == [2, 3]
    assert problems == []


def test_rows_may_come_in_any_order():
    games, problems = read(row(2, "Bo", game="g2"), row(2, "Bo"), row(1, "Cleo", game="g2"), row(1, "Ada"))
    assert [(game.reference, [(seat.seat, seat.line) for seat in game.seats]) for game in games] == [
        ("g2", [(1, 4), (2, 2)]),
        ("g1", [(1, 5), (2, 3)]),
    ]
    assert problems == []


def test_the_same_reference_in_two_seasons_is_two_games():
    games, _ = read(row(), row(season="autumn"))
    assert [game.season for game in games] == ["spring", "autumn"]


@pytest.mark.parametrize(
    "moment", ["2026-01-06T18:00:00Z", "2026-01-06T19:00:00+01:00", "2026-01-06 13:00-05:00", "20260106T180000Z"]
)
def test_the_time_of_play_is_iso_8601_and_becomes_utc(moment):
    (game,), _ = read(row(played_at=moment))
    assert game.played_at == PLAYED
    assert game.played_at.tzinfo is UTC


@pytest.mark.parametrize(
    ("moment", "reason"),
    [
        ("2026-01-06T18:00:00", "has no offset: add Z for UTC, or one such as +01:00"),
        ("2026-01-06", "has no offset"),
        ("06/01/2026 18:00", "is not ISO 8601, such as 2026-01-06T18:00:00Z"),
        ("2026-02-30T18:00:00Z", "is not ISO 8601"),
        ("0001-01-01T00:00:00+14:00", "is outside the calendar"),
        ("", "is missing"),
    ],
)
def test_another_time_of_play_is_refused(moment, reason):
    sentence = only_problem(row(played_at=moment))
    assert sentence.startswith("line 2, column played_at: The time of play ")
    assert reason in sentence


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": ""}, "column game: The game's reference is missing."),
        ({"game": "g" * 101}, "column game: The game's reference has 101 characters; at most 100 fit."),
        ({"season": ""}, "column season: The season is missing."),
        ({"season": "S" * 141}, "column season: The season has 141 characters; at most 140 fit."),
        ({"system": ""}, "column system: The system is missing."),
        ({"edition": ""}, "column edition: The edition is missing."),
        ({"target": "many"}, "column target: The target 'many' is not a whole number."),
        ({"target": "-5"}, "column target: The target is -5; it can't be below 0."),
        ({"seat": ""}, "column seat: The seat is missing."),
        ({"seat": "first"}, "column seat: The seat 'first' is not a whole number."),
        ({"seat": "100"}, "column seat: The seat is 100; it can't be more than 99."),
        ({"won": "perhaps"}, "column won: The cell 'won' 'perhaps' must be yes or no."),
        ({"cash": ""}, "column cash: Seat 1 (Ada): cash is missing."),
        ({"cash": "-1"}, "column cash: Seat 1 (Ada): cash is -1; it can't be below 0."),
        ({"degrees": "law"}, "column degrees: Seat 1 (Ada): degrees 'law' must look like law=2."),
    ],
)
def test_a_cell_that_cannot_be_read_is_refused_by_line_and_column(change, sentence):
    assert only_problem(row(**change)) == f"line 2, {sentence}"


@pytest.mark.parametrize("season", ["spring 2026", "spring_2026", "spring/2026", "-spring", "a--b"])
def test_a_season_is_a_slug(season):
    assert "must be letters and digits, joined by hyphens" in only_problem(row(season=season))


def test_an_unknown_system_is_named_once_a_game():
    sentence = only_problem(row(1, system="chess"), row(2, system="chess"))
    assert sentence.startswith("line 2, column system: There is no game system 'chess'; choose one of careers")


def test_the_rows_of_a_game_agree_on_what_they_share():
    games, problems = read(row(1), row(2, "Bo", mode="timed", target=""), row(3, "Cleo"))
    assert games == []
    assert [str(problem) for problem in problems] == [
        "line 3, column mode: It says 'timed', but line 2 of the same game says 'formula'.",
        "line 3, column target: It says '', but line 2 of the same game says '100'.",
    ]


def test_a_seat_is_taken_once():
    assert only_problem(row(1), row(1, "Bo")) == "line 3, column seat: Seat 1 of this game is already in line 2."


def test_a_column_that_a_system_needs_is_asked_for_once():
    header = HEADER.removesuffix(",happiness,fame,cash,degrees")
    cells = [",".join(row(seat).split(",")[:10]) for seat in (1, 2)]
    games, problems = read(*cells, header=header)
    assert games == []
    assert [str(problem) for problem in problems] == [
        f"line 2, column {name}: Careers needs a column '{name}'." for name in ("happiness", "fame", "cash")
    ]


def test_a_lacking_column_hides_nothing_else_and_is_said_once():
    header = HEADER.replace(",cash", "")
    cells = [
        line.replace(",30000", "") for line in (row(1, fame="lots"), row(1, "Bo"), row(2, game="g2", won="perhaps"))
    ]
    games, problems = read(*cells, header=header)
    assert games == []
    assert places(problems) == [(2, "cash"), (2, "fame"), (3, "seat"), (4, "won")]


@pytest.mark.parametrize("column", ["game", "played_at", "season", "system", "edition", "seat", "character", "won"])
def test_a_column_that_every_file_needs_hides_nothing_else(column):
    place = HEADER.split(",").index(column)

    def without(line):
        return ",".join(line.split(",")[:place] + line.split(",")[place + 1 :])

    lines = [without(row(seat, character, fame="lots")) for seat, character in ((1, "Ada"), (2, "Bo"))]
    games, problems = read(*lines, "too,few", header=without(HEADER))
    assert games == []
    assert str(problems[0]) == f"line 1: Missing columns: {column}."
    figures = [] if column == "system" else [(2, "fame"), (3, "fame")]
    assert places(problems) == [(1, ""), *figures, (4, "")]


class Compass:
    """A second system, as the others will register themselves."""

    ID, NAME, SEATS, MODES, ONE_WINNER = "compass", "Compass", (2, 6), {}, False
    BY_THE_BOOK, QUESTIONS, content = True, {}, ""
    FIGURES = (Figure("cards", "Cards", "number", required=True), Figure("cash", "Cash", "money"))
    points, ranking, problems = careers.points, careers.ranking, careers.problems


def test_the_columns_of_another_system_must_be_empty(monkeypatch):
    monkeypatch.setitem(SYSTEMS, "compass", Compass)
    compass = row(game="g2", system="compass", happiness="", fame="", cash="")
    games, problems = read(row() + ",", compass + ",7", header=f"{HEADER},cards")
    assert [game.seats[0].figures for game in games] == [{"happiness": 10, "fame": 20, "cash": 30000}, {"cards": 7}]
    assert problems == []
    games, problems = read(row() + ",7", row(game="g2", system="compass") + ",7", header=f"{HEADER},cards")
    assert games == []
    assert places(problems) == [(2, "cards"), (3, "happiness"), (3, "fame")]
    assert problems[0].message == "Careers has no figure 'cards'; leave the cell empty."


def test_a_game_with_a_broken_row_is_kept_back_whole():
    games, problems = read(row(1), row(2, "Bo").rsplit(",", 4)[0], row(1, game="g2"))
    assert [game.reference for game in games] == ["g2"]
    assert places(problems) == [(3, "")]


def test_three_broken_rows_among_five_thousand_are_all_listed():
    rows = [row(number % 4 + 1, f"Person {number}", game=f"g{number // 4}") for number in range(5000)]
    rows[16] = row(1, game="g4", cash="lots")
    rows[2501] = '"' + row(2, game="g625")
    rows[4999] = row(4, game="g1249", degrees="law:2")
    games, problems = read(*rows)
    assert places(problems) == [(18, "cash"), (2503, ""), (5001, "degrees")]
    assert len(games) == 1250 - 3


def test_a_whole_game_becomes_a_sheet():
    (game,), _ = read(row(1, " ADA ", "yes"), row(2, ""))
    sheet, problems = to_sheet(game, {"ada": 7}, name_key)
    plain = {"happiness": 10, "fame": 20, "cash": 30000}
    lines = (SeatLine(1, 7, "ADA", True, plain), SeatLine(2, None, "", False, plain))
    assert sheet == ScoreSheet("careers", "london", PLAYED, lines, "formula", 100)
    assert problems == []


def test_every_unknown_character_is_told_and_there_is_no_sheet():
    (game,), _ = read(row(1, "Ada"), row(2, "Bo"), row(3, "Cleo"))
    sheet, problems = to_sheet(game, {"ada": 7}, name_key)
    assert [line.character for line in sheet.seats] == [7, None, None]
    assert [str(problem) for problem in problems] == [
        "line 3, column character: There is no character 'Bo'.",
        "line 4, column character: There is no character 'Cleo'.",
    ]


def test_a_problem_of_the_sheet_is_found_in_the_file():
    (game,), _ = read(row(2, "Bo"), row(1, "Ada"))
    assert str(locate(game, Problem("Too much.", 1, "cash", "R5"))) == "line 3, column cash: Too much. (R5)"
    assert str(locate(game, Problem("No winner.", figure="won"))) == "line 2, column won: No winner."
    assert str(locate(game, Problem("Odd."))) == "line 2: Odd."
