"""Tell of turns, throws, and where pieces go."""

from engine.careers import actions as a
from engine.careers.state import Purpose, State
from engine.careers.telling.plain import at_place, path, place, pounds
from engine.careers.words import travel_words
from engine.core.telling import Sentence, Teller, figure, plain, plain_of, tell
from engine.translatable import said

TURN = said("It is {0}'s turn.")  # pages ask for it by its text
_FOR = {
    Purpose.BONUS: said("the bonus"),
    Purpose.RAISE: said("the raise"),
    Purpose.PAY_PIPS: said("what is due"),
    Purpose.PAY_CASH: said("the share of cash that is due"),
    Purpose.PAY_SALARY: said("the share of a salary that is due"),
    Purpose.LOSE_FAME: said("the fame that is lost"),
    Purpose.LOSE_HAPPINESS: said("the happiness that is lost"),
    Purpose.LOSE_SALARY: said("the salary that is lost"),
    Purpose.FIRST_THROW: said("luck"),
    Purpose.SECOND_THROW: said("the stakes"),
    Purpose.HEARTS: said("happiness"),
    Purpose.STARS: said("fame"),
}
_TRIPS = ("", said("first trip"), said("second trip"), said("third trip"), said("fourth trip"))
_DEGREES = ("", said("first degree"), said("second degree"), said("third degree"), said("fourth degree"))


def _purpose(g: State, purpose: int) -> str:
    return _FOR[purpose]


def _threw(g: State, reader: int | None, seat: int, first: int, second: int) -> Sentence:
    """Tell of a throw. The dice are in the values `die` and `other_die`, from which pages draw them."""
    if not second:
        return tell("{0} rolls {die}.", (seat,), die=first)
    pips = first + second
    return tell("{0} rolls {die} and {other_die}: {pips}.", (seat,), die=first, other_die=second, pips=pips)


def _entered(g: State, reader: int | None, seat: int, path_index: int, fee: int, invited: bool) -> Sentence:
    name = path(g, path_index)
    if fee:
        text = (
            said("{0} pays {fee} tuition and enters {path}.")
            if g.table.board.paths[path_index].university
            else said("{0} pays the entry fee of {fee} and enters {path}.")
        )
        return tell(text, (seat,), "R18", fee=pounds(g, fee), path=name)
    if invited:
        return tell("{0} enters {path}, all expenses paid.", (seat,), "R56", path=name)
    return tell("{0} enters {path}, free of charge.", (seat,), "R59", path=name)


def _completed(g: State, reader: int | None, seat: int, path_index: int, times: int) -> Sentence:
    trip = _TRIPS[times] if times < len(_TRIPS) else said("{number}th trip", number=times)
    return tell("{0} completes the {trip} through {path}.", (seat,), "R54", trip=trip, path=path(g, path_index))


def _degree(g: State, reader: int | None, seat: int, program: int, count: int, more: int) -> Sentence:
    return tell(
        "{0} takes the {degree} in {program}; the salary rises by {amount}.",
        (seat,),
        "R55",
        degree=_DEGREES[count] if count < len(_DEGREES) else said("{number}th degree", number=count),
        program=g.table.board.figures["degrees"]["programs"][program]["name"],
        amount=pounds(g, more),
    )


def _rides(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    kind = "underground" if action == a.RIDE_UNDERGROUND else "rail"
    return tell("{0} takes {ride}.", (seat,), "R27", ride=travel_words(g.table.board, kind)["ride"])


def _fee(g: State, reader: int | None, seat: int, fee: int, taker: int) -> Sentence:
    amount = pounds(g, fee)
    if taker >= 0:
        return tell("{0} pays {amount} to {1}, a Pharmacist, and may leave.", (seat, taker), "R43", amount=amount)
    return tell("{0} pays {amount} and may leave.", (seat,), "R40", amount=amount)


def _stays(g: State, reader: int | None, seat: int) -> Sentence:
    return tell("{0} stays on {place}.", (seat,), "R46", place=place(g, g.table.board.holiday))


TELLERS: dict[str, Teller] = {
    "turn": plain(TURN),
    "extra_turn": plain("{0} takes an extra turn.", "R61"),
    "sat_out": plain("{0} sits this turn out.", "R53"),
    "cancelled": plain("A lost turn and an extra turn of {0} cancel each other.", "R53"),
    "loses_turns": plain_of("{0} will lose {count} turn.", "{0} will lose {count} turns.", "R72"),
    "earns_turns": plain_of("{0} will have {count} more turn.", "{0} will have {count} more turns.", "R72"),
    "loses_turn": plain("{0} will lose a turn.", "R53"),
    "threw": _threw,
    "threw_for": plain("{0} rolls {thrown} for {purpose}.", thrown=figure, purpose=_purpose),
    "doubles": plain("Doubles: {0} has earned an extra turn.", "R72"),
    "third_doubles": plain("The third doubles in a row send {0} to Unemployment.", "R72"),
    "rolls_again": plain("{0} rolls again at once.", "R52"),
    "moved": at_place("{0} moves to {place}."),
    "moved_back": at_place("{0} moves back to {place}.", "R24 and R25"),
    "advanced": at_place("{0} advances to {place}.", "R23"),
    "jumped": at_place("{0} moves straight on to {place}.", "R51"),
    "sent": at_place("{0} is sent to {place}.", "R23"),
    "entered": _entered,
    "completed": _completed,
    "came_out": plain("{0} leaves {path}.", "R21", path=path),
    "degree": _degree,
    "may_retire": plain("{0} has earned the right to retire.", "R48"),
    "retires": plain("{0} retires.", "R49"),
    "rides": _rides,
    "short_way": plain("{0} takes the short way.", "R50"),
    "long_way": plain("{0} takes the long way.", "R50"),
    "stays": _stays,
    "fee": _fee,
    "chooses_pharmacist": plain("{0} pays the fee and chooses a Pharmacist to receive it.", "R43"),
    "insured_fee": plain("{0} leaves at the insurer's expense.", "R69"),
    "free_pass": plain("{0} shows the free pass and may leave.", "R97"),
    "set_free": at_place("That sets {0} free from {place}.", "R40"),
    "not_set_free": at_place("{0} remains in {place}.", "R40"),
}
