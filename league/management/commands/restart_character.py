"""restart_character NAME [--at MOMENT]: a new career for the same character after a golden parachute."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError

from characters.models import Character
from characters.rules.names import name_key
from engine.translatable import said
from games.rules.figures import Unreadable
from league.core.rules.readings import moment
from league.core.services.uploads import reading_of
from league.management.output import LeagueCommand
from league.people.services.registration import restart_in_league


class Command(LeagueCommand):
    help = "Starts a new career for a character that left by golden parachute."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the character's name, compared without regard to case")
        parser.add_argument(
            "--at", help="when the new career begins, such as 2026-01-06T18:00:00Z: from the parachute to the next game"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        character = Character.objects.filter(name_key=name_key(options["name"]), enrolment__isnull=False).first()
        if character is None:
            self.refuse([f"There is no character called '{options['name']}'."])
        league = character.enrolment.league
        try:
            at = moment(options["at"], reading_of(league)) if options["at"] else None
            restart_in_league(league=league, character=character, at=at)
        except Unreadable as error:
            self.refuse([said("The moment {problem}.", problem=error.what)])
        except ValidationError as error:
            self.refuse_invalid(error)
        number = character.careers.get(current=True).number
        self.stdout.write(f"{character.name} starts career {number} at Entry Level.")
