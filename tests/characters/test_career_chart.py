"""The career chart: where columns, minimums, steps and marks come to stand."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.charts.career import BARS, EVENT_WORDS, HIGHEST_SHOWN, LEFT, CareerChart, ChartGame, career_chart


def game(
    performance: str | None = "80",
    *,
    minimum: int | None = 60,
    level: int = 2,
    events: tuple[str, ...] = ("review",),
    number: int = 1,
) -> ChartGame:
    return ChartGame(
        reference=f"spring-2026-{number:04}",
        href=f"/games/{number}/",
        label=f"Game {number}",
        performance=None if performance is None else Decimal(performance),
        minimum=minimum,
        level_index=level,
        events=events,
        title=f"Game {number}: {performance} %",
    )


def heights(chart: CareerChart) -> list[int]:
    return [int(corner.split(",")[1]) for corner in chart.steps.split()]


def bottoms(chart: CareerChart) -> set[int]:
    return {column.y + column.height for column in chart.columns}


def test_a_career_without_games_is_an_empty_chart_that_says_so() -> None:
    chart = career_chart([])
    assert chart.columns == () and chart.marks == () and chart.steps == ""
    assert chart.summary == "No games yet."


def test_half_the_scale_is_half_the_height() -> None:
    column = career_chart([game("50")]).columns[0]
    assert column.height == BARS // 2


def test_the_minimum_is_drawn_on_the_same_scale_as_the_performance() -> None:
    column = career_chart([game("60", minimum=60)]).columns[0]
    assert column.minimum_y == column.y
    assert column.state == "met"


@pytest.mark.parametrize(
    ("performance", "minimum", "state"),
    [("59.99", 60, "below"), ("60", 60, "met"), ("3", None, "met"), (None, 60, "none"), (None, None, "none")],
)
def test_a_column_says_whether_the_minimum_was_met(performance: str | None, minimum: int | None, state: str) -> None:
    assert career_chart([game(performance, minimum=minimum)]).columns[0].state == state


def test_a_game_without_a_figure_has_no_bar() -> None:
    assert career_chart([game(None)]).columns[0].height == 0


def test_the_scale_grows_with_a_game_above_a_hundred_per_cent() -> None:
    chart = career_chart([game("112.50"), game("100", number=2)])
    assert chart.columns[0].height == round(BARS * 112.5 / 125)
    assert not chart.columns[0].beyond
    assert chart.ticks[-1].label == "100 %"


def test_a_game_beyond_the_scale_is_capped_and_says_so() -> None:
    column = career_chart([game("260")]).columns[0]
    assert HIGHEST_SHOWN == 150
    assert column.height == BARS
    assert column.beyond


def test_a_higher_level_stands_higher() -> None:
    chart = career_chart([game(level=0), game(level=5, number=2)])
    ys = heights(chart)
    assert ys[0] == ys[1] > ys[2] == ys[3]
    assert chart.rungs[0].label == "Entry"
    assert ys[0] == chart.rungs[0].y and ys[2] == chart.rungs[5].y


def test_the_line_ends_at_the_level_that_the_last_game_led_to() -> None:
    chart = career_chart([game(level=3), game(level=3, number=2, events=("promotion",))], after=4)
    assert heights(chart) == [chart.rungs[3].y] * 4 + [chart.rungs[4].y] * 2
    assert chart.summary.startswith("2 games, from Director in the first to VP after the last")


def test_the_names_stand_where_the_line_ends_and_not_on_it() -> None:
    chart = career_chart([game(number=number) for number in range(1, 49)])
    assert max(int(corner.split(",")[0]) for corner in chart.steps.split()) <= chart.right


def test_a_promotion_needs_no_dot_for_its_review() -> None:
    chart = career_chart([game(events=("review", "promotion"))])
    assert [(mark.kind, mark.word) for mark in chart.marks] == [("promotion", "promoted")]


def test_a_passed_review_is_a_dot_and_no_event_is_no_mark() -> None:
    chart = career_chart([game(events=("review",)), game(events=(), number=2)])
    assert [mark.kind for mark in chart.marks] == ["review"]


def test_two_events_of_one_game_do_not_cover_each_other() -> None:
    first, second = career_chart([game(level=5, events=("parachute", "restart"))]).marks
    assert (first.kind, second.kind) == ("parachute", "restart")
    assert first.y != second.y


def test_every_kind_of_event_has_a_shape_of_its_own() -> None:
    shapes = {career_chart([game(events=(kind,))]).marks[0].path for kind in EVENT_WORDS}
    assert len(shapes) == len(EVENT_WORDS)


def test_the_names_of_an_edition_stand_at_the_rungs() -> None:
    names = ("Trainee", "Senior Officer", "Manager", "Director", "Partner", "Chief")
    chart = career_chart([game(level=4)], level_names=names)
    assert [rung.label for rung in chart.rungs] == list(names)
    assert chart.columns[0].level_name == "Partner"


def test_the_summary_counts_in_words() -> None:
    chart = career_chart(
        [
            game("90", level=0, minimum=None, events=("promotion",)),
            game("20", level=1, minimum=50, events=("demotion",)),
        ]
    )
    assert chart.summary == (
        "2 games, from Entry in the first to Senior after the last; 1 promotion, 1 demotion; "
        "performance below the minimum of the level in 1 game."
    )


@given(
    st.lists(
        st.builds(
            game,
            st.none() | st.decimals(min_value=-50, max_value=10_000, places=2).map(str),
            minimum=st.none() | st.integers(min_value=0, max_value=100),
            level=st.integers(min_value=0, max_value=5),
            events=st.lists(st.sampled_from(sorted(EVENT_WORDS)), max_size=3, unique=True).map(tuple),
        ),
        min_size=1,
        max_size=200,
    )
)
def test_whatever_was_played_stays_inside_the_picture(games: list[ChartGame]) -> None:
    chart = career_chart(games)
    assert bottoms(chart) == {chart.baseline}
    for column in chart.columns:
        assert LEFT <= column.x < column.x + column.width <= chart.right
        assert 0 <= column.height <= BARS
    assert all(0 <= mark.x <= chart.width and -24 <= mark.y <= chart.height for mark in chart.marks)
    assert [column.game for column in chart.columns] == games
