"""Boards that strangers make: every mismatch by name, bounds for everything, and the digest that names a board."""

import copy
import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import new_game, record_game, replay, simulate
from engine.careers.board_files import MOST_BYTES, board_digest, check_board, playable_board, read_board
from engine.careers.boards import edition_board
from engine.careers.editions import edition_ids, edition_text
from engine.careers.words import place_name
from engine.core.errors import BadData, EngineError
from engine.core.toml import read_toml, to_toml
from engine.translatable import spoken
from tests.speaking import speaking

rule = pytest.mark.rule
LONDON = edition_board("london")


def a_module(path="agrivi", base="london", **said):
    """A module of the base with other words."""
    return {path: copy.deepcopy(edition_board(base)["paths"][path]) | said}


TESLA = {"name": "Volts over London", "paths": a_module(name="Tesla", entry_fee=1500)}


@rule("careers Board Customization", "careers S147")
def test_a_replaced_module_is_played_under_its_own_name():
    assert check_board(TESLA).problems == ()
    board = playable_board(TESLA)
    assert (board.paths[0].id, board.paths[0].name, board.paths[0].fee) == ("agrivi", "Tesla", 1500)
    assert board.raw[4]["name"] == "Tesla" and board.raw[4]["caption"] == "The door to Tesla"
    assert {"place": "Tesla", "figure": "entry_fee", "board": 1500, "london": 1000} in check_board(TESLA).report[
        "differences"
    ]


@rule("careers Board Customization", "careers S148")
def test_the_university_may_be_one_of_choice():
    board = playable_board({"university": "University of Life", "tuition": 700})
    assert next((path.name, path.fee) for path in board.paths if path.university) == ("University of Life", 700)


@rule("careers Board Customization", "careers S149")
def test_every_mismatch_is_named_and_not_the_first_alone():
    module = a_module()
    module["agrivi"]["squares"][0]["happiness"] = 3
    module["agrivi"]["squares"][3]["fame"] = 40
    module["agrivi"]["squares"][10]["percent"] = 10
    board = {
        "paths": module,
        "squares": [{"number": 29, "price": 1}, {"number": 30, "stay_max": 12}],
        "figures": {"cash_per_point": 1},
        "counts": {"experience": {"e7": 0}, "opportunity": {"extra_turn": 60}},
    }
    told = check_board(board).problems
    assert [sentence.split(" is ")[0].split(" (")[0] for sentence in told] == [
        "paths.agrivi, square 0", "paths.agrivi, square 3", "paths.agrivi, square 10", "border square 29",
        "border square 30", "figures: cash_per_point", "counts.experience: e7", "counts.opportunity: extra_turn",
    ]  # fmt: skip
    assert {(one["path"], one["figure"]) for one in check_board(board).report["mismatches"]} >= {
        ("agrivi", "happiness"), ("agrivi", "fame"), ("agrivi", "lose_cash"),
    }  # fmt: skip


def test_every_wrong_entry_of_the_shape_is_named_with_its_place():
    board = {"name": "", "currency": "Pounds", "squares": [{"name": "x"}, {"number": 2, "caption": 5}], "moon": 1}
    assert list(check_board(board).problems[:4]) == [
        "name is empty.",
        "currency has 6 letters; 3 are allowed.",
        "squares, entry 0: the entry 'number' is missing.",
        "squares, entry 1, caption must be text, not 5.",
    ]
    assert "there is no entry 'moon'" in check_board(board).problems[4]


def test_every_broken_square_is_named():
    module = a_module()
    module["agrivi"]["squares"][1] = {"caption": "Fly", "effect": "fly"}
    module["agrivi"]["squares"][2] = {"caption": "Ahead", "effect": "jump", "to": 1}
    assert check_board({"paths": module}).problems == (
        "paths.agrivi, square 1 (Fly): there is no effect 'fly'.",
        "paths.agrivi, square 2 (Ahead): to 1 is not a later square of the path.",
    )


