"""Cards drawn, played, taken and handed in."""

from engine.careers import actions as a
from engine.careers.rules.ledger import EXPERIENCE
from engine.careers.state import State
from engine.careers.telling.plain import listed, plain
from engine.careers.words import experience_name, opportunity_name, place_name
from engine.core.telling import Sentence, Teller

_DECKS = ("Experience", "Opportunity")


def _named(g: State, deck: int, card: int) -> str:
    if deck == EXPERIENCE:
        return f"the Experience card {experience_name(card)}"
    return f"the Opportunity card “{opportunity_name(g.table.board, card, g.table.own_cards)}”"


def _card(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    name, pips = experience_name(a.FIRST[action]), a.pips_of(action)
    called = " as doubles" if a.is_doubles(action) else ""
    if name != str(pips) or called:
        called = f" and calls it {abs(pips)}{' back' if pips < 0 else ''}{called}"
    return Sentence(f"{{0}} plays the Experience card {name}{called}.", (seat,), "R65")


def _plays(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    board, kind = g.table.board, a.FIRST[action]
    name, target, where = opportunity_name(g.table.board, kind, g.table.own_cards), a.SECOND[action], ""
    if a.OPPORTUNITY[kind]["kind"] == "join_any":
        where = f" and chooses {board.paths[target].name}"
    elif a.OPPORTUNITY[kind]["kind"] == "advance_any":
        where = f" and chooses {place_name(board, target)}"
    return Sentence(f"{{0}} plays the Opportunity “{name}”{where}.", (seat,), "R61")


def _drew(g: State, reader: int | None, seat: int, deck: int, card: int) -> Sentence:
    what = _named(g, deck, card) if reader == seat else f"an {_DECKS[deck]} card"
    return Sentence(f"{{0}} draws {what}.", (seat,))


def _nothing_to_draw(g: State, reader: int | None, seat: int, deck: int) -> Sentence:
    return Sentence(f"There is no {_DECKS[deck]} card left for {{0}} to draw.", (seat,), "R66")


def _reshuffled(g: State, reader: int | None, deck: int) -> Sentence:
    return Sentence(f"The {_DECKS[deck]} cards that were handed in are shuffled into a new pile.", (), "R66")


def _handed_in(g: State, reader: int | None, seat: int, cards: tuple[int, ...]) -> Sentence:
    if not cards:
        return Sentence("{0} has no Experience card to hand in.", (seat,))
    names = listed([experience_name(card) for card in cards])
    noun = "card" if len(cards) == 1 else "cards"
    return Sentence(f"{{0}} hands in the Experience {noun} {names}.", (seat,))


def _taken(g: State, reader: int | None, taker: int, giver: int, deck: int, card: int) -> Sentence:
    what = _named(g, deck, card) if reader in (taker, giver) else f"an {_DECKS[deck]} card"
    return Sentence(f"{{0}} takes {what} from {{1}}.", (taker, giver), "R62" if deck == EXPERIENCE else "")


TELLERS: dict[str, Teller] = {
    "card": _card,
    "plays": _plays,
    "drew": _drew,
    "nothing_to_draw": _nothing_to_draw,
    "reshuffled": _reshuffled,
    "handed_in": _handed_in,
    "taken": _taken,
    "favors": plain("{0} calls in favors."),
}
