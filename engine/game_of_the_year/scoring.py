"""Count points and rank players (rules 1 and 2; B4 to B6): pure, for the engine and for score sheets alike. A player's
categories are points for Fame, Family and Red Letter Day Tokens, Holiday Cards and money, in this order."""

from collections.abc import Sequence

Categories = tuple[int, ...]
CATEGORY_NAMES = ("Fame", "Family", "Red Letter Days", "Holidays", "Money")
STANDARD_POINTS = (5, 5, 1)  # a token, a Holiday Card, each full $100
HUNDRED = 100


def categories(
    fame: int, family: int, red_letter: int, holidays: int, money: int, points: Sequence[int] = STANDARD_POINTS
) -> Categories:
    """Return what a player's possessions are worth, by category."""
    token, card, hundred = points
    return fame * token, family * token, red_letter * token, holidays * card, money // HUNDRED * hundred


def categories_led(players: Sequence[Categories]) -> list[int]:
    """Return how many categories each player leads, alone or with others, with more than 0 points."""
    best = [max(values) for values in zip(*players, strict=True)]
    return [sum(value == most > 0 for value, most in zip(mine, best, strict=True)) for mine in players]


def ranking(
    players: Sequence[Categories], money: Sequence[int], leaders_only: bool = True
) -> tuple[tuple[int, ...], ...]:
    """Return the players by number from first to last, equal ones together. The highest total wins among the players
    who lead a category (rule 2, B5), or among all when nobody leads one or not `leaders_only`. Ties: more categories
    led, then more money, then shared (B6). Behind the winner the same order counts without the condition."""
    led = categories_led(players)
    keys = [(sum(mine), led[who], money[who]) for who, mine in enumerate(players)]
    able = [who for who in range(len(players)) if led[who] or not leaders_only or not any(led)]
    best = max(keys[who] for who in able)
    first = tuple(who for who in able if keys[who] == best)
    rest: dict[tuple[int, int, int], list[int]] = {}
    for who, key in enumerate(keys):
        if who not in first:
            rest.setdefault(key, []).append(who)
    return (first, *(tuple(rest[key]) for key in sorted(rest, reverse=True)))
