"""Tell each reader what happens in a Game of the Year. Hidden are the types of tokens that pass between players, except
from those two (rule 38), and Lucky Numbers until they are revealed (rule 5). What the bank holds lies open."""

from engine.core.telling import Sentence, Teller, figure, in_row, plain, plain_of, players, tell, tell_of
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


def _days(g: State, count: int) -> str:
    return said_of(count, "{count} day", "{count} days")


def _turns(g: State, count: int) -> str:
    return said_of(count, "{count} turn", "{count} turns")


def _token(g: State, kind: int) -> str:
    return _TOKENS[kind]


def _skips(g: State, reader: int | None, seat: int, left: int) -> Sentence:
    if not left:
        return Sentence(LOSES_TURN, (seat,))
    return tell(LOSES_TURN_AND_MORE, (seat,), turns=_turns(g, left))


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


def _moves(g: State, reader: int | None, seat: int, here: int, there: int) -> Sentence:
    board = g.table.board
    to = day_text(board.dates[there])
    if there == board.finish:
        return tell(MOVES_ON, (seat,), "B2", date=to)
    if there < here:
        return tell(MOVES_BACK, (seat,), days=_days(g, here - there), date=to)
    return tell(MOVES, (seat,), days=_days(g, there - here), date=to)


def _entry(g: State, reader: int | None, seat: int, day: int) -> Sentence:
    board = g.table.board
    caption = board.days[day]["caption"] if day in board.days else said("the end of the year")
    return tell(ENTRY, (), "rule 12", date=day_text(board.dates[day]), caption=caption)


def _chain_ends(g: State, reader: int | None, seat: int, day: int) -> Sentence:
    return Sentence("{0} has followed enough entries for one turn.", (seat,), "B30")


def _quarter_tokens(g: State, reader: int | None, seat: int, place: int, count: int) -> Sentence:
    if place < len(_PLACES):
        return tell(_PLACES[place], (seat,), "rule 30", count=count)
    text = said("{0} is the number {place} to get there and may take {count} tokens.")
    return tell(text, (seat,), "rule 30", place=place + 1, count=count)


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


def _declines(g: State, reader: int | None, seat: int, what: str) -> Sentence:
    text, why = _DECLINED[what]
    return Sentence(text, (seat,), why)


def _card(g: State, reader: int | None, seat: int, deck: int, number: int) -> Sentence:
    return tell(_DRAWN[deck], (seat,), "rule 18", card=g.table.cards[deck][number].name)


def _gets_holiday(g: State, reader: int | None, seat: int, taken: int) -> Sentence:
    if not taken:
        return Sentence("No Holiday Card is left for {0}.", (seat,), "B21")
    return tell_of(taken, "{0} gets a Holiday Card.", "{0} gets {count} Holiday Cards.", (seat,))


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


_SPARED = plain("In the month of birth {0} is spared {duty}.", "rule 29", duty=_duty)
TELLERS: dict[str, Teller] = {
    "turn": plain(TURN, "rule 8", turn=figure),
    "skips": _skips,
    "spun": _spun,
    "december": _december,
    "stuck": plain("No day of that colour lies ahead of {0}, who may not move.", "rule 44"),
    "picks_page": plain("{0} picks {days}.", "rule 9", days=figure),
    "moves": _moves,
    "entry": _entry,
    "chain_ends": _chain_ends,
    "quarter": plain("{0} passes the end of a quarter and collects ${amount}.", "rule 31", amount=figure),
    "quarter_tokens": _quarter_tokens,
    "own_number": plain(
        "{number} is {0}'s own Lucky Number: ${amount} from the bank.", "rule 25", number=figure, amount=figure
    ),
    "number_of": plain(
        "{number} is the Lucky Number of {1}: {0} owes ${amount}.", "rule 26", number=figure, amount=figure
    ),
    "birthday": _birthday,
    "shielded": _SPARED,
    "waives": _SPARED,
    "complies": plain("{0} could be spared {duty}, but does not ask for it.", "B16", duty=_duty),
    "short": _short,
    "pays": _pays,
    "hands_token": _hands_token,
    "hands_holiday": _hands_holiday,
    "buys_to_give": plain("{0} buys {token} for ${price} and gives it to {1}.", "rule 41", token=_token, price=figure),
    "gives_nothing": plain("{0} has nothing to give to {1}.", "rule 42"),
    "takes_token": plain(TAKES, token=_token),
    "none_of_type": plain("The bank no longer has {token}; {0} may take another one.", "rule 20", token=_token),
    "buys_token": plain("{0} buys a token for ${price}.", "rule 37", price=figure),
    "declines": _declines,
    "buys_days": plain("{0} buys {days} for ${price}.", "rule 21", days=_days, price=figure),
    "pushes": plain("{0} pays ${price} to move {1} on by a day.", "rule 22", price=figure),
    "vacation": plain("{0} turns a Holiday Card in and goes on vacation for {days}.", "rule 33", days=_days),
    "card": _card,
    "reshuffled": lambda g, reader, deck: Sentence(_RESHUFFLED[deck], (), "B31"),
    "picks": plain("{0} picks {1}."),
    "swaps": plain("{0} and {1} change places.", "rule 17"),
    "collects": plain("{0} collects ${amount}.", amount=figure),
    "gets_holiday": _gets_holiday,
    "will_skip": plain("{0} will lose {turns}.", turns=_turns),
    "more_spins": plain_of("{0} spins once more.", "{0} spins {count} times more."),
    "lucky_number": _lucky_number,
    "scored": _scored,
    "ended": _ended,
}
