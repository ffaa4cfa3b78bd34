"""Games that clubs define: one text for each, its points, places and problems, and what a new version changes."""

import copy
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.rules.house_rules import HouseRules
from games.rules.definitions import (
    BadDefinition,
    as_toml,
    canonical,
    changed,
    definition,
    digest_of,
    faults_of,
    read_definition,
    shapes,
)
from games.rules.figures import read, read_figures
from games.rules.sheets import Knowledge, ScoreSheet, SeatLine
from tests.factories.definitions import PLAYED_AT, a_number, definitions, sheets_of, six_shapes

KNOWN = Knowledge(PLAYED_AT, HouseRules(), {})


def game_of(shape, **more):
    return definition(canonical(six_shapes()[shape] | more), "own-1")


def table(*figures, won=()):
    """A sheet with a seat for each mapping of figures; `won` has the numbers of the seats that won."""
    lines = (SeatLine(seat, None, f"Guest {seat}", seat in won, line) for seat, line in enumerate(figures, 1))
    return ScoreSheet("own-1", "london", PLAYED_AT, tuple(lines))


def sums(*numbers, **more):
    return [{"roads": roads, "coins": coins, "debts": debts, "role": "monk"} | more for roads, coins, debts in numbers]


def told(game, sheet):
    return [(problem.seat, problem.figure, str(problem)) for problem in game.problems(sheet, KNOWN)]


@given(definitions())
def test_a_definition_has_one_text_however_it_is_written(raw):
    content = canonical(raw)
    assert faults_of(raw) == []
    for text in (content, as_toml(content), json.dumps(raw), json.dumps(raw, indent=3, ensure_ascii=False)):
        assert canonical(read_definition(text)) == content
    assert canonical(json.loads(content)) == content


@given(st.data())
def test_a_sheet_that_a_game_allows_has_no_problems_and_ranks_each_seat_once(data):
    game = definition(canonical(data.draw(definitions())), "own-1")
    sheet = data.draw(sheets_of(game))
    for line in sheet.seats:
        assert {figure.name: read(figure, line.figures[figure.name]) for figure in game.FIGURES
                if figure.name in line.figures} == line.figures  # fmt: skip
        game.best(line.figures, game.points(line, sheet))
    ranking = game.ranking(sheet)
    assert sorted(seat for group in ranking for seat in group) == [line.seat for line in sheet.seats]
    marked = {line.seat for line in sheet.seats if line.won} if game.STATED else ranking[0]
    lines = tuple(replace(line, won=line.seat in marked) for line in sheet.seats)
    assert told(game, sheet) == told(game, replace(sheet, seats=lines)) == []


@given(st.data())
def test_a_sheet_that_is_still_typed_is_ranked_and_counted(data):
    game = definition(canonical(data.draw(definitions())), "own-1")
    sheet = data.draw(sheets_of(game))
    names = st.sets(st.sampled_from([figure.name for figure in game.FIGURES] or ["none"]))
    lines = [
        replace(line, won=data.draw(st.booleans()), figures={k: v for k, v in line.figures.items() if k not in gone})
        for line, gone in ((line, data.draw(names)) for line in sheet.seats)
    ]
    typed = replace(sheet, seats=tuple(lines))
    assert sum(map(len, game.ranking(typed))) == len(lines)
    for line in lines:
        game.best(line.figures, game.points(line, typed))
    assert all(isinstance(text, str) for _, _, text in told(game, typed))


def test_a_definition_is_the_same_for_the_same_content_and_id():
    content = canonical(six_shapes()["sum"])
    assert definition(content, "own-1") is definition(content, "own-1")
    assert definition(content, "own-1") != definition(content, "own-2")
    assert definition(content, "own-1").digest == digest_of(content)
    assert len({game_of(shape) for shape in six_shapes()}) == 6


