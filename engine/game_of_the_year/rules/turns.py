"""A turn: spin, move, bought days, vacation (rules 8 to 11, 21 to 24, 33 to 36, 43, 44; B14, B27 to B29)."""

from typing import TYPE_CHECKING

from engine.game_of_the_year import actions as a
from engine.game_of_the_year.registry import Prompt, Work, decision, step
from engine.game_of_the_year.rules.ending import is_over
from engine.game_of_the_year.rules.journeys import day_at, relocate, shift
from engine.game_of_the_year.rules.stops import stop
from engine.game_of_the_year.rules.tokens import offer_token

if TYPE_CHECKING:
    from engine.game_of_the_year.state import GameOfTheYear

_LANDED = (Work.LANDED,)
_OFFER_TOKEN = (Work.OFFER_TOKEN,)
_PUSH, _VACATION = (a.PASS, a.PUSH), (a.PASS, a.VACATION)
_STAY = a.BUY_DAYS[0]


def next_turn(g: "GameOfTheYear") -> None:
    """Closes the turn and begins that of the next player to the left who is not done and loses none."""
    if g.where[g.seat] == g.table.board.finish:
        g.done |= 1 << g.seat
    if is_over(g):
        return
    order = g.table.order[g.seat]
    for seat in (*order[1:], order[0]):
        if not g.done >> seat & 1:
            break
    g.turn += 1
    g.seat = seat
    if g.skips[seat]:
        g.skips[seat] -= 1
        return
    begin_turn(g, seat)


def begin_turn(g: "GameOfTheYear", seat: int) -> None:
    """A turn is a spin with its move, and the chance to buy a token (rule 37, B28)."""
    g.seat = seat
    g.began = g.where[seat]
    g.chain = g.spins = 0
    g.moved = g.travelled = g.bought = False
    timing = g.table.settings.token_timing
    if timing != "start":
        g.todo.append(_OFFER_TOKEN)
    if timing == "end":
        spin(g)
    else:
        g.todo.append((Work.SPIN,))
        offer_token(g)


def spin(g: "GameOfTheYear") -> None:
    """Two numbers, of which the player picks one, the lower one in December; or a colour (rules 9 to 11, 43, 44)."""
    table, seat = g.table, g.seat
    result = g.below(table.results)
    if result < len(table.pages):
        if g.began >= table.board.december:
            _journey(g, table.pages[result][0][0])
        else:
            g.ask(Prompt.PAGE, seat, (result,))
        return
    day = _coloured_day(g, seat, result)
    if day:
        g.todo.append(_LANDED)
        relocate(g, seat, day)
    else:
        g.spins = 0  # past the last day of that colour: the turn ends here (rule 44, B27)


def _coloured_day(g: "GameOfTheYear", seat: int, result: int) -> int:
    colour = int(result - len(g.table.pages) >= g.table.reds)
    return g.table.board.ahead[colour][g.where[seat]]


def _extra_spin(g: "GameOfTheYear", seat: int) -> None:
    """A card's spin for somebody who is not on turn."""
    result = g.below(g.table.results)
    if result < len(g.table.pages):
        g.ask(Prompt.PAGE, seat, (result,))
    else:
        day = _coloured_day(g, seat, result)
        if day:
            shift(g, seat, day)


def _page(g: "GameOfTheYear", action: int) -> None:
    days = action - a.MOVE[0]
    if g.actor == g.seat:
        _journey(g, days)
    else:
        shift(g, g.actor, day_at(g, g.actor, days))


def _journey(g: "GameOfTheYear", days: int) -> None:
    g.todo.append(_LANDED)
    relocate(g, g.seat, min(g.where[g.seat] + days, g.table.board.finish))


# A plain day: own days, the others' days, vacation


def _landed(g: "GameOfTheYear") -> None:
    """On a picture the entry is followed; on a plain day the mover may buy days (rules 12, 21, 24)."""
    board, seat = g.table.board, g.seat
    if board.pictures[g.where[seat]]:
        stop(g, Work.ENTRY)
    elif g.money[seat] >= g.table.figures["day"]:
        g.ask(Prompt.BUY_DAYS, seat)
    else:
        _own_days_done(g)