@pytest.mark.parametrize("base", edition_ids())
def test_a_board_may_begin_with_any_edition_and_keep_its_figures(base):
    board = {"base": base, "name": "Ours"}
    assert check_board(board).problems == ()
    assert check_board(board).data["figures"] == edition_board(base)["figures"]
    record = record_game("careers", 2, ["greedy"], 3, {"board": board})
    assert replay(record.text().splitlines()) == record.game.outcome()


def test_a_board_on_the_jazz_age_may_ask_for_a_degree_where_there_was_none():
    company = {"id": "bootlegger", "name": "Milk Bar", "entrance": 4, "program": "milk", "program_name": "Dairy",
               "degrees_required": 1}  # fmt: skip
    board = playable_board({"base": "jazz_age", "companies": [company]})
    assert (board.paths[0].name, board.programs[board.paths[0].program]) == ("Milk Bar", "information_technology")


@pytest.mark.parametrize("of", edition_ids())
def test_the_file_of_an_edition_is_a_board_file(of):
    raw = read_board(edition_text(of))
    assert not any("there is no entry" in problem for problem in check_board(raw).problems)
    assert read_toml(to_toml(raw)) == raw


HOSTILE = {
    "a file that is too long": "name = '" + "x" * MOST_BYTES + "'",
    "no TOML": "name = ",
    "deep lists": f"squares = {'[' * 5000}{']' * 5000}",
    "deep tables": ".".join("a" * 30) + " = 1",
    "a huge number": "tuition = " + "9" * 4000,
    "a float": "tuition = 0.5",
    "no number": "tuition = nan",
    "a date": "name = 2020-01-01",
    "a date inside a square": "squares = [{ number = 2, bands = [2020-01-01] }]",
    "a long name": f"name = '{'x' * 61}'",
    "a line break": 'name = "a\\nb"',
    "a zero byte": 'name = "a\\u0000b"',
    "text that turns round": 'name = "a\\u202Eb"',
    "text that nobody sees": 'name = "\\u2060\\u2060"',
    "too many squares": "squares = [" + "{ number = 1 }," * 43 + "]",
    "one square twice": "squares = [{ number = 1 }, { number = 1, name = 'x' }]",
    "one door twice": "companies = [{ id = 'a', name = 'A', entrance = 4 }, { id = 'b', name = 'B', entrance = 4 }]",
    "two modules behind one door": "\n".join(
        f"[paths.{key}]\nname = 'x'\nentrance = 4\nexit = 5\nentry_fee = 0\nsquares = [{{ caption = 'x' }}]"
        for key in ("a", "b")
    ),
    "markup as a key": "[paths.'<b>']\nname = 'x'",
    "a base that is no edition": "base = '../../etc/passwd'",
    "a list as a base": "base = []",
    "no pounds in a point": "figures = { cash_per_point = 0 }",
    "rounding to nothing": "figures = { payment_round_down_to = 0 }",
    "a fee beyond reason": "companies = [{ id = 'a', name = 'A', entrance = 4, entry_fee = 1000000 }]",
    "no squares": "[paths.agrivi]\nname = 'x'\nentrance = 4\nexit = 5\nentry_fee = 0\nsquares = []",
    "a path elsewhere": "[paths.agrivi]\nname = 'x'\nentrance = 5\nexit = 4\nentry_fee = 0\nsquares = [{caption='x'}]",
    "a table as a name": "[name]\nx = 1",
    "a travel without rail": "[travel.underground]\ncard = 'x'\nride = 'y'",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_in_a_sentence(text):
    try:
        problems = check_board(read_board(text)).problems
    except BadData as error:
        problems = (str(error),)
    assert problems and all(problem.endswith(".") and len(problem) < 700 for problem in problems)


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 50) | st.text(max_size=5) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
_KEYS = ("base", "name", "tuition", "companies", "paths", "squares", "figures", "travel", "counts", "levels")


@given(st.dictionaries(st.sampled_from(_KEYS), _ANY, max_size=4))
def test_no_mapping_breaks_the_check(raw):
    check_board(raw)
    with suppress(EngineError):
        new_game("careers", 2, 1, {"board": raw})


