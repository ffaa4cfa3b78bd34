"""What is said of a Game of the Year. Hidden are the types of tokens that pass between players, whom both of them know
(rule 38), and Lucky Numbers until they are revealed (rule 5). What the bank holds lies open."""

from engine.core.telling import Sentence, Teller
from engine.game_of_the_year.days import day_text
from engine.game_of_the_year.rules.money import BANK
from engine.game_of_the_year.scoring import CATEGORY_NAMES, Categories
from engine.game_of_the_year.state import State, Step, Work

_TOKENS = ("a Fame Token", "a Family Token", "a Red Letter Day Token")
_DECKS = ("Chance", "Hazard")
_DECLINED = {
    "days": ("{0} buys no days.", "rule 21"),
    "push": ("{0} pays for no move.", "rule 22"),
    "vacation": ("{0} takes no vacation.", "rule 33"),
    "token": ("{0} buys no token.", "rule 37"),
}


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


def _turn(g: State, reader: int | None, seat: int, turn: int) -> Sentence:
    return Sentence(f"Turn {turn}: {{0}} begins.", (seat,), "rule 8")


def _skips(g: State, reader: int | None, seat: int, left: int) -> Sentence:
    more = f" {_turns(left)} more will be lost." if left else ""
    return Sentence(f"{{0}} loses this turn.{more}", (seat,))


def _spun(g: State, reader: int | None, seat: int, result: int) -> Sentence:
    pages = g.table.pages
    if result < len(pages):
        low, high = pages[result][0]
        return Sentence(f"{{0}} spins {low} and {high}.", (seat,), "rule 9")
    colour = "blue" if result - len(pages) >= g.table.reds else "red"
    return Sentence(f"{{0}} spins {colour}.", (seat,), "rule 10")


def _december(g: State, reader: int | None, seat: int, low: int) -> Sentence:
    return Sentence(f"In December the lower number counts: {low}.", (), "rule 43")


def _stuck(g: State, reader: int | None, seat: int) -> Sentence:
    return Sentence("No day of that colour lies ahead of {0}, who may not move.", (seat,), "rule 44")


def _picks_page(g: State, reader: int | None, seat: int, days: int) -> Sentence:
    return Sentence(f"{{0}} picks {days}.", (seat,), "rule 9")


def _moves(g: State, reader: int | None, seat: int, here: int, there: int) -> Sentence:
    board = g.table.board
    to = day_text(board.dates[there])
    if there == board.finish:
        return Sentence(f"{{0}} moves on to {to}, where the year ends.", (seat,), "B2")
    if there < here:
        return Sentence(f"{{0}} moves back {_days(here - there)} to {to}.", (seat,))
    return Sentence(f"{{0}} moves {_days(there - here)} to {to}.", (seat,))


def _entry(g: State, reader: int | None, seat: int, day: int) -> Sentence:
    board = g.table.board
    caption = board.days[day]["caption"] if day in board.days else "the end of the year"
    return Sentence(f"{day_text(board.dates[day])}: {caption}.", (), "rule 12")


def _chain_ends(g: State, reader: int | None, seat: int, day: int) -> Sentence:
    return Sentence("{0} has followed enough entries for one turn.", (seat,), "B30")


def _quarter(g: State, reader: int | None, seat: int, amount: int) -> Sentence:
    return Sentence(f"{{0}} passes the end of a quarter and collects ${amount}.", (seat,), "rule 31")


def _quarter_tokens(g: State, reader: int | None, seat: int, place: int, count: int) -> Sentence:
    nth = ("first", "second")[place] if place < 2 else f"number {place + 1}"
    return Sentence(f"{{0}} is the {nth} to get there and may take {count} tokens.", (seat,), "rule 30")


def _own_number(g: State, reader: int | None, seat: int, number: int, amount: int) -> Sentence:
    return Sentence(f"{number} is {{0}}'s own Lucky Number: ${amount} from the bank.", (seat,), "rule 25")


def _number_of(g: State, reader: int | None, seat: int, other: int, number: int, amount: int) -> Sentence:
    return Sentence(f"{number} is the Lucky Number of {{1}}: {{0}} owes ${amount}.", (seat, other), "rule 26")


def _birthday(g: State, reader: int | None, seat: int, mover: int, amount: int) -> Sentence:
    if seat == mover:
        return Sentence(f"It is {{0}}'s own birthday: ${amount} from each of the others.", (seat,), "rule 27")
    return Sentence(f"It is {{0}}'s birthday: {{1}} owes ${amount}.", (seat, mover), "rule 28")


def _duty(g: State, duty: Step) -> str:
    work, *about = duty
    if work == Work.FOLLOW:
        return f'the Hazard Card "{g.table.cards[about[0]][about[1]].name}"'
    if work == Work.PAY:
        return f"${about[2]}"
    return "a Holiday Card" if work == Work.RETURN_HOLIDAY else "a token"


def _spared(g: State, reader: int | None, seat: int, duty: Step) -> Sentence:
    return Sentence(f"In the month of birth {{0}} is spared {_duty(g, duty)}.", (seat,), "rule 29")


def _complies(g: State, reader: int | None, seat: int, duty: Step) -> Sentence:
    return Sentence(f"{{0}} could be spared {_duty(g, duty)}, but does not ask for it.", (seat,), "B16")


def _short(g: State, reader: int | None, payer: int, payee: int, amount: int) -> Sentence:
    return Sentence(f"{{0}} does not have ${amount}.", (payer,), "rule 40")


