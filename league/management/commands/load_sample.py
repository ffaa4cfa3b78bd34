"""load_sample: fill an empty local installation with the sample and the demo sign-ins.

Does nothing as soon as there is a league, so the sample never comes back once somebody has begun. Demo accounts have
random passwords of this installation and sign in here only; an installation that others can reach gets neither.
"""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from league.accounts.services.demo import open_demo_account
from league.management.output import LeagueCommand
from league.management.sample import load_sample
from league.models import League

SIGN_INS = {"organiser": "runs the league", "player00": "plays Dolores Overtime"}


class Command(LeagueCommand):
    help = "Loads the sample into an empty local installation and prints the demo sign-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.LOCAL:
            return
        secret = "" if settings.HALL_HOSTS or League.objects.exists() else self._load()
        for demo in User.objects.filter(demo_account__isnull=False).order_by("username"):
            member = demo.memberships.first() if settings.HALL_HOSTS else None
            part = member.get_role_display() if member else SIGN_INS.get(demo.username, "demo account")
            self.stdout.write(f"Sign in as {demo.username} / {open_demo_account(user=demo)} ({part})")
        if secret:
            claim = f"{settings.SITE_URL}{reverse('character_claim', args=[secret])}"
            self.stdout.write(f"Winnie Walkin plays without an account. To take her over, follow {claim}")

    @transaction.atomic
    def _load(self) -> str:
        """Load the sample and return the secret of the link by which a guest is claimed."""
        organiser = User.objects.create_superuser("organiser")
        player = User.objects.create_user("player00")
        secret = load_sample(organiser=organiser, player=player, now=timezone.now())
        for demo in (organiser, player):
            open_demo_account(user=demo)
        return secret
