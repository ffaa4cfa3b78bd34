"""The board's data: what is refused, and how it compares with the rule book's Appendix 2."""

import copy
import json
import re
import tomllib
from itertools import pairwise

import pytest

from engine.careers import actions as a
from engine.careers.board import load_board
from engine.careers.board_files import check_board, read_board
from engine.careers.check import check_edition
from engine.careers.data import check_data, read_data
from engine.core.errors import BadData

rule = pytest.mark.rule


@pytest.fixture
def data():
    return copy.deepcopy(dict(read_data()))


def drop(key):
    return lambda entry: entry.pop(key)


def put(**values):
    return lambda entry: entry.update(values)


@pytest.mark.parametrize(
    ("where", "change", "named"),
    [
        (("border", 11), drop("per_pip"), r"border square 11 \(donate_now\), effect pay_dice: .*'per_pip'"),
        (("border", 2), put(effect="riot"), r"border square 2 \(income_tax\): there is no effect 'riot'"),
        (("border", 5), put(id="payday"), r"border square 5 \(payday\): the id stands twice"),
        (("border", 4), put(occupation="tesco"), r"border square 4 .*'tesco' is not a path"),
        (("paths", "agrivi"), put(entrance=5), r"paths.agrivi: entrance 5"),
        (("paths", "agrivi"), put(degree="alchemy"), r"paths.agrivi: degree 'alchemy' is not a program"),
        (("paths", "agrivi"), drop("entry_fee"), r"paths.agrivi: the entry 'entry_fee' is missing"),
        (("paths", "agrivi", "squares", 3), put(hearts=3), r"paths.agrivi, square 3 .*unknown entry 'hearts'"),
        (("paths", "agrivi", "squares", 3), put(fame=-4), r"paths.agrivi, square 3 .*fame must be"),
        (("paths", "agrivi", "squares", 10), drop("percent"), r"paths.agrivi, square 10 .*'lose' needs"),
        (("paths", "arsenal", "squares", 5), put(to="jail"), r"paths.arsenal, square 5 .*not 'jail'"),
        (("paths", "oxford", "squares", 2), put(to=1), r"paths.oxford, square 2 .*not a later square"),
        (("experience", 0), put(value=13), r"experience card 'e1': its number must lie within -12 and 12"),
        (("experience", 0), put(value=0), r"experience card 'e1'"),
        (("experience", 0), put(kind="tarot"), r"there is no kind 'tarot'"),
        (("opportunity", 0), put(to="tesco"), r"opportunity card 'join_agrivi': 'tesco' is not a path"),
        (("opportunity", 0), put(count=-1), r"count must be"),
        (("variants", "later19"), put(replaces="tesco"), r"variants.later19 replaces no known path"),
        (("figures",), put(pharmacy="tesco"), r"pharmacy 'tesco'"),
    ],
)
def test_a_wrong_entry_is_named(data, where, change, named):
    entry = data
    for key in where:
        entry = entry[key]
    change(entry)
    with pytest.raises(BadData, match=named):
        check_data(data)


def test_a_missing_border_square_is_named(data):
    del data["border"][20]
    with pytest.raises(BadData, match=r"border square 20 \(unemployment\): its number is 21; a square is missing"):
        check_data(data)


def test_a_board_that_is_not_there_is_refused():
    with pytest.raises(BadData, match="atlantis"):
        read_data("atlantis")


@rule("careers S2")
def test_the_packaged_board_has_42_squares_and_ten_paths():
    board = load_board()
    assert (board.size, len(board.paths), sum(path.size for path in board.paths)) == (42, 10, 125)
    assert [path.entrance for path in board.paths] == [4, 7, 13, 15, 18, 24, 27, 33, 36, 40]
    assert [board.ids[n] for n in (0, 9, 21, 30)] == ["payday", "hospital", "unemployment", "holiday"]


def test_every_walk_along_a_path_ends_at_its_exit():
    board = load_board()
    for path in board.paths:
        location, seen = path.gate, []
        while location > 0:
            seen.append(location)
            location = board.forward[location][1]
        assert location == -1 and seen[0] == path.gate and len(seen) <= path.size + 1
        assert all(board.backward[after][1] == before for before, after in pairwise(seen[1:]))
        assert board.backward[seen[1]][1] == path.entrance


def test_texts_and_numbers_of_all_actions_match():
    assert all(a.TABLE.number(a.TABLE.text(number)) == number for number in range(len(a.TABLE)))


