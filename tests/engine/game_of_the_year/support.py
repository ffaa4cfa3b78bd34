"""A Game of the Year put into a given position. Days are named by their dates, cards by their ids."""

from typing import Any, cast

from engine import SYSTEMS
from engine.core.rng import Stream
from engine.game_of_the_year.game import STEPS, GameOfTheYear
from engine.game_of_the_year.rules.turns import begin_turn
from engine.game_of_the_year.vocabulary import TOKENS

# Far from where the tests go; February 29 falls on the 28.
BIRTHDAYS = ["12-28", "12-29", "12-30", "12-26", "12-22", "12-19"]
NOBODYS_NUMBERS = (30, 29, 28, 27, 26, 24)
PAIRS = [(2, 15), (3, 14), (3, 18), (4, 12), (4, 17), (5, 10), (5, 16), (6, 13), (7, 15), (7, 19), (8, 12), (9, 18)]
RESULTS = {**{pair: number for number, pair in enumerate(PAIRS)}, "red": 12, "blue": 14}
Spin = tuple[int, int] | str


def year(seats: int = 3, **settings: Any) -> GameOfTheYear:
    """A game in which nobody's number or birthday is near; `turn` begins a turn."""
    settings.setdefault("birthdays", BIRTHDAYS[:seats])
    g = cast(GameOfTheYear, SYSTEMS["game_of_the_year"].new_game(seats, 1, {"settings": settings}))
    g.todo.clear()
    g.where = [g.table.board.start] * seats
    g.money = [g.table.start_money] * seats
    g.passed, g.arrivals = [0] * seats, [0] * g.table.board.quarter_count
    g.lucky = NOBODYS_NUMBERS[:seats]
    g.decision = g.turn = g.revealed = 0
    return g


def turn(g: GameOfTheYear, seat: int, *spins: Spin, cards: tuple[str, ...] = ()) -> GameOfTheYear:
    """Begins a turn; these spins come one after the other, then only numbers, so that the next player must choose."""
    wanted = [RESULTS[spin] for spin in spins]
    for seed in range(1_000_000):
        stream = Stream(seed)
        found = [stream.below(16) for _ in range(len(wanted) + 3)]
        if found[: len(wanted)] == wanted and all(result < 12 for result in found[len(wanted) :]):
            g.rng = Stream(seed).state
            break
    for card in reversed(cards):
        on_top(g, card)
    g.decision = 0
    g.turn += 1
    begin_turn(g, seat)
    if not g.decision:
        g.advance()
    return g


def on_top(g: GameOfTheYear, card: str) -> None:
    """Makes a card the next of its pile."""
    deck = "chance" if card.startswith("C") else "hazard"
    number = [one.id for one in g.table.cards[deck == "hazard"]].index(card)
    rest = list(getattr(g, f"{deck}_pile"))
    rest.remove(number)
    top = getattr(g, f"{deck}_top")
    setattr(g, f"{deck}_pile", (*rest[:top], number, *rest[top:]))


def place(g: GameOfTheYear, *dates: str) -> GameOfTheYear:
    """Puts the pieces of seats 0, 1, ... on dates; `start` is Start. Quarter ends behind them are passed."""
    board = g.table.board
    for seat, date in enumerate(dates):
        g.where[seat] = board.dates.index(date)
        g.passed[seat] = (1 << board.quarters[g.where[seat]]) - 1
    g.arrivals = [sum(passed >> at & 1 for passed in g.passed) for at in range(board.quarter_count)]
    return g


def at(g: GameOfTheYear, seat: int) -> str:
    return g.table.board.dates[g.where[seat]]


def own(g: GameOfTheYear, seat: int, money: int, fame: int = 0, family: int = 0, red_letter: int = 0, holiday: int = 0):
    """Gives a seat exactly this, out of the bank."""
    g.money[seat] = money
    for kind, count in enumerate((fame, family, red_letter)):
        g.bank[kind] += g.tokens[seat * 3 + kind] - count
        g.tokens[seat * 3 + kind] = count
    g.holiday_bank += g.holidays[seat] - holiday
    g.holidays[seat] = holiday


def quiet(*holdings: tuple[int, ...], **settings: Any) -> GameOfTheYear:
    """A game in which seats own this and nothing is under way."""
    g = place(year(**settings), "01-05", "01-05", "01-05")
    g.seat = 0
    for seat, holding in enumerate(holdings):
        own(g, seat, *holding)
    return g


def tokens(g: GameOfTheYear, seat: int) -> tuple[int, ...]:
    """Fame, family, Red Letter Day."""
    return tuple(g.tokens[seat * 3 : seat * 3 + 3])


def legal(g: GameOfTheYear) -> list[str]:
    return [g.describe(action) for action in g.legal_actions()]


def decline(g: GameOfTheYear) -> GameOfTheYear:
    """Says no to every offer of this turn: no days, no vacation, no token; tokens of choice are Fame."""
    number = g.turn
    while g.turn == number and not g.over:
        assert g.prompt in ("buy_days", "push", "vacation", "buy_token", "take_token"), g.prompt
        g.apply(g.legal_actions()[0])
    return g


def work(g: GameOfTheYear) -> GameOfTheYear:
    """Does what waits, without going on to the next turn."""
    while g.todo and not g.decision:
        step = g.todo.pop()
        STEPS[step[0]](g, *step[1:])
    return g


def check_supply(g: GameOfTheYear) -> None:
    """No token and no Holiday Card is made or lost."""
    for kind in range(len(TOKENS)):
        assert g.bank[kind] + sum(g.tokens[kind::3]) == g.table.supply and g.bank[kind] >= 0
    assert g.holiday_bank + sum(g.holidays) == g.table.holidays and g.holiday_bank >= 0
    assert min(g.tokens) >= 0 and min(g.holidays) >= 0 and min(g.money) >= 0
    assert sorted(g.chance_pile) == list(g.table.decks[0]) and sorted(g.hazard_pile) == list(g.table.decks[1])
