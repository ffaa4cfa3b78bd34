"""What is said of a game of Career Compass. Levels are read aloud; which card was read, chosen or given away, its
holder alone knows (rule 8, B11)."""

from engine.career_compass.cards import CAPTIONS, SKILL_IDS, SKILL_NAMES
from engine.career_compass.state import State
from engine.core.telling import Sentence, Teller


def _skill(skill: int) -> str:
    return SKILL_NAMES[SKILL_IDS[skill]]


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _named(count: int) -> str:
    """So many names as a list: "{0}, {1} and {2}"."""
    names = [f"{{{at}}}" for at in range(count)]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _threw(g: State, reader: int | None, seat: int, skill: int, for_stack: bool) -> Sentence:
    what = " The stack is played for." if for_stack else ""
    return Sentence(f"{{0}} throws the die: {_skill(skill)}.{what}", (seat,), "rule 10")


def _chose(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    if reader == seat:
        return Sentence(f"{{0}} chooses to read: {CAPTIONS[card]}.", (seat,), "rule 17")
    return Sentence("{0} chooses a card to read.", (seat,), "rule 17")


def _read(g: State, reader: int | None, seat: int, card: int, skill: int, level: int) -> Sentence:
    which = f" ({CAPTIONS[card]})" if reader == seat else ""
    return Sentence(f"{{0}} reads {_skill(skill)} {level}{which}.", (seat,), "rule 10")


def _read_joker(g: State, reader: int | None, seat: int, skill: int, level: int) -> Sentence:
    return Sentence(f"Equal at the top: {{0}} reads the joker skill, {_skill(skill)} {level}.", (seat,), "rule 11")


def _gives(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    if reader == seat:
        return Sentence(f"{{0}} gives away: {CAPTIONS[card]}.", (seat,), "rule 18")
    return Sentence("{0} chooses a card to give away.", (seat,), "rule 18")


def _took(g: State, reader: int | None, seat: int, won: int, stack: int) -> Sentence:
    if stack and won:
        return Sentence(f"{{0}} takes {_cards(won)} and the stack of {stack}.", (seat,), "rule 16")
    if stack:
        return Sentence(f"{{0}} takes the stack of {stack}.", (seat,), "rule 16")
    return Sentence(f"{{0}} takes the trick: {_cards(won)}.", (seat,), "rule 12")


def _stacked(g: State, reader: int | None, tied: tuple[int, ...], count: int, stack: int) -> Sentence:
    text = f"Equal again: {_cards(count)} go into the middle, {stack} there now. {_named(len(tied))} play for them."
    return Sentence(text, tied, "rules 14 and 15")


def _drawn_for_stack(g: State, reader: int | None, taker: int, tied: tuple[int, ...]) -> Sentence:
    return Sentence("Nobody of the tied has a card left; chance gives the stack to {0}.", (taker,), "B8")


def _shared_stack(g: State, reader: int | None, tied: tuple[int, ...], stack: int) -> Sentence:
    return Sentence(f"{_named(len(tied))} have no card left and share the stack of {stack}.", tied, "B8")


def _ended(g: State, reader: int | None, winners: tuple[int, ...], most: int, reason: str) -> Sentence:
    why = "Somebody has no card left." if reason == "no_cards" else "The last round is played."
    verb = "wins" if len(winners) == 1 else "win together"
    return Sentence(f"{why} {_named(len(winners))} {verb} with {_cards(most)}.", winners, "rules 3 and 4")


TELLERS: dict[str, Teller] = {
    "threw": _threw,
    "chose": _chose,
    "read": _read,
    "read_joker": _read_joker,
    "gives": _gives,
    "took": _took,
    "stacked": _stacked,
    "drawn_for_stack": _drawn_for_stack,
    "shared_stack": _shared_stack,
    "ended": _ended,
}