@rule("careers R4")
@rule("careers Appendix 2")
@rule("careers S230", "careers S231", "careers S232", "careers S233", "careers S234", "careers S235", "careers S236")
@rule("careers S237", "careers S238", "careers S239")
def test_the_board_agrees_with_appendix_2_but_for_the_known_mismatches():
    report = check_edition()
    assert report["refusals"] == []
    assert {(entry["path"], entry["figure"]) for entry in report["mismatches"]} == {
        ("agrivi", "favors"), ("oxford", "salary"), ("harrods", "salary"), ("harrods", "salary_x"),
        ("lister_bacon", "salary"), ("tower_of_london", "backstab"), ("pfizer_uk", "backstab"),
    }  # fmt: skip
    json.dumps(report)


@rule("careers Appendix 2")
@rule("careers S5", "careers S230", "careers S231", "careers S232", "careers S233", "careers S234", "careers S235")
@rule("careers S236", "careers S237", "careers S238", "careers S239")
def test_the_totals_are_those_that_appendix_2_prints():
    paths = check_edition()["paths"]
    assert {key: paths["rolls_royce"][key] for key in ("happiness", "fame", "bonus", "salary", "experience",
                                                       "opportunities")} == {
        "happiness": 24, "fame": 44, "bonus": 15000, "salary": 2000, "experience": 2, "opportunities": 0}  # fmt: skip
    assert sum(path["happiness"] for path in paths.values()) == 154
    assert sum(path["fame"] for path in paths.values()) == 196
    assert (sum(p["experience"] for p in paths.values()), sum(p["opportunities"] for p in paths.values())) == (19, 15)


@rule("careers Board Customization")
@pytest.mark.parametrize(
    ("where", "change", "said"),
    [
        (("paths", "agrivi", "squares", 0), put(happiness=3), "agrivi, square 0 .*happiness is 3.*keeps its figures"),
        (("paths", "agrivi", "squares", 10), put(percent=40), "paths.agrivi, square 10 .*percent is 40"),
        (("border", 29), put(price=1), r"border square 29 \(insurance_store\): price is 1"),
        (("experience", 0), put(value=-13), "within -12 and 12"),
        (("border", 29), drop("price"), "'price' is missing"),
    ],
)  # fmt: skip
@rule("careers S140", "careers S143", "careers S149")
def test_a_board_that_breaks_the_limits_of_the_book_is_refused(data, where, change, said):
    entry = data
    for key in where:
        entry = entry[key]
    change(entry)
    refusals = check_edition(data)["refusals"]
    assert len(refusals) == 1
    assert re.search(said, refusals[0])


@rule("careers Board Customization")
@rule("careers S147", "careers S149")
def test_a_replaced_module_with_the_same_figures_and_other_words_is_welcome(data):
    for square in data["paths"]["agrivi"]["squares"]:
        square["caption"] = "Something else"
    data["paths"]["agrivi"]["name"] = "Tesla"
    assert check_edition(data)["refusals"] == []


@rule("careers R3")
def test_the_later_pfizer_path_is_no_breach_but_a_mismatch(data):
    data["paths"]["pfizer_uk"]["squares"] = data["variants"]["later19"]["squares"]
    report = check_edition(data)
    assert report["refusals"] == [] and report["paths"]["pfizer_uk"]["fame"] == 34


def test_an_edition_file_needs_to_say_only_what_differs():
    squares = read_data()["paths"]["agrivi"]["squares"]
    body = "\n".join(
        "[[paths.tesla.squares]]\n" + "\n".join(f"{key} = {json.dumps(value)}" for key, value in square.items())
        for square in squares
    )
    head = '[paths.tesla]\nname = "Tesla"\nentrance = 4\nexit = 5\nentry_fee = 1000\n'
    text = f'{head}degree = "information_technology"\ndegrees_required = 1\n{body}'
    assert tomllib.loads(text)
    report = check_board(read_board(text)).report
    assert report["names"].pop("agrivi") == "Tesla"
    assert report == check_edition() | {"names": report["names"]}
    short = text.rsplit("[[paths.tesla.squares]]", 1)[0]
    assert list(check_board(read_board(short)).problems) == ["paths.agrivi has 11 squares; its module has 12."]


@pytest.mark.parametrize(
    "text",
    ["not = [toml", "[agrivi]\nentrance = 4", "paths = {}\n[paths.tesla]\nentrance = 3\n", "[paths]\nagrivi = 3"],
)
def test_an_edition_file_that_makes_no_sense_is_refused(text):
    try:
        assert check_board(read_board(text)).problems
    except BadData as error:
        assert "no TOML" in str(error)
