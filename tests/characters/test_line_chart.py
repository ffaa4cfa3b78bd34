"""Lines over time: geometry that a template prints."""

from itertools import pairwise

from characters.charts.lines import Series, line_chart, spread


def test_the_first_place_is_on_top_and_a_higher_value_too():
    places = line_chart([Series("Ada", [2, 1]), Series("Bo", [1, 2])], ["1 Mar", "2 Mar"], places=True)
    ada, bo = places.lines
    assert ada.dots[1].y < ada.dots[0].y and ada.dots[1].y == bo.dots[0].y
    values = line_chart([Series("Careers", [1000, 1040])], ["1 Mar", "2 Mar"])
    assert values.lines[0].dots[1].y < values.lines[0].dots[0].y


def test_a_gap_ends_a_line_and_nothing_known_draws_none():
    chart = line_chart([Series("Ada", [1, 2, None, 1, 1]), Series("Bo", [None] * 5)], list("abcde"), places=True)
    assert [len(part.split()) for part in chart.lines[0].parts] == [2, 2] and len(chart.lines) == 1
    assert len(chart.rows) == 2


def test_labels_at_the_end_do_not_cover_each_other():
    series = [Series(f"Person {n}", [1000, 1000 + n]) for n in range(6)]
    heights = sorted(line.label_y for line in line_chart(series, ["a", "b"]).lines)
    assert all(below - above >= 14 for above, below in pairwise(heights))


def test_no_label_lies_below_the_last_line():
    series = [Series(f"Person {n}", [50, 0]) for n in range(5)] + [Series("First", [50, 100])]
    chart = line_chart(series, ["a", "b"])
    heights = [line.label_y for line in chart.lines]
    assert max(heights) <= chart.bottom + 4 and min(heights) == heights[-1], "and who is above stays above"
    assert all(below - above >= 14 for above, below in pairwise(sorted(heights)))


def test_everything_lies_within_the_picture():
    chart = line_chart([Series("A very long name that goes on and on", [900, 1500, 1100])], list("abc"))
    assert all(0 <= dot.x <= chart.width and 0 <= dot.y <= chart.height for dot in chart.lines[0].dots)
    assert chart.lines[0].label.endswith("…") and all(0 <= rule.at <= chart.height for rule in chart.rules)


def test_many_steps_are_thinned_out_evenly_with_both_ends():
    found = spread(list(range(100)), 20)
    assert len(found) == 20 and found[0] == 0 and found[-1] == 99
    assert spread([1, 2], 20) == [1, 2]


def test_places_far_below_run_along_the_lower_edge_and_say_what_they_are():
    chart = line_chart([Series("Ada", [6000, 1]), Series("Bo", [1, 24])], ["1 Mar", "2 Mar"], places=True)
    assert chart.height < 800
    assert [rule.label for rule in chart.rules][-1] == "24+"
    below, last = chart.lines[0].dots[0], chart.lines[1].dots[1]
    assert below.y == last.y and "6,000" in below.title
