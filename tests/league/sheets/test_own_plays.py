"""Plays of another system become results of games that a league has described, where they say enough."""

import json
from dataclasses import replace

import pytest

from characters.rules.house_rules import DEFAULTS
from engine.careers.editions import edition_ids
from games.rules.definitions import canonical, definition
from games.rules.sheets import Knowledge, Seated
from games.rules.systems import SYSTEMS, outcome, table_problems
from league.core.rules.readings import Reading
from league.sheets.rules.bg_stats import plays_of_bg_stats, write_bg_stats
from league.sheets.rules.own_plays import SeatElsewhere
from league.sheets.rules.plays_elsewhere import PlayElsewhere, as_table
from league.sheets.rules.reported_games import to_sheet
from league.sheets.rules.result_rows import read_results
from league.sheets.rules.results_files import ResultsFile
from tests.factories.definitions import PLAYED_AT, a_number, six_shapes

ONE_COLUMN = {"name": "Otters", "seats": [1, 6], "ends": "most_points", "columns": [a_number("fish", "Fish")]}
TIED = {
    **ONE_COLUMN,
    "ties": ["tie_break"],
    "columns": [a_number("score", "Points"), a_number("tie_break", "Tie-break", weight=0, required=False)],
}
NOTED = {**ONE_COLUMN, "ends": "one_winner", "columns": [a_number("score", "Points", weight=0, required=False)]}
REQUIRED_NOTE = {**NOTED, "columns": [a_number("rounds", "Rounds", weight=0)]}
GAMES = {**six_shapes(), "one column": ONE_COLUMN, "tied": TIED, "noted": NOTED, "a note": REQUIRED_NOTE}
ADA = Seated("Ada", "entry", "", "london")
KNOWN = Knowledge(
    now=PLAYED_AT, rules=DEFAULTS, seated={at: Seated(str(at), "entry", "", "london") for at in (1, 2, 3)}
)
GIVEN = {"season": "spring"}
A, B, C = (SeatElsewhere(name) for name in ("Ada", "Bo", "Cleo"))


def read(shape: str, *seats: SeatElsewhere):
    """The games and the reasons why a play is none."""
    game = definition(canonical(GAMES[shape]), "own-it")
    systems = {**SYSTEMS, "own-it": game}
    content, aside = as_table([PlayElsewhere([game.NAME.upper()], "2026-01-03 20:00", "x-1", seats)], systems)
    reading = Reading(zone="Europe/London", given=GIVEN, systems=systems)
    games, unread = read_results(ResultsFile(content, aside).rows(reading)[0], reading)
    return games, [str(problem.message) for problem in (*aside, *unread)]


def sheet_of(shape: str, *seats: SeatElsewhere):
    (game,), problems = read(shape, *seats)
    sheet = to_sheet(game, {"Ada": 1, "Bo": 2, "Cleo": 3}, str)[0]
    assert problems == [] and table_problems(sheet, KNOWN) == []
    return sheet


def won(seat: SeatElsewhere, **more: object) -> SeatElsewhere:
    return replace(seat, won=True, **more)


def lost(seat: SeatElsewhere, **more: object) -> SeatElsewhere:
    return replace(seat, won=False, **more)


RESULTS = {
    "a score": ("one column", [won(A, score="12"), lost(B, score="7")], {"fish": 12}, {1}),
    "shared first place": ("one column", [won(A, score="7"), won(B, score="7")], {"fish": 7}, {1, 2}),
    "a winner that nobody stated": ("one column", [lost(A, score="3"), lost(B, score="7")], {"fish": 3}, {2}),
    "a tie that was broken": ("tied", [won(A, score="7"), lost(B, score="7")], {"score": 7, "tie_break": 1}, {1}),
    "points that are noted": ("noted", [won(A, score="3"), lost(B, score="7")], {"score": 3}, {1}),
    "a note that must be given": ("a note", [won(A, score="3"), lost(B, score="7")], {"rounds": 3}, {1}),
    "ranks": ("places", [lost(A, place=2), won(B, place=1), lost(C, place=2)], {"finish": 2}, {2}),
    "ranks with a gap": ("places", [lost(A, place=9), won(B, place=4)], {"finish": 2}, {2}),
    "winners without ranks": ("places", [won(A), won(B), lost(C)], {"finish": 1}, {1, 2}),
    "who was left": ("eliminated", [lost(A, place=3), lost(B, place=2), won(C, place=1)], {"out": 1}, {3}),
    "teams by label": ("sides", [won(A, team="North"), lost(B, team="SOUTH")], {"side": "north"}, {1}),
    "teams by id": ("sides", [won(A, team="south"), lost(B, team="north")], {"side": "south"}, {1}),
    "lost together": ("together", [lost(A), lost(B)], {}, set()),
}


