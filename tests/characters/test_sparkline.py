from characters.charts.lines import SPARK_HEIGHT, SPARK_WIDTH, sparkline


def points(values, highest):
    line = sparkline(values, highest=highest)
    return [tuple(map(int, point.split(","))) for point in line.points.split()] if line else None


def test_a_line_rises_to_the_highest_of_all_and_ends_there():
    line = points([0, 5, 10], 10)
    assert line[0][0] < line[1][0] < line[2][0] <= SPARK_WIDTH
    assert SPARK_HEIGHT >= line[0][1] > line[1][1] > line[2][1] >= 0
    assert points([0, 5], 10)[-1][1] == line[1][1]


def test_a_line_begins_with_the_first_game():
    assert [x for x, _y in points([None, 1, 2], 2)] == [x for x, _y in points([0, 1, 2], 2)][1:]


def test_one_value_is_no_line():
    assert points([None, 4], 4) is None and points([], 0) is None


def test_nothing_won_is_a_flat_line():
    assert len({y for _x, y in points([0, 0], 0)}) == 1
