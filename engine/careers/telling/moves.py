"""Turns, throws, and where pieces go."""

from engine.careers import actions as a
from engine.careers.state import Purpose, State
from engine.careers.telling.plain import at_place, plain
from engine.careers.words import counted, money, place_name, travel_words
from engine.core.telling import Sentence, Teller

_FOR = {
    Purpose.BONUS: "the bonus",
    Purpose.RAISE: "the raise",
    Purpose.PAY_PIPS: "what is due",
    Purpose.PAY_CASH: "the share of cash that is due",
    Purpose.PAY_SALARY: "the share of a salary that is due",
    Purpose.LOSE_FAME: "the fame that is lost",
    Purpose.LOSE_HAPPINESS: "the happiness that is lost",
    Purpose.LOSE_SALARY: "the salary that is lost",
    Purpose.FIRST_THROW: "luck",
    Purpose.SECOND_THROW: "the stakes",
    Purpose.HEARTS: "happiness",
    Purpose.STARS: "fame",
}
_TIMES = ("", "first", "second", "third", "fourth")


def _threw(g: State, reader: int | None, seat: int, first: int, second: int) -> Sentence:
    text = f"{{0}} rolls {first} and {second}: {first + second}." if second else f"{{0}} rolls {first}."
    return Sentence(text, (seat,))


def _threw_for(g: State, reader: int | None, seat: int, pips: int, purpose: int) -> Sentence:
    return Sentence(f"{{0}} rolls {pips} for {_FOR[purpose]}.", (seat,))


def _entered(g: State, reader: int | None, seat: int, path_index: int, fee: int, invited: bool) -> Sentence:
    path = g.table.board.paths[path_index]
    if fee:
        what = (
            f"pays {money(g.table.board, fee)} tuition"
            if path.university
            else f"pays the entry fee of {money(g.table.board, fee)}"
        )
        return Sentence(f"{{0}} {what} and enters {path.name}.", (seat,), "R18")
    how = "all expenses paid" if invited else "free of charge"
    return Sentence(f"{{0}} enters {path.name}, {how}.", (seat,), "R56" if invited else "R59")


def _completed(g: State, reader: int | None, seat: int, path_index: int, times: int) -> Sentence:
    name = g.table.board.paths[path_index].name
    which = _TIMES[times] if times < len(_TIMES) else f"{times}th"
    return Sentence(f"{{0}} completes the {which} trip through {name}.", (seat,), "R54")


def _came_out(g: State, reader: int | None, seat: int, path_index: int) -> Sentence:
    return Sentence(f"{{0}} leaves {g.table.board.paths[path_index].name}.", (seat,), "R21")


def _degree(g: State, reader: int | None, seat: int, program: int, count: int, more: int) -> Sentence:
    name = g.table.board.figures["degrees"]["programs"][program]["name"]
    which = _TIMES[count] if count < len(_TIMES) else f"{count}th"
    text = f"{{0}} takes the {which} degree in {name}; the salary rises by {money(g.table.board, more)}."
    return Sentence(text, (seat,), "R55")


def _rides(g: State, reader: int | None, seat: int, action: int) -> Sentence:
    kind = "underground" if action == a.RIDE_UNDERGROUND else "rail"
    return Sentence(f"{{0}} takes {travel_words(g.table.board, kind)['ride']}.", (seat,), "R27")


def _fee(g: State, reader: int | None, seat: int, pounds: int, taker: int) -> Sentence:
    if taker >= 0:
        return Sentence(
            f"{{0}} pays {money(g.table.board, pounds)} to {{1}}, a Pharmacist, and may leave.", (seat, taker), "R43"
        )
    return Sentence(f"{{0}} pays {money(g.table.board, pounds)} and may leave.", (seat,), "R40")


def _stays(g: State, reader: int | None, seat: int) -> Sentence:
    return Sentence(f"{{0}} stays on {place_name(g.table.board, g.table.board.holiday)}.", (seat,), "R46")


def _loses_turns(g: State, reader: int | None, seat: int, turns: int) -> Sentence:
    return Sentence(f"{{0}} will lose {counted(turns, 'turn')}.", (seat,), "R72")


def _earns_turns(g: State, reader: int | None, seat: int, turns: int) -> Sentence:
    return Sentence(f"{{0}} will have {counted(turns, 'more turn')}.", (seat,), "R72")


TELLERS: dict[str, Teller] = {
    "turn": plain("It is {0}'s turn."),
    "extra_turn": plain("{0} takes an extra turn.", "R61"),
    "sat_out": plain("{0} sits this turn out.", "R53"),
    "cancelled": plain("A lost turn and an extra turn of {0} cancel each other.", "R53"),
    "loses_turns": _loses_turns,
    "earns_turns": _earns_turns,
    "loses_turn": plain("{0} will lose a turn.", "R53"),
    "threw": _threw,
    "threw_for": _threw_for,
    "doubles": plain("Doubles: {0} has earned an extra turn.", "R72"),
    "third_doubles": plain("The third doubles in a row send {0} to Unemployment.", "R72"),
    "rolls_again": plain("{0} rolls again at once.", "R52"),
    "moved": at_place("{0} moves to PLACE."),
    "moved_back": at_place("{0} moves back to PLACE.", "R24 and R25"),
    "advanced": at_place("{0} advances to PLACE.", "R23"),
    "jumped": at_place("{0} moves straight on to PLACE.", "R51"),
    "sent": at_place("{0} is sent to PLACE.", "R23"),
    "entered": _entered,
    "completed": _completed,
    "came_out": _came_out,
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
    "set_free": at_place("That sets {0} free from PLACE.", "R40"),
    "not_set_free": at_place("{0} remains in PLACE.", "R40"),
}
