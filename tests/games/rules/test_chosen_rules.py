"""Score sheets by what a season chooses of a game's own settings, on paper and by bots alike."""

import pytest

from characters.rules.house_rules import house_rules
from engine import record_game
from games.rules import career_poker
from games.rules.sheets import Knowledge, ScoreSheet, SeatLine, by_rules
from games.rules.systems import outcome, problems
from games.rules.tables import TablePlayer, engine_options, played_sheet
from tests.factories.careers_sheets import SEATED, YESTERDAY, known


def a_sheet(system, *figures, won=()):
    lines = (SeatLine(seat, seat, SEATED[seat - 1], seat in won, one) for seat, one in enumerate(figures, 1))
    return ScoreSheet(system, "london", YESTERDAY, tuple(lines))


def knowing(system, **chosen) -> Knowledge:
    plain = known()
    return Knowledge(plain.now, house_rules({"games": {system: chosen}}), plain.seated)


def said(sheet, **chosen):
    return [str(one) for one in problems(sheet, knowing(sheet.system, **chosen))]


def read(sheet, **chosen):
    return outcome(by_rules(sheet, knowing(sheet.system, **chosen).rules))


@pytest.mark.rule("career_compass B1")
def test_the_odd_card_set_aside_is_accepted_where_the_season_says_so():
    sheet = a_sheet("career_compass", {"cards": 32}, {"cards": 0})
    assert said(sheet, uneven="set_aside") == []
    assert "the deck has 33" in said(sheet)[0]
    assert (
        "32 of 33 are dealt here" in said(a_sheet("career_compass", {"cards": 33}, {"cards": 0}), uneven="set_aside")[0]
    )


@pytest.mark.rule("career_compass B16")
def test_equal_cards_are_decided_by_the_stated_winner_where_joker_levels_are_compared():
    sheet = a_sheet("career_compass", {"cards": 16}, {"cards": 16}, {"cards": 1}, {"cards": 0}, won={2})
    assert read(sheet, ties="joker_sum").ranking == ((2,), (1,), (3,), (4,))
    assert said(sheet, ties="joker_sum") == []
    assert read(sheet).ranking == ((1, 2), (3,), (4,)) and "is not marked as winner" in said(sheet)[0]


@pytest.mark.rule("career_compass B17")
def test_a_game_that_stops_after_some_rounds_is_no_unfinished_one():
    sheet = a_sheet("career_compass", {"cards": 16}, {"cards": 10}, {"cards": 7})
    assert said(sheet, max_rounds=20) == [] and "Everybody still holds cards" in said(sheet)[0]


MATCH = [{"positions": (1, 4, 3)}, {"positions": (2, 1, 4)}, {"positions": (3, 2, 1)}, {"positions": (4, 3, 2)}]


@pytest.mark.rule("career_poker B12", "career_poker B13")
def test_the_deals_that_score_are_those_of_the_season():
    sheet = a_sheet("career_poker", *MATCH)
    assert list(read(sheet).points.values()) == [4, 5, 6, 3]
    assert list(read(sheet, scoring="last_deal").points.values()) == [1, 0, 3, 2]
    assert list(read(sheet, score_first_deal=False, positions=False).points.values()) == [1, 3, 5, 3]


YEAR = ("fame_tokens", "family_tokens", "red_letter_tokens", "holiday_cards", "money")


@pytest.mark.rule("game_of_the_year B4", "game_of_the_year B5")
def test_points_and_winner_of_the_year_are_those_of_the_season():
    figures = [(4, 4, 4, 0, 400), (5, 0, 0, 0, 400), (0, 5, 0, 0, 400), (0, 0, 5, 1, 500)]
    sheet = a_sheet("game_of_the_year", *(dict(zip(YEAR, one, strict=True)) for one in figures))
    assert read(sheet).won == {4} and read(sheet).points[1] == 64
    assert read(sheet, category_rule="ignore").won == {1}
    assert read(sheet, points=[10, 0, 0]).points[4] == 50


@pytest.mark.parametrize(
    ("system", "seats", "chosen"),
    [
        ("career_compass", 4, {"uneven": "set_aside", "choice_cards": 0}),
        ("career_compass", 5, {"ties": "joker_sum"}),
        ("career_poker", 4, {"scoring": "last_deal", "deals": 3}),
        ("career_poker", 5, {"score_first_deal": False, "positions": False}),
        ("game_of_the_year", 3, {"points": [3, 7, 2], "category_rule": "ignore", "end_when": "first"}),
        ("office_job", 3, {"second_csuite": "return", "first_player": "seat"}),
    ],
)
def test_what_bots_play_by_chosen_rules_stands_as_a_sheet_with_the_engines_points(system, seats, chosen):
    knows = knowing(system, **chosen)
    blank = a_sheet(system, *[{}] * seats)
    options = engine_options(blank, [TablePlayer(name) for name in SEATED[:seats]], knows.rules)
    assert {name: one for name, one in chosen.items() if name != "positions"}.items() <= options["settings"].items()
    for seed in range(10):
        final = record_game(system, seats, ["greedy"], seed, options).game.outcome()
        sheet = by_rules(played_sheet(blank, final.scores), knows.rules)
        assert [one for one in problems(sheet, knows) if one.severity == "error"] == []
        read_as = outcome(sheet)
        assert [read_as.points[seat] for seat in range(1, seats + 1)] == [one["points"] for one in final.scores]
        assert read_as.won == {seat + 1 for seat in final.winners}


def test_no_position_comes_along_where_the_season_has_none():
    players = [TablePlayer(name, last=(place, 4)) for place, name in enumerate(SEATED[:4], 1)]
    blank = a_sheet(career_poker.ID, *[{}] * 4)
    assert "start_positions" in engine_options(blank, players, knowing(career_poker.ID).rules)["settings"]
    assert engine_options(blank, players, knowing(career_poker.ID, positions=False).rules) == {}


@pytest.mark.rule("career_poker 7", "career_poker B11")
def test_the_positions_that_the_season_leaves_out_are_held_by_nobody():
    left_out = ["manager", "trainee", "supervisor", "journeyman"]
    blank, players = a_sheet("career_poker", {}, {}, {}, {}), [TablePlayer(name) for name in SEATED[:4]]
    options = engine_options(blank, players, knowing("career_poker", left_out=left_out).rules)
    assert options["settings"]["titles"] == ["boss", "managing_director", "department_head", "dishwasher"]


def test_what_careers_chooses_is_played_and_the_table_keeps_its_own_target():
    sheet = ScoreSheet("careers", "london", YESTERDAY, (), "formula", 300)
    settings = engine_options(sheet, [], knowing("careers", trading=False, min_part=20).rules)["settings"]
    assert (settings["trading"], settings["min_part"], settings["target"]) == (False, 20, 300)
