"""Lists of names in a sentence, and rows that are worked out part by part."""

import pytest
from django.core.paginator import Paginator

from league.core.rules.parts import Parts
from league.core.rules.words import listed


class Squares(Parts[int]):
    """The squares from 0 to 99; `asked` are the slices that were worked out."""

    def __init__(self) -> None:
        self.asked: list[slice] = []

    def __len__(self) -> int:
        return 100

    def part(self, part: slice) -> list[int]:
        self.asked.append(part)
        return [number * number for number in range(100)[part]]


def test_a_page_works_out_its_own_rows_and_no_others():
    squares = Squares()
    page = Paginator(squares, 3).get_page(2)
    assert (list(page), page.paginator.num_pages, page.end_index()) == ([9, 16, 25], 34, 6)
    assert squares.asked == [slice(3, 6)]


def test_parts_are_a_list():
    squares = Squares()
    assert (squares[2], squares[-1], squares[98:]) == (4, 9801, [9604, 9801])
    assert list(squares) == [number * number for number in range(100)]
    with pytest.raises(IndexError):
        squares[100]


@pytest.mark.parametrize(
    ("names", "most", "words"),
    [
        ([], None, ""),
        (["Ada"], None, "Ada"),
        (["Ada", "Bo", "Cleo"], None, "Ada, Bo and Cleo"),
        (["Ada", "Bo", "Cleo"], 3, "Ada, Bo and Cleo"),
        (["Ada", "Bo", "Cleo"], 1, "Ada and 2 more"),
        (["Ada"] * 1_005, 2, "Ada, Ada and 1,003 more"),
    ],
)
def test_long_lists_of_names_end_in_a_number(names: list[str], most: int | None, words: str):
    assert listed(names, most) == words
