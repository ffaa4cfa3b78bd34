"""Apply what days and cards do: operations, conditions, drawing (rules 13, 14, 18; section C.2; B31)."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.game_of_the_year import actions as a
from engine.game_of_the_year.rules.journeys import day_at, send, shift
from engine.game_of_the_year.rules.money import charge_all, shielded
from engine.game_of_the_year.rules.players import ask, candidates, last, leader, select
from engine.game_of_the_year.rules.tokens import take
from engine.game_of_the_year.state import Prompt, State, Work

CHANCE, HAZARD = 0, 1


def run_effects(g: State, me: int, which: int, at: int) -> None:
    """Follow a list of operations from place `at` on; the ones that have to wait go to `todo`."""
    operations = g.table.effects[which]
    if at >= len(operations):
        return
    run, arguments, asks = operations[at]
    if asks and g.chosen < 0:
        people = candidates(g)
        if len(people) > 1:
            ask(g, Prompt.CHOOSE_PLAYER, g.seat, (me, which, at))
            return
        g.chosen = people[0] if people else -1
    if at + 1 < len(operations):
        g.todo.append((Work.EFFECTS, me, which, at + 1))
    run(g, me, *arguments)
    g.chosen = -1


def choosable(g: State) -> list[int]:
    """Return the players that may be chosen, as actions."""
    return sorted([a.CHOOSE[seat] for seat in candidates(g)])


def choose(g: State, action: int) -> None:
    """Choose a player, and follow the operations from there."""
    g.chosen = a.CHOOSE.index(action)
    g.happened("picks", g.seat, g.chosen)
    run_effects(g, *g.arg)


def take_card(g: State, deck: int, seat: int) -> None:
    """Read the next card aloud, follow and discard it; an empty pile is reshuffled (rule 18, B31). In the month of
    birth a Hazard Card need not be followed (rule 29, B16)."""
    if deck == CHANCE:
        if g.chance_top == len(g.chance_pile):
            g.chance_pile, g.chance_top = g.shuffled(g.chance_pile), 0
            g.happened("reshuffled", deck)
        number = g.chance_pile[g.chance_top]
        g.chance_top += 1
        if g.events is not None:
            g.events.append(("card", seat, deck, number))
    else:
        if g.hazard_top == len(g.hazard_pile):
            g.hazard_pile, g.hazard_top = g.shuffled(g.hazard_pile), 0
            g.happened("reshuffled", deck)
        number = g.hazard_pile[g.hazard_top]
        g.hazard_top += 1
        if g.events is not None:
            g.events.append(("card", seat, deck, number))
        if shielded(g, seat, (Work.FOLLOW, deck, number, seat)):
            return
    follow(g, deck, number, seat)


def follow(g: State, deck: int, number: int, seat: int) -> None:
    """Apply a card to its reader."""
    card = g.table.cards[deck][number]
    holds = True
    for test, value in card.conditions:
        if not test(g, seat, value):
            holds = False
            break
    run_effects(g, seat, card.do if holds else card.otherwise, 0)


# Operations: (game, the player who follows, arguments)


def _cards(g: State, me: int, who: int, deck: int) -> None:
    seats = select(g, me, who)
    if len(seats) == 1:
        take_card(g, deck, seats[0])
    else:
        g.todo.extend((Work.CARD, deck, seat) for seat in reversed(seats))


def _move(g: State, me: int, who: int, days: int) -> None:
    for seat in select(g, me, who):
        shift(g, seat, day_at(g, seat, days))


def _next(g: State, me: int, who: int, colour: int) -> None:
    for seat in select(g, me, who):
        day = g.table.board.ahead[colour][g.where[seat]]
        if day:
            shift(g, seat, day)


def _goto(g: State, me: int, who: int, day: int) -> None:
    for seat in select(g, me, who):
        shift(g, seat, day)


def _swap(g: State, me: int, who: int, other: int) -> None:
    """Swap the places of two players; nobody follows an entry (rule 17)."""
    for first, second in zip(select(g, me, who), select(g, me, other), strict=False):
        here, there = g.where[first], g.where[second]
        if here != there:
            g.happened("swaps", first, second)
            send(g, first, there)
            send(g, second, here)


def _cash(g: State, me: int, who: int, amount: int) -> None:
    if amount > 0:
        for seat in select(g, me, who):
            g.money[seat] += amount
            if g.events is not None:
                g.events.append(("collects", seat, amount))
    else:
        charge_all(g, [(seat, -1, -amount) for seat in select(g, me, who)])


def _pay(g: State, me: int, who: int, to: int, amount: int) -> None:
    payees = select(g, me, to)
    charge_all(g, [(payer, payee, amount) for payer in select(g, me, who) for payee in payees])


def _token(g: State, me: int, who: int, kind: int, count: int) -> None:
    for seat in select(g, me, who):
        for _ in range(count):
            take(g, seat, kind)
        g.todo.extend((Work.LOSE_TOKEN, seat, kind) for _ in range(-count))


def _give_token(g: State, me: int, who: int, to: int, kind: int) -> None:
    payees = select(g, me, to)
    gifts = [(Work.GIVE, giver, payee, kind) for giver in select(g, me, who) for payee in payees]
    g.todo.extend(reversed(gifts))


def _holiday(g: State, me: int, who: int, count: int) -> None:
    """Give Holiday Cards. An empty supply gives nothing (B21)."""
    for seat in select(g, me, who):
        taken = min(max(count, 0), g.holiday_bank)
        g.holiday_bank -= taken
        g.holidays[seat] += taken
        if g.events is not None and count > 0:
            g.events.append(("gets_holiday", seat, taken))
        g.todo.extend((Work.LOSE_HOLIDAY, seat) for _ in range(-count))


def _skip(g: State, me: int, who: int, turns: int) -> None:
    for seat in select(g, me, who):
        g.skips[seat] += turns
        g.happened("will_skip", seat, turns)


def _spin(g: State, me: int, who: int, count: int) -> None:
    """Give more spins in this turn; a player who is not on turn spins at once and is moved under rule 17."""
    for seat in select(g, me, who):
        g.happened("more_spins", seat, count)
        if seat == g.seat:
            g.spins += count
        else:
            g.todo.extend((Work.EXTRA_SPIN, seat) for _ in range(count))


OPERATIONS: Mapping[str, Callable[..., None]] = {
    "chance": _cards, "hazard": _cards, "move": _move, "next": _next, "goto": _goto, "swap": _swap, "cash": _cash,
    "pay": _pay, "token": _token, "give_token": _give_token, "holiday": _holiday, "skip": _skip, "spin": _spin,
}  # fmt: skip


# Conditions: (game, reader, value)


def _day_even(g: State, seat: int, expected: bool) -> bool:
    """Return whether the date is even, or odd for `expected` False. Start has no date, so neither holds."""
    number = g.table.board.number[g.where[seat]]
    return number > 0 and (number % 2 == 0) is expected


CONDITIONS: Mapping[str, Callable[[State, int, Any], bool]] = {
    "leader": lambda g, seat, expected: (leader(g) == seat) is expected,
    "last": lambda g, seat, expected: (last(g) == seat) is expected,
    "months": lambda g, seat, months: g.table.board.month[g.where[seat]] in months,
    "day_even": _day_even,
    "money_min": lambda g, seat, least: g.money[seat] >= least,
    "money_max": lambda g, seat, most: g.money[seat] <= most,
    "holiday_min": lambda g, seat, least: g.holidays[seat] >= least,
    "holiday_max": lambda g, seat, most: g.holidays[seat] <= most,
    "fame_min": lambda g, seat, least: g.tokens[seat * 3] >= least,
    "family_min": lambda g, seat, least: g.tokens[seat * 3 + 1] >= least,
    "red_letter_min": lambda g, seat, least: g.tokens[seat * 3 + 2] >= least,
    "birth_half": lambda g, seat, half: (g.birth_months[seat] > 6) is (half == 2),
    "birthday_ahead": lambda g, seat, expected: (g.birthdays[seat] > g.where[seat]) is expected,
}
