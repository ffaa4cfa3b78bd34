"""Tell each reader what happens in a Game of the Year. Hidden are the types of tokens that pass between players, except
from those two (rule 38), and Lucky Numbers until they are revealed (rule 5). What the bank holds lies open."""

from engine.core.telling import Sentence, Teller, in_row, players, tell, tell_of
from engine.game_of_the_year.days import day_text
from engine.game_of_the_year.rules.money import BANK
from engine.game_of_the_year.scoring import CATEGORY_NAMES, Categories
from engine.game_of_the_year.state import State, Step, Work
from engine.translatable import said, said_of

# The texts that pages look for.
TURN = said("Turn {turn}: {0} begins.")
LOSES_TURN = said("{0} loses this turn.")
LOSES_TURN_AND_MORE = said("{0} loses this turn. {turns} more will be lost.")
MOVES_ON = said("{0} moves on to {date}, where the year ends.")
MOVES_BACK = said("{0} moves back {days} to {date}.")
MOVES = said("{0} moves {days} to {date}.")
ENTRY = said("{date}: {caption}.")
TAKES = said("{0} takes {token}.")

_TOKENS = (said("a Fame Token"), said("a Family Token"), said("a Red Letter Day Token"))
_ANY_TOKEN = said("a token")
_FACE_DOWN = said("a token, face down")
_HOLIDAY_CARD = said("a Holiday Card")
_DRAWN = (said('{0} draws a Chance Card: "{card}".'), said('{0} draws a Hazard Card: "{card}".'))
_RESHUFFLED = (said("The Chance Cards are used up and shuffled."), said("The Hazard Cards are used up and shuffled."))
_PLACES = (
    said("{0} is the first to get there and may take {count} tokens."),
    said("{0} is the second to get there and may take {count} tokens."),
)
_DECLINED = {
    "days": (said("{0} buys no days."), "rule 21"),
    "push": (said("{0} pays for no move."), "rule 22"),
    "vacation": (said("{0} takes no vacation."), "rule 33"),
    "token": (said("{0} buys no token."), "rule 37"),
}
_ENDS = {True: said("The year is over."), False: said("The last turn is played.")}


def _days(count: int) -> str:
    return said_of(count, "{count} day", "{count} days")


def _turns(count: int) -> str:
    return said_of(count, "{count} turn", "{count} turns")


def _turn(g: State, reader: int | None, seat: int, turn: int) -> Sentence:
    return tell(TURN, (seat,), "rule 8", turn=turn)


def _skips(g: State, reader: int | None, seat: int, left: int) -> Sentence:
    if not left:
        return Sentence(LOSES_TURN, (seat,))
    return tell(LOSES_TURN_AND_MORE, (seat,), turns=_turns(left))


def _spun(g: State, reader: int | None, seat: int, result: int) -> Sentence:
    pages = g.table.pages
    if result < len(pages):
        low, high = pages[result][0]
        return tell("{0} spins {low} and {high}.", (seat,), "rule 9", low=low, high=high)
    if result - len(pages) >= g.table.reds:
        return Sentence("{0} spins blue.", (seat,), "rule 10")
    return Sentence("{0} spins red.", (seat,), "rule 10")


def _december(g: State, reader: int | None, seat: int, low: int) -> Sentence:
    return tell("In December the lower number counts: {low}.", (), "rule 43", low=low)


def _stuck(g: State, reader: int | None, seat: int) -> Sentence:
    return Sentence("No day of that colour lies ahead of {0}, who may not move.", (seat,), "rule 44")


def _picks_page(g: State, reader: int | None, seat: int, days: int) -> Sentence:
    return tell("{0} picks {days}.", (seat,), "rule 9", days=days)


def _moves(g: State, reader: int | None, seat: int, here: int, there: int) -> Sentence:
    board = g.table.board
    to = day_text(board.dates[there])
    if there == board.finish:
        return tell(MOVES_ON, (seat,), "B2", date=to)
    if there < here:
        return tell(MOVES_BACK, (seat,), days=_days(here - there), date=to)
    return tell(MOVES, (seat,), days=_days(there - here), date=to)


def _entry(g: State, reader: int | None, seat: int, day: int) -> Sentence:
    board = g.table.board
    caption = board.days[day]["caption"] if day in board.days else said("the end of the year")
    return tell(ENTRY, (), "rule 12", date=day_text(board.dates[day]), caption=caption)


def _chain_ends(g: State, reader: int | None, seat: int, day: int) -> Sentence:
    return Sentence("{0} has followed enough entries for one turn.", (seat,), "B30")


