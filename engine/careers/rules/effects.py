"""Apply what squares do: one small function per effect. Gains come first, then the effect."""

from engine.careers.rules.amounts import ask_amount, roll
from engine.careers.rules.ledger import (
    CASH,
    DOUBLE_HAPPINESS,
    HAPPINESS,
    OPPORTUNITY,
    SALARY,
    ask,
    draw_experience,
    draw_opportunity,
    gain_happiness,
    gain_points,
    pay_salaries,
    send,
    take_random,
)
from engine.careers.rules.losses import lose, share_of_cash, share_of_points, share_of_salary
from engine.careers.rules.movement import BACKWARD, UNDERWAY, must_throw
from engine.careers.state import State, Work


def gain(g: State, seat: int, arg: tuple[int, ...]) -> None:
    """Gain everything that a path square gives outright; a double-happiness trip doubles its hearts (R58)."""
    happiness, fame, bonus, salary, experience, opportunity = arg
    if happiness:
        g.happiness[seat] += happiness * 2 if g.trip[seat] & DOUBLE_HAPPINESS else happiness
    g.fame[seat] += fame
    g.cash[seat] += bonus
    g.salary[seat] += salary
    g.gained = True
    if g.events is not None and (happiness or fame or bonus or salary):
        doubled = happiness * 2 if g.trip[seat] & DOUBLE_HAPPINESS else happiness
        g.events.append(("gained", seat, doubled, fame, bonus, salary))
    if experience:
        draw_experience(g, seat, experience)
    if opportunity:
        draw_opportunity(g, seat, opportunity)


def random_gain(g: State, seat: int, arg: tuple[int, int]) -> None:
    """Gain the random point values that the book allows as a house rule (R72): one die if the board prints up to 6, two
    dice if it prints more."""
    happiness, fame = (roll(g, 1 if printed <= 6 else 2) if printed else 0 for printed in arg)
    gain_points(g, seat, happiness * 2 if g.trip[seat] & DOUBLE_HAPPINESS else happiness, fame)


def by_dice(g: State, seat: int, arg: tuple[int, int, int]) -> None:
    """Roll for an amount that dice decide: (dice, purpose, amount per pip)."""
    ask_amount(g, seat, *arg)


def payday(g: State, seat: int, arg: tuple[int]) -> None:
    """Pay double in total for landing on Payday, also backward unless a house rule says otherwise (R24)."""
    if g.via != BACKWARD or g.table.settings.backward_landing_pays:
        pay_salaries(g, seat, arg[0])


def draw(g: State, seat: int, arg: tuple[()]) -> None:
    """Draw one Opportunity card."""
    draw_opportunity(g, seat, 1)


def tax(g: State, seat: int, bands: tuple[tuple[int, int], ...]) -> None:
    """Pay one flat rate on the whole salary, by band; never insured (R30)."""
    percent = next(percent for up_to, percent in bands if g.salary[seat] <= up_to)
    lose(g, seat, CASH, share_of_cash(g, g.salary[seat], percent), insurable=False)


def pay_percent(g: State, seat: int, arg: tuple[int, int]) -> None:
    """Pay a share of one salary or of cash."""
    what, percent = arg
    base = g.salary[seat] if what == SALARY else g.cash[seat]
    lose(g, seat, CASH, share_of_cash(g, base, percent), insurable=True)


def offer_choice(g: State, seat: int, arg: tuple[int, ...]) -> None:
    """Ask the seat for the square's choice: (prompt, its argument...)."""
    ask(g, arg[0], seat, arg[1:])


def holiday(g: State, seat: int, arg: tuple[int]) -> None:
    """Gain the hearts of Holiday."""
    gain_happiness(g, seat, arg[0])


def lose_share(g: State, seat: int, arg: tuple[int, int]) -> None:
    """Lose a percentage of something."""
    what, percent = arg
    if what == CASH:
        amount = share_of_cash(g, g.cash[seat], percent)
    elif what == SALARY:
        amount = share_of_salary(g.salary[seat], percent)
    else:
        amount = share_of_points(g, (g.happiness if what == HAPPINESS else g.fame)[seat], percent)
    lose(g, seat, what, amount, insurable=True)


def go_to(g: State, seat: int, arg: tuple[int]) -> None:
    """Leave the path at once: no Payday, no credit."""
    send(g, seat, arg[0])


def lose_turn(g: State, seat: int, arg: tuple[()]) -> None:
    """Lose the next turn."""
    g.lost_turns[seat] += 1
    g.happened("loses_turn", seat)


def roll_again(g: State, seat: int, arg: tuple[()]) -> None:
    """Throw on the path once more at once (R52)."""
    g.happened("rolls_again", seat)
    must_throw(g, seat, UNDERWAY)


def jump(g: State, seat: int, arg: tuple[int]) -> None:
    """Jump straight to another square, which is executed too (R51)."""
    g.where[seat] = arg[0]
    g.happened("jumped", seat, arg[0])
    g.todo.append((Work.LAND, seat))


def favors(g: State, seat: int, arg: tuple[()]) -> None:
    """Take one random Opportunity card from every other player ("Calling in Favors")."""
    g.happened("favors", seat)
    for offset in range(1, g.table.seats):
        take_random(g, OPPORTUNITY, seat, (seat + offset) % g.table.seats)
