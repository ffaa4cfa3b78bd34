"""The games played on the site, each with the words and drawings of its page."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from types import ModuleType
from typing import Any

from engine import Sentence
from engine.careers.words import money
from engine.game_of_the_year import telling as year
from engine.office_job import telling as office
from engine.translatable import said, spoken
from league.play.rules import careers, compass, game_of_the_year, office_job, poker
from league.play.rules.choices import Label

_PAGES: dict[str, ModuleType] = {
    "careers": careers,
    "office_job": office_job,
    "career_poker": poker,
    "game_of_the_year": game_of_the_year,
    "career_compass": compass,
}
PLAYED_HERE = tuple(_PAGES)
PASSED_IN = frozenset({"career_poker"})  # a hand alone can leave nothing but a pass
NOT_HERE = said("This game can't be played on the site yet.")
TWO_ACCOUNTS = said(
    "A game that counts needs at least two people with an account at its table. Play it at a board, and enter the "
    "result."
)
# Of a player, as everybody at the table sees it: what the view calls it, and its label.
_STANDING: dict[str, dict[str, str]] = {
    "career_compass": {"cards": said("Cards")},
    "career_poker": {"points": said("Points"), "cards": said("Cards")},
    "careers": {"points": said("Points"), "cash": said("Cash"), "happiness": said("Happiness"), "fame": said("Fame")},
    "game_of_the_year": {"money": said("Money"), "tokens": said("Tokens"), "holiday_cards": said("Holiday Cards")},
    "office_job": {"rank": said("Rank"), "points": said("Points")},
}
# What of it stands in the line of players, and the sign before it.
_IN_LINE: dict[str, dict[str, str]] = {
    "career_compass": {"cards": "▮"},
    "career_poker": {"points": "", "cards": "▮"},
    "careers": {"cash": "", "happiness": "♥", "fame": "★"},
    "game_of_the_year": {"money": "$", "tokens": "●", "holiday_cards": "▮"},
    "office_job": {"points": ""},
}
_NEXT_TURN = frozenset({year.TURN, year.LOSES_TURN, year.LOSES_TURN_AND_MORE, office.TURN})


def why_not_here(system: str, people: Collection[int]) -> str:
    """Return what keeps a table of these people from being played on the site, as a sentence; "" if nothing does."""
    if system not in PLAYED_HERE:
        return NOT_HERE
    return TWO_ACCOUNTS if len(set(people)) < 2 else ""


def laid_out(system: str, view: Mapping[str, Any], game: Any, sentences: Sequence[Sentence]) -> Mapping[str, Any]:
    """Return the view, with what lies open on the table beside it: the board that a game is played on."""
    lay = getattr(_PAGES[system], "laid_out", None)
    return lay(view, game, sentences) if lay else view


def label_of(system: str, action: str, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    """Return what the button of an action says; `about` is that of the view, `names` those of the seats."""
    label: Label = _PAGES[system].label_of(action, about, names)
    return label


def shown(system: str, view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return what a page of the game draws, out of the view of one reader."""
    drawn: dict[str, Any] = _PAGES[system].shown(view, names)
    return drawn


def public_standing(system: str, player: Mapping[str, Any]) -> dict[str, int | str]:
    """Return how far a player is, out of a spectator's view: figures, or names, by their labels."""
    figures = {label: player[key] for key, label in _STANDING[system].items()}
    return {label: office_job.RANKS.get(value, value) for label, value in figures.items()}


@dataclass(frozen=True, slots=True)
class LineFigure:
    """A figure of a player in the line of all: its label, the sign that stands for it, and what it says."""

    label: str
    sign: str
    text: str


def line_of(system: str, players: Sequence[Mapping[str, Any]], board: Any) -> list[list[LineFigure]]:
    """Return for each player of a view the figures that count at the table. `board`: whose currency Careers pays in."""
    signs, labels = _IN_LINE[system], _STANDING[system]
    return [
        [LineFigure(spoken(labels[key]), sign, _in_line(key, player[key], board)) for key, sign in signs.items()]
        for player in players
    ]


def _in_line(key: str, value: Any, board: Any) -> str:
    if key == "cash":
        return money(board, value)
    return f"{value:,}"


def arranged(system: str, choices: Sequence[Any]) -> Any:
    """Return the choices as the page of the game lays them out; None if they are one row of buttons."""
    lay = getattr(_PAGES[system], "arranged", None)
    return lay(choices) if lay else None


def consequences(system: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the certain consequences of a choice that its button doesn't state: neither whose turn is next nor what
    was chosen."""
    said_already = getattr(_PAGES[system], "SAID_ALREADY", ())
    own = takewhile(lambda sentence: sentence.text not in _NEXT_TURN, sentences[1:])
    return [sentence for sentence in own if sentence.text not in said_already]
