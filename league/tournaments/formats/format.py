"""What a tournament format is: everything in which one differs from another, said once.

A format says; the rooms above do. Nothing outside asks *which* format a stage has, only what that format says.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from league.tournaments.formats.table_sizes import Shortfall, sizes

# What the next draw asks of the rounds before: points; points and the positions held (Career Poker); who won their
# table; nothing, because every round was planned at once; nothing, because nothing is drawn.
Basis = Literal["standings", "positions", "winners", "schedule", ""]
Order = Literal["points", "survival"]
CheckPlayers = Callable[[int, int, Shortfall, int], object]


class HasFormat(Protocol):
    """A stage, or a plan of one."""

    @property
    def format(self) -> str: ...


def fills_tables(players: int, table_size: int, shortfall: Shortfall, least: int) -> object:
    """Tables for everybody, smaller ones, bots or byes where they do not fill. ValueError: too few for one table."""
    return sizes(players, table_size, shortfall=shortfall, least=least)


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """`text` is what it is for. `method` names how its rounds are drawn (`draws.rules`), "" where nothing is drawn.

    `counted`: the organiser chooses the number of rounds. `eliminates`: only winners play the next round, byes go
    through, nobody joins once it runs. `order`: what its standings go by. `check_players(players, table_size,
    shortfall, least)` raises ValueError with a sentence for a number that can't play. Refusals are sentences, or the
    end of one that begins with the stage's name; "" refuses nothing.
    """

    key: str
    name: str
    text: str
    method: str
    drawn_from: Basis = "standings"
    order: Order = "points"
    counted: bool = True
    eliminates: bool = False
    check_players: CheckPlayers = fills_tables

    system: str = ""  # the only game that is played so, "" for any
    other_system: str = ""  # refuses another game in a plan
    other_system_at_start: str = ""  # the same when the stage starts, after its name
    no_draw: str = ""  # refuses a draw, after the name of the stage
    nothing_follows: str = ""  # why no stage can come after it
    needs_every_result: str = ""  # refuses to end a round that waits for tables

    rounds_text: str = "as many rounds as are recommended at the start"  # where no number is planned
    rounds_text_after_cut: str = "as many rounds as are recommended at the start"
    byes_title: str = "Byes"
    remarks_title: str = "Byes and penalties"  # head of that column of its standings

    @property
    def drawn(self) -> bool:
        """Whether rounds are drawn; else tables open as people come together, in one round without a clock."""
        return bool(self.method)

    @property
    def carries_positions(self) -> bool:
        return self.drawn_from == "positions"

    @property
    def ordered_by_seeding(self) -> bool:
        """Whether a draw takes people in order of their seeding, not of the standings."""
        return self.drawn_from in ("winners", "schedule")

    @property
    def needs_results(self) -> bool:
        """Whether a changed result can reach tables that were drawn since."""
        return self.drawn_from not in ("schedule", "")

    def is_last(self, number: int, rounds: int | None, *, tables: int, byes: int) -> bool:
        """Whether the round with this number, tables and byes is the last one. `rounds` None: until it is decided."""
        return (tables, byes) == (1, 0) if self.eliminates else number >= (rounds or number + 1)