def _pays(g: State, reader: int | None, payer: int, payee: int, amount: int) -> Sentence:
    if not amount:
        return Sentence("{0} has nothing to pay with and pays nothing.", (payer,), "rule 42")
    if payee == BANK:
        return Sentence(f"{{0}} pays ${amount} to the bank.", (payer,))
    return Sentence(f"{{0}} pays {{1}} ${amount}.", (payer, payee))


def _hands_token(g: State, reader: int | None, giver: int, to: int, kind: int) -> Sentence:
    if to == BANK:
        return Sentence(f"{{0}} hands {_TOKENS[kind]} to the bank.", (giver,))
    what = _TOKENS[kind] if reader in (giver, to) else "a token, face down"
    return Sentence(f"{{0}} hands {{1}} {what}.", (giver, to), "rule 38")


def _hands_holiday(g: State, reader: int | None, giver: int, to: int) -> Sentence:
    if to == BANK:
        return Sentence("{0} hands a Holiday Card to the bank.", (giver,))
    return Sentence("{0} hands {1} a Holiday Card.", (giver, to))


def _buys_to_give(g: State, reader: int | None, giver: int, to: int, kind: int, price: int) -> Sentence:
    return Sentence(f"{{0}} buys {_TOKENS[kind]} for ${price} and gives it to {{1}}.", (giver, to), "rule 41")


def _gives_nothing(g: State, reader: int | None, giver: int, to: int) -> Sentence:
    return Sentence("{0} has nothing to give to {1}.", (giver, to), "rule 42")


def _takes_token(g: State, reader: int | None, seat: int, kind: int) -> Sentence:
    return Sentence(f"{{0}} takes {_TOKENS[kind]}.", (seat,))


def _none_of_type(g: State, reader: int | None, seat: int, kind: int) -> Sentence:
    return Sentence(f"The bank does not have {_TOKENS[kind]} any more; {{0}} may take another one.", (seat,), "rule 20")


def _buys_token(g: State, reader: int | None, seat: int, price: int) -> Sentence:
    return Sentence(f"{{0}} buys a token for ${price}.", (seat,), "rule 37")


def _declines(g: State, reader: int | None, seat: int, what: str) -> Sentence:
    text, why = _DECLINED[what]
    return Sentence(text, (seat,), why)


def _buys_days(g: State, reader: int | None, seat: int, days: int, price: int) -> Sentence:
    return Sentence(f"{{0}} buys {_days(days)} for ${price}.", (seat,), "rule 21")


def _pushes(g: State, reader: int | None, seat: int, mover: int, price: int) -> Sentence:
    return Sentence(f"{{0}} pays ${price} to move {{1}} on by a day.", (seat, mover), "rule 22")


def _vacation(g: State, reader: int | None, seat: int, days: int) -> Sentence:
    return Sentence(f"{{0}} turns a Holiday Card in and goes on vacation for {_days(days)}.", (seat,), "rule 33")


def _card(g: State, reader: int | None, seat: int, deck: int, number: int) -> Sentence:
    return Sentence(f'{{0}} draws a {_DECKS[deck]} Card: "{g.table.cards[deck][number].name}".', (seat,), "rule 18")


def _reshuffled(g: State, reader: int | None, deck: int) -> Sentence:
    return Sentence(f"The {_DECKS[deck]} Cards are used up and shuffled.", (), "B31")


def _picks(g: State, reader: int | None, seat: int, other: int) -> Sentence:
    return Sentence("{0} picks {1}.", (seat, other))


def _swaps(g: State, reader: int | None, one: int, two: int) -> Sentence:
    return Sentence("{0} and {1} change places.", (one, two), "rule 17")


def _collects(g: State, reader: int | None, seat: int, amount: int) -> Sentence:
    return Sentence(f"{{0}} collects ${amount}.", (seat,))


def _gets_holiday(g: State, reader: int | None, seat: int, taken: int) -> Sentence:
    if not taken:
        return Sentence("No Holiday Card is left for {0}.", (seat,), "B21")
    return Sentence("{0} gets a Holiday Card." if taken == 1 else f"{{0}} gets {taken} Holiday Cards.", (seat,))


def _will_skip(g: State, reader: int | None, seat: int, turns: int) -> Sentence:
    return Sentence(f"{{0}} will lose {_turns(turns)}.", (seat,))


def _more_spins(g: State, reader: int | None, seat: int, count: int) -> Sentence:
    return Sentence("{0} spins once more." if count == 1 else f"{{0}} spins {count} times more.", (seat,))


def _lucky_number(g: State, reader: int | None, seat: int, number: int) -> Sentence:
    if reader == seat:
        return Sentence(f"{{0}} picks the Lucky Number {number}.", (seat,), "rule 5")
    return Sentence("{0} picks a Lucky Number in secret.", (seat,), "rule 5")


def _scored(g: State, reader: int | None, seat: int, mine: Categories) -> Sentence:
    parts = ", ".join(f"{name} {points}" for name, points in zip(CATEGORY_NAMES, mine, strict=True))
    return Sentence(f"{{0}}: {parts}, {sum(mine)} points in all.", (seat,), "rule 1")


def _ended(g: State, reader: int | None, winners: tuple[int, ...], total: int, reason: str) -> Sentence:
    why = "The year is over." if reason == "year_end" else "The last turn is played."
    names = [f"{{{at}}}" for at in range(len(winners))]
    who = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    verb = "wins" if len(winners) == 1 else "win together"
    return Sentence(f"{why} {who} {verb} with {total} points.", winners, "rule 2")


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
