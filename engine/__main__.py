"""Run the engine on the command line.

python -m engine simulate careers --games 100 --bots greedy,random
python -m engine arena careers --bots ismcts:visits=200,greedy --lone --games 100
python -m engine replay FILE
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import engine
from engine.core.arena import arena


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0 when done, or 1 when refused, with the reason on stderr; argparse exits with 2 on wrong usage."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except (engine.EngineError, OSError, UnicodeDecodeError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _simulate(options: argparse.Namespace) -> None:
    begun = time.perf_counter()
    totals = engine.simulate(
        options.system, options.seats, options.games, options.rng_seed, _bots(options), options.jobs, _settings(options)
    )
    seconds = time.perf_counter() - begun
    speed = {"seconds": round(seconds, 3), "games_per_second": round(totals.games / max(seconds, 1e-9), 1)}
    print(json.dumps(totals.summary() | speed, indent=2))


def _arena(options: argparse.Namespace) -> None:
    system = engine.SYSTEMS[options.system]
    rows = arena(system, _bots(options), options.seats, options.games, options.rng_seed, options.lone)
    print(f"{'bot':32} {'games':>7} {'wins':>7}  {'share':>7}  95 % interval     even")
    for row in rows:
        low, high = row.interval
        share = f"{row.share:7.1%}  {low:6.1%} to {high:6.1%}  {row.even:6.1%}"
        print(f"{row.bot:32} {row.games:7,} {row.wins:7,.1f}  {share}")


def _replay(options: argparse.Namespace) -> None:
    outcome = engine.replay(Path(options.file).read_text(encoding="utf-8").splitlines())
    print(json.dumps(outcome.as_dict(), indent=2) if outcome else "The record stops before the end of the game.")


def _bots(options: argparse.Namespace) -> list[str]:
    return engine.bot_specs(options.bots)


def _settings(options: argparse.Namespace) -> dict[str, object] | None:
    if options.settings is None:
        return None
    try:
        return {"settings": json.loads(options.settings)}
    except ValueError as error:
        raise engine.BadOptions(f"--settings is not JSON: {error}.") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Career-themed board games, played by bots.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    simulate = commands.add_parser("simulate", help="play many games and add them up, as JSON")
    simulate.set_defaults(run=_simulate)
    arena = commands.add_parser("arena", help="let bots meet in every seating and say who is better, with intervals")
    arena.set_defaults(run=_arena)
    for command in (simulate, arena):
        command.add_argument("system", help=", ".join(sorted(engine.SYSTEMS)))
        command.add_argument("--seats", type=int, default=4)
        command.add_argument("--games", type=int, default=100)
        command.add_argument("--rng-seed", type=int, default=0)
        command.add_argument("--bots", default="greedy,random", help="such as greedy,random,ismcts:visits=50")
    arena.add_argument("--lone", action="store_true", help="the first bot has one seat, the others share the rest")
    simulate.add_argument("--jobs", type=int, default=1, help="processes; the totals are the same for any number")
    simulate.add_argument("--settings", help="house rules as a JSON object")
    replay = commands.add_parser("replay", help="prove a game record and print its outcome")
    replay.add_argument("file")
    replay.set_defaults(run=_replay)
    return parser


if __name__ == "__main__":
    sys.exit(main())
