"""Tell each reader what happens in a game of Office Job. Played, discarded and returned cards lie open; a card that is
drawn or taken is known to the player who gets it, and to the one it is taken from (B17)."""

from engine.core.telling import Sentence, Teller, figure, plain, plain_of, players, tell, tell_of
from engine.office_job.cards import BAR_ABILITY, BAR_PLAY, BOOST, CARDS, DOWN, LASTS, SHIELD, SHIFT, UP, WARD
from engine.office_job.rules.ranks import ENTRY
from engine.office_job.state import State
from engine.translatable import said, said_of

TURN = said("Turn {turn}: {0} begins.")  # pages ask for it by its text
_TITLES = ("", said("Entry-Level Employee"), said("Manager"), said("C-Suite"))
_LASTING = {
    UP: said("{0} can't be promoted."),
    DOWN: said("{0} can't fall in rank."),
    SHIELD: said("{0} loses {number} less whenever others take points."),
    BAR_PLAY: said("{0} may play no cards."),
    BAR_ABILITY: said("{0} may use no abilities of rank."),
    WARD: said("Nobody else's card touches the rank of {0}."),
    BOOST: said("The first card that brings {0} points each turn brings {number} more."),
}
_A_CARD = said("a card")
_LAST_ONE = said("the last one")
_ENDS = {True: said("All decks are drawn."), False: said("The last turn is played.")}


def name_of(card: int) -> str:
    """Return the name of a card."""
    name: str = CARDS[card]["name"]
    return name


def _card(g: State, card: int) -> str:
    return name_of(card)


def _points(g: State, count: int) -> str:
    return said_of(count, "a point", "{count} points")


def _draws(g: State, reader: int | None, seat: int, card: int, left: int) -> Sentence:
    what = name_of(card) if reader == seat else _A_CARD
    rest = said("{count} left", count=left) if left else _LAST_ONE
    return tell("{0} draws {card} from their deck, {rest}.", (seat,), "rule 18", card=what, rest=rest)


def _draws_central(g: State, reader: int | None, seat: int, card: int, is_known: bool) -> Sentence:
    what = name_of(card) if is_known or reader == seat else _A_CARD
    return tell("{0} draws {card} from the central deck.", (seat,), card=what)


