"""Whether seats say the same."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.careers.editions import edition
from engine.translatable import Translatable
from games.rules.sheets import ScoreSheet, SeatLine
from league.tournaments.tables.rules import contradiction, digest, majority, sheet_from_json, sheet_to_json
from tests.factories.days import on_day

CAREERS = ScoreSheet(
    "careers",
    "london",
    on_day(1),
    (
        SeatLine(1, 7, "Ada", True, {"happiness": 40, "fame": 40, "cash": 20_000, "laid_off": (2,)}),
        SeatLine(2, 8, "Bo", False, {"happiness": 10, "fame": 20, "cash": 5_500, "degrees": {"law": 2}}),
    ),
    "formula",
    100,
)


def with_figures(sheet: ScoreSheet, seat: int, **figures: object) -> ScoreSheet:
    lines = [replace(line, figures={**line.figures, **figures}) if line.seat == seat else line for line in sheet.seats]
    return replace(sheet, seats=tuple(lines))


def differs(says: ScoreSheet, stands: ScoreSheet = CAREERS) -> Translatable | None:
    return contradiction(stands, says, first="seat 1", second="seat 2", words=edition("london"))


def test_figures_that_say_nothing_are_no_difference():
    same = with_figures(CAREERS, 1, layoffs=0, trips={}, degrees={"law": 0}, left_early=False)
    assert digest(same) == digest(CAREERS)
    assert differs(same) is None


def test_when_and_by_which_name_is_no_difference():
    lines = tuple(replace(line, name=line.name.upper()) for line in CAREERS.seats)
    assert digest(replace(CAREERS, played_at=CAREERS.played_at + timedelta(hours=1), seats=lines)) == digest(CAREERS)


def test_a_required_figure_of_0_is_not_a_missing_one():
    assert digest(with_figures(CAREERS, 1, fame=0)) != digest(
        replace(CAREERS, seats=(replace(CAREERS.seats[0], figures={"happiness": 40}), CAREERS.seats[1]))
    )


@pytest.mark.parametrize(
    ("figures", "sentence"),
    [
        ({"fame": 30}, "Bo's fame: seat 2 says 30, seat 1 said 20."),
        ({"cash": 15_500}, "Bo's cash: seat 2 says £15,500, seat 1 said £5,500."),
        ({"degrees": {"law": 3}}, "Bo's degrees: seat 2 says Law 3, seat 1 said Law 2."),
        ({"bumped": (1,)}, "Bo's bumped: seat 2 says seat 1, seat 1 said nothing."),
        ({"left_early": True}, "Bo's left early: seat 2 says yes, seat 1 said no."),
        ({"fame": 1, "happiness": 1}, "Bo's happiness: seat 2 says 1, seat 1 said 10. 1 more figure differs."),
        (
            {"fame": 1, "happiness": 1, "cash": 0},
            "Bo's happiness: seat 2 says 1, seat 1 said 10. 2 more figures differ.",
        ),
    ],
)
def test_a_contradiction_names_the_figure_and_who_says_what(figures, sentence: str):
    assert differs(with_figures(CAREERS, 2, **figures)) == sentence


def test_a_contradiction_may_be_about_the_winner_or_the_target():
    other = replace(CAREERS, seats=tuple(replace(line, won=not line.won) for line in CAREERS.seats))
    assert differs(other) == "Winner: seat 2 says Bo, seat 1 said Ada."
    assert differs(replace(CAREERS, target=120)) == "Target: seat 2 says 120, seat 1 said 100."


def test_where_the_figures_decide_nobody_has_to_say_who_won():
    lines = (SeatLine(1, 7, "Ada", False, {"cards": 20}), SeatLine(2, 8, "Bo", False, {"cards": 13}))
    silent = ScoreSheet("career_compass", "london", on_day(1), lines)
    told = replace(silent, seats=(replace(lines[0], won=True), lines[1]))
    assert digest(silent) == digest(told)


@pytest.mark.parametrize(("voters", "needed"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (8, 5)])
def test_a_majority_is_more_than_half(voters: int, needed: int):
    assert majority(voters) == needed


FIGURES = st.fixed_dictionaries(
    {"happiness": st.integers(0, 99), "fame": st.integers(0, 99), "cash": st.integers(0, 99_999)},
    optional={
        "degrees": st.dictionaries(st.sampled_from(["law", "journalism"]), st.integers(0, 4)),
        "laid_off": st.lists(st.integers(1, 3), max_size=3).map(tuple),
        "left_early": st.booleans(),
    },
)
SHEETS = st.lists(FIGURES, min_size=3, max_size=3).map(
    lambda seats: replace(
        CAREERS, seats=tuple(SeatLine(at, at, f"P{at}", at == 1, figures) for at, figures in enumerate(seats, 1))
    )
)


@given(SHEETS, SHEETS)
def test_digests_are_equal_exactly_where_nothing_differs(one: ScoreSheet, other: ScoreSheet):
    assert (digest(one) == digest(other)) == (differs(other, one) is None)


@given(SHEETS)
def test_a_kept_sheet_is_the_same_sheet(sheet: ScoreSheet):
    assert sheet_from_json(sheet_to_json(sheet)) == sheet