@given(st.data())
def test_no_square_of_a_module_breaks_the_check(data):
    module = a_module(data.draw(st.sampled_from(sorted(LONDON["paths"]))))
    squares = next(iter(module.values()))["squares"]
    square = data.draw(st.sampled_from(squares))
    square[data.draw(st.sampled_from(("to", "next", "of", "effect", "percent", "fame", "amount")))] = data.draw(_ANY)
    checked = check_board({"paths": module})
    if not checked.problems:
        playable_board({"paths": module})


def test_the_digest_names_the_content_and_not_the_order():
    turned = dict(reversed(TESLA.items()))
    assert board_digest(turned) == board_digest(TESLA)
    assert board_digest(json.loads(json.dumps(TESLA))) == board_digest(TESLA)
    assert board_digest(TESLA | {"name": "Other"}) != board_digest(TESLA)
    assert board_digest(TESLA) == board_digest(read_board(to_toml(TESLA)))


@given(st.text(max_size=40))
def test_any_name_survives_the_way_into_a_file_and_back(name):
    assert read_toml(to_toml({"name": name, "squares": [{"number": 2, "name": name}], "levels": {"a": name}})) == {
        "name": name, "squares": [{"number": 2, "name": name}], "levels": {"a": name},
    }  # fmt: skip


def test_many_games_are_played_on_a_board_of_strangers():
    report = simulate("careers", games=4, seats=2, bots=["random"], rng_seed=1, options={"board": TESLA})
    assert report.games == 4


@rule("careers Game Editions")
@pytest.mark.parametrize("of", ["hi_tech", "jazz_age"])
def test_a_board_of_its_own_has_words_of_its_own_on_its_paths(of):
    """But for what both call the same thing."""
    paths = edition_board(of)["paths"]
    for key, path in LONDON["paths"].items():
        pairs = list(zip(path["squares"], paths[key]["squares"], strict=True))
        assert sum(ours["caption"] != theirs["caption"] for theirs, ours in pairs) > len(pairs) * 0.7, key
        assert all(theirs | {"caption": ""} == ours | {"caption": ""} for theirs, ours in pairs)


def test_captions_alone_change_no_figure_and_have_to_fit():
    words = [f"Word {number}" for number in range(12)]
    board = playable_board({"captions": {"agrivi": words}})
    assert [board.raw[board.paths[0].gate + 1 + at]["caption"] for at in range(12)] == words
    assert check_board({"captions": {"agrivi": words[:3]}}).problems == (
        "captions.agrivi has 3 captions for 12 squares.",
    )
    assert "there is no path 'tesla'" in check_board({"captions": {"tesla": words}}).problems[0]


def test_the_captions_of_london_speak_the_readers_language_and_those_of_a_league_stay_as_typed():
    german = {
        "The door to {place}": "Die Tür zu: {place}",
        "Give {currency}1,000 for every pip": "Spende {currency}1.000 je Auge",
        "A tutor knows people": "Ein Tutor hat Beziehungen",
        "Fly": "Flieg",
    }
    own = {"name": "Kronor", "currency": "Kr", "captions": {"agrivi": ["Fly", *["Walk"] * 11]}}
    board = playable_board(TESLA | own)
    squares = (4, 11, board.location("oxford 4"), board.location("agrivi 0"))
    captions = [board.raw[at]["caption"] for at in squares]
    place = place_name(board, board.location("oxford 4"))
    with speaking(lambda text: german.get(text, text), lambda one, many, count: one, format):
        assert [spoken(caption) for caption in captions] == [
            "Die Tür zu: Tesla", "Spende Kr1.000 je Auge", "Ein Tutor hat Beziehungen", "Fly",
        ]  # fmt: skip
        assert spoken(place) == "University of Oxford 5 (Ein Tutor hat Beziehungen)"
    assert place == "University of Oxford 5 (A tutor knows people)"
    assert captions == ["The door to Tesla", "Give Kr1,000 for every pip", "A tutor knows people", "Fly"]
