"""Play a turn: spin, move, bought days, vacation (rules 8 to 11, 21 to 24, 33 to 36, 43, 44; B14, B27 to B29)."""

from collections.abc import Sequence

from engine.game_of_the_year import actions as a
from engine.game_of_the_year.rules.ending import is_over
from engine.game_of_the_year.rules.journeys import day_at, relocate, shift
from engine.game_of_the_year.rules.players import ask
from engine.game_of_the_year.rules.stops import stop
from engine.game_of_the_year.rules.tokens import offer_token
from engine.game_of_the_year.state import Prompt, State, Work

_LANDED = (Work.LANDED,)
_ENTRY = (Work.ENTRY,)
_REST = (Work.REST,)
_VACATE = (Work.VACATE,)
_OFFER_TOKEN = (Work.OFFER_TOKEN,)
_STAY = a.BUY_DAYS[0]


def next_turn(g: State) -> None:
    """Close the turn, and begin that of the next player to the left who is not done and loses no turn."""
    table, before = g.table, g.seat
    if g.where[before] == table.board.finish:
        g.done |= 1 << before
    if is_over(g):
        return
    done = g.done
    for seat in table.after[before]:
        if not done >> seat & 1:
            break
    g.turn += 1
    g.seat = seat
    if g.skips[seat]:
        g.skips[seat] -= 1
        g.happened("skips", seat, g.skips[seat])
        return
    begin_turn(g, seat)


def begin_turn(g: State, seat: int) -> None:
    """Begin a turn: a spin with its move, and the chance to buy a token (rule 37, B28)."""
    g.seat = seat
    if g.events is not None:
        g.events.append(("turn", seat, g.turn))
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


def spin(g: State) -> None:
    """Spin two numbers, of which the player picks one, the lower one in December; or a colour (rules 9 to 11, 43,
    44)."""
    table, seat = g.table, g.seat
    result = g.below(table.results)
    if g.events is not None:
        g.events.append(("spun", seat, result))
    if result < len(table.pages):
        if g.began >= table.board.december:
            if g.events is not None:
                g.events.append(("december", seat, table.pages[result][0][0]))
            _journey(g, table.pages[result][0][0])
        else:
            ask(g, Prompt.PAGE, seat, (result,))
        return
    day = _coloured_day(g, seat, result)
    if day:
        g.todo.append(_LANDED)
        relocate(g, seat, day)
    else:
        g.happened("stuck", seat)
        g.spins = 0  # past the last day of that colour: the turn ends here (rule 44, B27)


def _coloured_day(g: State, seat: int, result: int) -> int:
    colour = int(result - len(g.table.pages) >= g.table.reds)
    return g.table.board.ahead[colour][g.where[seat]]


def extra_spin(g: State, seat: int) -> None:
    """Make a card's spin for a player who is not on turn."""
    result = g.below(g.table.results)
    if g.events is not None:
        g.events.append(("spun", seat, result))
    if result < len(g.table.pages):
        ask(g, Prompt.PAGE, seat, (result,))
    else:
        day = _coloured_day(g, seat, result)
        if day:
            shift(g, seat, day)


def pages(g: State) -> Sequence[int]:
    """Return the numbers that the spin shows, as moves."""
    return g.table.pages[g.arg[0]][1]  # type: ignore[no-any-return]


def page(g: State, action: int) -> None:
    """Move by the chosen number; a player who is not on turn is moved without following the entry (rule 17)."""
    days = action - a.MOVE[0]
    if g.events is not None:
        g.events.append(("picks_page", g.actor, days))
    if g.actor == g.seat:
        _journey(g, days)
    else:
        shift(g, g.actor, day_at(g, g.actor, days))


def _journey(g: State, days: int) -> None:
    seat = g.seat
    g.todo.append(_LANDED)
    relocate(g, seat, min(g.where[seat] + days, g.table.board.finish))


# A plain day: own days, the others' days, vacation


def landed(g: State) -> None:
    """Follow the entry of a picture; on a plain day the mover may buy days (rules 12, 21, 24)."""
    board, seat = g.table.board, g.seat
    if board.pictures[g.where[seat]]:
        stop(g, _ENTRY)
    elif g.money[seat] >= g.table.figures["day"]:
        ask(g, Prompt.BUY_DAYS, seat)
    else:
        own_days_done(g)


