"""review_pending: review every confirmed game that waits."""

from typing import Any

from games.models import Sheet
from games.services.review import review_waiting
from league.management.output import LeagueCommand


class Command(LeagueCommand):
    help = "Reviews every confirmed game that waits, those that failed before included."

    def handle(self, *args: Any, **options: Any) -> None:
        Sheet.objects.awaiting_review().update(review_tries=0)
        total = 0
        while done := review_waiting():
            total += done
        self.stdout.write(f"{total:,} game{'' if total == 1 else 's'} reviewed.")
        left = Sheet.objects.awaiting_review().exclude(review_error="").select_related("game__season_game")
        if left:
            self.refuse(f"Game {sheet.game.season_game.reference}: {sheet.review_error}" for sheet in left)
