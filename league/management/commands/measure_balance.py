"""measure_balance: bots play every number of seats, and the figures of the how-to-play pages are written."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine import SYSTEMS, EngineError
from engine.core.outcome import Outcome
from engine.core.simulation import bot_streams, play_out, seat_bots, seed_of_game
from games.rules.systems import SYSTEMS as SHEETS
from league.management.output import LeagueCommand
from league.results.queries.balance import FILE, Balance, balances, to_toml


class Command(LeagueCommand):
    help = "Measures how even a game is, with bots, and writes the figures that its how-to-play page shows."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("systems", nargs="*", help="game systems; all of them when left out")
        parser.add_argument("--games", type=int, default=10_000, help="per number of seats")
        parser.add_argument("--rng-seed", type=int, default=0)
        parser.add_argument("--bots", default="greedy")
        parser.add_argument(
            "--setting", action="append", default=[], help="a setting of the game, such as lucky=choose"
        )
        parser.add_argument("--file", type=Path, default=FILE, help="where the figures go; others in it are kept")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            self.refuse(["Play at least one game."])
        measured = {(one.system, one.seats): one for one in (balances() if FILE.exists() else ())}
        try:
            for key in options["systems"] or SHEETS:
                system = SYSTEMS[key]
                for seats in range(system.seats[0], system.seats[1] + 1):
                    row = measure(
                        key, seats, options["games"], options["rng_seed"], options["bots"], options["setting"]
                    )
                    measured[key, seats] = row
                    options["file"].write_text(to_toml(measured[one] for one in sorted(measured)))
                    self.stdout.write(f"{key}, {seats} seats: {row.games:,} games")
        except EngineError as error:
            self.refuse([error])


def measure(key: str, seats: int, games: int, rng_seed: int, bots: str, settings: Sequence[str] = ()) -> Balance:
    """Plays the games and counts. Raises EngineError."""
    wins, shared, turns, spread = [0] * seats, 0, 0, 0
    stays = [0, 0, 0]
    for outcome in _outcomes(key, seats, games, rng_seed, bots, settings):
        for seat in outcome.winners:
            wins[seat] += 1
        shared += len(outcome.winners) > 1
        turns += outcome.turns
        points = [score["points"] for score in outcome.scores]
        spread += max(points) - min(points)
        stays = [one + more for one, more in zip(stays, _stays(outcome, seats), strict=True)]
    best, last, deals = stays
    return Balance(
        key, seats, bots, games, tuple(wins), shared, round(turns / games, 1), round(spread / games, 2),
        round(100 * best / deals, 1) if deals else None, round(100 * last / deals, 1) if deals else None,
        ",".join(settings),
    )  # fmt: skip


def _outcomes(key: str, seats: int, games: int, rng_seed: int, bots: str, settings: Sequence[str]) -> Iterator[Outcome]:
    given = dict(one.split("=", 1) for one in settings)
    values = {name: {"yes": True, "no": False}.get(text, text) for name, text in given.items()}
    system = SYSTEMS[key]
    players = seat_bots(system, seats, [bots])
    for number in range(games):
        game = system.new_game(seats, seed_of_game(rng_seed, number), {"settings": values} if values else None)
        play_out(game, players, bot_streams(rng_seed, number, seats))
        outcome = game.outcome()
        assert outcome is not None
        yield outcome


def _stays(outcome: Outcome, seats: int) -> tuple[int, int, int]:
    """How often the first and the last of a deal were so again in the next one, and the number of such deals."""
    best = last = deals = 0
    for score in outcome.scores:
        places: Sequence[int] = score.get("positions", ())
        pairs = list(pairwise(places))
        best += sum(one == again == 1 for one, again in pairs)
        last += sum(one == again == seats for one, again in pairs)
        deals = len(pairs)
    return best, last, deals