@pytest.mark.parametrize("shape, seats, first, winners", RESULTS.values(), ids=RESULTS)
def test_what_a_play_says_becomes_the_figures_of_the_game(shape, seats, first, winners):
    sheet = sheet_of(shape, *seats)
    assert sheet.seats[0].figures == first and outcome(sheet).won == winners


LACKING = {
    "several columns": ("sum", [won(A, score="30"), lost(B, score="7")], "needs more than the play says: roads, coins"),
    "no score": ("one column", [won(A), lost(B, score="7")], "needs more than the play says: fish"),
    "no winner and no rank": ("places", [lost(A), lost(B)], "needs more than the play says: finish"),
    "unknown teams": ("sides", [won(A, team="Red"), lost(B, team="Blue")], "needs more than the play says: side"),
    "half a point": ("one column", [won(A, score="12.5"), lost(B, score="7")], "12.5 is not a whole number"),
}


@pytest.mark.parametrize("shape, seats, sentence", LACKING.values(), ids=LACKING)
def test_a_play_that_says_too_little_stays_aside_in_a_sentence(shape, seats, sentence):
    games, (problem,) = read(shape, *seats)
    assert games == [] and sentence in problem


def test_nobody_asks_for_the_edition_of_own_games_alone():
    (game,), _ = read("one column", won(A, score="12"), lost(B, score="7"))
    assert game.edition == edition_ids()[0]


def test_an_own_game_has_no_edition_whatever_the_other_games_of_its_file_have():
    systems = {**SYSTEMS, "own-it": definition(canonical(ONE_COLUMN), "own-it")}
    seats = [won(A, score="12"), lost(B, score="7")]
    plays = [PlayElsewhere([name], "2026-01-03 20:00", name, seats) for name in ("Otters", "Career Compass")]
    content, _ = as_table(plays, systems)
    other = edition_ids()[1]
    reading = Reading(zone="Europe/London", given=GIVEN | {"edition": other}, systems=systems)
    games, _ = read_results(ResultsFile(content).rows(reading)[0], reading)
    assert [game.edition for game in games] == [edition_ids()[0], other]


def test_the_app_is_told_what_kind_of_game_it_is():
    games = [read(shape, *seats)[0][0] for shape, seats in PLAYED.items()]
    content = json.loads(
        write_bg_stats([replace(game, system=f"own-{at}") for at, game in enumerate(games)], zone="UTC")
    )
    flags = [
        [game[name] for name in ("highestWins", "noPoints", "cooperative", "usesTeams")] for game in content["games"]
    ]
    assert flags == [
        [True, False, False, False],
        [False, True, False, False],
        [False, True, True, False],
        [False, True, False, True],
    ]
    plays = plays_of_bg_stats(content, ())
    assert [seat.team for seat in plays[3].seats] == ["North", "South"] and plays[1].seats[0].score == ""
    assert plays[0].flags == {"highestWins": True, "noPoints": False, "cooperative": False, "usesTeams": False}


PLAYED = {
    "one column": [won(A, score="12"), lost(B, score="7")],
    "places": [won(A, place=1), lost(B, place=2)],
    "together": [won(A), won(B)],
    "sides": [won(A, team="North"), lost(B, team="South")],
}


def test_board_and_expansions_of_a_play_are_noted():
    games = [{"id": 1, "name": "Otters"}, {"id": 2, "name": "Otters: The Sea"}]
    play = {"gameRefId": 1, "comments": "Late", "board": "Night", "expansionPlays": [{"gameRefId": 2}, 7], "uuid": "a"}
    (read,) = plays_of_bg_stats({"games": games, "plays": [play | {"playerScores": []}]}, ())
    assert read.comments == "Late; Night; Otters: The Sea"
