"""verify_play FILE or ID: prove how a play came out, and that nobody could have chosen it."""

from argparse import ArgumentParser
from typing import Any

from engine import EngineError
from games.models import Play
from games.queries.plays import record_of
from games.rules.play_records import prove
from league.management.output import LeagueCommand, read_file


class Command(LeagueCommand):
    help = "Proves the record of a play: its secret, the salts of its seats, every turn. Ends with 1 if it does not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("play", metavar="FILE|ID", help="a record (JSON Lines), - for standard input, or a number")

    def handle(self, *args: Any, **options: Any) -> None:
        named = options["play"]
        published = ""
        try:
            if named.isascii() and named.isdecimal():
                play = self._play(int(named))
                published, text = play.commitment, record_of(play)
            else:
                text = read_file(named).decode()
            outcome = prove(text.splitlines(), published=published)
        except UnicodeDecodeError:
            self.refuse([f"{named} is not a text file in UTF-8."])
        except EngineError as error:
            self.refuse([error])
        how = f"It ended by {outcome.reason}" if outcome else "It stopped before its end"
        self.stdout.write(f"{how}; chance came from the published secret and from every seat. The record is proved.")

    def _play(self, pk: int) -> Play:
        play = Play.objects.filter(pk=pk, status=Play.OVER).first() if pk < 2**63 else None
        if play is None:
            self.refuse([f"There is no play {pk} that is over."])
        return play
