"""void_game GAME --reason TEXT [--preview]: take a game back."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError

from games.services.decisions import check_revision
from games.tasks import review_soon
from league.management.output import LeagueCommand, game_named
from league.management.preview import show_preview
from league.results.services.games import void_game
from league.results.services.preview import preview_void


class Command(LeagueCommand):
    help = "Voids a game: it counts for nobody and stays readable. Or shows what that would change."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the game's reference, such as spring-2026-0011")
        parser.add_argument("--reason", required=True, help="why, for everybody to read")
        parser.add_argument("--season", help="address of the season, if several have this reference")
        parser.add_argument(
            "--expected-revision", type=int, metavar="N", help="refuse if anybody decided since this revision"
        )
        parser.add_argument("--preview", action="store_true", help="show what would change and change nothing")
        self.add_format(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        season_game = game_named(options["game"], options["season"])
        try:
            if options["preview"]:
                check_revision(season_game.game, options["expected_revision"])
                show_preview(self, preview_void(season_game=season_game, by=None), options["format"])
                return
            void_game(
                season_game=season_game,
                reason=options["reason"],
                expected_revision=options["expected_revision"],
                by=None,
            )
        except ValidationError as error:
            self.refuse_invalid(error)
        review_soon()
        self.stdout.write(f"Game {season_game.reference} is void now.")
