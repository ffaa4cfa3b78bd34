"""A board drawn: nothing touches, nothing is left out, and its colours can be read in both themes."""

import re
from math import hypot
from pathlib import Path

import pytest

from engine.careers.board import load_board
from engine.careers.board_files import playable_board
from engine.careers.editions import edition_ids
from engine.translatable import spoken
from league.boards.charts.drawing import drawing
from league.boards.charts.layout import INNER, petals
from league.boards.charts.words import cards, happens
from tests.factories.boards import a_board_file
from tests.speaking import speaking

BOARDS = [*((one, load_board(one)) for one in edition_ids()), ("own", playable_board(a_board_file())),
          ("later", load_board("london", "later19"))]  # fmt: skip
every_board = pytest.mark.parametrize("board", [board for _, board in BOARDS], ids=[name for name, _ in BOARDS])
CSS = Path("league/static/league/office.css").read_text(encoding="utf-8")


@every_board
def test_circles_of_two_paths_and_of_one_keep_their_distance(board):
    drawn = petals(board)
    for at, one in enumerate(drawn):
        for other in drawn[at + 1 :]:
            gaps = (hypot(p.x - q.x, p.y - q.y) for p in one.circles for q in other.circles)
            assert min(gaps) - one.radius - other.radius > 8
        own = (hypot(p.x - q.x, p.y - q.y) for n, p in enumerate(one.circles) for q in one.circles[n + 2 :])
        assert min(own) - 2 * one.radius > 8
        assert all(hypot(p.x - 500, p.y - 500) + one.radius < INNER for p in one.circles)


@every_board
def test_every_square_is_drawn_and_told(board):
    found = drawing(board)
    assert len(found.ring) == 42 and [len(path.circles) for path in found.paths] == [
        path.size for path in sorted(board.paths, key=lambda path: path.entrance)
    ]
    for square, drawn in zip(board.raw, found.ring, strict=False):
        assert square["name"] in drawn.title and square["caption"] in drawn.title
        assert drawn.title.values["caption"] is square["caption"]  # said in the reader's language
        assert " ".join(text.words for text in drawn.texts).split()[0][:5] == square["name"].split()[0][:5]
    for path in found.paths:
        assert all(circle.marks or "nothing" in circle.title for circle in path.circles)


def test_what_happens_is_said_in_the_currency_of_the_board():
    board = playable_board(a_board_file())
    told = [happens(board, square) for square in board.raw[board.size :]]
    assert any("Kr5,000 in cash" in one for one in told) and not any("£" in one for one in told)


def test_the_decks_hold_every_card():
    experience, opportunity = cards(load_board())
    assert (len(experience), len(opportunity)) == (58, 73)
    assert "Join Tesla" in cards(playable_board(a_board_file()))[1]


def test_every_opportunity_speaks_the_readers_language_but_for_the_rides_that_a_board_names():
    board = load_board()
    rides = {words["card"] for words in board.travel.values()}
    with speaking(lambda text: f"~{text}", lambda one, many, count: one):
        english = {card for card in cards(board)[1] if not spoken(card).startswith("~")}
    assert english == rides


def luminance(red: float, green: float, blue: float) -> float:
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def of_hex(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return luminance(*(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts))


def of_lightness(lightness: float) -> float:
    """OKLCH of so little chroma is as bright as the grey of its lightness, within a few percent."""
    return lightness**3


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@pytest.mark.parametrize(("theme", "at"), [("light", 0), ("dark", 1)])
def test_ink_can_be_read_on_everything_that_a_board_is_filled_with(theme, at):
    tokens = {name: re.findall(rf"--{name}: (#[0-9A-F]{{6}})", CSS)[at] for name in ("ink", "card", "tint")}
    beds = [float(found) for found in re.findall(r"--bed: (0\.\d+)", CSS)]
    grounds = [of_hex(tokens["card"]), of_hex(tokens["tint"]), of_lightness(beds[at])]
    assert min(contrast(of_hex(tokens["ink"]), ground) for ground in grounds) > 4.5 * 1.15
