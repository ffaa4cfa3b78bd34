"""simulate SYSTEM: play many games on the engine, with bots in every seat."""

import sys
import time
from argparse import ArgumentParser
from typing import Any

from engine import EngineError, bot_specs, simulate
from league.management.output import LeagueCommand


class Command(LeagueCommand):
    help = "Plays games on the built-in engine and adds up who won. The seed alone decides what happens."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", help="game system, such as careers")
        parser.add_argument("--seats", type=int, default=4)
        parser.add_argument("--games", type=int, default=1000)
        parser.add_argument("--rng-seed", type=int, default=0)
        parser.add_argument("--jobs", type=int, default=1, help="processes; the totals are the same for any number")
        parser.add_argument("--board", help="the board of Careers, such as jazz_age; London without one")
        parser.add_argument("--bots", default="greedy", help="seat by seat, such as greedy,random,search:visits=50")
        self.add_format(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        begun = time.perf_counter()
        try:
            totals = simulate(
                options["system"],
                seats=options["seats"],
                games=options["games"],
                rng_seed=options["rng_seed"],
                bots=bot_specs(options["bots"]),
                jobs=options["jobs"],
                options={"board": options["board"]} if options["board"] else None,
                progress=self._progress,
            )
        except EngineError as error:
            self.refuse([error])
        seconds = time.perf_counter() - begun
        summary = totals.summary() | {
            "seconds": round(seconds, 3),
            "games_per_second": round(totals.games / seconds, 1),
        }
        if options["format"] == "json":
            self.show_one(summary)
            return
        rows = [{**row, "mean_scores": _compact(row["mean_scores"])} for row in summary["seats"]]
        self.show(rows, options["format"])
        if options["format"] == "table":
            self.stdout.write(f"{totals.games:,} games in {seconds:.1f} s: {totals.games / seconds:,.0f} a second.")

    def _progress(self, done: int, total: int) -> None:
        if sys.stderr.isatty():
            filled = 40 * done // total
            self.stderr.write(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done:,} of {total:,} games", ending="")
            if done == total:
                self.stderr.write("")


def _compact(means: dict[str, float]) -> str:
    return " ".join(f"{name}={value:g}" for name, value in means.items())
