"""What is said of a game of Office Job. Played, discarded and returned cards lie open; what is drawn or taken, whoever
gets it knows, and whoever it is taken from (B17)."""

from engine.core.telling import Sentence, Teller
from engine.office_job.cards import (
    BAR_ABILITY,
    BAR_PLAY,
    BOOST,
    CARDS,
    DOWN,
    LASTS,
    SHIELD,
    SHIFT,
    UP,
    WARD,
)
from engine.office_job.rules.ranks import ENTRY
from engine.office_job.state import State

_TITLES = ("", "Entry-Level Employee", "Manager", "C-Suite")
_LASTING = {
    UP: "{0} can't be promoted",
    DOWN: "{0} can't fall in rank",
    SHIELD: "{0} loses {n} less whenever others take points",
    BAR_PLAY: "{0} may play no cards",
    BAR_ABILITY: "{0} may use no abilities of rank",
    WARD: "Nobody else's card touches the rank of {0}",
    BOOST: "The first card that brings {0} points each turn brings {n} more",
}


def name_of(card: int) -> str:
    return str(CARDS[card]["name"])


def _points(count: int) -> str:
    return "a point" if count == 1 else f"{count} points"


def _turn(g: State, reader: int | None, seat: int, turn: int) -> Sentence:
    return Sentence(f"Turn {turn}: {{0}} begins.", (seat,))


def _draws(g: State, reader: int | None, seat: int, card: int, left: int) -> Sentence:
    what = name_of(card) if reader == seat else "a card"
    rest = f"{left} left" if left else "the last one"
    return Sentence(f"{{0}} draws {what} from their deck, {rest}.", (seat,), "rule 18")


def _draws_central(g: State, reader: int | None, seat: int, card: int, known: bool) -> Sentence:
    what = name_of(card) if known or reader == seat else "a card"
    return Sentence(f"{{0}} draws {what} from the central deck.", (seat,))


