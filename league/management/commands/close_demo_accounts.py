"""close_demo_accounts: take the passwords of the demo accounts away, before others can reach the site."""

from typing import Any

from league.accounts.services.demo import close_demo_accounts
from league.management.output import LeagueCommand


class Command(LeagueCommand):
    help = "Takes passwords and sessions of the demo accounts away. What they did stays."

    def handle(self, *args: Any, **options: Any) -> None:
        names = close_demo_accounts()
        self.stdout.write(f"Closed: {', '.join(names)}." if names else "There are no demo accounts.")
