"""The hidden cards and tokens of a seat, in words, for readers who may look at all hands; and how far each seat is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine import Game
from engine.career_compass.cards import CAPTIONS, CARD_IDS
from engine.careers import actions as careers
from engine.careers.words import experience_name, opportunity_name
from engine.office_job.cards import CARDS, NUMBER
from engine.translatable import said
from league.play.rules.game_of_the_year import PLURALS
from league.play.rules.poker import JOKER

MEASURES = {"career_compass": "cards", "game_of_the_year": "money"}
MEASURE_NAMES = {"cards": said("Cards"), "money": said("Money"), "points": said("Points")}
_EXPERIENCE = {card["id"]: kind for kind, card in enumerate(careers.EXPERIENCE)}
_OPPORTUNITY = {card["id"]: kind for kind, card in enumerate(careers.OPPORTUNITY)}


def measured(system: str, view: Mapping[str, Any]) -> list[int]:
    """Return how far each seat is: its points, or what the game counts in their place."""
    what = measure_of(system)
    return [player[what] for player in view["players"]]


def measure_of(system: str) -> str:
    return MEASURES.get(system, "points")


def hidden_of(game: Game, seat: int) -> list[str]:
    """Return what lies hidden before this seat, each as a card or a token would say it."""
    return [*_HANDS[game.system](game, seat, game.view(seat))] if game.system in _HANDS else []


def _careers(game: Any, seat: int, view: Mapping[str, Any]) -> Sequence[str]:
    formula = view["players"][seat]["formula"]
    sentences: list[str] = []
    if formula:
        pattern = said("Formula: {currency}{cash},000, {happiness} hearts, {fame} stars")
        cash, happiness, fame = formula
        sentences = [said(pattern, currency=game.table.board.currency, cash=cash, happiness=happiness, fame=fame)]
    own_cards = game.table.own_cards
    sentences += [said("Experience {card}", card=experience_name(_EXPERIENCE[card])) for card in view["experience"]]
    return sentences + [
        opportunity_name(game.table.board, _OPPORTUNITY[card], own_cards) for card in view["opportunities"]
    ]


def _year(game: Game, seat: int, view: Mapping[str, Any]) -> Sequence[str]:
    player = view["players"][seat]
    sentences = [said("{token}: {count}", token=PLURALS[kind], count=count) for kind, count in player["types"].items()]
    return [*sentences, said("Lucky Number {number}", number=player["lucky"])]


_HANDS: dict[str, Callable[[Any, int, Mapping[str, Any]], Sequence[str]]] = {
    "careers": _careers,
    "career_compass": lambda _game, _seat, view: [CAPTIONS[CARD_IDS.index(card)] for card in view["hand"]],
    "career_poker": lambda _game, _seat, view: [JOKER if card == "J" else card for card in view["hand"]],
    "game_of_the_year": _year,
    "office_job": lambda _game, _seat, view: [CARDS[NUMBER[card]]["name"] for card in view["hand"]],
}