def _quarter(g: State, reader: int | None, seat: int, amount: int) -> Sentence:
    return tell("{0} passes the end of a quarter and collects ${amount}.", (seat,), "rule 31", amount=amount)


def _quarter_tokens(g: State, reader: int | None, seat: int, place: int, count: int) -> Sentence:
    if place < len(_PLACES):
        return tell(_PLACES[place], (seat,), "rule 30", count=count)
    text = said("{0} is the number {place} to get there and may take {count} tokens.")
    return tell(text, (seat,), "rule 30", place=place + 1, count=count)


def _own_number(g: State, reader: int | None, seat: int, number: int, amount: int) -> Sentence:
    text = said("{number} is {0}'s own Lucky Number: ${amount} from the bank.")
    return tell(text, (seat,), "rule 25", number=number, amount=amount)


def _number_of(g: State, reader: int | None, seat: int, other: int, number: int, amount: int) -> Sentence:
    text = said("{number} is the Lucky Number of {1}: {0} owes ${amount}.")
    return tell(text, (seat, other), "rule 26", number=number, amount=amount)


def _birthday(g: State, reader: int | None, seat: int, mover: int, amount: int) -> Sentence:
    if seat == mover:
        text = said("It is {0}'s own birthday: ${amount} from each of the others.")
        return tell(text, (seat,), "rule 27", amount=amount)
    return tell("It is {0}'s birthday: {1} owes ${amount}.", (seat, mover), "rule 28", amount=amount)


def _duty(g: State, duty: Step) -> str:
    work, *about = duty
    if work == Work.FOLLOW:
        return said('the Hazard Card "{card}"', card=g.table.cards[about[0]][about[1]].name)
    if work == Work.PAY:
        return f"${about[2]}"
    return _HOLIDAY_CARD if work == Work.RETURN_HOLIDAY else _ANY_TOKEN


def _spared(g: State, reader: int | None, seat: int, duty: Step) -> Sentence:
    return tell("In the month of birth {0} is spared {duty}.", (seat,), "rule 29", duty=_duty(g, duty))


def _complies(g: State, reader: int | None, seat: int, duty: Step) -> Sentence:
    return tell("{0} could be spared {duty}, but does not ask for it.", (seat,), "B16", duty=_duty(g, duty))


def _short(g: State, reader: int | None, payer: int, payee: int, amount: int) -> Sentence:
    return tell("{0} does not have ${amount}.", (payer,), "rule 40", amount=amount)


def _pays(g: State, reader: int | None, payer: int, payee: int, amount: int) -> Sentence:
    if not amount:
        return Sentence("{0} has nothing to pay with and pays nothing.", (payer,), "rule 42")
    if payee == BANK:
        return tell("{0} pays ${amount} to the bank.", (payer,), amount=amount)
    return tell("{0} pays {1} ${amount}.", (payer, payee), amount=amount)


def _hands_token(g: State, reader: int | None, giver: int, to: int, kind: int) -> Sentence:
    if to == BANK:
        return tell("{0} hands {token} to the bank.", (giver,), token=_TOKENS[kind])
    what = _TOKENS[kind] if reader in (giver, to) else _FACE_DOWN
    return tell("{0} hands {1} {token}.", (giver, to), "rule 38", token=what)


def _hands_holiday(g: State, reader: int | None, giver: int, to: int) -> Sentence:
    if to == BANK:
        return Sentence("{0} hands a Holiday Card to the bank.", (giver,))
    return Sentence("{0} hands {1} a Holiday Card.", (giver, to))


def _buys_to_give(g: State, reader: int | None, giver: int, to: int, kind: int, price: int) -> Sentence:
    text = said("{0} buys {token} for ${price} and gives it to {1}.")
    return tell(text, (giver, to), "rule 41", token=_TOKENS[kind], price=price)


def _gives_nothing(g: State, reader: int | None, giver: int, to: int) -> Sentence:
    return Sentence("{0} has nothing to give to {1}.", (giver, to), "rule 42")


def _takes_token(g: State, reader: int | None, seat: int, kind: int) -> Sentence:
    return tell(TAKES, (seat,), token=_TOKENS[kind])


def _none_of_type(g: State, reader: int | None, seat: int, kind: int) -> Sentence:
    text = said("The bank does not have {token} any more; {0} may take another one.")
    return tell(text, (seat,), "rule 20", token=_TOKENS[kind])


def _buys_token(g: State, reader: int | None, seat: int, price: int) -> Sentence:
    return tell("{0} buys a token for ${price}.", (seat,), "rule 37", price=price)


def _declines(g: State, reader: int | None, seat: int, what: str) -> Sentence:
    text, why = _DECLINED[what]
    return Sentence(text, (seat,), why)