def test_defaults_and_spare_spaces_are_not_part_of_the_text():
    plain = {"name": "A  b ", "seats": [1, 2], "ends": "most_points", "columns": [a_number("coins", " Coins")]}
    full = plain | {"ties": [], "variants": []}
    full["columns"] = [a_number("coins", "Coins", least=0, most=1_000_000, step=1, weight=1, required=True, hint=" ")]
    content = (
        '{"columns":[{"id":"coins","kind":"number","label":"Coins"}],"ends":"most_points","name":"A b","seats":[1,2]}'
    )
    assert canonical(plain) == canonical(full) == content


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x" * 20_001, "The game is too large; the limit is 20,000 bytes."),
        ("ä" * 10_001, "The game is too large; the limit is 20,000 bytes."),
        ('{"name": 1,\n"name": 2}', "The text gives the same name twice in one table."),
        ('name = "A"\nseats = [', "The text can't be read: Invalid value."),
        ("name = 1\nseats = ?\n", "Line 2 can't be read: Invalid value."),
        ("name = 1\nname = 2\nends = 3", "Line 2 can't be read: Cannot overwrite a value."),
        ('{"name": "A",\n "seats": [1 2]}', "Line 2 can't be read: Expecting ',' delimiter."),
        ("[1, 2]", "Line 1 can't be read: Expected ']' at the end of a table declaration."),
        ('{"a": ' * 2500 + "1" + "}" * 2500, "Lists and tables are nested too deep."),
        ("a = " + "[" * 30 + "]" * 30, "Lists and tables are nested too deep."),
        ("a." * 30 + "b = 1", "Lists and tables are nested too deep."),
        ("a = " + "[" * 9000, "Lists and tables are nested too deep."),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_with_its_line(text, reason):
    with pytest.raises(BadDefinition) as refused:
        read_definition(text)
    assert [(fault.place, str(fault.text)) for fault in refused.value.faults] == [("", reason)]


def test_a_text_of_the_greatest_size_is_read():
    assert read_definition("# " + "x" * 19_998) == {}


def test_a_number_of_any_length_is_refused():
    with pytest.raises(BadDefinition):
        read_definition('{"minutes": ' + "9" * 5000 + "}")
    assert faults_of(read_definition("minutes = 0x" + "f" * 19_000))[-1].place == "minutes"


def test_points_are_a_sum_of_what_each_column_brings():
    game = game_of("sum")
    line = table({"roads": 4, "coins": 7, "debts": 2, "role": "smith", "longest": True}).seats[0]
    assert game.points(line) == 2 * 4 + 7 - 3 * 2 + 3 + 5
    assert game.points(replace(line, figures={"roads": 4, "longest": False, "role": "gone", "other": 9})) == 8
    assert game.points(replace(line, figures={})) == 0


@pytest.mark.parametrize(
    ("shape", "figures", "won", "ranking"),
    [
        ("sum", sums((1, 4, 0), (4, 1, 1), (2, 0, 0), (2, 6, 2)), (), ((1,), (2,), (4,), (3,))),
        ("sum", sums((2, 2, 0), (2, 2, 0), (0, 6, 0)), (), ((3,), (1, 2))),
        ("sum", sums((0, 9, 1), (0, 12, 2), (3, 0, 0)), (), ((2,), (1,), (3,))),
        ("sum", [{}, *sums((0, 0, 1))], (), ((1,), (2,))),
        ("fewest", [{"first": -5, "second": 9}, {"first": 0}, {"first": -5, "second": 1}], (), ((3,), (2,), (1,))),
        ("places", [{"finish": 2}, {"finish": 1}, {"finish": 2}, {}], (), ((2,), (1, 3), (4,))),
        ("together", [{}, {}], (1, 2), ((1, 2),)),
        ("together", [{}, {}], (), ((1, 2),)),
        ("sides", [{"side": "north"}, {"side": "south"}, {"side": "north"}], (1, 3), ((1, 3), (2,))),
        ("sides", [{"side": "north"}, {"side": "south"}], (1, 2), ((1, 2),)),
        ("eliminated", [{"out": 1}, {}, {"out": 2}, {"out": 1}, {}], (), ((2, 5), (3,), (1, 4))),
    ],
)  # fmt: skip
def test_seats_are_ranked_as_the_game_ends(shape, figures, won, ranking):
    assert game_of(shape).ranking(table(*figures, won=won)) == ranking


def test_ties_are_broken_in_their_order_and_less_of_a_column_may_be_better():
    level = [
        {"roads": 3, "coins": 0, "debts": 0},
        {"roads": 1, "coins": 4, "debts": 0},
        {"roads": 4, "coins": 4, "debts": 2},
    ]
    assert [game_of("sum").points(line) for line in table(*level).seats] == [6, 6, 6]
    assert game_of("sum").ranking(table(*level)) == ((2,), (3,), (1,))
    assert game_of("sum", ties=["-coins", "debts"]).ranking(table(*level)) == ((1,), (3,), (2,))
    assert game_of("sum", ties=[]).ranking(table(*level)) == ((1, 2, 3),)