def _days_on_sale(g: "GameOfTheYear") -> tuple[int, ...]:
    most = min(g.money[g.seat] // g.table.figures["day"], g.table.board.gap[g.where[g.seat]])
    return a.BUY_DAYS[: most + 1]


def _buy_days(g: "GameOfTheYear", action: int) -> None:
    if action == _STAY:
        _own_days_done(g)
        return
    days, seat = action - _STAY, g.seat
    g.money[seat] -= days * g.table.figures["day"]
    g.todo.append((Work.OWN_DAYS_DONE,))
    relocate(g, seat, g.where[seat] + days)


def _own_days_done(g: "GameOfTheYear") -> None:
    if g.table.board.pictures[g.where[g.seat]]:
        stop(g, Work.ENTRY)
    elif g.table.early_vacation and may_travel(g):
        g.ask(Prompt.VACATION, g.seat)
    else:
        _ask_to_push(g, 1)


def _ask_to_push(g: "GameOfTheYear", first: int) -> None:
    """The others from the left, one day at a time, until all decline (rule 22, B14)."""
    price, order, money = g.table.figures["day"], g.table.order[g.seat], g.money
    for at in range(first, len(order)):
        seat = order[at]
        if money[seat] >= price and not g.done >> seat & 1:
            g.ask(Prompt.PUSH, seat, (at,))
            return
    stop(g, Work.REST)


def _push(g: "GameOfTheYear", action: int) -> None:
    if action == a.PASS:
        _ask_to_push(g, g.arg[0] + 1)
        return
    g.money[g.actor] -= g.table.figures["day"]
    g.todo.append((Work.PUSHED,))
    relocate(g, g.seat, g.where[g.seat] + 1)


def _pushed(g: "GameOfTheYear") -> None:
    """A picture that is reached through bought days works like any landing (rule 23)."""
    if g.table.board.pictures[g.where[g.seat]]:
        stop(g, Work.ENTRY)
    else:
        _ask_to_push(g, 1)


def _rest(g: "GameOfTheYear") -> None:
    """The move has come to its end on a plain day."""
    if not g.table.early_vacation and may_travel(g):
        g.ask(Prompt.VACATION, g.seat)
    else:
        move_over(g)


def may_travel(g: "GameOfTheYear") -> bool:
    """A Holiday Card, none used in this turn, and a plain day not after November 15 (rules 33 to 36)."""
    return g.holidays[g.seat] > 0 and not g.travelled and g.where[g.seat] <= g.table.board.last_vacation


def _vacation(g: "GameOfTheYear", action: int) -> None:
    early = g.table.early_vacation
    if action == a.PASS:
        if early:
            _ask_to_push(g, 1)
        else:
            move_over(g)
    elif early:
        stop(g, Work.VACATE)
    else:
        _vacate(g)


def _vacate(g: "GameOfTheYear") -> None:
    """14 days ahead; on a picture the entry is followed, on a plain day the turn is over (rule 33)."""
    seat = g.seat
    g.travelled = True
    g.holidays[seat] -= 1
    g.holiday_bank += 1
    g.moved = True
    g.todo.append((Work.ENTRY_DONE,))
    relocate(g, seat, day_at(g, seat, g.table.figures["vacation"]))


def move_over(g: "GameOfTheYear") -> None:
    """Spins that a card or a day has given follow; else only the token is left."""
    if g.spins:
        g.spins -= 1
        spin(g)


decision(Prompt.PAGE, lambda g: g.table.pages[g.arg[0]][1], _page)
decision(Prompt.BUY_DAYS, _days_on_sale, _buy_days)
decision(Prompt.PUSH, lambda g: _PUSH, _push)
decision(Prompt.VACATION, lambda g: _VACATION, _vacation)
step(Work.NEXT_TURN, next_turn)
step(Work.SPIN, spin)
step(Work.LANDED, _landed)
step(Work.OWN_DAYS_DONE, _own_days_done)
step(Work.PUSHED, _pushed)
step(Work.REST, _rest)
step(Work.VACATE, _vacate)
step(Work.MOVE_OVER, move_over)
step(Work.EXTRA_SPIN, _extra_spin)
