"""What plays of another system show of a game becomes a definition that the league may add, and the plays fit it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from characters.rules.house_rules import DEFAULTS
from games.rules.definitions import faults_of
from games.rules.sheets import Knowledge, Seated
from games.rules.systems import SYSTEMS, table_problems
from league.core.rules.readings import Reading
from league.sheets.rules.own_plays import SeatElsewhere
from league.sheets.rules.plays_elsewhere import PlayElsewhere, as_table
from league.sheets.rules.proposed_games import MOST_PROPOSALS, Proposal, proposals
from league.sheets.rules.reported_games import to_sheet
from league.sheets.rules.result_rows import read_results
from league.sheets.rules.results_files import ResultsFile
from tests.factories.definitions import PLAYED_AT

NAMES = [f"Player {number}" for number in range(1, 30)]
Seat = tuple[str, bool | None] | tuple[str, bool | None, int] | tuple[str, bool | None, int, str]


def a_play(*seats: Seat, name: str = "Otters", day: str = "2026-01-03", at: int = 1, **more: object) -> PlayElsewhere:
    """A play of seats with score, whether it won, rank and team."""
    full = [(*seat, *(0, "")[len(seat) - 2 :]) for seat in seats]
    people = [
        SeatElsewhere(who, score=score, won=won, place=rank, team=team)
        for who, (score, won, rank, team) in zip(NAMES, full, strict=False)
    ]
    return PlayElsewhere([name], f"{day} 20:00", f"x-{at}", people, **more)


def proposed(*plays: PlayElsewhere, **more: bool) -> Proposal:
    (one,) = proposals(plays, **more)
    return one


W, L = True, False
HIGH = a_play(("12", W), ("7", L))
LOW = a_play(("7", W), ("12", L))
COOP = a_play(("", W), ("", W), ("", W))
COOP_LOST = a_play(("", L), ("", L))
RANKS = a_play(("", W, 1), ("", L, 2), ("", L, 3))
ONE = a_play(("", W), ("", L), ("", L))
TEAMS = a_play(("", W, 0, "Red"), ("", L, 0, "Blue"), ("", W, 0, "Red"), ("", L, 0, "blue"))
SOLO = a_play(("", L))


def flagged(play: PlayElsewhere, **flags: bool) -> PlayElsewhere:
    return replace(play, flags=flags)


SHAPES = {
    "the winner has the most": ([HIGH, HIGH], "most_points"),
    "the winner has the fewest": ([LOW, LOW], "fewest_points"),
    "scores, and nobody says who won": ([a_play(("12", None), ("7", None))], "most_points"),
    "scores of a game where the fewest win": (
        [flagged(a_play(("12", None), ("7", None)), highestWins=False)],
        "fewest_points",
    ),
    "a wrong flag": ([flagged(LOW, highestWins=True, noPoints=False)], "fewest_points"),
    "scores that contradict the winner": ([HIGH, LOW], "one_winner"),
    "contradicting scores beside ranks": (
        [a_play(("12", W, 1), ("7", L, 2)), a_play(("7", W, 1), ("12", L, 2))],
        "one_winner",
    ),
    "one mistake in many plays": ([*[HIGH] * 15, LOW], "most_points"),
    "all win or lose": ([COOP, COOP_LOST], "together"),
    "all win with points": ([a_play(("31", W), ("31", W)), a_play(("9", L), ("9", L))], "together"),
    "flagged as cooperative": ([flagged(COOP_LOST, cooperative=True)], "together"),
    "alone, won and lost": ([a_play(("", W)), SOLO], "together"),
    "alone for points": ([a_play(("40", W)), a_play(("33", L))], "most_points"),
    "teams by name": ([TEAMS], "sides"),
    "flagged as a game of teams": ([flagged(a_play(("", W), ("", L), ("", W)), usesTeams=True)], "sides"),
    "ranks": ([RANKS], "places"),
    "ranks and no winner": ([a_play(("", None, 2), ("", None, 1))], "places"),
    "points that do not count": ([flagged(a_play(("0", W, 1), ("0", L, 2)), noPoints=True)], "places"),
    "a winner and nothing else": ([ONE], "one_winner"),
    "draws": ([*[ONE] * 30, a_play(("", W), ("", W), ("", L))], "places"),
    "points with a shared first place": ([HIGH, a_play(("7", W), ("7", W))], "most_points"),
    "a broken tie": ([HIGH, a_play(("7", W), ("7", L))], "most_points"),
}


@pytest.mark.parametrize("plays, ends", SHAPES.values(), ids=SHAPES)
def test_what_the_plays_show_is_the_shape_that_is_proposed(plays: list[PlayElsewhere], ends: str):
    found = proposed(*plays)
    assert found.ends == ends and faults_of(found.definitions[ends]) == []
    assert str(len(plays)) in str(found.why)


NOTHING = {
    "no result at all": [a_play(("", None), ("", None))],
    "nobody won": [a_play(("", L), ("", L))],
    "halves of points": [a_play(("12.5", W), ("7", L))],
    "25 players": [a_play(*[("1", L)] * 25)],
    "nobody played": [a_play()],
    "no name": [a_play(("12", W), ("7", L), name="")],
    "a name that can't be seen": [a_play(("12", W), ("7", L), name="\u200b")],
    "refused": [replace(HIGH, refused="It does not count.")],
    "a game of this site": [replace(HIGH, games=["Some name", "career compass"])],
}


@pytest.mark.parametrize("plays", NOTHING.values(), ids=NOTHING)
def test_nothing_is_proposed_for_plays_without_a_result_that_a_sheet_can_hold(plays: list[PlayElsewhere]):
    assert proposals(plays) == []


def test_a_proposal_says_how_often_and_when_it_was_played_by_how_many_for_how_long():
    plays = [
        replace(HIGH, played_at="2011-05-06 19:00", minutes=30),
        replace(a_play(("1", W), ("0", L), ("0", L), ("0", L)), played_at="2025-12-30", minutes=50),
        replace(HIGH, played_at="", minutes=200),
        replace(HIGH, played_at="some day", minutes=0),
    ]
    found = proposed(*plays)
    assert (found.plays, found.first, found.last) == (4, "2011-05-06", "2025-12-30")
    assert found.definitions["most_points"]["seats"] == [2, 4] and found.definitions["most_points"]["minutes"] == 50


def test_without_any_day_a_proposal_has_none():
    assert proposed(replace(HIGH, played_at="")).first == ""


def test_points_may_be_below_zero_where_they_were_and_very_large():
    (column,) = proposed(a_play(("12", W), ("-7", L))).definitions["most_points"]["columns"]
    assert column["least"] < -7 and column["label"] == "Points"
    (column,) = proposed(a_play(("12000000", W), ("7", L))).definitions["most_points"]["columns"]
    assert (column["least"], column["most"]) == (0, 1_000_000_000)


def test_points_that_do_not_decide_are_kept():
    (column,) = proposed(HIGH, LOW).definitions["one_winner"]["columns"]
    assert (column["weight"], column["required"]) == (0, False)


def test_other_shapes_that_fit_most_plays_may_be_chosen():
    assert {*proposed(HIGH).definitions} == {"most_points", "one_winner", "places"}
    assert {*proposed(RANKS).definitions} == {"places", "one_winner", "eliminated"}


def test_names_are_cut_and_differ_by_more_than_case():
    long = [replace(HIGH, games=["W" * 300]), replace(HIGH, games=["w" * 301]), replace(HIGH, games=["W" * 60])]
    found = proposed(*long)
    assert (found.name, found.plays) == ("W" * 60, 3)


def test_the_most_played_games_come_first_and_not_all_of_too_many():
    many = [replace(HIGH, games=[f"Game {number}"]) for number in range(MOST_PROPOSALS + 5)]
    last = many[-1].games[0]
    found = proposals([*many, many[-1]])
    assert len(found) == MOST_PROPOSALS and (found[0].name, found[0].plays) == (last, 2)


def test_more_than_six_teams_are_sides_by_number():
    plays = [a_play(("", W, 0, f"Team {at}"), ("", L, 0, f"Team {at + 1}"), at=at) for at in range(7)]
    sides = proposed(*plays).definitions["sides"]["sides"]
    assert [side["label"] for side in sides] == ["1", "2"]
    assert problems_of(plays) == []


def test_teams_whose_names_have_the_same_letters_are_different_sides():
    plays = [a_play(("", W, 0, "Red!"), ("", L, 0, "Red?"))]
    sides = proposed(*plays).definitions["sides"]["sides"]
    assert [side["label"] for side in sides] == ["Red!", "Red?"] and len({side["id"] for side in sides}) == 2
    assert problems_of(plays) == []


def test_a_table_says_places_only_where_they_stand():
    assert "places" not in proposed(HIGH, in_table=True).definitions
    assert proposed(HIGH, a_play(("7", W), ("7", L)), in_table=True).ends == "one_winner"


def problems_of(plays: Sequence[PlayElsewhere]) -> list[str]:
    """What is wrong with the plays once the proposed games are there."""
    systems = SYSTEMS | {one.name: one.game(one.ends) for one in proposals(plays)}
    content, aside = as_table(plays, systems)
    reading = Reading(zone="Europe/London", given={"season": "spring"}, systems=systems)
    games, unread = read_results(ResultsFile(content, aside).rows(reading)[0], reading)
    known = Knowledge(PLAYED_AT, DEFAULTS, {at: Seated(name, "entry", "", "london") for at, name in enumerate(NAMES)})
    ids = {name: at for at, name in enumerate(NAMES)}
    wrong = [problem for game in games for problem in table_problems(to_sheet(game, ids, str)[0], known)]
    return [str(problem.message) for problem in (*aside, *unread, *wrong)]


@pytest.mark.parametrize("name", SHAPES)
def test_plays_that_fit_have_sheets_without_problems(name: str):
    plays, ends = SHAPES[name]
    plays = [replace(play, reference=f"x-{at}") for at, play in enumerate(plays)]
    left = len(problems_of(plays))
    assert (left > 0) == (name in ("one mistake in many plays",)), ends


_SCORES = st.sampled_from(["", "0", "7", "-3", "12", "1,000", "2.5", "x", "5000000"])
_TEXT = st.text(max_size=50) | st.sampled_from(["Red", "red ", "1", "2", "side_1", "W" * 300, "\u202e"])
_SEATS = st.lists(
    st.builds(
        SeatElsewhere,
        name=st.sampled_from(NAMES) | st.just(""),
        score=_SCORES,
        won=st.sampled_from([True, False, None]),
        place=st.integers(0, 5),
        team=st.just("") | _TEXT,
    ),
    max_size=22,
)
_PLAYS = st.lists(
    st.builds(
        PlayElsewhere,
        games=st.lists(_TEXT, max_size=2),
        played_at=st.sampled_from(["", "2026-01-03", "31.12.2025"]),
        reference=st.just("x"),
        seats=_SEATS,
        minutes=st.integers(0, 99_999),
        flags=st.dictionaries(st.sampled_from(["cooperative", "usesTeams", "noPoints", "highestWins"]), st.booleans()),
    ),
    max_size=6,
)


@settings(max_examples=300, deadline=None)
@given(_PLAYS)
def test_any_plays_give_definitions_that_the_judge_accepts(plays: list[PlayElsewhere]):
    for one in proposals(plays):
        assert [fault for content in one.definitions.values() for fault in faults_of(content)] == []


@settings(max_examples=300, deadline=None)
@given(_SEATS, st.sampled_from([{}, {"cooperative": True}, {"usesTeams": True}, {"noPoints": True}]))
def test_a_single_play_fits_the_game_that_it_shows(seats: list[SeatElsewhere], flags: dict[str, bool]):
    once = list({seat.name: seat for seat in seats if seat.name}.values())
    play = PlayElsewhere(["Otters"], "2026-01-03 20:00", "x-1", once, flags=flags)
    if proposals([play]):
        assert problems_of([play]) == []


def test_boards_and_expansions_become_variants_that_each_play_notes():
    used, plain = replace(HIGH, used=["Harbours & Docks", "1st map"]), replace(HIGH, reference="x-2")
    game = proposed(used, used, plain).game("most_points")
    assert game.variants == (("harbours_docks", "Harbours & Docks"), ("c_1st_map", "1st map"))
    content, problems = as_table([used, plain], SYSTEMS | {game.ID: game})
    reading = Reading(systems=SYSTEMS | {game.ID: game}, given={"season": "spring", "edition": "london"}, zone="UTC")
    games, unread = read_results(ResultsFile(content).rows(reading)[0], reading)
    assert problems == [] and unread == []
    assert [dict(one.settings) for one in games] == [{"harbours_docks": True, "c_1st_map": True}, {}]