def test_one_winner_is_first_and_all_others_are_equal():
    game = game_of("places", ends="one_winner")
    assert (game.ONE_WINNER, game.STATED, game.FIGURES) == (True, True, ())
    assert game.ranking(table({}, {}, {}, won=(2,))) == ((2,), (1, 3))
    assert {shape: game_of(shape).STATED for shape in six_shapes()} == {
        "sum": False, "fewest": False, "places": False, "together": True, "sides": True, "eliminated": False,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("shape", "figures", "won", "problems"),
    [
        ("places", [{"finish": 1}, {"finish": 2}, {"finish": 2}, {"finish": 4}], (), []),
        ("places", [{"finish": 1}, {"finish": 1}, {"finish": 2}], (), [(3, "finish")]),
        ("places", [{"finish": 2}, {"finish": 3}], (), [(1, "finish"), (2, "finish")]),
        ("places", [{"finish": 3}, {}], (), []),
        ("places", [{"finish": 1}, {"finish": 2}], (2,), [(1, "won"), (2, "won")]),
        ("eliminated", [{"out": 1}, {"out": 2}, {}], (3,), []),
        ("eliminated", [{"out": 1}, {"out": 3}, {}], (), [(2, "out")]),
        ("eliminated", [{"out": 2}, {}, {}], (), [(1, "out")]),
        ("eliminated", [{"out": 1}, {"out": 2}, {"out": 3}], (), [(None, "out")]),
        ("eliminated", [{"out": 1}, {}, {}], (2,), [(3, "won")]),
        ("together", [{}, {}, {}], (1, 3), [(2, "won")]),
        ("together", [{}, {}], (), []),
        ("sides", [{"side": "north"}, {"side": "north"}], (1, 2), [(None, "side")]),
        ("sides", [{"side": "north"}, {"side": "south"}], (), [(None, "won")]),
        ("sides", [{"side": "north"}, {"side": "south"}, {"side": "north"}], (1,), [(3, "won")]),
        ("sides", [{"side": "north"}, {}], (), []),
        ("sum", sums((1, 0, 0), (2, 0, 0)), (2,), []),
        ("sum", sums((1, 0, 0), (2, 0, 0)), (1,), [(1, "won"), (2, "won")]),
        ("fewest", [{"first": 5, "second": 0}, {"first": -5, "second": 0}], (2,), []),
        ("fewest", [], (), []),
        ("eliminated", [], (), []),
        ("sides", [], (), []),
    ],
)
def test_what_cannot_have_happened_is_a_problem_of_its_seat_and_figure(shape, figures, won, problems):
    assert [found[:2] for found in told(game_of(shape), table(*figures, won=won))] == problems


def test_a_problem_says_what_would_be_right():
    places = table({"finish": 1}, {"finish": 1}, {"finish": 2})
    [(*_, place)] = told(game_of("places"), places)
    assert place == "Seat 3 (Guest 3): the place can't be 2; by the places of the others it is 3."
    winners = told(game_of("sum"), table(*sums((1, 0, 0), (2, 0, 0)), won=(1,)))
    assert "by the figures seat 2 won: the most points, then more Coins, less Debts." in winners[0][2]


@pytest.mark.parametrize(
    ("shape", "figures", "total", "best"),
    [
        ("sum", {}, 1234, ((1234,), "1,234 points")),
        ("fewest", {}, 30, ((-30,), "30 points")),
        ("places", {"finish": 2}, 0, ((-2,), "place 2")),
        ("eliminated", {"out": 3}, 0, ((3,), "out as number 3")),
        ("eliminated", {}, 0, ((21,), "still in at the end")),
        ("together", {}, 0, ((0,), "")),
        ("sides", {"side": "north"}, 0, ((0,), "")),
    ],
)
def test_the_best_game_is_remembered_by_what_decides(shape, figures, total, best):
    assert game_of(shape).best(figures, total) == best


def test_points_are_remembered_also_where_they_do_not_decide():
    assert game_of("together", columns=[a_number("saved", "Saved")]).best({}, 7) == ((7,), "7 points")
    assert game_of("together", columns=[a_number("saved", "Saved", weight=0)]).best({}, 0) == ((0,), "")


