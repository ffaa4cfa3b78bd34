"""restart_character NAME: a new career for the same character after a golden parachute."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError

from characters.models import Character
from characters.rules.names import name_key
from league.management.output import LeagueCommand
from league.people.services.registration import restart_in_league


class Command(LeagueCommand):
    help = "Starts a new career for a character that left by golden parachute."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the character's name, compared without regard to case")

    def handle(self, *args: Any, **options: Any) -> None:
        character = Character.objects.filter(name_key=name_key(options["name"]), enrolment__isnull=False).first()
        if character is None:
            self.refuse([f"There is no character called '{options['name']}'."])
        try:
            restart_in_league(league=character.enrolment.league, character=character)
        except ValidationError as error:
            self.refuse_invalid(error)
        number = character.careers.get(current=True).number
        self.stdout.write(f"{character.name} starts career {number} at Entry Level.")
