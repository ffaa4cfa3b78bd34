"""Write everything that is stored about a person, for requests by letter and for more than a page can pack."""

import os
import shutil
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError

from engine.translatable import said
from league.accounts.queries.own_data import own_data
from league.core.ledger.services import record_export
from league.management.output import LeagueCommand


class Command(LeagueCommand):
    help = "Writes everything that is stored about a person into a zip, readable for you alone."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the user name")
        parser.add_argument("file", help="where to; must not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no account called {options['name']}.")
        try:
            with os.fdopen(os.open(options["file"], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                shutil.copyfileobj(own_data(user), file)
        except OSError as error:
            raise CommandError(f"{options['file']} can't be written: {error.strerror}.") from error
        record_export(what=said("everything stored about an account"), by=None, person=user.pk)
        self.stdout.write(f"{options['file']} holds everything about {user.get_username()}.")