def test_numbers_keep_to_their_bounds_and_steps_and_names_stay_as_typed():
    column = a_number("depth", "Tiefe {0} %", least=-20, most=100, step=5)
    game = game_of("sum", columns=[column], ties=[])
    cells = [{"depth": value} for value in ("-20", "100", "-25", "7", "105", "-99999999999", "")]
    read_cells = [read_figures(game.FIGURES, cell, who="Ada", seat=1) for cell in cells]
    assert [figures for figures, _ in read_cells[:2]] == [{"depth": -20}, {"depth": 100}]
    assert [str(problem) for _, problems in read_cells[2:] for problem in problems] == [
        "Ada: Tiefe {0} % is -25; it can't be below -20.",
        "Ada: Tiefe {0} % is 7; from -20 it goes up in steps of 5.",
        "Ada: Tiefe {0} % is 105; it can't be more than 100.",
        "Ada: Tiefe {0} % '-99999999999' is below -20.",
        "Ada: Tiefe {0} % is missing.",
    ]


def test_numbers_and_choices_must_be_given_and_yes_or_no_need_not():
    figures = game_of("sum").FIGURES
    assert [figure.name for figure in figures if figure.required] == ["roads", "coins", "debts", "role"]
    assert {(figure.least, figure.most, figure.step) for figure in figures[:3]} == {(0, 1_000_000, 1)}


@pytest.mark.parametrize(
    ("shape", "cells", "problem"),
    [
        ("places", {"finish": "0"}, "Ada: place is 0; it can't be below 1."),
        ("places", {"finish": "9"}, "Ada: place is 9; it can't be more than 8."),
        ("eliminated", {"out": "0"}, "Ada: out is 0; it can't be below 1."),
        ("sides", {"side": "east"}, "Ada: side 'east' must be one of north, south."),
        ("sides", {}, "Ada: side is missing."),
    ],
)
def test_an_ending_brings_its_own_figure(shape, cells, problem):
    assert [str(found) for found in read_figures(game_of(shape).FIGURES, cells, who="Ada", seat=1)[1]] == [problem]


def test_every_example_is_a_game_and_no_two_are_alike():
    contents = [canonical(shape.content) for shape in shapes()]
    assert len({*contents}) == len({shape.title for shape in shapes()}) == len(contents) == 13
    assert {definition(content, "x").ends for content in contents} == {
        "most_points", "fewest_points", "places", "one_winner", "together", "sides", "eliminated",
    }  # fmt: skip


def test_a_new_version_says_what_it_changes():
    before, after = six_shapes()["sum"], six_shapes()["sum"]
    after |= {"minutes": 60, "seats": [2, 6], "ties": ["-debts"], "variants": []}
    after["columns"][1] |= {"label": "Money", "weight": 2}
    after["columns"][3]["options"][0] |= {"points": 4}
    after["columns"][3]["options"].append({"id": "nun", "label": "Nun"})
    after["columns"][4] = a_number("cards", "Cards", hint="in hand")
    assert [str(change) for change in changed(canonical(before), canonical(after))] == [
        "Variant Harbours is gone.",
        "Column Longest road is gone.",
        "Column Role, option Nun is new.",
        "Column Cards is new.",
        "Players: 2 to 6, not 2 to 5.",
        "Usual length in minutes: 60, not 90.",
        "What decides among equals: less Debts, not more Coins, less Debts.",
        "Column Money: Money, not Coins.",
        "Column Money, points for each: 2, not 1.",
        "Column Role, points of option Smith: 4, not 3.",
    ]


def test_another_order_is_a_change():
    before, after = six_shapes()["sum"], six_shapes()["sum"]
    after["columns"].reverse()
    assert changed(canonical(before), canonical(after)) == ["The order is a different one."]


@given(definitions(), definitions(), st.data())
def test_only_the_same_definition_has_no_changes(one, other, data):
    mixed = copy.deepcopy(one)
    name = data.draw(st.sampled_from(sorted(one)))
    if name in other:
        mixed[name] = other[name]
    for raw in (other, one, mixed if not faults_of(mixed) else one):
        assert (changed(canonical(one), canonical(raw)) == []) == (canonical(one) == canonical(raw))
