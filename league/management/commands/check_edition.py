"""check_edition NAME|FILE: a board's totals per path beside Appendix 2 of the rule book."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from engine import EngineError
from engine.careers.board_files import check_board, read_board
from engine.careers.check import check_packaged
from engine.careers.editions import edition, edition_ids
from league.management.output import LeagueCommand, read_file

COLUMNS = ("happiness", "fame", "bonus", "salary", "experience", "opportunities")


class Command(LeagueCommand):
    help = "Adds up a Careers board per path beside the rule book and London; 1 if the book forbids what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("edition", help="the name of an edition, such as london, or a board file (TOML)")
        self.add_format(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        report = self._report(options["edition"])
        refusals = report.pop("refusals")
        if options["format"] == "json":
            self.stdout.write(json.dumps(report, indent=1, ensure_ascii=False))
        else:
            rows = [
                {"path": key, "name": report["names"][key]} | {name: path[name] for name in COLUMNS}
                for key, path in report["paths"].items()
            ]
            self.show(rows, options["format"])
        if options["format"] == "table":
            for rows in (report["mismatches"], report["differences"]):
                self.stdout.write("")
                self.show(rows, "table")
            if options["edition"] in edition_ids():
                self.stdout.write(edition(options["edition"]).figures_note)
        if refusals:
            self.refuse(refusals)

    def _report(self, name: str) -> dict[str, Any]:
        if name in edition_ids():
            return check_packaged(name)
        if not Path(name).exists() and name != "-":
            self.refuse([f"There is no edition and no file '{name}'; editions are {', '.join(edition_ids())}."])
        try:
            checked = check_board(read_board(read_file(name).decode()))
        except UnicodeDecodeError:
            self.refuse([f"{name} is not a text file in UTF-8."])
        except EngineError as error:
            self.refuse([error])
        if not checked.report:
            self.refuse(checked.problems)
        return dict(checked.report)
