"""Standing orders: what a person at a table can have done in future turns, in plain words. Each covers some decisions
and says what is done there; at the first one that it does not cover it ends, and the person is asked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine import Game
from engine.translatable import Translatable, said


@dataclass(frozen=True, slots=True)
class Order:
    """`covers` returns what is done at a decision, from nothing but what the seat knows; None if the person is
    asked. `values`: the numbers that it can be given with."""

    text: str
    covers: Callable[[Game, int], str | None]
    values: Sequence[int] = ()


def _only(game: Game, _value: int = 0) -> str | None:
    legal = game.legal
    return legal[0].text if len(legal) == 1 else None


def _pass_alone(game: Game, _value: int) -> str | None:
    return "pass" if _only(game) == "pass" else None


def _pass_below(game: Game, value: int) -> str | None:
    about = game.about()
    return "pass" if about.get("may_pass") and about["beat"]["value"] < value else None


def _roll(game: Game, _value: int) -> str | None:
    legal = {choice.text for choice in game.legal}
    return "roll" if game.prompt == "turn" and "roll" in legal and "enter" not in legal else _only(game)


def _enter_free(game: Game, value: int) -> str | None:
    legal = {choice.text for choice in game.legal}
    free = game.prompt == "turn" and "enter" in legal and not game.about()["entrance"]["fee"]
    return "enter" if free else _roll(game, value)


def _answers(**answers: str) -> Callable[[Game, int], str | None]:
    """Return what gives each of these prompts its one answer."""

    def covers(game: Game, _value: int) -> str | None:
        action = answers.get(game.prompt)
        return action if action in {choice.text for choice in game.legal} else None

    return covers


ORDERS: Mapping[str, Mapping[str, Order]] = {
    "career_compass": {"throw": Order(said("Throw for me until I have to choose."), _only)},
    "career_poker": {
        "pass_below": Order(
            said("Pass until somebody plays a {value} or higher."), _pass_below, (8, 9, 10, 11, 12, 13)
        ),
        "pass_alone": Order(said("Pass for me, also while I am away, until I could follow."), _pass_alone),
    },
    "careers": {
        "roll": Order(said("Roll for me, and end my turn, while there is nothing else to choose."), _roll),
        "enter_free": Order(said("Roll for me, and take every entry that is free."), _enter_free),
    },
    "game_of_the_year": {
        "no_push": Order(said("Push nobody until it is my turn."), _answers(push="pass")),
        "buy_nothing": Order(
            said("Push nobody and buy nothing until I have to choose a page."),
            _answers(push="pass", buy_days="buy 0 days", buy_token="pass", vacation="pass"),
        ),
    },
    "office_job": {
        "draw": Order(said("Begin my turn by drawing a card."), _answers(start="draw")),
        "draw_and_keep": Order(
            said("Begin my turn by drawing a card, and keep what I draw."), _answers(start="draw", replacement="keep")
        ),
    },
}


def specs_of(system: str) -> list[str]:
    """Return every order that can be given, such as `pass_below 10`."""
    return [f"{key} {value}".strip() for key, order in ORDERS[system].items() for value in (order.values or ("",))]


def order_in_words(system: str, spec: str) -> Translatable:
    """Return the sentence of an order that can be given."""
    key, _space, value = spec.partition(" ")
    return said(ORDERS[system][key].text, value=value)


def ordered(game: Game, spec: str) -> str | None:
    """Return what an order does at this decision of the seat that gave it; None if it does not cover it, or if the
    order is no longer known."""
    if spec not in specs_of(game.system):
        return None
    key, _space, value = spec.partition(" ")
    return ORDERS[game.system][key].covers(game, int(value or 0))