def _buys_days(g: State, reader: int | None, seat: int, days: int, price: int) -> Sentence:
    return tell("{0} buys {days} for ${price}.", (seat,), "rule 21", days=_days(days), price=price)


def _pushes(g: State, reader: int | None, seat: int, mover: int, price: int) -> Sentence:
    return tell("{0} pays ${price} to move {1} on by a day.", (seat, mover), "rule 22", price=price)


def _vacation(g: State, reader: int | None, seat: int, days: int) -> Sentence:
    text = said("{0} turns a Holiday Card in and goes on vacation for {days}.")
    return tell(text, (seat,), "rule 33", days=_days(days))


def _card(g: State, reader: int | None, seat: int, deck: int, number: int) -> Sentence:
    return tell(_DRAWN[deck], (seat,), "rule 18", card=g.table.cards[deck][number].name)


def _reshuffled(g: State, reader: int | None, deck: int) -> Sentence:
    return Sentence(_RESHUFFLED[deck], (), "B31")


def _picks(g: State, reader: int | None, seat: int, other: int) -> Sentence:
    return Sentence("{0} picks {1}.", (seat, other))


def _swaps(g: State, reader: int | None, first: int, second: int) -> Sentence:
    return Sentence("{0} and {1} change places.", (first, second), "rule 17")


def _collects(g: State, reader: int | None, seat: int, amount: int) -> Sentence:
    return tell("{0} collects ${amount}.", (seat,), amount=amount)


def _gets_holiday(g: State, reader: int | None, seat: int, taken: int) -> Sentence:
    if not taken:
        return Sentence("No Holiday Card is left for {0}.", (seat,), "B21")
    return tell_of(taken, "{0} gets a Holiday Card.", "{0} gets {count} Holiday Cards.", (seat,))


def _will_skip(g: State, reader: int | None, seat: int, turns: int) -> Sentence:
    return tell("{0} will lose {turns}.", (seat,), turns=_turns(turns))


def _more_spins(g: State, reader: int | None, seat: int, count: int) -> Sentence:
    return tell_of(count, "{0} spins once more.", "{0} spins {count} times more.", (seat,))


def _lucky_number(g: State, reader: int | None, seat: int, number: int) -> Sentence:
    if reader == seat:
        return tell("{0} picks the Lucky Number {number}.", (seat,), "rule 5", number=number)
    return Sentence("{0} picks a Lucky Number in secret.", (seat,), "rule 5")


def _scored(g: State, reader: int | None, seat: int, mine: Categories) -> Sentence:
    parts = [
        said("{kind} {count}", kind=said(name), count=points) for name, points in zip(CATEGORY_NAMES, mine, strict=True)
    ]
    return tell("{0}: {points}, {total} points in all.", (seat,), "rule 1", points=in_row(parts), total=sum(mine))


def _ended(g: State, reader: int | None, winners: tuple[int, ...], total: int, reason: str) -> Sentence:
    why = _ENDS[reason == "year_end"]
    if len(winners) == 1:
        return tell("{why} {0} wins with {total} points.", winners, "rule 2", why=why, total=total)
    text = said("{why} {winners} win together with {total} points.")
    return tell(text, winners, "rule 2", why=why, winners=players(winners), total=total)


TELLERS: dict[str, Teller] = {
    "turn": _turn,
    "skips": _skips,
    "spun": _spun,
    "december": _december,
    "stuck": _stuck,
    "picks_page": _picks_page,
    "moves": _moves,
    "entry": _entry,
    "chain_ends": _chain_ends,
    "quarter": _quarter,
    "quarter_tokens": _quarter_tokens,
    "own_number": _own_number,
    "number_of": _number_of,
    "birthday": _birthday,
    "shielded": _spared,
    "waives": _spared,
    "complies": _complies,
    "short": _short,
    "pays": _pays,
    "hands_token": _hands_token,
    "hands_holiday": _hands_holiday,
    "buys_to_give": _buys_to_give,
    "gives_nothing": _gives_nothing,
    "takes_token": _takes_token,
    "none_of_type": _none_of_type,
    "buys_token": _buys_token,
    "declines": _declines,
    "buys_days": _buys_days,
    "pushes": _pushes,
    "vacation": _vacation,
    "card": _card,
    "reshuffled": _reshuffled,
    "picks": _picks,
    "swaps": _swaps,
    "collects": _collects,
    "gets_holiday": _gets_holiday,
    "will_skip": _will_skip,
    "more_spins": _more_spins,
    "lucky_number": _lucky_number,
    "scored": _scored,
    "ended": _ended,
}
