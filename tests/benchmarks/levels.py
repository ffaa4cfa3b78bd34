"""How much better each level of the bots plays than those below it: one among three of another level at tables of four,
in each seat in turn. Prints the shares and writes them to the file that the pages show; the games are the same on any
machine, and the first ones of `python -m engine arena SYSTEM --lone --rng-seed SEED`.

nice -n 19 python -m tests.benchmarks.levels [SYSTEM ...] [--games 400] [--searched 40]
"""

from argparse import ArgumentParser
from itertools import combinations

from engine import SYSTEMS
from engine.core.arena import arena
from league.play.queries.levels import FILE, Meeting, meetings, to_toml
from league.play.rules.levels import LEVELS, OF_LUCK, Level

SEATS = 4
SEEDS = {"careers": 1, "office_job": 3, "career_poker": 4, "game_of_the_year": 0, "career_compass": 0}


def meeting_of(system: str, level: Level, against: Level, games: int) -> Meeting:
    better, other = level.bots[system], against.bots[system]
    rows = {row.bot: row for row in arena(SYSTEMS[system], [better, other], SEATS, games, SEEDS[system], lone=True)}
    return Meeting(system, level.key, against.key, f"{better}, {other}", games, round(rows[better].wins, 2))


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*", default=list(SYSTEMS))
    parser.add_argument(
        "--games", type=int, default=400, help="of a pair that does not search, and of the game of luck"
    )
    parser.add_argument("--searched", type=int, default=40, help="of a pair with the level that searches")
    options = parser.parse_args()
    pairs = sorted(combinations(range(len(LEVELS)), 2), key=lambda pair: pair[1] - pair[0])
    for low, high in pairs:
        for system in options.systems:
            quick = high < len(LEVELS) - 1 or system == OF_LUCK
            if not (games := options.games if quick else options.searched):
                continue
            row = meeting_of(system, LEVELS[high], LEVELS[low], games)
            meetings.cache_clear()
            measured = {**meetings(), row.place: row}
            FILE.write_text(to_toml(measured[place] for place in sorted(measured)), encoding="utf-8")
            print(f"{system:18} {row.level:8} against {row.against:8} {row.share:5.0%} of {row.games}", flush=True)


if __name__ == "__main__":
    main()
