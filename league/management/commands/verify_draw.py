"""verify_draw TOURNAMENT: prove the draws, and say whether they are the published ones."""

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any

from league.core.rules.bounds import MISSHAPEN
from league.management.output import LeagueCommand, read_file
from league.models import Tournament
from league.tournaments.draws.queries.draw_lines import draw_records
from league.tournaments.draws.rules.proof import archived_draws, check_draws
from league.tournaments.draws.rules.sources import opening_problems


class Command(LeagueCommand):
    help = (
        "Proves every draw of a tournament from its source and its seed: seed, tables, cost, digest and who sits "
        "where. Ends with 1 when a draw is not the one that was published."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", help="address of the tournament, or the file of an exported one")
        parser.add_argument("--round", type=int, help="only this round")
        parser.add_argument("--stage", type=int, help="only this stage")
        parser.add_argument("--groups", help="file of the opened groups, from Check the draw: proves them as well")
        self.add_format(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        commitment, records = self._records(options["tournament"])
        try:
            problems = check_draws(commitment, records)
        except (KeyError, TypeError, ValueError) as error:
            self.refuse([f"These draws cannot be read: {type(error).__name__}: {error}."])
        chosen = [record for record in records if _is_asked_for(record, options["stage"], options["round"])]
        if not chosen:
            self.refuse(["There is no such draw." if records else "Nothing has been drawn yet."])
        self.show([_row(record, problems[record["number"]]) for record in chosen], options["format"])
        wrong = [
            f"Draw {record['number']} (stage {record.get('stage')}, round {record.get('round')}): {problem}"
            for record in chosen
            for problem in problems[record["number"]]
        ]
        if any(problems[record["number"]] for record in chosen):
            self.refuse(wrong)
        for text in wrong:
            self.stderr.write(text)
        if options["groups"]:
            self._check_groups(chosen, options["groups"])

    def _check_groups(self, records: Sequence[Mapping[str, Any]], path: str) -> None:
        try:
            problems = list(opening_problems(records, json.loads(read_file(path))))
        except MISSHAPEN:
            self.refuse([f"{path} holds no opened groups."])
        if problems:
            self.refuse(problems)

    def _records(self, named: str) -> tuple[str, Sequence[Mapping[str, Any]]]:
        """Return the commitment and the draws, of this installation or of an archive."""
        tournament = Tournament.objects.filter(slug=named).first()
        if tournament is not None:
            return tournament.draw_commitment, draw_records(tournament)
        if not named.endswith(".json"):
            self.refuse([f"There is no tournament '{named}', and it is not a .json file either."])
        try:
            return archived_draws(json.loads(read_file(named)))
        except (ValueError, KeyError, TypeError, RecursionError):
            self.refuse([f"{named} is not an archive of a tournament: it has no commitment or no draws."])


def _is_asked_for(record: Mapping[str, Any], stage: int | None, number: int | None) -> bool:
    return stage in (None, record.get("stage")) and number in (None, record.get("round"))


def _row(record: Mapping[str, Any], problems: Sequence[str]) -> dict[str, Any]:
    return {
        "draw": record["number"],
        "stage": record.get("stage"),
        "round": record.get("round"),
        "method": record.get("method"),
        "published": record.get("published_at") or "not yet",
        "changes": len(record.get("changes") or ()),
        "digest": record.get("digest"),
        "seed": record.get("seed"),
        "same": "no" if problems else "yes",
    }
