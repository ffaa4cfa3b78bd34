"""Hold a hand in one int: four bits per value count its cards, 1 to 13 from the lowest bits up, the Jokers on top. So a
set leaves a hand by subtraction, the hand is empty when it is 0, and one addition tells which values a hand holds often
enough. A value never exists more than 8 times, a Joker more than 4 times."""

from collections.abc import Iterator

VALUES = 13
JOKER = VALUES + 1
BITS = 4
MOST_ALIKE = 8
SHIFT = tuple(BITS * max(0, value - 1) for value in range(JOKER + 1))
UNIT = tuple(1 << shift for shift in SHIFT)
JOKER_SHIFT = SHIFT[JOKER]
_FLAGS = sum(1 << (SHIFT[value] + BITS - 1) for value in range(1, VALUES + 1))
_ONES = sum(UNIT[1:JOKER])
# hand + ADD[m] sets the flag of every value that the hand holds at least m times.
ADD = tuple(_ONES * (MOST_ALIKE - min(m, MOST_ALIKE)) for m in range(MOST_ALIKE + 1))
# The flags of the values above one; nothing outranks a Joker but Jokers.
ABOVE = tuple(
    sum(1 << (SHIFT[value] + BITS - 1) for value in range(above + 1, VALUES + 1)) for above in range(JOKER + 5)
)
FLAGS = _FLAGS
_TEXTS = (*map(str, range(JOKER)), "J")
_EVEN = 0x0F0F0F0F0F0F0F


def size(hand: int) -> int:
    """Return how many cards a hand holds."""
    return ((hand & _EVEN) + ((hand >> BITS) & _EVEN)) % 255


def count(hand: int, value: int) -> int:
    """Return how many cards of a value (14: Jokers) a hand holds."""
    return (hand >> SHIFT[value]) & 15


def values(hand: int) -> Iterator[int]:
    """Yield the hand card by card, lowest first, Jokers as 14."""
    for value, number in _alike(hand):
        for _ in range(number):
            yield value


def _alike(hand: int) -> list[tuple[int, int]]:
    """Return the values that the hand holds, lowest first, each with its count. Most hands hold few."""
    counts = []
    while hand:
        place = ((hand & -hand).bit_length() - 1) // BITS
        number = hand >> place * BITS & 15
        counts.append((place + 1, number))
        hand -= number << place * BITS
    return counts


def packed(cards: "list[int] | tuple[int, ...]") -> int:
    """Return the hand that holds these values; the inverse of `values`."""
    return sum(UNIT[card] for card in cards)


def lowest(hand: int, number: int) -> int:
    """Return the lowest cards of a hand, as a hand."""
    taken = 0
    for _ in range(number):
        unit = 1 << ((hand & -hand).bit_length() - 1 & -BITS)
        hand -= unit
        taken += unit
    return taken


def highest(hand: int, number: int) -> int:
    """Return the highest cards of a hand, Jokers above all (rule 5), as a hand."""
    taken = 0
    for _ in range(number):
        unit = 1 << (hand.bit_length() - 1 & -BITS)
        hand -= unit
        taken += unit
    return taken


def held_after(given: int, played: int) -> int:
    """Return which of the `given` cards must still be in the hand of a receiver who has `played` others since."""
    return packed([v for v in range(1, JOKER + 1) for _ in range(max(0, count(given, v) - count(played, v)))])


def texts(hand: int) -> list[str]:
    """Return the hand for people: `7`, `7`, `J`."""
    names: list[str] = []
    for value, number in _alike(hand):
        names += [_TEXTS[value]] * number
    return names
