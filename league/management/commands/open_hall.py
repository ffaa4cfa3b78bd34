"""open_hall FILE: the tournament of a file that was taken along, on an installation only for it."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.urls import reverse

from engine.translatable import spoken
from league.core.services.uploads import FileRefused
from league.management.output import LeagueCommand, read_file
from league.tournaments.hall.queries import Content, hall_here
from league.tournaments.hall.rules.files import BadHallFile, WrongWords, salt_in
from league.tournaments.hall.services.in_hall import open_file, unseal
from league.tournaments.hall.services.laptops import addresses_here, go_on_from, go_on_here, later_copy, let_staff_in

TRIES = 5


class Command(LeagueCommand):
    help = "Opens the file of a tournament in a hall, with the words of its slip. Opening it again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file that was taken along, or the copy of a laptop")

    def handle(self, *args: Any, **options: Any) -> None:
        hall, data = hall_here(), read_file(options["file"])
        if hall is None:
            self._ask(data)
        elif later := later_copy(hall, data):
            self._open(later)
        hall = hall_here()
        assert hall is not None
        go_on_here(hall=hall, addresses=addresses_here())
        let_staff_in(hall)
        self.stdout.write(f"{hall.tournament} is open: {reverse('tournament_hall', args=[hall.tournament.slug])}")

    def _ask(self, data: bytes) -> None:
        """Ask for the words until they open the file, a few times."""
        for _ in range(TRIES):
            try:
                salt_in(data)  # whoever has the wrong file is asked for nothing
                return self._open(unseal(data, input("The eight words: ")))
            except WrongWords as error:
                self.stderr.write(spoken(error.args[0]))
            except BadHallFile as error:
                self.refuse([spoken(error.args[0])])
            except EOFError:
                break
        self.refuse(["Nothing was opened."])

    def _open(self, content: Content) -> None:
        try:
            if "laptop" in content:
                go_on_from(content=content)
            else:
                open_file(content=content)
        except BadHallFile as error:
            self.refuse([spoken(error.args[0])])
        except FileRefused as refused:
            self.refuse(f"{problem.column}: {problem.message}" for problem in refused.problems)
        except ValidationError as error:
            self.refuse_invalid(error)
