"""void_game GAME --reason TEXT [--preview]: take a game back."""

from typing import Any

from django.core.exceptions import ValidationError

from games.services.sheets import check_revision
from games.tasks import review_soon
from league.management.output import game_named
from league.management.preview import DecisionCommand, show_preview
from league.results.services.games import void_game
from league.results.services.preview import preview_void


class Command(DecisionCommand):
    help = "Voids a game: it counts for nobody and stays readable. Or shows what that would change."

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
