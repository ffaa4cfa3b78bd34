"""What is said of a match of Career Poker. Cards that are played lie open; cards that are dealt or swapped, whoever
holds or held them alone knows (B18)."""

from collections.abc import Sequence

from engine.career_poker import actions as a
from engine.career_poker.cards import JOKER, size, texts
from engine.career_poker.state import State
from engine.core.telling import Sentence, Teller

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_LEAD_WHY = {"superior": "rule 24", "subordinate": "rule 25", "best_placed": "rule 26", "next": "B2"}
_WHOM = {
    "superior": "the superior, {1}",
    "subordinate": "the subordinate, {1}",
    "best_placed": "{1}, the best placed who still has cards",
    "next": "{1}, the next who still has cards",
}
_ENDS = {"deals": "All deals are played.", "time": "The time is up.", "left": "Nobody is left to play against."}


def _jokers(count: int) -> str:
    return "a Joker" if count == 1 else f"{_NUMBERS[count]} Jokers"


def said(action: int) -> str:
    """A set as it is spoken: "two 7s and a Joker"."""
    jokers, value = a.JOKERS[action], a.VALUE[action]
    if value == JOKER:
        return _jokers(jokers)
    naturals = a.SIZE[action] - jokers
    number = f"{_NUMBERS[naturals]} {value}" + ("s" if naturals > 1 else "")
    return f"{number} and {_jokers(jokers)}" if jokers else number


def _cards(hand: int) -> str:
    return ", ".join(texts(hand))


def _number(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _led(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    return Sentence(f"{{0}} leads {said(action)}.", (seat,), "rule 17")


def _followed(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    why = "rule 22" if a.VALUE[action] == JOKER else "rule 21" if a.JOKERS[action] else "rule 18"
    return Sentence(f"{{0}} goes higher: {said(action)}.", (seat,), why)


def _passed(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    return Sentence("{0} passes.", (seat,), "rule 19")


def _cannot_follow(g: State, reader: int | None, seat: int) -> Sentence:
    return Sentence("{0} can't go higher and passes.", (seat,), "B20")


def _out(g: State, reader: int | None, seat: int, position: int) -> Sentence:
    return Sentence(
        f"{{0}} has played the last card: place {position}, {g.table.titles[position - 1]}.", (seat,), "rule 8"
    )


def _won_trick(g: State, reader: int | None, seat: int, sticky: bool) -> Sentence:
    if sticky:
        return Sentence(
            f"Nobody goes higher than {{0}}. The {g.table.titles[-1]} clears the trick away.", (seat,), "rule 13"
        )
    return Sentence("Nobody goes higher than {0}, who takes the trick.", (seat,), "rule 10")


def _lead_passed(g: State, reader: int | None, winner: int, leader: int, why: str) -> Sentence:
    return Sentence(f"{{0}} has no cards left. The lead goes to {_WHOM[why]}.", (winner, leader), _LEAD_WHY[why])


def _deal_over(g: State, reader: int | None, deal: int, result: tuple[int, ...]) -> Sentence:
    return Sentence(f"Deal {deal} is over: {_placed(g, result)}.", result, "rule 8")


def _seated(g: State, reader: int | None, order: tuple[int, ...]) -> Sentence:
    return Sentence(f"Everybody sits by position, clockwise: {_placed(g, order)}.", order, "rule 11")


def _placed(g: State, order: Sequence[int]) -> str:
    return ", ".join(f"{{{at}}} {g.table.titles[at]}" for at in range(len(order)))


def _dealt(g: State, reader: int | None, deal: int, dealer: int, hands: tuple[int, ...]) -> Sentence:
    text = f"Deal {deal}: {{0}} shuffles and deals 13 cards to each."
    if reader is not None and hands[reader]:
        return Sentence(f"{text} {{1}} holds {_cards(hands[reader])}.", (dealer, reader), "rule 12")
    return Sentence(text, (dealer,), "rule 12")


def _leftovers(g: State, reader: int | None, seat: int, cards: int) -> Sentence | None:
    if not cards:
        return None
    which = f": {_cards(cards)}" if reader == seat else ""
    return Sentence(f"{{0}} gets what is left over, {_number(size(cards))}{which}.", (seat,), "rule 12")


def _gave(g: State, reader: int | None, giver: int, taker: int, cards: int, which: str) -> Sentence:
    why = "B5" if which == "chosen" else "rule 14"
    if reader not in (giver, taker):
        return Sentence(f"{{0}} gives {{1}} {_number(size(cards))}.", (giver, taker), why)
    what = {"highest": "the highest", "lowest": "the lowest", "chosen": "a chosen"}[which]
    noun = "card" if size(cards) == 1 else "cards"
    return Sentence(f"{{0}} gives {{1}} {what} {noun}: {_cards(cards)}.", (giver, taker), why)


def _time_up(g: State, reader: int | None) -> Sentence:
    return Sentence("The time is up. The match ends with this deal.", (), "rule 27")


def _leaves(g: State, reader: int | None, seat: int, holding: bool) -> Sentence:
    aside = " The cards in hand are set aside." if holding else ""
    return Sentence(f"{{0}} leaves the table for good.{aside}", (seat,), "B19")


def _ended(g: State, reader: int | None, winner: int, points: int, deals: int, reason: str) -> Sentence:
    played = "1 deal" if deals == 1 else f"{deals} deals"
    scored = "1 point" if points == 1 else f"{points} points"
    return Sentence(f"{_ENDS[reason]} {{0}} wins the match with {scored} from {played}.", (winner,), "rule 28")


TELLERS: dict[str, Teller] = {
    "leads": _led,
    "follows": _followed,
    "passes": _passed,
    "cannot_follow": _cannot_follow,
    "out": _out,
    "won_trick": _won_trick,
    "lead_passes": _lead_passed,
    "deal_over": _deal_over,
    "seated": _seated,
    "dealt": _dealt,
    "leftovers": _leftovers,
    "gave": _gave,
    "time_up": _time_up,
    "leaves": _leaves,
    "ended": _ended,
}