def _keeps(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    return Sentence(f"{{0}} keeps {name_of(card) if reader == seat else 'the card'}.", (seat,), "rule 19")


def _replaces(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    return Sentence(f"{{0}} doesn't like {name_of(card)} and throws it away.", (seat,), "rule 19")


def _reshuffled(g: State, reader: int | None, count: int) -> Sentence:
    text = f"The central deck is empty. The discard pile, {count} cards, is shuffled and takes its place."
    return Sentence(text, (), "rule 24")


def _none_left(g: State, reader: int | None, seat: int) -> Sentence:
    return Sentence("No card is left for {0} to draw.", (seat,), "B8")


def _put_back(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    text = f"{{0}} has a C-Suite Skill in play already: {name_of(card)} goes back on top of the central deck."
    return Sentence(text, (seat,), "rule 23")


def _plays(g: State, reader: int | None, seat: int, doer: int, card: int) -> Sentence:
    what = f"{name_of(card)}. {CARDS[card]['text']}"
    if doer == seat:
        return Sentence(f"{{0}} plays {what}", (seat,), "rule 20")
    return Sentence(f"{{0}} has {{1}} play {what}", (seat, doer), "rule 9")


def _targets(g: State, reader: int | None, seat: int, doer: int, card: int, target: int) -> Sentence:
    if target < 0:
        return Sentence(f"{name_of(card)} finds no colleague whom it could reach.", (), "rule 25")
    if target == seat:
        return Sentence(f"{{0}} picks themselves for {name_of(card)}.", (seat,))
    return Sentence(f"{{0}} picks {{1}} for {name_of(card)}.", (seat, target), "" if doer == seat else "B3")


def _delegates(g: State, reader: int | None, seat: int, doer: int) -> Sentence:
    return Sentence("{0} delegates a card to {1}.", (seat, doer), "rule 9")


def _stops(g: State, reader: int | None, seat: int) -> Sentence:
    return Sentence("{0} leaves it at that.", (seat,))


def _helps_itself(g: State, reader: int | None, seat: int) -> Sentence:
    return Sentence("{0} uses the power of C-Suite for a free point.", (seat,), "rule 11")


def _presses(g: State, reader: int | None, seat: int, other: int, number: int) -> Sentence:
    return Sentence(
        f"{{0}} uses the power of C-Suite against {{1}}: up to {_points(number)} less.", (seat, other), "rule 11"
    )


def _gains(g: State, reader: int | None, seat: int, number: int, total: int) -> Sentence:
    return Sentence(f"{{0}} gains {_points(number)} and has {total}.", (seat,))


def _boosted(g: State, reader: int | None, seat: int, number: int) -> Sentence:
    return Sentence(f"{{0}} is on form: {_points(number)} on top.", (seat,))


def _loses(g: State, reader: int | None, seat: int, number: int, left: int) -> Sentence:
    if number <= 0:
        return Sentence("{0} loses nothing.", (seat,), "rule 14")
    return Sentence(f"{{0}} loses {_points(number)} and has {left}.", (seat,))


def _shielded(g: State, reader: int | None, seat: int, saved: int) -> Sentence:
    return Sentence(f"{{0}} is shielded and spared {_points(saved)}.", (seat,))


def _rank(g: State, reader: int | None, seat: int, before: int, rank: int, natural: int) -> Sentence:
    if rank != natural:
        return Sentence(f"{{0}} acts as {_TITLES[rank]}.", (seat,), "B12")
    if rank > before:
        return Sentence(f"{{0}} is promoted to {_TITLES[rank]}.", (seat,), "rule 15")
    fall = "is back at entry level" if rank == ENTRY else f"drops back to {_TITLES[rank]}"
    return Sentence(f"{{0}} {fall}.", (seat,), "rule 16")


def _skilled(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    return Sentence(f"{name_of(card)} stays in play: {{0}} has a C-Suite Skill.", (seat,), "rule 22")


def _card_goes(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    if LASTS[card]:
        return Sentence(f"{{0}}'s {name_of(card)} ends and goes to the discard pile.", (seat,), "rule 21")
    return Sentence(f"{{0}}'s {name_of(card)} goes to the discard pile.", (seat,), "rule 17")


def _lasting(g: State, reader: int | None, seat: int, status: int, number: int) -> Sentence:
    if status == SHIFT:
        ranks = f"{abs(number)} rank" + ("s" if abs(number) > 1 else "")
        return Sentence(f"{{0}} acts {ranks} {'higher' if number > 0 else 'lower'} for a while.", (seat,), "B12")
    return Sentence(f"{_LASTING[status].replace('{n}', str(number))}.", (seat,))


def _warded(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    return Sentence(f"{name_of(card)} does not reach {{0}}.", (seat,))


def _discards(g: State, reader: int | None, seat: int, card: int, by_chance: bool) -> Sentence:
    how = " by chance" if by_chance else ""
    return Sentence(f"{{0}} discards {name_of(card)}{how}.", (seat,))


def _picks_up(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    return Sentence(f"{{0}} picks {name_of(card)} out of the discard pile.", (seat,))


def _takes(g: State, reader: int | None, seat: int, other: int, card: int) -> Sentence:
    what = name_of(card) if reader in (seat, other) else "a card"
    return Sentence(f"{{0}} takes {what} out of {{1}}'s hand.", (seat, other))


def _more_plays(g: State, reader: int | None, seat: int, number: int) -> Sentence:
    plays = "one more card" if number == 1 else f"{number} more cards"
    return Sentence(f"{{0}} may play {plays} this turn.", (seat,))


def _hand_goes(g: State, reader: int | None, seat: int, cards: tuple[int, ...]) -> Sentence:
    hand = ", ".join(name_of(card) for card in cards) or "no card is left in hand"
    text = f"{{0}} has drawn the last card of their deck. The hand goes: {hand}."
    return Sentence(text, (seat,), "rule 26")


def _ended(g: State, reader: int | None, winners: tuple[int, ...], rank: int, points: int, reason: str) -> Sentence:
    why = "All decks are drawn." if reason == "decks" else "The last turn is played."
    names = [f"{{{at}}}" for at in range(len(winners))]
    who = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    verb = "wins" if len(winners) == 1 else "win together"
    text = f"{why} {who} {verb}: {_TITLES[rank]} with {_points(points)}."
    return Sentence(text, winners, "rule 29" if len(winners) == 1 else "rule 30")


TELLERS: dict[str, Teller] = {
    "turn": _turn,
    "draws": _draws,
    "draws_central": _draws_central,
    "keeps": _keeps,
    "replaces": _replaces,
    "reshuffled": _reshuffled,
    "none_left": _none_left,
    "put_back": _put_back,
    "plays": _plays,
    "targets": _targets,
    "delegates": _delegates,
    "stops": _stops,
    "helps_itself": _helps_itself,
    "presses": _presses,
    "gains": _gains,
    "boosted": _boosted,
    "loses": _loses,
    "shielded": _shielded,
    "rank": _rank,
    "skilled": _skilled,
    "card_goes": _card_goes,
    "lasting": _lasting,
    "warded": _warded,
    "discards": _discards,
    "picks_up": _picks_up,
    "takes": _takes,
    "more_plays": _more_plays,
    "hand_goes": _hand_goes,
    "ended": _ended,
}
