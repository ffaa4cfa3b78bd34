"""Store and write points of tables. No floats: halves and thirds of a place are whole."""

from fractions import Fraction

UNIT = 840


def decimal(value: Fraction, places: int = 2) -> str:
    """Return `value` (zero or more) with `places` decimals, halves rounded up, thousands separated."""
    power = 10**places
    integer, rest = divmod((2 * power * value.numerator + value.denominator) // (2 * value.denominator), power)
    return f"{integer:,}.{rest:0{places}d}"


def in_points(units: Fraction | int) -> str:
    """Return units as points with two decimals."""
    return decimal(Fraction(units, UNIT))
