"""Name a sum: any number of hundreds that the payer has, one figure after the other ("for any mutually agreeable
price"; R71).

Up to £100,000 a single `amount n` says it. A payer who has more is asked for thousands of hundreds first, or for
thousands of those, and then for the rest, so that no list is longer than `MOST_AMOUNT`. A sum that is not named yet is
0; one that is named in part is negative, its hundreds so far plus the unit of the next figure.
"""

from engine.careers import actions as a


def next_figure(hundreds: int, most: int) -> tuple[int, int]:
    """Return the unit of the next figure, and the sum of the figures before it, both in hundreds. `most` is what the
    payer has."""
    unit = 1
    if hundreds:
        while hundreds % (unit * a.MOST_AMOUNT) == 0:
            unit *= a.MOST_AMOUNT
        return unit, -hundreds - unit
    while most // unit > a.MOST_AMOUNT:
        unit *= a.MOST_AMOUNT
    return unit, 0


def figures(hundreds: int, most: int) -> tuple[int, ...]:
    """Return the figures that may come next; no sum is 0."""
    unit, so_far = next_figure(hundreds, most)
    largest = min((most - so_far) // unit, a.MOST_AMOUNT - bool(hundreds))
    return a.AMOUNT[1 if unit == 1 and not so_far else 0 : largest + 1]


def with_figure(hundreds: int, most: int, figure: int) -> int:
    """Return the sum with its next figure: named once no figure is missing, else negative."""
    unit, so_far = next_figure(hundreds, most)
    so_far += figure * unit
    if unit == 1 or so_far == most:
        return so_far
    return -so_far - unit // a.MOST_AMOUNT
