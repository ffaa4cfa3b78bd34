"""The odds of a last round, and how they are stored. They are drawn in `last_round_odds`, with numpy."""

from collections.abc import Iterable
from dataclasses import dataclass

LAST_ROUND_METHOD = "last-round/1"  # changes whenever the same tables would lead to other odds


@dataclass(frozen=True, slots=True)
class Through:
    """`chance` to come among the first so many, `with_win`: where the own table is won; ten-thousandths. No `with_win`
    for who has no open table."""

    chance: int
    with_win: int | None


@dataclass(frozen=True, slots=True)
class CharacterOdds:
    """A character's odds as they are kept, with the `position` held when they were drawn."""

    character: int
    position: int
    odds: Through

    def kept(self) -> list[int | None]:
        return [self.character, self.position, self.odds.chance, self.odds.with_win]


def kept_rows(stored: Iterable[tuple[int, int, int, int | None]]) -> list[CharacterOdds]:
    return [CharacterOdds(who, position, Through(chance, with_win)) for who, position, chance, with_win in stored]
