"""check_upgrade: what makes it unsafe to upgrade the database now. `run.py upgrade` asks it first."""

from typing import Any

from league.core.operations.queries import upgrade_obstacles
from league.management.output import LeagueCommand


class Command(LeagueCommand):
    help = "Ends with 1 and a line for each reason not to upgrade this database now."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        obstacles = upgrade_obstacles()
        if obstacles:
            self.refuse(obstacles)
