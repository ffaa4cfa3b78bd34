"""Number every action of Career Poker once: pass, every set there can be, returning a card, and the host's.

Sets stand by size, then by Jokers in them, then by value, so that legal lists come out sorted. `play 7x2+J` is two
sevens and a Joker that counts as a third (rule 21); `play Jx2` are two Jokers alone (rule 22).
"""

from engine.career_poker import SEATS
from engine.career_poker.cards import JOKER, MOST_ALIKE, SHIFT, UNIT, VALUES
from engine.core.actions import ActionTable

MOST_JOKERS = 4
MOST_SEATS = SEATS[1]
MOST_SIZE = MOST_ALIKE + MOST_JOKERS

_texts: list[str] = []
_sizes: list[int] = []
_values: list[int] = []
_jokers: list[int] = []
_costs: list[int] = []


def _add(text: str, size: int = 0, value: int = 0, jokers: int = 0) -> int:
    _texts.append(text)
    _sizes.append(size)
    _values.append(value)
    _jokers.append(jokers)
    naturals = size - jokers
    _costs.append((UNIT[value] * naturals if naturals else 0) + UNIT[JOKER] * jokers)
    return len(_texts) - 1


def _times(name: str, number: int) -> str:
    return name if number == 1 else f"{name}x{number}"


def _add_sets() -> dict[tuple[int, int], int]:
    """Add all sets, and return by size and Jokers the number of the set of ones, or of the Jokers alone."""
    first: dict[tuple[int, int], int] = {}
    for size in range(1, MOST_SIZE + 1):
        for jokers in range(max(0, size - MOST_ALIKE), min(MOST_JOKERS, size) + 1):
            naturals = size - jokers
            if not naturals:
                first[size, jokers] = _add(f"play {_times('J', jokers)}", size, JOKER, jokers)
                continue
            tail = f"+{_times('J', jokers)}" if jokers else ""
            for value in range(1, VALUES + 1):
                number = _add(f"play {_times(str(value), naturals)}{tail}", size, value, jokers)
                first.setdefault((size, jokers), number)
    return first


PASS = _add("pass")
FIRST = _add_sets()
RETURN = tuple(_add(f"return {'J' if value == JOKER else value}", 0, value) for value in range(1, JOKER + 1))
TIME_UP = _add("time is up")
LEAVE = tuple(_add(f"seat {seat + 1} leaves") for seat in range(MOST_SEATS))

TABLE = ActionTable(_texts)
SIZE = tuple(_sizes)
VALUE = tuple(_values)
JOKERS = tuple(_jokers)
COST = tuple(_costs)
JOKERS_ALONE = tuple(FIRST.get((size, size), -1) for size in range(MOST_SIZE + 1))
PASS_ONLY = (PASS,)

# Sets by size and Jokers, then by the flags of the values (see cards.ADD); filled as they come up.
_SETS: dict[tuple[int, int], dict[int, tuple[int, ...]]] = {key: {} for key in FIRST}
# The sets without Jokers by size, with the pass in front.
FOLLOWS: tuple[dict[int, tuple[int, ...]], ...] = tuple({0: PASS_ONLY} for _ in range(MOST_SIZE + 1))


def sets(size: int, jokers: int, flags: int) -> tuple[int, ...]:
    """Return the sets of a size with so many Jokers, of the values whose flags are set; sorted."""
    by_flags = _SETS[size, jokers]
    numbers = by_flags.get(flags)
    if numbers is None:
        first = FIRST[size, jokers] - 1
        numbers = by_flags[flags] = tuple(
            first + value for value in range(1, VALUES + 1) if flags >> (SHIFT[value] + 3) & 1
        )
    return numbers


def follows(size: int, flags: int) -> tuple[int, ...]:
    """Return pass, and the sets without Jokers."""
    options = FOLLOWS[size][flags] = (PASS, *sets(size, 0, flags))
    return options
