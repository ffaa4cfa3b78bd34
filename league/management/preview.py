"""A preview as the commands print it."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict

from league.management.output import LeagueCommand
from league.results.services.preview import Consequences
from league.tournaments.draws.queries.affected_tables import AffectedTables


class DecisionCommand(LeagueCommand):
    """A command that decides about a game, or shows what that would change."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's reference, such as spring-2026-0011")
        parser.add_argument("--reason", required=True, help="why, for everybody to read")
        parser.add_argument("--season", help="address of the season, if several have this reference")
        parser.add_argument(
            "--expected-revision", type=int, metavar="N", help="refuse if anybody decided since this revision"
        )
        parser.add_argument("--preview", action="store_true", help="show what would change and change nothing")
        self.add_format(parser)


def show_preview(command: LeagueCommand, consequences: Consequences, output_format: str) -> None:
    """Show what would change: careers, standings, doubtful sheets. CSV has one row for each line of the table."""
    if output_format == "json":
        command.stdout.write(json.dumps(asdict(consequences), indent=1, ensure_ascii=False))
        return
    rows = [{"what": "career", "change": sentence} for career in consequences.careers for sentence in career.sentences]
    rows += [
        {
            "what": "standings",
            "change": f"{move.name}: position {move.before or '-'} to {move.after or '-'}, "
            f"{move.points_before or '0'} to {move.points_after or '0'} table points",
        }
        for move in consequences.moves
    ]
    rows += [
        {"what": "doubtful", "change": f"game {doubt.reference}: {doubt.sentence}"} for doubt in consequences.doubts
    ]
    rows += [{"what": "tournament", "change": text} for text in _touched(consequences)]
    command.show(rows or [{"what": "nothing", "change": "no career, standing or sheet changes"}], output_format)


def _touched(consequences: Consequences) -> Iterator[str]:
    """Yield what changes in the tournament that the game belongs to. A correction by command keeps every drawn
    round."""
    affected = consequences.affected
    if not isinstance(affected, AffectedTables):
        return
    for move in affected.moves:
        positions = f"position {move.before or '-'} to {move.after or '-'}"
        points = f"{move.points_before or '0'} to {move.points_after or '0'} points"
        yield f"{affected.stage}: {move.name}: {positions}, {points}"
    yield from affected.cut
    for table in affected.tables:
        yield f"round {table.round}, table {table.number}, drawn before, stays: {', '.join(table.names)}"
