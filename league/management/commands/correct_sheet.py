"""correct_sheet GAME FILE --reason TEXT [--preview]: a new version of a game's sheet."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError

from characters.rules.names import name_key
from games.models import Sheet
from games.rules.sheets import ScoreSheet
from games.services.sheets import check_revision
from games.tasks import review_soon
from league.core.queries.characters import NearNames
from league.core.services.uploads import reading_of
from league.management.output import game_named, read_file
from league.management.preview import DecisionCommand, show_preview
from league.models import SeasonGame
from league.results.services.games import correct_game
from league.results.services.preview import preview_correction
from league.sheets.queries.import_check import character_ids
from league.sheets.rules.reported_games import to_sheet
from league.sheets.rules.result_rows import results_from_csv


class Command(DecisionCommand):
    help = "Corrects a game with the rows of a CSV file, or shows what that would change."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", help="the game's rows as in results.csv, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        season_game = game_named(options["game"], options["season"])
        sheet = self._sheet(season_game, read_file(options["file"]))
        try:
            if options["preview"]:
                check_revision(season_game.game, options["expected_revision"])
                show_preview(self, preview_correction(season_game=season_game, sheet=sheet, by=None), options["format"])
                return
            row = correct_game(
                season_game=season_game,
                sheet=sheet,
                reason=options["reason"],
                source=Sheet.CSV,
                expected_revision=options["expected_revision"],
                by=None,
            )
        except ValidationError as error:
            self.refuse_invalid(error)
        review_soon()
        self.stdout.write(f"Game {season_game.reference} is at version {row.version} now.")

    def _sheet(self, season_game: SeasonGame, data: bytes) -> ScoreSheet:
        games, problems = results_from_csv(data, reading_of(season_game.season.league))
        if problems:
            self.refuse(problems)
        named = (season_game.season.slug, season_game.reference)
        if [(game.season, game.reference) for game in games] != [named]:
            self.refuse([f"The file must hold the rows of game {named[1]} of season {named[0]} and no other."])
        league = season_game.season.league
        sheet, unknown = to_sheet(games[0], character_ids(league), name_key, nearest=NearNames(league).nearest)
        if unknown:
            self.refuse(unknown)
        return sheet
