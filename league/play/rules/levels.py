"""The bots to play with: four levels, each with names, a temper, and the bot of the engine that plays at it.

How much better each level is than the one below is measured (`tests/benchmarks/levels.py`); a game in which nothing
but luck decides has four that play alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.translatable import Translatable, said

OF_LUCK = "career_compass"  # a choice is rare there, and hardly matters


@dataclass(frozen=True, slots=True)
class Level:
    """`rank`: the level of the ladder whose clothes its bots wear, in the colour of company `firm`. `bots`: the bot of
    the engine for each game."""

    key: str
    title: Translatable
    temper: Translatable
    rank: str
    firm: int
    names: tuple[str, ...]
    bots: Mapping[str, str]


def _casual(careers: int, office_job: int, others: int) -> dict[str, str]:
    """Return careful bots that leave that many of a hundred decisions to chance."""
    slips = {"careers": careers, "office_job": office_job, "career_poker": others, "game_of_the_year": others}
    return {system: f"casual:slips={each}" for system, each in (slips | {OF_LUCK: others}).items()}


def _each(bot: str) -> dict[str, str]:
    return dict.fromkeys(("careers", "office_job", "career_poker", "game_of_the_year", "career_compass"), bot)


LEVELS = (
    Level(
        key="beginner",
        title=said("Beginner"),
        temper=said("Curious and cheerful: tries whatever looks new, and forgets every other plan."),
        rank="entry",
        firm=2,
        names=("Pip", "Momo", "Tilly", "Bodo", "Fay", "Nino", "Wim", "Lulu"),
        bots=_casual(60, 90, 50),
    ),
    Level(
        key="regular",
        title=said("Regular"),
        temper=said("Easy-going: plays sensibly, chats, and now and then lets a good chance go by."),
        rank="senior",
        firm=1,
        names=("Bea", "Otto", "Ines", "Hugo", "Mina", "Karl", "Rosa", "Finn"),
        bots=_casual(20, 45, 20),
    ),
    Level(
        key="skilled",
        title=said("Skilled"),
        temper=said("Brisk and greedy: always takes what looks best now, and never looks back."),
        rank="director",
        firm=3,
        names=("Greta", "Aldo", "Maud", "Ruben", "Vera", "Jonas", "Selma", "Emil"),
        bots=_each("greedy"),
    ),
    Level(
        key="strong",
        title=said("Strong"),
        temper=said("Cool and patient: imagines how the game may go on before every choice."),
        rank="c_level",
        firm=0,
        names=("Juno", "Max", "Thea", "Zeno", "Iris", "Cato", "Vega", "Odin"),
        bots=_each("ismcts"),
    ),
)
BY_KEY = {level.key: level for level in LEVELS}
STRONGEST = LEVELS[-1].key
USUAL = "regular"  # for a game against bots where nobody names a level


def bot_of(system: str, named: str) -> str:
    """Return the bot of the engine for the key of a level; any other name stays as it is."""
    return BY_KEY[named].bots[system] if named in BY_KEY else named


def level_of(system: str, bot: str) -> Level | None:
    """Return the level at which a bot of the engine plays a game; None for a bot of no level."""
    return next((level for level in LEVELS if level.bots.get(system) == bot), None)


def name_at(level: Level, seat: int) -> str:
    """Return the name of a level's bot in a seat, from 1: another one in every seat, as far as there are names."""
    rounds, at = divmod(seat - 1, len(level.names))
    return f"{level.names[at]} {rounds + 1}" if rounds else level.names[at]
