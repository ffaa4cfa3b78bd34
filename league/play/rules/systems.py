"""The games that are played on the site, each with what its page says and draws."""

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile
from types import ModuleType
from typing import Any

from engine import Sentence
from engine.game_of_the_year import telling as year
from engine.office_job import telling as office
from engine.said import said
from league.play.rules import careers, compass, game_of_the_year, office_job, poker
from league.play.rules.choices import Label

_PAGES: dict[str, ModuleType] = {
    "career_compass": compass,
    "career_poker": poker,
    "careers": careers,
    "game_of_the_year": game_of_the_year,
    "office_job": office_job,
}
PLAYED_HERE = tuple(_PAGES)
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
_NEXT_TURN = frozenset({year.TURN, year.LOSES_TURN, year.LOSES_TURN_AND_MORE, office.TURN})


def why_not_here(system: str, people: Collection[int]) -> str:
    """Return what keeps a table of these people from being played on the site, as a sentence; "" where nothing does."""
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


def arranged(system: str, choices: Sequence[Any]) -> Any:
    """Return the choices as the page of the game lays them out; None where they are one row of buttons."""
    lay = getattr(_PAGES[system], "arranged", None)
    return lay(choices) if lay else None


def consequences(system: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return of what surely follows from a choice the part that belongs to it and that its button doesn't say already:
    neither whose turn it is afterwards nor what was chosen."""
    said_already = getattr(_PAGES[system], "SAID_ALREADY", ())
    own = takewhile(lambda sentence: sentence.text not in _NEXT_TURN, sentences[1:])
    return [sentence for sentence in own if sentence.text not in said_already]
