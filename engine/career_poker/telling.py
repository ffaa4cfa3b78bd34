"""Tell each reader what happens in a match of Career Poker. Played cards lie open; dealt or swapped cards are known
only to their past and present holders (B18)."""

from collections.abc import Sequence

from engine.career_poker import actions as a
from engine.career_poker.cards import JOKER, size, texts
from engine.career_poker.state import State
from engine.core.telling import Sentence, Teller, in_row, plain, tell, tell_of
from engine.translatable import said, said_of

TAKES_TRICK = said("Nobody goes higher than {0}, who takes the trick.")  # pages ask for it by its text
_NUMBERS = (
    "", "", said("two"), said("three"), said("four"), said("five"), said("six"), said("seven"),
    said("eight"), said("nine"), said("ten"), said("eleven"), said("twelve"),
)  # fmt: skip
_LEAD_PASSES = {
    "superior": (said("{0} has no cards left. The lead goes to the superior, {1}."), "rule 24"),
    "subordinate": (said("{0} has no cards left. The lead goes to the subordinate, {1}."), "rule 25"),
    "best_placed": (
        said("{0} has no cards left. The lead goes to {1}, the best placed who still has cards."),
        "rule 26",
    ),
    "next": (said("{0} has no cards left. The lead goes to {1}, the next who still has cards."), "B2"),
}
_TITLED = "{0} {title}"
_ENDS = {
    "deals": said("All deals are played."),
    "time": said("The time is up."),
    "left": said("Nobody is left to play against."),
}


def _jokers(count: int) -> str:
    return said_of(count, "a Joker", "{number} Jokers", number=_NUMBERS[count])


def _set(action: int) -> str:
    """Return a set as it is spoken: "two 7s and a Joker"."""
    jokers, value = a.JOKERS[action], a.VALUE[action]
    if value == JOKER:
        return _jokers(jokers)
    naturals = a.SIZE[action] - jokers
    cards = said_of(naturals, "one {value}", "{number} {value}s", number=_NUMBERS[naturals], value=value)
    return said("{cards} and {jokers}", cards=cards, jokers=_jokers(jokers)) if jokers else cards


def _cards(hand: int) -> str:
    return ", ".join(texts(hand))


def _number(count: int) -> str:
    return said_of(count, "a card", "{count} cards")


def _laid(action: int) -> str:
    """Return a set as an action says it, from which pages draw it: "7x2+J"."""
    return a.TABLE.text(action).removeprefix("play ")


def _led(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    return tell("{0} leads {cards}.", (seat,), "rule 17", cards=_set(action), laid=_laid(action))


def _followed(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    why = "rule 22" if a.VALUE[action] == JOKER else "rule 21" if a.JOKERS[action] else "rule 18"
    return tell("{0} goes higher: {cards}.", (seat,), why, cards=_set(action), laid=_laid(action))


def _out(g: State, reader: int | None, seat: int, position: int) -> Sentence:
    title = g.table.titles[position - 1]
    return tell("{0} has played the last card: place {place}, {title}.", (seat,), "rule 8", place=position, title=title)


def _won_trick(g: State, reader: int | None, seat: int, sticky: bool) -> Sentence:
    if sticky:
        text = said("Nobody goes higher than {0}. The {title} clears the trick away.")
        return tell(text, (seat,), "rule 13", title=g.table.titles[-1])
    return Sentence(TAKES_TRICK, (seat,), "rule 10")


def _lead_passed(g: State, reader: int | None, winner: int, leader: int, why: str) -> Sentence:
    text, clause = _LEAD_PASSES[why]
    return Sentence(text, (winner, leader), clause)


def _deal_over(g: State, reader: int | None, deal: int, result: tuple[int, ...]) -> Sentence:
    return tell("Deal {deal} is over: {places}.", result, "rule 8", deal=deal, places=_placed(g, result))


def _seated(g: State, reader: int | None, order: tuple[int, ...]) -> Sentence:
    return tell("Everybody sits by position, clockwise: {places}.", order, "rule 11", places=_placed(g, order))


def _placed(g: State, order: Sequence[int]) -> str | Sentence:
    return in_row([Sentence(_TITLED, (seat,), values={"title": g.table.titles[at]}) for at, seat in enumerate(order)])


def _dealt(g: State, reader: int | None, deal: int, dealer: int, hands: tuple[int, ...]) -> Sentence:
    if reader is None or not hands[reader]:
        return tell("Deal {deal}: {0} shuffles and deals 13 cards to each.", (dealer,), "rule 12", deal=deal)
    return tell(
        "Deal {deal}: {0} shuffles and deals 13 cards to each. {1} holds {cards}.",
        (dealer, reader),
        "rule 12",
        deal=deal,
        cards=_cards(hands[reader]),
    )


def _leftovers(g: State, reader: int | None, seat: int, cards: int) -> Sentence | None:
    if not cards:
        return None
    number = _number(size(cards))
    if reader != seat:
        return tell("{0} gets what is left over, {number}.", (seat,), "rule 12", number=number)
    return tell(
        "{0} gets what is left over, {number}: {cards}.", (seat,), "rule 12", number=number, cards=_cards(cards)
    )


def _gave(g: State, reader: int | None, giver: int, taker: int, cards: int, which: str) -> Sentence:
    why, people, count = "B5" if which == "chosen" else "rule 14", (giver, taker), size(cards)
    if reader not in people:
        return tell("{0} gives {1} {number}.", people, why, number=_number(count))
    return _given(count, which, people, why, _cards(cards))


def _given(count: int, which: str, people: tuple[int, int], why: str, cards: str) -> Sentence:
    """Tell the two partners which cards were given."""
    match which:
        case "highest":
            return tell_of(
                count,
                "{0} gives {1} the highest card: {cards}.",
                "{0} gives {1} the highest cards: {cards}.",
                people,
                why,
                cards=cards,
            )
        case "lowest":
            return tell_of(
                count,
                "{0} gives {1} the lowest card: {cards}.",
                "{0} gives {1} the lowest cards: {cards}.",
                people,
                why,
                cards=cards,
            )
    return tell("{0} gives {1} a chosen card: {cards}.", people, why, cards=cards)


def _leaves(g: State, reader: int | None, seat: int, holding: bool) -> Sentence:
    if holding:
        text = said("The host notes that {0} leaves the table for good. The cards in hand are set aside.")
    else:
        text = said("The host notes that {0} leaves the table for good.")
    return Sentence(text, (seat,), "B19")


def _ended(g: State, reader: int | None, winner: int, points: int, deals: int, reason: str) -> Sentence:
    return tell(
        "{why} {0} wins the match with {points} from {deals}.",
        (winner,),
        "rule 28",
        why=_ENDS[reason],
        points=said_of(points, "{count} point", "{count} points"),
        deals=said_of(deals, "{count} deal", "{count} deals"),
    )


TELLERS: dict[str, Teller] = {
    "leads": _led,
    "follows": _followed,
    "passes": lambda g, reader, seat, action: Sentence("{0} passes.", (seat,), "rule 19"),
    "cannot_follow": plain("{0} can't go higher and passes.", "B20"),
    "out": _out,
    "won_trick": _won_trick,
    "lead_passes": _lead_passed,
    "deal_over": _deal_over,
    "seated": _seated,
    "dealt": _dealt,
    "leftovers": _leftovers,
    "gave": _gave,
    "time_up": plain("The host calls time. The match ends with this deal.", "rule 27"),
    "leaves": _leaves,
    "ended": _ended,
}