def days_on_sale(g: State) -> tuple[int, ...]:
    """Return the days that the mover can buy: at most as many as its money allows, and not beyond the next picture."""
    most = min(g.money[g.seat] // g.table.figures["day"], g.table.board.gap[g.where[g.seat]])
    return a.BUY_DAYS[: most + 1]


def buy_days(g: State, action: int) -> None:
    """Buy days at once and move by them, or decline (rule 21)."""
    if action == _STAY:
        if g.events is not None:
            g.events.append(("declines", g.seat, "days"))
        own_days_done(g)
        return
    days, seat = action - _STAY, g.seat
    if g.events is not None:
        g.events.append(("buys_days", seat, days, days * g.table.figures["day"]))
    g.money[seat] -= days * g.table.figures["day"]
    g.todo.append((Work.OWN_DAYS_DONE,))
    relocate(g, seat, g.where[seat] + days)


def own_days_done(g: State) -> None:
    """Go on after the mover's own days: an entry, an early vacation, or pushes by the others."""
    if g.table.board.pictures[g.where[g.seat]]:
        stop(g, _ENTRY)
    elif g.table.early_vacation and may_travel(g):
        ask(g, Prompt.VACATION, g.seat)
    else:
        _ask_to_push(g, 1)


def _ask_to_push(g: State, first: int) -> None:
    """Ask the others from the left to push, one day at a time, until all decline (rule 22, B14)."""
    price, order, money = g.table.figures["day"], g.table.order[g.seat], g.money
    for at in range(first, len(order)):
        seat = order[at]
        if money[seat] >= price and not g.done >> seat & 1:
            ask(g, Prompt.PUSH, seat, (at,))
            return
    stop(g, _REST)


def push(g: State, action: int) -> None:
    """Pay to push the mover one day ahead, or pass on to the next player (rule 22)."""
    if action == a.PASS:
        if g.events is not None:
            g.events.append(("declines", g.actor, "push"))
        _ask_to_push(g, g.arg[0] + 1)
        return
    if g.events is not None:
        g.events.append(("pushes", g.actor, g.seat, g.table.figures["day"]))
    g.money[g.actor] -= g.table.figures["day"]
    g.todo.append((Work.PUSHED,))
    relocate(g, g.seat, g.where[g.seat] + 1)


def pushed(g: State) -> None:
    """Treat a picture reached through bought days like any landing (rule 23)."""
    if g.table.board.pictures[g.where[g.seat]]:
        stop(g, _ENTRY)
    else:
        _ask_to_push(g, 1)


def rest(g: State) -> None:
    """End the move on a plain day."""
    if not g.table.early_vacation and may_travel(g):
        ask(g, Prompt.VACATION, g.seat)
    else:
        move_over(g)


def may_travel(g: State) -> bool:
    """Return whether a vacation is open: a Holiday Card, none used in this turn, and a plain day not after November 15
    (rules 33 to 36)."""
    return g.holidays[g.seat] > 0 and not g.travelled and g.where[g.seat] <= g.table.board.last_vacation


def vacation(g: State, action: int) -> None:
    """Go on vacation with a Holiday Card, or decline (rules 33 to 36)."""
    early = g.table.early_vacation
    if action == a.PASS:
        if g.events is not None:
            g.events.append(("declines", g.seat, "vacation"))
        if early:
            _ask_to_push(g, 1)
        else:
            move_over(g)
    elif early:
        if g.table.settings.vacation_card == "at_once":
            _use_holiday_card(g)
        stop(g, _VACATE)
    else:
        vacate(g)


def _use_holiday_card(g: State) -> None:
    g.happened("vacation", g.seat, g.table.figures["vacation"])
    g.travelled = True
    g.holidays[g.seat] -= 1
    g.holiday_bank += 1


def vacate(g: State) -> None:
    """Travel 14 days ahead; on a picture the entry is followed, on a plain day the turn is over (rule 33). If the
    stop is settled before the journey (B14), the card was handed in before that: nothing else can be paid with it."""
    seat = g.seat
    if not g.travelled:
        _use_holiday_card(g)
    g.moved = True
    g.todo.append((Work.ENTRY_DONE,))
    relocate(g, seat, day_at(g, seat, g.table.figures["vacation"]))


def move_over(g: State) -> None:
    """Spin again if a card or a day has given spins; otherwise only the token is left."""
    if g.spins:
        g.spins -= 1
        spin(g)
