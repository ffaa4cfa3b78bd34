"""The table while a game is played, as its how-to-play page draws it: a board, or cards face up."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from engine.career_compass.cards import SKILL_NAMES
from engine.career_compass.data import read_cards
from engine.careers.board import load_board
from engine.careers.editions import edition_ids
from engine.office_job.data import read_deck
from engine.translatable import said
from games.rules import career_compass, career_poker, careers, office_job
from league.boards.charts.drawing import BoardDrawing, drawing

KINDS = {"action": said("Action"), "event": said("Event"), "skill": said("Skill"), "csuite": said("C-Suite Skill")}


class PictureCard(NamedTuple):
    """`corner` is what one looks for first, and all that there is on a card of numbers;
    `levels` are named figures, if a card has any."""

    name: str
    corner: str = ""
    text: str = ""
    levels: tuple[tuple[str, int], ...] = ()


class Laid(NamedTuple):
    """Cards that lie together, and what they show."""

    caption: str
    cards: tuple[PictureCard, ...]


@cache
def board_picture(system: str) -> BoardDrawing | None:
    """Return the board of the book, for a game that is played on one of squares and paths."""
    return drawing(load_board(edition_ids()[0])) if system == careers.ID else None


def cards_laid(system: str) -> list[Laid]:
    """Return cards face up; nothing for a game without."""
    draw = _LAID.get(system)
    return draw() if draw else []


def _office_job() -> list[Laid]:
    first = {card["kind"]: card for card in reversed(read_deck()["card"])}
    cards = tuple(PictureCard(first[kind]["name"], word, first[kind]["text"]) for kind, word in KINDS.items())
    return [Laid(said("Four cards of a hand, one of each kind. You play one a turn."), cards)]


def _career_poker() -> list[Laid]:
    def numbers(*corners: str) -> tuple[PictureCard, ...]:
        return tuple(PictureCard("", corner) for corner in corners)

    return [
        Laid(said("Ada leads two sevens."), numbers("7", "7")),
        Laid(said("Bo plays two nines: as many, and higher."), numbers("9", "9")),
        Laid(said("Cleo plays a Joker with a 12: two twelves. Nobody goes on, and she leads."), numbers("Joker", "12")),
    ]


def _career_compass() -> list[Laid]:
    pair = read_cards()["card"][:2]
    cards = tuple(
        PictureCard(
            said(card["position"]),
            said(card["sector"]),
            said(card["caption"]),
            tuple(zip(SKILL_NAMES.values(), card["levels"], strict=True)),
        )
        for card in pair
    )
    skill = next(at for at, _ in enumerate(SKILL_NAMES) if pair[0]["levels"][at] != pair[1]["levels"][at])
    high = max(pair, key=lambda card: card["levels"][skill])
    name, position, level = [*SKILL_NAMES.values()][skill], said(high["position"]), high["levels"][skill]
    text = said("The die says {skill}: {position} has {level} and takes both cards.")
    return [Laid(said(text, skill=name, position=position, level=level), cards)]


_LAID: Mapping[str, Callable[[], list[Laid]]] = {
    office_job.ID: _office_job,
    career_poker.ID: _career_poker,
    career_compass.ID: _career_compass,
}
