"""Tell each reader what happens in a game of Career Compass. Levels are read aloud; the card that was read, chosen or
given away is known only to its holder (rule 8, B11)."""

from engine.career_compass.cards import CAPTIONS, SKILL_IDS, SKILL_NAMES
from engine.career_compass.state import State
from engine.core.telling import Sentence, Teller, figure, plain, players, tell, tell_of
from engine.translatable import said, said_of

# Pages ask for these by their texts.
TAKES_ALL = said("{0} takes {cards} and the stack of {stack}.")
TAKES_STACK = said("{0} takes the stack of {stack}.")
TAKES_TRICK = said("{0} takes the trick: {cards}.")
_ENDS = (said("The last round is played."), said("Somebody has no card left."))


def _skill(g: State, skill: int) -> str:
    return SKILL_NAMES[SKILL_IDS[skill]]


def _cards(count: int) -> str:
    return said_of(count, "{count} card", "{count} cards")


def _threw(g: State, reader: int | None, seat: int, skill: int, for_stack: bool) -> Sentence:
    if for_stack:
        return tell("{0} throws the die: {skill}. The stack is played for.", (seat,), "rule 10", skill=_skill(g, skill))
    return tell("{0} throws the die: {skill}.", (seat,), "rule 10", skill=_skill(g, skill))


def _chose(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    if reader == seat:
        return tell("{0} chooses to read: {card}.", (seat,), "rule 17", card=CAPTIONS[card])
    return Sentence("{0} chooses a card to read.", (seat,), "rule 17")


def _read(g: State, reader: int | None, seat: int, card: int, skill: int, level: int) -> Sentence:
    if reader != seat:
        return tell("{0} reads {skill} {level}.", (seat,), "rule 10", skill=_skill(g, skill), level=level)
    which = CAPTIONS[card]
    return tell(
        "{0} reads {skill} {level} ({card}).", (seat,), "rule 10", skill=_skill(g, skill), level=level, card=which
    )


def _gives(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    if reader == seat:
        return tell("{0} gives away: {card}.", (seat,), "rule 18", card=CAPTIONS[card])
    return Sentence("{0} chooses a card to give away.", (seat,), "rule 18")


def _took(g: State, reader: int | None, seat: int, won: int, stack: int) -> Sentence:
    if stack and won:
        return tell(TAKES_ALL, (seat,), "rule 16", cards=_cards(won), stack=stack)
    if stack:
        return tell(TAKES_STACK, (seat,), "rule 16", stack=stack)
    return tell(TAKES_TRICK, (seat,), "rule 12", cards=_cards(won))


def _stacked(g: State, reader: int | None, tied: tuple[int, ...], count: int, stack: int) -> Sentence:
    return tell_of(
        count,
        "Equal again: {count} card go into the middle, {stack} there now. {tied} play for them.",
        "Equal again: {count} cards go into the middle, {stack} there now. {tied} play for them.",
        tied,
        "rules 14 and 15",
        stack=stack,
        tied=players(tied),
    )


def _drawn_for_stack(g: State, reader: int | None, taker: int, tied: tuple[int, ...]) -> Sentence:
    return Sentence("Nobody of the tied has a card left; chance gives the stack to {0}.", (taker,), "B8")


def _shared_stack(g: State, reader: int | None, tied: tuple[int, ...], stack: int) -> Sentence:
    text = said("{tied} have no card left and share the stack of {stack}.")
    return tell(text, tied, "B8", tied=players(tied), stack=stack)


def _ended(g: State, reader: int | None, winners: tuple[int, ...], most: int, reason: str) -> Sentence:
    why, cards = _ENDS[reason == "no_cards"], _cards(most)
    if len(winners) == 1:
        return tell("{why} {0} wins with {cards}.", winners, "rules 3 and 4", why=why, cards=cards)
    text = said("{why} {winners} win together with {cards}.")
    return tell(text, winners, "rules 3 and 4", why=why, winners=players(winners), cards=cards)


TELLERS: dict[str, Teller] = {
    "threw": _threw,
    "chose": _chose,
    "read": _read,
    "read_joker": plain(
        "Equal at the top: {0} reads the joker skill, {skill} {level}.", "rule 11", skill=_skill, level=figure
    ),
    "gives": _gives,
    "took": _took,
    "stacked": _stacked,
    "drawn_for_stack": _drawn_for_stack,
    "shared_stack": _shared_stack,
    "ended": _ended,
}
