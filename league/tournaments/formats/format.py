"""The definition of a tournament format: everything in which formats differ, in one place. Before that, what all of
them count with: how many tables of which size, and how many rounds go without a repeat.

A format declares; the rooms above act. Nothing outside asks *which* format a stage has, only what that format declares.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import comb
from typing import Literal, Protocol

from engine.translatable import Translatable, said, said_of

Shortfall = Literal["mixed", "bot", "bye"]
ORDER: tuple[Shortfall, ...] = ("mixed", "bot", "bye")

# Most rounds without a repeat, by (tables, seats), where that is known and fewer than counting pairs allows.
# Source: OEIS A107431, "maximal number of rounds for the social golfer problem".
KNOWN_ROUNDS = {(4, 3): 4, (5, 4): 5, (6, 5): 6, (6, 6): 3}


@dataclass(frozen=True, slots=True)
class Sizes:
    """`full` tables of the target size, `small` ones of a seat less, `bots` further ones if a bot fills that seat,
    and `byes` characters who sit out. `why` explains in a sentence if there is something to explain."""

    full: int
    small: int
    bots: int
    byes: int
    why: str = ""

    @property
    def tables(self) -> int:
        return self.full + self.small + self.bots

    @property
    def shorts(self) -> int:
        """Return the number of tables with an empty seat or a bot, and of byes."""
        return self.small + self.bots + self.byes


def sizes(players: int, table_size: int, *, shortfall: Shortfall, least: int = 2) -> Sizes:
    """Return tables for `players` characters in tables of `table_size`, at least `least` seats being the game's
    minimum.

    Begin with `shortfall` and fall through mixed, bot, bye. Raise ValueError if there are too few for one table.
    """
    if table_size < 2:
        raise ValueError(said("A table needs at least 2 seats, not {size}.", size=table_size))
    if players < table_size:
        raise ValueError(_too_few(players, table_size, least))
    missing = -players % table_size
    if not missing:
        return Sizes(players // table_size, 0, 0, 0)
    tables = (players + missing) // table_size
    for choice in ORDER[ORDER.index(shortfall) :]:
        if choice == "mixed" and tables >= missing and table_size - 1 >= max(least, 2):
            return Sizes(tables - missing, missing, 0, 0, _explained(players, table_size, shortfall, choice))
        if choice == "bot" and tables >= missing:
            return Sizes(tables - missing, 0, missing, 0, _explained(players, table_size, shortfall, choice))
    full, byes = divmod(players, table_size)
    return Sizes(full, 0, 0, byes, _explained(players, table_size, shortfall, "bye"))


def _too_few(players: int, table_size: int, least: int) -> Translatable:
    more = _number(table_size - players)
    if not players:
        return said(
            "No characters are here, and a table of {size} needs {size}. Check in {more} more.",
            size=table_size,
            more=more,
        )
    if players >= max(least, 2):
        return said(
            "{here} characters are here, and a table of {size} needs {size}. Check in {more} more, "
            "or choose tables of {here}.",
            here=players,
            size=table_size,
            more=more,
        )
    return said_of(
        players,
        "{count} character is here, and a table of {size} needs {size}. Check in {more} more.",
        "{count} characters are here, and a table of {size} needs {size}. Check in {more} more.",
        size=table_size,
        more=more,
    )


_NUMBERS = (
    *(said("no"), said("one"), said("two"), said("three"), said("four")),
    *(said("five"), said("six"), said("seven"), said("eight")),
)


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}"


def _explained(players: int, table_size: int, shortfall: Shortfall, used: Shortfall) -> Translatable:
    tables, byes = divmod(players, table_size)
    missing = table_size - byes
    so = _in_place(byes if used == "bye" else missing, table_size, used)
    if used == shortfall:
        return said(
            "{players:,} characters can't all sit at tables of {size}, {so}.", players=players, size=table_size, so=so
        )
    if shortfall == "mixed" and tables + 1 >= missing:
        return said("Tables of {size} are too small for this game, {so}.", size=table_size - 1, so=so)
    if shortfall == "mixed":
        return said(
            "{players:,} characters can't be divided into tables of {size} and {smaller}, {so}.",
            players=players,
            size=table_size,
            smaller=table_size - 1,
            so=so,
        )
    return said(
        "{players:,} characters can't be divided into tables of {size} with a bot, {so}.",
        players=players,
        size=table_size,
        so=so,
    )


def _in_place(number: int, table_size: int, used: Shortfall) -> Translatable:
    """Return what is done about missing players, as the end of the sentence."""
    words = _number(number)
    if used == "bye":
        return said_of(number, "so {number} sits out", "so {number} sit out", number=words)
    if used == "bot":
        return said_of(number, "so {number} seat goes to a bot", "so {number} seats go to bots", number=words)
    return said_of(
        number,
        "so {number} table has {smaller}",
        "so {number} tables have {smaller}",
        number=words,
        smaller=table_size - 1,
    )


def most_rounds_without_repeats(players: int, table_size: int) -> int:
    """Return a bound on the rounds in which nobody meets anybody twice: all pairs divided by the pairs that a round
    uses up, or less if less is proven. Whether that many can be drawn is another question. Raise ValueError for too
    few players."""
    needed = sizes(players, table_size, shortfall="mixed")
    largest = table_size if needed.full else table_size - 1
    if needed.tables < largest:  # a second round would need that many who sat at different tables
        return 1
    used = needed.full * comb(table_size, 2) + needed.small * comb(table_size - 1, 2)
    bound = comb(players, 2) // used
    return min(bound, KNOWN_ROUNDS.get((players // table_size, table_size), bound)) if not needed.shorts else bound


def recommended_rounds(players: int, table_size: int) -> int:
    """Return enough rounds for one character to win throughout, and two more; never more than go without a repeat."""
    rounds, reached = 2, 1
    while reached < players:
        reached *= table_size
        rounds += 1
    return min(rounds, most_rounds_without_repeats(players, table_size))


@dataclass(frozen=True, slots=True)
class KnockoutSizes:
    """A knock-out round. With `small` tables of a seat less and `byes`, `through` characters reach the next round."""

    full: int
    small: int
    byes: int
    through: int


def knockout(players: int, table_size: int, least: int = 2) -> KnockoutSizes:
    """Return the sizes that lead from `players` to the largest power of `table_size` below; a power plays in full.
    Raise ValueError for too few, or if it needs a table that is more than a seat short or smaller than `least`."""
    if players < table_size:
        raise ValueError(_too_few(players, table_size, least))
    goal = table_size
    while goal * table_size <= players:
        goal *= table_size
    if goal == players:
        return KnockoutSizes(players // table_size, 0, 0, players // table_size)
    out = players - goal
    tables = -(-out // (table_size - 1))
    small = tables * (table_size - 1) - out
    if small > tables or (small and table_size - 1 < max(least, 2)):
        better = players - out % (table_size - 1)
        raise ValueError(
            said(
                "A knock-out from {players:,} to {goal:,} needs a table of fewer than {smallest}. "
                "Take {fewer:,} or {more:,} characters.",
                players=players,
                goal=goal,
                smallest=max(least, 2, table_size - 1),
                fewer=better,
                more=better + table_size - 1,
            )
        )
    return KnockoutSizes(tables - small, small, goal - tables, goal)


def cuts(table_size: int, players: int, most: int = 5) -> tuple[int, ...]:
    """Return sizes of a top cut that lead to a final table without small tables: 4, 7, 10, 13, 16 for fours."""
    offered = (table_size + step * (table_size - 1) for step in range(most))
    return tuple(cut for cut in offered if cut <= players)


# What the next draw asks of the rounds before: points; points and the positions held (Career Poker); who won their
# table; nothing, because every round was planned at once; nothing, because nothing is drawn.
Basis = Literal["standings", "positions", "winners", "schedule", ""]
Order = Literal["points", "survival"]
CheckPlayers = Callable[[int, int, Shortfall, int], object]
Refusal = Callable[[str], str]  # the sentence about a stage of this name


class HasFormat(Protocol):
    """A stage, or a plan of one."""

    @property
    def format(self) -> str: ...


def fills_tables(players: int, table_size: int, shortfall: Shortfall, least: int) -> object:
    """Return tables for everybody, with smaller ones, bots or byes for the rest. Raise ValueError if there are too few
    for one table."""
    return sizes(players, table_size, shortfall=shortfall, least=least)


def _nothing(stage: str) -> str:
    return ""


_RECOMMENDED = said("the number of rounds recommended at the start")


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """`text` is what it is for. `method` names how its rounds are drawn (`draws.rules`), "" if nothing is drawn.

    `counted`: the organiser chooses the number of rounds. `eliminates`: only winners play the next round, byes go
    through, nobody joins once it runs. `of_teams`: teams can meet in it. `order`: what its standings go by.
    `check_players(players, table_size, shortfall, least)` raises ValueError with a sentence for a number that can't
    play. Words are `said`; refusals are sentences, of which "" refuses nothing.
    """

    key: str
    name: str
    text: str
    method: str
    drawn_from: Basis = "standings"
    order: Order = "points"
    counted: bool = True
    eliminates: bool = False
    of_teams: bool = False
    check_players: CheckPlayers = fills_tables

    within: str = ""  # its name within a sentence, "" for `name` in small letters
    system: str = ""  # the only game that is played so, "" for any
    other_system: str = ""  # refuses another game in a plan
    other_system_at_start: Refusal = _nothing  # the same when the stage starts
    no_draw: Refusal = _nothing  # refuses a draw
    nothing_follows: str = ""  # why no stage can come after it
    needs_every_result: str = ""  # refuses to end a round that waits for tables

    rounds_text: str = _RECOMMENDED  # where no number is planned
    rounds_text_after_cut: str = _RECOMMENDED
    byes_title: str = said("Byes")
    remarks_title: str = said("Byes and penalties")  # head of that column of its standings

    @property
    def drawn(self) -> bool:
        """Return whether rounds are drawn; else tables open as people come together, in one round without a clock."""
        return bool(self.method)

    @property
    def carries_positions(self) -> bool:
        return self.drawn_from == "positions"

    @property
    def ordered_by_seeding(self) -> bool:
        """Return whether a draw takes people in order of their seeding, not of the standings."""
        return self.drawn_from in ("winners", "schedule")

    @property
    def needs_results(self) -> bool:
        """Return whether a changed result can reach tables that were drawn since."""
        return self.drawn_from not in ("schedule", "")

    def is_last(self, number: int, rounds: int | None, *, tables: int, byes: int) -> bool:
        """Return whether the round with this number, tables and byes is the last one. `rounds` None: until it is
        decided."""
        return (tables, byes) == (1, 0) if self.eliminates else number >= (rounds or number + 1)
