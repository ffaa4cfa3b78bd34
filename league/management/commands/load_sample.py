"""load_sample: fill an empty local installation with the sample season and the demo sign-ins.

Does nothing as soon as there is a league, so the sample never comes back once somebody has begun. Demo accounts have
random passwords of this installation and sign in here only; an installation that others can reach gets neither.
"""

from importlib import resources
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction

from games.services.review import review_waiting
from league.accounts.services.demo import open_demo_account
from league.clubs.services import create_league, create_season, join_league
from league.management.output import LeagueCommand
from league.models import League, Season
from league.people.services.registration import import_characters
from league.results.services.import_results import import_results
from league.standings.services.ratings import update_ratings

SAMPLE = resources.files("league") / "data" / "spring-2026"
SIGN_INS = {"organiser": "runs the league", "player00": "plays Dolores Overtime"}


class Command(LeagueCommand):
    help = "Loads the sample season into an empty local installation and prints the demo sign-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.LOCAL:
            return
        if not League.objects.exists():
            self._load()
        for demo in User.objects.filter(demo_account__isnull=False).order_by("username"):
            part = SIGN_INS.get(demo.username, "demo account")
            self.stdout.write(f"Sign in as {demo.username} / {open_demo_account(user=demo)} ({part})")

    @transaction.atomic
    def _load(self) -> None:
        organiser = User.objects.create_superuser("organiser")
        league = create_league(name="The Corner Office League", by=organiser)
        create_season(league=league, name="Spring 2026", slug="spring-2026", by=organiser)
        Season.objects.filter(slug="spring-2026").update(starts_on="2026-01-01", ends_on="2026-06-30")
        player = User.objects.create_user("player00")
        join_league(league=league, user=player, by=organiser)
        import_characters(league=league, data=(SAMPLE / "characters.csv").read_bytes())
        import_results(league=league, data=(SAMPLE / "results.csv").read_bytes(), by=organiser)
        while review_waiting() or update_ratings():
            pass
        for demo in (organiser, player):
            open_demo_account(user=demo)
