"""Open the game before the first turn: decks, Lucky Numbers, birthdays, the first player (rules 3 to 8; B7, B8)."""

from bisect import insort

from engine.game_of_the_year import actions as a
from engine.game_of_the_year.board import birthday_of
from engine.game_of_the_year.rules.players import ask
from engine.game_of_the_year.rules.turns import begin_turn
from engine.game_of_the_year.state import Prompt, State, Work
from engine.game_of_the_year.vocabulary import TOKENS

_FULL_DATE = len("1990-05-06")


def open_game(g: State) -> None:
    """Fill a new state; the first step waits in `todo`."""
    table, seats = g.table, g.table.seats
    g.over = g.moved = g.travelled = g.bought = False
    g.actor = g.turn = g.decision = g.began = g.chain = g.spins = g.revealed = g.done = 0
    g.chance_top = g.hazard_top = 0
    g.chosen = -1
    g.arg = g.winners = ()
    g.todo, g.reason = [], ""
    g.where = [table.board.start] * seats
    g.money = [table.start_money] * seats
    g.tokens = [table.start_tokens] * (seats * len(TOKENS))
    g.holidays = [table.start_holidays] * seats
    g.skips, g.passed = [0] * seats, [0] * seats
    g.arrivals = [0] * table.board.quarter_count
    g.bank = [table.supply - table.start_tokens * seats] * len(TOKENS)
    g.holiday_bank = table.holidays - table.start_holidays * seats
    g.chance_pile, g.hazard_pile = g.shuffled(table.decks[0]), g.shuffled(table.decks[1])
    random_numbers = table.settings.lucky == "random"
    g.lucky = g.shuffled(table.lucky)[:seats] if random_numbers else (0,) * seats
    _draw_birthdays(g)
    g.seat = g.start = _first_player(g)
    g.todo.append((Work.SET_UP,))


def _draw_birthdays(g: State) -> None:
    """Take the birthdays that are known, and draw the others, all different (B8)."""
    leap = g.table.settings.leap_year
    days = [birthday_of(date, leap) if date else 0 for date in g.table.settings.birthdays or ("",) * g.table.seats]
    taken = sorted({day for day in days if day})
    for seat, birthday in enumerate(days):
        if not birthday:
            day = 1 + g.below(365 + leap - len(taken))
            for other in taken:  # in ascending order: the draw counts the free days alone
                day += day >= other
            days[seat] = day
            insort(taken, day)
    g.birthdays = tuple(days)
    g.birth_months = tuple([int(g.table.board.dates[day][:2]) for day in days])


def _first_player(g: State) -> int:
    """Return the youngest, when every birth date is known with its year; else a player drawn at random."""
    dates, seats = g.table.settings.birthdays, list(range(g.table.seats))
    if g.table.settings.first_player == "youngest" and dates and all(len(date) == _FULL_DATE for date in dates):
        seats = [seat for seat in seats if dates[seat] == max(dates)]
    return seats[g.below(len(seats))]


def set_up(g: State) -> None:
    """Let everybody pick a Lucky Number in secret, a house rule; then the first turn begins."""
    for seat in g.table.order[g.start]:
        if not g.lucky[seat]:
            g.todo.append((Work.SET_UP,))
            ask(g, Prompt.LUCKY, seat)
            return
    g.turn = 1
    begin_turn(g, g.start)


def numbers_left(g: State) -> list[int]:
    """Return the Lucky Numbers that nobody has picked yet."""
    return [a.LUCKY[number] for number in g.table.lucky if number not in g.lucky]


def choose_number(g: State, action: int) -> None:
    """Pick a Lucky Number in secret."""
    numbers = list(g.lucky)
    numbers[g.actor] = a.LUCKY.index(action)
    g.happened("lucky_number", g.actor, numbers[g.actor])
    g.lucky = tuple(numbers)
