"""How many choices and moves a game has, between four greedy bots. Writes them to the file from which pages estimate
how long a game takes; the games are the same on any machine.

nice -n 19 python -m tests.benchmarks.lengths [--games 60]
"""

from argparse import ArgumentParser

from engine import SYSTEMS
from engine.core.bots import make_bot
from engine.core.rng import Stream
from league.play.queries.lengths import FILE, Measured
from league.play.rules.systems import PLAYED_HERE

SEATS = 4


def length_of(system: str, games: int) -> Measured:
    bot, choices, moves = make_bot(SYSTEMS[system], "greedy"), 0, 0
    for seed in range(games):
        game, stream = SYSTEMS[system].new_game(SEATS, seed), Stream(seed)
        while not game.over:
            legal = game.legal_actions()
            choices, moves = choices + (len(legal) > 1), moves + 1
            game.apply(legal[0] if len(legal) == 1 else bot.choose(game, legal, stream))
    return Measured(system, games, round(choices / games, 1), round(moves / games, 1))


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    games = parser.parse_args().games
    parts = ["# Written by python -m tests.benchmarks.lengths; see league.play.queries.lengths."]
    for system in PLAYED_HERE:
        row = length_of(system, games)
        parts.append(
            f'[[length]]\nsystem = "{row.system}"\ngames = {row.games}\nchoices = {row.choices}\nmoves = {row.moves}'
        )
        print(f"{system:18} {row.choices:6} choices, {row.moves:6} moves: about {row.minutes} minutes", flush=True)
    FILE.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
