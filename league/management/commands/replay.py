"""replay FILE: prove a game record and print its outcome."""

from argparse import ArgumentParser
from typing import Any

from engine import EngineError, replay
from league.management.output import LeagueCommand, read_file


class Command(LeagueCommand):
    help = "Replays a game record. Ends with 1 when it does not replay to the outcome that it claims."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a record (JSON Lines), or - for standard input")
        self.add_format(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        data = read_file(options["file"])
        try:
            outcome = replay(data.decode().splitlines())
        except UnicodeDecodeError:
            self.refuse([f"{options['file']} is not a text file in UTF-8."])
        except EngineError as error:
            self.refuse([error])
        if outcome is None:
            self.refuse(["The record stops before the end of the game; it claims no outcome."])
        if options["format"] == "json":
            self.show_one(outcome.as_dict())
            return
        rows = [
            {"seat": seat, "name": score.get("name", ""), "won": score["won"], "points": score["points"]}
            for seat, score in enumerate(outcome.scores, start=1)
        ]
        self.show(rows, options["format"])
        if options["format"] == "table":
            self.stdout.write(f"Ended by {outcome.reason} after {outcome.turns} turns. The record is what was played.")
