"""Take away a second step whose device and recovery codes are lost, once you know that its owner asks."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from league.accounts.services.second_step import reset_second_step
from league.management.output import LeagueCommand


class Command(LeagueCommand):
    help = "Takes all second steps (authenticator app, passkeys, recovery codes) from an account. Its password stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the user name")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no account called {options['name']}.")
        try:
            reset_second_step(user=user)
        except ValidationError as error:
            raise CommandError(error.messages[0]) from error
        self.stdout.write(
            f"{user.get_username()} signs in with the password alone now, and can set up a new second step."
        )
