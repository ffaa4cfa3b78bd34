"""What every game system's sheet must be: the right size, known characters, one winner, a day that has come."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from games.rules.systems import SYSTEMS, outcome, problems, setup_problems
from tests.factories.careers_sheets import NOW, a_careers_sheet, a_seat, known, said


def a_table(size, **changes):
    return a_careers_sheet(a_seat(1, 200, won=True), *(a_seat(seat, 50) for seat in range(2, size + 1)), **changes)


def test_an_unknown_system_is_refused_by_name():
    (sentence,) = said(a_careers_sheet(system="chess"))
    assert sentence.startswith("There is no game system 'chess'; choose one of careers")


def test_a_game_without_modes_refuses_one_and_takes_none():
    seats = tuple(replace(line, figures={}) for line in a_table(3).seats)
    sheet = replace(a_table(3, mode="timed", minutes=30), system="office_job", seats=seats)
    refused = {
        mode: [f"{problem}" for problem in problems(replace(sheet, mode=mode), known())] for mode in ("timed", "")
    }
    assert any("Office Job has no modes; leave out" in sentence for sentence in refused["timed"])
    assert not any("no modes" in sentence for sentence in refused[""])


def test_no_table_is_prepared_for_an_unknown_system():
    (problem,) = setup_problems(a_careers_sheet(system="chess"), known())
    assert "There is no game system 'chess'" in str(problem)


def test_an_unknown_edition_is_refused_by_name():
    assert said(a_careers_sheet(edition="atlantis")) == ["There is no edition 'atlantis'."]


@pytest.mark.parametrize("size", [2, 3, 6])
def test_two_to_six_play(size):
    assert said(a_table(size)) == []


@pytest.mark.parametrize(("size", "rules"), [(1, {"league_min_characters": 1}), (7, {})])
def test_other_tables_are_refused(size, rules):
    assert said(a_table(size), known(**rules)) == [f"The sheet has {size} seats; Careers is played by 2 to 6."]


@pytest.mark.parametrize("numbers", [(1, 1), (1, 3), (0, 1), (2, 3)])
def test_seats_are_numbered_from_1_each_once(numbers):
    seats = [replace(a_seat(1, 200, won=True), seat=numbers[0]), replace(a_seat(2, 20), seat=numbers[1])]
    assert said(a_careers_sheet(*seats)) == ["Seats must be numbered 1 to 2, each once."]


def test_seats_may_come_in_any_order():
    assert said(a_careers_sheet(a_seat(2, 20), a_seat(1, 200, won=True))) == []


@pytest.mark.parametrize(("mode", "figure", "most"), [("formula", "target", 1_000_000), ("timed", "minutes", 1_440)])
def test_the_size_of_a_game_lies_within_what_can_be_played(mode, figure, most):
    agreed = {"target": None, "minutes": None, "mode": mode}
    for value in (0, most + 1, 2**31 - 1):
        sentence = f"The {figure} must be a whole number from 1 to {most:,}."
        assert sentence in said(a_table(4, **agreed | {figure: value})), value
    assert not any("whole number" in one for one in said(a_table(4, **agreed | {figure: most})))


@pytest.mark.parametrize(("later", "accepted"), [(0, True), (5, True), (6, False), (60 * 24 * 365, False)])
def test_a_game_is_not_played_in_the_future_beyond_what_clocks_differ(later, accepted):
    sheet = a_careers_sheet(played_at=NOW + timedelta(minutes=later))
    found = [(problem.figure, "which is in the future" in str(problem)) for problem in problems(sheet, known())]
    assert found == ([] if accepted else [("played_at", True)])


@pytest.mark.parametrize("year", [1949, 2201])
def test_a_game_is_played_within_the_years_that_are_kept(year):
    sentence = "The time must lie between 1950-01-01 and 2200-01-01."
    assert said(a_careers_sheet(played_at=datetime(year, 6, 1, tzinfo=UTC))) == [sentence]


def test_as_long_as_nobody_is_stated_as_winner_nobody_has_won_careers():
    assert outcome(a_careers_sheet(a_seat(1, 200), a_seat(2, 120))).won == frozenset()


@pytest.mark.parametrize(
    ("winners", "said_of_them"), [((), "no winner"), ((1, 2), "2 winners"), ((1, 2, 3), "3 winners")]
)
def test_a_game_has_exactly_one_winner(winners, said_of_them):
    sheet = a_careers_sheet(*(a_seat(seat, 200, won=seat in winners) for seat in (1, 2, 3)))
    assert said(sheet) == [f"The sheet has {said_of_them}; Careers has exactly one."]


def test_the_same_character_sits_once_at_a_table():
    sheet = a_careers_sheet(a_seat(1, 200, won=True), a_seat(2, 20, character=1), a_seat(3, 10))
    assert said(sheet) == [f"Seat {seat} (Ada): the same character sits at this table twice." for seat in (1, 2)]


@pytest.mark.rule("careers R104")
def test_one_character_twice_is_not_two_characters():
    sheet = a_careers_sheet(a_seat(1, 200, won=True), a_seat(2, 20, character=1))
    assert "A league game needs at least 2 characters; this one has 1. (R104)" in said(sheet)


def test_an_unknown_character_is_refused_with_seat_and_name():
    given = replace(known(), seated={2: known().seated[2], 3: known().seated[3]})
    sheet = a_careers_sheet(a_seat(1, 200, won=True), a_seat(2, 20), a_seat(3, 10))
    assert said(sheet, given) == ["Seat 1 (Ada): no such character in this league."]


@pytest.mark.rule("careers R104")
@pytest.mark.parametrize(
    ("guests", "least", "accepted"), [(1, 2, True), (2, 2, False), (2, 1, True), (0, 3, True), (1, 3, False)]
)
def test_a_league_game_needs_characters_and_may_have_guests(guests, least, accepted):
    seats = [
        a_seat(seat, 200 if seat == 1 else 10, won=seat == 1, character=None if seat > 3 - guests else seat)
        for seat in (1, 2, 3)
    ]
    sentence = f"A league game needs at least {least} characters; this one has {3 - guests}. (R104)"
    assert said(a_careers_sheet(*seats), known(league_min_characters=least)) == ([] if accepted else [sentence])


@pytest.mark.rule("careers R100")
def test_characters_play_their_own_edition_unless_the_league_lets_them_cross():
    visitors = known(edition="medieval")
    assert said(a_careers_sheet(), visitors) == [
        f"Seat {seat} ({name}): belongs to the edition 'medieval', not to 'london'. (R100)"
        for seat, name in ((1, "Ada"), (2, "Bo"))
    ]
    assert said(a_careers_sheet(), known(edition="medieval", cross_edition=True)) == []


def test_everything_wrong_is_listed_at_once():
    sheet = a_careers_sheet(
        a_seat(1, 150, won=True), a_seat(2, 20, degrees={"law": 5}, reorgs=1), played_at=NOW + timedelta(1)
    )
    assert [problem.figure for problem in problems(sheet, known())] == ["played_at", "won", "degrees", "reorgs"]


def test_every_system_names_itself_and_its_seats():
    for key, system in SYSTEMS.items():
        least, most = system.SEATS
        assert (key, 1 <= least <= most) == (system.ID, True)
        assert len({figure.name for figure in system.FIGURES}) == len(system.FIGURES)


@pytest.mark.parametrize(
    ("figure", "value", "sentence"),
    [
        ("cash", -100, "Seat 2 (Bo): cash is -100; it can't be below 0."),
        ("fame", 1_000_001, "Seat 2 (Bo): fame is 1,000,001; it can't be more than 1,000,000."),
        ("cash", 10.5, "Seat 2 (Bo): cash '10.5' is not a whole number."),
        ("trips", {"harrods": -1}, "Seat 2 (Bo): trips is -1; it can't be below 0."),
        ("bumped", (-1,), "Seat 2 (Bo): bumped is -1; it can't be below 0."),
        ("left_early", "perhaps", "Seat 2 (Bo): left early 'perhaps' must be yes or no."),
        ("hearts", 3, "Seat 2 (Bo): Careers has no figure 'hearts'."),
    ],
)
def test_a_figure_that_could_not_be_entered_cannot_stand_whoever_reports_it(figure, value, sentence):
    assert said(a_careers_sheet(a_seat(1, 200, won=True), a_seat(2, 20, **{figure: value}))) == [sentence]
