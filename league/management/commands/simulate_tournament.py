"""simulate_tournament: how well rounds are drawn, measured on tournaments of skill and chance."""

import time
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from league.management.output import LeagueCommand
from league.tournaments.draws.rules.simulated import simulate_tournament


def positive(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"'{text}' is not a whole number from 1 up")
    return int(text)


class Command(LeagueCommand):
    help = (
        "Plays whole tournaments as skill plus chance and shows how good the draws were, beside plain rank-and-cut. "
        "The seed alone decides what happens, but for the seconds."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=positive, required=True)
        parser.add_argument("--table-size", type=positive, required=True)
        parser.add_argument("--rounds", type=positive, required=True)
        parser.add_argument("--games", type=positive, default=10, help="tournaments to take the means of")
        parser.add_argument("--rng-seed", type=int, default=0)
        self.add_format(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        numbers = {name: options[name] for name in ("players", "table_size", "rounds", "games", "rng_seed")}
        try:
            figures = simulate_tournament(**numbers, clock=time.perf_counter)
        except ValueError as error:
            self.refuse([error])
        if options["format"] == "json":
            self.show_one(numbers | figures)
            return
        compared = figures.pop("rank_and_cut")
        self.show([{"draw": "here", **figures}, {"draw": "rank and cut", **compared}], options["format"])
