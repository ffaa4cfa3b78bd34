"""Small fields, and many rounds for the field: nothing is drawn that spoils the rounds to come."""

from collections import Counter
from collections.abc import Sequence

from league.rules.draws.cost import cost_of
from league.rules.draws.field import Cost, Draw, DrawnTable, Field
from league.rules.draws.history import after
from league.rules.draws.outlook import Outlook
from league.rules.draws.pairing import BannedPairs, draw_round, refuse_bans
from league.rules.draws.planning import Companies
from league.rules.draws.seat_plans import EMPTY, seat_plan
from league.rules.draws.table_sizes import most_rounds_without_repeats

SMALL = 24


def needs_schedule(players: int, table_size: int, rounds: int) -> bool:
    """Whether this many rounds are better planned to the end: small fields, or over 60 % of the rounds without repeats."""
    return players <= SMALL or 10 * rounds > 6 * most_rounds_without_repeats(players, table_size)


def next_round(field: Field, seed: str, locked: Sequence[DrawnTable] = ()) -> Draw:
    """The round to play now. Where a schedule is needed: a draw by the standings if the rounds left can follow it as well
    as any, else the best round of a schedule. Around locked tables there is no schedule.

    ValueError where the numbers do not work out, BannedPairs where the bans do not.
    """
    if locked or not needs_schedule(len(field.players), field.table_size, _rounds(field)):
        return draw_round(field, seed, locked)
    try:
        drawn = draw_round(field, seed)
    except BannedPairs:
        drawn = None
    outlook = Outlook(field, seed)
    if drawn is None:
        return _refused(field, _first(outlook, field.rounds_left)[0])
    price, least = outlook.price(outlook.finished(outlook.companies(drawn), field.rounds_left))
    if least:
        return drawn
    scheduled, other = _first(outlook, field.rounds_left)
    return min((price, cost_of(field, drawn), drawn), (other, cost_of(field, scheduled), scheduled), key=_order)[2]


def _order(entry: tuple[int, Cost, Draw]) -> tuple[int, Cost]:
    return entry[:2]


def _rounds(field: Field) -> int:
    """Rounds of the whole tournament, played ones guessed from whoever met most."""
    met = Counter[int]()
    for two, times in field.meetings.items():
        for who in two:
            met[who] += times
    return max(met.values(), default=0) // max(field.table_size - 1, 1) + field.rounds_left


def _first(outlook: Outlook, rounds: int) -> tuple[Draw, int]:
    """The cheapest round of a plan to play now, and the price of the plan."""
    plan = outlook.plan(rounds)
    draws = [outlook.draw(companies) for companies in plan]
    costs = [cost_of(outlook.field, draw) for draw in draws]
    best = min(range(len(plan)), key=lambda number: (costs[number].bans, costs[number].second_shorts, costs[number]))
    others = [companies for number, companies in enumerate(plan) if number != best]
    return draws[best], outlook.price([plan[best], *others[: rounds - 1]])[0]


def _refused(field: Field, draw: Draw) -> Draw:
    refuse_bans(field, draw.tables)
    return draw


def whole_schedule(field: Field, rounds: int, seed: str) -> list[Draw]:
    """All rounds at once, as few repeats and as even seats and short tables as can be found, in any order of strength.

    ValueError where the numbers do not work out, BannedPairs where the bans do not.
    """
    outlook = Outlook(field, seed)
    plan = outlook.plan(rounds)[:rounds]
    if field.neighbours_matter or not field.seats_matter:
        draws = []
        for companies in plan:
            draws.append(outlook.draw(companies))
            field = after(field, draws[-1])
            outlook.field = field
    else:
        draws = _seated(outlook, plan)
    for draw in draws:
        refuse_bans(field, draw.tables)
    return draws


def _seated(outlook: Outlook, plan: Sequence[Companies]) -> list[Draw]:
    """Rounds whose seats are chosen together."""
    size = outlook.shape.size
    draws = [outlook.draw(companies) for companies in plan]
    number = outlook.number
    tables = [[[EMPTY if who is None else number[who] for who in table.seats] for table in draw.tables] for draw in draws]
    had = [(player.seats + (0,) * size)[:size] for player in outlook.field.players]
    ids = {number: who for who, number in number.items()} | {EMPTY: None}
    return [
        Draw(tuple(DrawnTable(tuple(ids[who] for who in table)) for table in seated), draw.byes)
        for seated, draw in zip(seat_plan(had, tables), draws, strict=True)
    ]
