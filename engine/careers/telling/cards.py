"""Tell of cards drawn, played, taken and handed in."""

from engine.careers import actions as a
from engine.careers.rules.ledger import EXPERIENCE
from engine.careers.state import State
from engine.careers.words import experience_name, opportunity_name, place_name
from engine.core.telling import Sentence, Teller, listed, plain, tell, tell_of
from engine.translatable import said

_CARDS = (said("an Experience card"), said("an Opportunity card"))
_NOTHING_TO_DRAW = (
    said("There is no Experience card left for {0} to draw."),
    said("There is no Opportunity card left for {0} to draw."),
)
_RESHUFFLED = (
    said("The Experience cards that were handed in are shuffled into a new pile."),
    said("The Opportunity cards that were handed in are shuffled into a new pile."),
)


def _named(g: State, deck: int, card: int) -> str:
    if deck == EXPERIENCE:
        return said("the Experience card {card}", card=experience_name(card))
    return said("the Opportunity card “{card}”", card=opportunity_name(g.table.board, card, g.table.own_cards))


def _card(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    name, pips, doubles = experience_name(a.FIRST[action]), a.pips_of(action), a.is_doubles(action)
    if name == str(pips) and not doubles:
        return tell("{0} plays the Experience card {card}.", (seat,), "R65", card=name)
    called = said("{pips} back", pips=-pips) if pips < 0 else str(pips)
    if doubles:
        called = said("{pips} as doubles", pips=called)
    return tell("{0} plays the Experience card {card} and calls it {called}.", (seat,), "R65", card=name, called=called)


def _plays(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    board, kind = g.table.board, a.FIRST[action]
    name, target = opportunity_name(g.table.board, kind, g.table.own_cards), a.SECOND[action]
    match a.OPPORTUNITY[kind]["kind"]:
        case "join_any":
            where = board.paths[target].name
        case "advance_any":
            where = place_name(board, target)
        case _:
            return tell("{0} plays the Opportunity “{card}”.", (seat,), "R61", card=name)
    return tell("{0} plays the Opportunity “{card}” and chooses {where}.", (seat,), "R61", card=name, where=where)


def _drew(g: State, reader: int | None, seat: int, deck: int, card: int) -> Sentence:
    return tell("{0} draws {card}.", (seat,), card=_named(g, deck, card) if reader == seat else _CARDS[deck])


def _handed_in(g: State, reader: int | None, seat: int, cards: tuple[int, ...]) -> Sentence:
    if not cards:
        return Sentence("{0} has no Experience card to hand in.", (seat,))
    return tell_of(
        len(cards),
        "{0} hands in the Experience card {cards}.",
        "{0} hands in the Experience cards {cards}.",
        (seat,),
        cards=listed([experience_name(card) for card in cards]),
    )


def _taken(g: State, reader: int | None, taker: int, giver: int, deck: int, card: int) -> Sentence:
    what = _named(g, deck, card) if reader in (taker, giver) else _CARDS[deck]
    return tell("{0} takes {card} from {1}.", (taker, giver), "R62" if deck == EXPERIENCE else "", card=what)


TELLERS: dict[str, Teller] = {
    "card": _card,
    "plays": _plays,
    "drew": _drew,
    "nothing_to_draw": lambda g, reader, seat, deck: Sentence(_NOTHING_TO_DRAW[deck], (seat,), "R66"),
    "reshuffled": lambda g, reader, deck: Sentence(_RESHUFFLED[deck], (), "R66"),
    "handed_in": _handed_in,
    "taken": _taken,
    "favors": plain("{0} calls in favors."),
}
