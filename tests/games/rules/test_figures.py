"""Reading the figures of a seat: from CSV cells, JSON values and form fields alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.careers import FIGURES
from games.rules.figures import LARGEST, Figure, Unreadable, read, read_figures, shown_value, whole_number, yes_or_no

HEARTS = Figure("happiness", "Happiness", "number", required=True, most=1000)
CASH = Figure("cash", "Cash", "money")
DEGREES = Figure("degrees", "Degrees", "counts")
BUMPED = Figure("bumped", "Bumped", "seats")
LEFT = Figure("left_early", "Left early", "flag")


def refusal(figure, value):
    with pytest.raises(Unreadable) as refused:
        read(figure, value)
    return str(refused.value)


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (0, 0),
        (47, 47),
        ("47", 47),
        (" 47 ", 47),
        ("£47,400", 47_400),
        ("$47,400", 47_400),
        ("m47400", 47_400),
        ("1,234,567", 1_234_567),
        ("007", 7),
        (LARGEST, LARGEST),
        ("40.0", 40),
        ("40,00", 40),
        ("£47,400.00", 47_400),
        ("47 400,0", 47_400),
        ("1\u202f234\u202f567", 1_234_567),
        ("47'400", 47_400),
    ],
)
def test_a_whole_number_is_read(value, number):
    assert whole_number(value) == number


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (-1, "is -1; it can't be below 0"),
        ("-5", "is -5; it can't be below 0"),
        ("-10000000000000", "'-10000000000000' is below 0"),
        (1001, "is 1,001; it can't be more than 1,000"),
        ("9" * 40, f"'{'9' * 40}' is more than 1,000"),
        ("4.5", "'4.5' is not a whole number"),
        (4.0, "'4.0' is not a whole number"),
        ("1e3", "'1e3' is not a whole number"),
        ("abc", "'abc' is not a whole number"),
        ("-", "'-' is not a whole number"),
        ("--5", "'--5' is not a whole number"),
        ("+5", "'+5' is not a whole number"),
        ("4 7", "'4 7' is not a whole number"),
        ("£", "'£' is not a whole number"),
        ("٤", "'٤' is not a whole number"),
        ("²", "'²' is not a whole number"),
        ("1,5", "'1,5' is not a whole number"),
        ("47.400", "'47.400' is not a whole number"),
        ("40.000", "'40.000' is not a whole number"),
        ("40.50", "'40.50' is not a whole number"),
        ("1 234,567", "'1 234,567' is not a whole number"),
        ("12,34", "'12,34' is not a whole number"),
        ("1,,000", "'1,,000' is not a whole number"),
        (",100", "',100' is not a whole number"),
        (True, "'True' is not a whole number"),
        (None, "'None' is not a whole number"),
        ([1], "'[1]' is not a whole number"),
        ("x" * 200, f"'{'x' * 57}...' is not a whole number"),
    ],
)
def test_what_is_no_whole_number_is_refused_with_the_reason(value, reason):
    assert refusal(HEARTS, value) == reason


@pytest.mark.parametrize(
    ("text", "number"), [("47.400", 47_400), ("£5.000", 5000), ("1.234.567,00", 1_234_567), ("5000.00", 5000)]
)
def test_money_may_have_points_between_its_thousands(text, number):
    assert read(CASH, text) == number


@pytest.mark.parametrize("text", ["47.4", "5000.000", "1.23.456", "47.400.5", "1.234,567"])
def test_pence_are_no_thousands(text):
    assert refusal(CASH, text) == f"'{text}' is not a whole number"


def test_leading_zeros_make_no_number_too_large():
    assert whole_number("000000000000047") == 47


@given(number=st.integers(0, LARGEST))
def test_a_number_is_read_as_it_is_written_with_or_without_separators(number):
    assert {whole_number(text) for text in (number, str(number), f"{number:,}", f"£{number:,}")} == {number}


@given(text=st.text(max_size=20))
def test_any_text_is_a_number_within_bounds_or_refused(text):
    try:
        number = whole_number(text, most=1000)
    except Unreadable:
        return
    assert 0 <= number <= 1000


@pytest.mark.parametrize(
    ("value", "counts"),
    [
        ("law=2;journalism=1", {"law": 2, "journalism": 1}),
        (" law = 2 ; ", {"law": 2}),
        ("law=0", {}),
        ({"law": 2, "journalism": 0}, {"law": 2}),
        ({"law": "2"}, {"law": 2}),
        ({}, {}),
    ],
)
def test_tallies_are_read_by_id(value, counts):
    assert read(DEGREES, value) == counts


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("law", "'law' must look like law=2"),
        ("=2", "'=2' must look like law=2"),
        ("law=two", "'two' is not a whole number"),
        ("law=-1", "is -1; it can't be below 0"),
        ("law=1001", "is 1,001; it can't be more than 1,000"),
        ("law=1;law=2", "names the same entry twice"),
        (7, "'7' must look like law=2;journalism=1"),
        (["law"], "'['law']' must look like law=2;journalism=1"),
    ],
)
def test_what_is_no_tally_is_refused(value, reason):
    assert refusal(DEGREES, value) == reason


@pytest.mark.parametrize(
    ("value", "seats"), [("2;3", (2, 3)), ("2", (2,)), (" 2 ; 2 ", (2, 2)), ([2, 3], (2, 3)), ([], ()), (("4",), (4,))]
)
def test_seats_are_read_in_order(value, seats):
    assert read(BUMPED, value) == seats


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("two", "'two' is not a whole number"),
        ("100", "is 100; it can't be more than 99"),
        (2, "'2' must be seat numbers like 2;3"),
        ({"2": 1}, "'{'2': 1}' must be seat numbers like 2;3"),
    ],
)
def test_what_is_no_seat_is_refused(value, reason):
    assert refusal(BUMPED, value) == reason


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        *(("yes", True), (" NO ", False), ("Yes", True), (True, True), (False, False)),
        *((text, True) for text in ("TRUE", "True", "x", "X", "ja", "WAHR", "oui", "VRAI", "sí", "si", "VERDADERO")),
        *((text, False) for text in ("FALSE", "False", "nein", "FALSCH", "non", "FAUX", "FALSO")),
    ],
)
def test_yes_and_no_are_read(value, answer):
    assert yes_or_no(value) is answer


@pytest.mark.parametrize("value", ["y", "1", 1, 0, None, "maybe"])
def test_anything_else_is_neither_yes_nor_no(value):
    assert refusal(LEFT, value) == f"'{value}' must be yes or no"


def test_a_required_figure_is_missed_and_an_optional_one_left_out():
    figures, found = read_figures([HEARTS, CASH], {"happiness": " ", "cash": ""}, who="Seat 2 (Bo)", seat=2)
    assert figures == {}
    assert [(str(problem), problem.seat, problem.figure) for problem in found] == [
        ("Seat 2 (Bo): happiness is missing.", 2, "happiness")
    ]


def test_what_stands_after_a_figure_left_out_is_read():
    raw = {"happiness": "9", "cash": "", "bumped": "2", "left_early": "yes"}
    figures, found = read_figures([HEARTS, CASH, DEGREES, BUMPED, LEFT], raw, who="Seat 2 (Bo)", seat=2)
    assert figures == {"happiness": 9, "bumped": (2,), "left_early": True} and found == []


def test_every_unreadable_figure_is_listed_and_the_others_are_kept():
    raw = {"happiness": "-3", "cash": "£5,000", "degrees": "law", "left_early": "yes"}
    figures, found = read_figures([HEARTS, CASH, DEGREES, LEFT], raw, who="Seat 1 (Ada)", seat=1)
    assert figures == {"cash": 5000, "left_early": True}
    assert [str(problem) for problem in found] == [
        "Seat 1 (Ada): happiness is -3; it can't be below 0.",
        "Seat 1 (Ada): degrees 'law' must look like law=2.",
    ]


def test_a_figure_of_0_is_given_not_missing():
    assert read_figures([HEARTS], {"happiness": 0}, who="Seat 1 (Ada)", seat=1) == ({"happiness": 0}, [])


def test_a_careers_seat_needs_hearts_stars_and_cash_alone():
    assert [figure.name for figure in FIGURES if figure.required] == ["happiness", "fame", "cash"]
    contract = {"happiness", "fame", "cash", "degrees", "trips", "layoffs", "reorgs", "free_passes"}
    optional = {"formula_cash", "formula_happiness", "formula_fame"}
    assert contract | optional <= {figure.name for figure in FIGURES}


@pytest.mark.parametrize(
    ("text", "quoted"), [("Ada", "'Ada'"), ("x" * 60, f"'{'x' * 60}'"), ("x" * 61, f"'{'x' * 57}...'")]
)
def test_a_long_value_is_cut_where_it_is_shown(text, quoted):
    assert shown_value(text) == quoted