def _keeps(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    if reader == seat:
        return tell("{0} keeps {card}.", (seat,), "rule 19", card=name_of(card))
    return Sentence("{0} keeps the card.", (seat,), "rule 19")


def _plays(g: State, reader: int | None, seat: int, doer: int, card: int) -> Sentence:
    name, text = name_of(card), CARDS[card]["text"]
    if doer == seat:
        return tell("{0} plays {card}. {text}", (seat,), "rule 20", card=name, text=text)
    return tell("{0} has {1} play {card}. {text}", (seat, doer), "rule 9", card=name, text=text)


def _targets(g: State, reader: int | None, seat: int, doer: int, card: int, target: int) -> Sentence:
    name = name_of(card)
    if target < 0:
        return tell("{card} finds no colleague within its reach.", (), "rule 25", card=name)
    if target == seat:
        return tell("{0} picks themselves for {card}.", (seat,), card=name)
    return tell("{0} picks {1} for {card}.", (seat, target), "" if doer == seat else "B3", card=name)


def _loses(g: State, reader: int | None, seat: int, number: int, left: int) -> Sentence:
    if number <= 0:
        return Sentence("{0} loses nothing.", (seat,), "rule 14")
    return tell("{0} loses {points} and has {left}.", (seat,), points=_points(g, number), left=left)


def _rank(g: State, reader: int | None, seat: int, before: int, rank: int, natural: int) -> Sentence:
    if rank != natural:
        return tell("{0} acts as {rank}.", (seat,), "B12", rank=_TITLES[rank])
    if rank > before:
        return tell("{0} is promoted to {rank}.", (seat,), "rule 15", rank=_TITLES[rank])
    if rank == ENTRY:
        return Sentence("{0} is back at entry level.", (seat,), "rule 16")
    return tell("{0} drops back to {rank}.", (seat,), "rule 16", rank=_TITLES[rank])


def _card_goes(g: State, reader: int | None, seat: int, card: int) -> Sentence:
    if LASTS[card]:
        return tell("{0}'s {card} ends and goes to the discard pile.", (seat,), "rule 21", card=name_of(card))
    return tell("{0}'s {card} goes to the discard pile.", (seat,), "rule 17", card=name_of(card))


def _lasting(g: State, reader: int | None, seat: int, status: int, number: int) -> Sentence:
    if status != SHIFT:
        return tell(_LASTING[status], (seat,), number=number)
    if number > 0:
        return tell_of(
            number,
            "{0} acts {count} rank higher for a while.",
            "{0} acts {count} ranks higher for a while.",
            (seat,),
            "B12",
        )
    return tell_of(
        -number, "{0} acts {count} rank lower for a while.", "{0} acts {count} ranks lower for a while.", (seat,), "B12"
    )


def _discards(g: State, reader: int | None, seat: int, card: int, by_chance: bool) -> Sentence:
    if by_chance:
        return tell("{0} discards {card} by chance.", (seat,), card=name_of(card))
    return tell("{0} discards {card}.", (seat,), card=name_of(card))


def _takes(g: State, reader: int | None, seat: int, other: int, card: int) -> Sentence:
    what = name_of(card) if reader in (seat, other) else _A_CARD
    return tell("{0} takes {card} out of {1}'s hand.", (seat, other), card=what)


def _hand_goes(g: State, reader: int | None, seat: int, cards: tuple[int, ...]) -> Sentence:
    hand = ", ".join(name_of(card) for card in cards) or said("no card is left in hand")
    text = said("{0} has drawn the last card of their deck. The hand goes: {hand}.")
    return tell(text, (seat,), "rule 26", hand=hand)


def _ended(g: State, reader: int | None, winners: tuple[int, ...], rank: int, points: int, reason: str) -> Sentence:
    values = {"why": _ENDS[reason == "decks"], "rank": _TITLES[rank], "points": _points(g, points)}
    if len(winners) == 1:
        return tell("{why} {0} wins: {rank} with {points}.", winners, "rule 29", **values)
    text = said("{why} {winners} win together: {rank} with {points}.")
    return tell(text, winners, "rule 30", winners=players(winners), **values)


TELLERS: dict[str, Teller] = {
    "turn": plain(TURN, turn=figure),
    "draws": _draws,
    "draws_central": _draws_central,
    "keeps": _keeps,
    "replaces": plain("{0} doesn't like {card} and throws it away.", "rule 19", card=_card),
    "reshuffled": plain(
        "The central deck is empty. The discard pile, {count} cards, is shuffled and takes its place.",
        "rule 24",
        count=figure,
    ),
    "none_left": plain("No card is left for {0} to draw.", "B8"),
    "put_back": plain(
        "{0} has a C-Suite Skill in play already: {card} goes back on top of the central deck.", "rule 23", card=_card
    ),
    "plays": _plays,
    "targets": _targets,
    "delegates": plain("{0} delegates a card to {1}.", "rule 9"),
    "stops": plain("{0} leaves it at that."),
    "helps_itself": plain("{0} uses the power of C-Suite for a free point.", "rule 11"),
    "presses": plain("{0} uses the power of C-Suite against {1}: up to {points} less.", "rule 11", points=_points),
    "gains": plain("{0} gains {points} and has {total}.", points=_points, total=figure),
    "boosted": plain("{0} is on form: {points} on top.", points=_points),
    "loses": _loses,
    "shielded": plain("{0} is shielded and spared {points}.", points=_points),
    "rank": _rank,
    "skilled": plain("{card} stays in play: {0} has a C-Suite Skill.", "rule 22", card=_card),
    "card_goes": _card_goes,
    "lasting": _lasting,
    "warded": plain("{card} does not reach {0}.", card=_card),
    "discards": _discards,
    "picks_up": plain("{0} picks {card} out of the discard pile.", card=_card),
    "takes": _takes,
    "more_plays": plain_of("{0} may play one more card this turn.", "{0} may play {count} more cards this turn."),
    "hand_goes": _hand_goes,
    "ended": _ended,
}
