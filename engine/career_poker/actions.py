"""Number every action of Career Poker once: pass, every set there can be, and returning a card; name the host's. Sets
are ordered by size, then by Jokers in them, then by value, so that legal lists come out sorted. `play 7x2+J` is two
sevens and a Joker that counts as a third (rule 21); `play Jx2` are just two Jokers (rule 22)."""

from engine.career_poker import SEATS
from engine.career_poker.cards import ADD, BITS, JOKER, MOST_ALIKE, SHIFT, UNIT, VALUES
from engine.core.actions import ActionTable, HostAction

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
TIME_UP = HostAction("time is up")
LEAVES = tuple(HostAction(f"seat {seat + 1} leaves") for seat in range(MOST_SEATS))

TABLE = ActionTable(_texts)
SIZE = tuple(_sizes)
VALUE = tuple(_values)
JOKERS = tuple(_jokers)
COST = tuple(_costs)
# How far a hand is shifted, so that its last four bits count the cards of the set's value.
COUNTED = tuple(SHIFT[value] for value in VALUE)
JOKERS_ALONE = tuple(FIRST.get((size, size), -1) for size in range(MOST_SIZE + 1))
PASS_ONLY = (PASS,)


class _Sets(dict[int, tuple[int, ...]]):
    """The sets of one size with that many Jokers, sorted, by the flags of their values (see cards.ADD), behind the
    actions `front`; made as they come up."""

    def __init__(self, size: int, jokers: int, front: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.before, self.front = FIRST[size, jokers] - 1, front

    def __missing__(self, flags: int) -> tuple[int, ...]:
        numbers, left = list(self.front), flags
        while left:
            flag = left & -left
            numbers.append(self.before + flag.bit_length() // BITS)
            left -= flag
        self[flags] = sets = tuple(numbers)
        return sets


_SETS = {(size, jokers): _Sets(size, jokers) for size, jokers in FIRST if size > jokers}
# By Jokers held and size: the ways to make a set that has other cards too, from no Joker up, each as what is added to
# the hand to flag the values that will do, and the sets of these values.
WAYS = tuple(
    tuple(
        tuple((ADD[size - jokers], _SETS[size, jokers]) for jokers in range(held + 1) if (size, jokers) in _SETS)
        for size in range(MOST_SIZE + 1)
    )
    for held in range(MOST_JOKERS + 1)
)
# By size: pass, and the sets without Jokers.
FOLLOWS = tuple(_Sets(size, 0, PASS_ONLY) if size else _Sets(1, 0) for size in range(MOST_ALIKE + 1))
