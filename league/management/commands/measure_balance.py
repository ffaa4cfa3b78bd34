"""measure_balance: bots play every number of seats, and the figures of the how-to-play pages are written."""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from characters.rules.choices import QUESTIONS
from engine import SYSTEMS, EngineError
from engine.core.outcome import Outcome
from engine.core.simulation import bot_streams, play_out, seat_bots, seed_of_game
from league.handbook.queries.balance import FILE, Balance, balances, measured_seats, read_settings, to_toml
from league.management.output import LeagueCommand


class Command(LeagueCommand):
    help = "Measures how even a game is, with bots, and writes the figures that its how-to-play page shows."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("systems", nargs="*", help="game systems; all of them when left out")
        parser.add_argument("--games", type=int, default=10_000, help="per number of seats")
        parser.add_argument("--seats", type=int, help="one number of seats; every one when left out")
        parser.add_argument("--rng-seed", type=int, default=0)
        parser.add_argument("--bots", default="greedy")
        parser.add_argument(
            "--setting", action="append", default=[], help="a setting of the game, such as lucky=choose"
        )
        parser.add_argument("--board", default="", help="an edition of Careers, whose figures stand beside the usual")
        parser.add_argument(
            "--variation", action="store_true", help="keep figures by other settings beside the usual ones"
        )
        parser.add_argument("--file", type=Path, default=FILE, help="where the figures go; others in it are kept")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1:
            self.refuse(["Play at least one game."])
        measured = {row.place: row for row in (balances() if FILE.exists() else ())}
        try:
            for key in options["systems"] or QUESTIONS:
                for seats in _tables(key, options["seats"]):
                    row = measure(_what(key, seats, options), options["rng_seed"])
                    measured[row.place] = row
                    options["file"].write_text(to_toml(measured[place] for place in sorted(measured)))
                    self.stdout.write(f"{key}, {seats} seats: {row.games:,} games")
        except EngineError as error:
            self.refuse([error])


def _tables(key: str, seats: int | None) -> Sequence[int]:
    """Return the numbers of seats that are asked for. Raise EngineError for an unknown game."""
    return [seats] if seats else measured_seats(SYSTEMS[key].seats)


def _what(key: str, seats: int, options: Mapping[str, Any]) -> Balance:
    """Return the row to measure, without figures yet."""
    return Balance(
        key, seats, options["bots"], options["games"], (), 0, 0.0, 0.0, settings=",".join(options["setting"]),
        board=options["board"], variation=options["variation"] or bool(options["board"]),
    )  # fmt: skip


def measure(what: Balance, rng_seed: int) -> Balance:
    """Play the games and count. Raise EngineError."""
    seats, games = what.seats, what.games
    wins, shared, turns, spread = [0] * seats, 0, 0, 0
    stays = [0, 0, 0]
    for outcome in _outcomes(what, rng_seed):
        for seat in outcome.winners:
            wins[seat] += 1
        shared += len(outcome.winners) > 1
        turns += outcome.turns
        points = [score["points"] for score in outcome.scores]
        spread += max(points) - min(points)
        stays = [stay + more for stay, more in zip(stays, _stays(outcome, seats), strict=True)]
    best, last, deals = stays
    return replace(
        what, wins=tuple(wins), shared=shared, turns=round(turns / games, 1), spread=round(spread / games, 2),
        best_stays=round(100 * best / deals, 1) if deals else None,
        last_stays=round(100 * last / deals, 1) if deals else None,
    )  # fmt: skip


def _outcomes(what: Balance, rng_seed: int) -> Iterator[Outcome]:
    system, seats = SYSTEMS[what.system], what.seats
    settings = read_settings(what.system, what.settings.split(",") if what.settings else ())
    chosen = {"settings": settings, "board": what.board}
    options = {name: value for name, value in chosen.items() if value}
    players = seat_bots(system, seats, [what.bots])
    for number in range(what.games):
        game = system.new_game(seats, seed_of_game(rng_seed, number), options or None)
        play_out(game, players, bot_streams(rng_seed, number, seats))
        outcome = game.outcome()
        assert outcome is not None
        yield outcome


def _stays(outcome: Outcome, seats: int) -> tuple[int, int, int]:
    """Return how often the first and the last of a deal were so again in the next one, and the number of such deals."""
    best = last = deals = 0
    for score in outcome.scores:
        places: Sequence[int] = score.get("positions", ())
        pairs = list(pairwise(places))
        best += sum(place == again == 1 for place, again in pairs)
        last += sum(place == again == seats for place, again in pairs)
        deals = len(pairs)
    return best, last, deals
