"""verify_play FILE or ID: prove the result of a play, and that its chance is what was bound before."""

from argparse import ArgumentParser
from typing import Any

from engine import EngineError, Outcome
from games.models import Play
from games.queries.play_check import play_differences
from games.queries.plays import prove_play, record_of
from games.rules.play_records import prove
from league.management.output import LeagueCommand, read_file


class Command(LeagueCommand):
    help = (
        "Proves the records of plays: the secret, the salts of the seats, every turn; of a number also the rows of the "
        "play, and that commitment and hashes are those that were published. Ends with 1 if one does not prove."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        help_text = "a record (JSON Lines), - for standard input, or the number of a play"
        parser.add_argument("plays", metavar="FILE|ID", nargs="+", help=help_text)

    def handle(self, *args: Any, **options: Any) -> None:
        named = options["plays"]
        proved, refused = [], []
        for name in named:
            try:
                proved.append(self._proved(name))
            except UnicodeDecodeError:
                refused.append(f"{name} is not a text file in UTF-8.")
            except EngineError as error:
                refused.append(f"{name}: {error}" if len(named) > 1 else f"{error}")
        if refused:
            self.refuse(refused)
        if len(named) > 1:
            self.stdout.write(
                f"{len(named):,} records are proved; chance came from their secrets and from what their seats added."
            )
            return
        how = f"It ended by {proved[0].reason}" if proved[0] else "It stopped before its end"
        self.stdout.write(f"{how}; chance came from the secret and from what the seats added. The record is proved.")

    def _proved(self, named: str) -> Outcome | None:
        if not (named.isascii() and named.isdecimal()):
            return prove(read_file(named).decode().splitlines())
        play = self._play(int(named))
        differences = list(play_differences(play))
        if differences:
            self.refuse(differences)
        return prove_play(play, record_of(play))

    def _play(self, pk: int) -> Play:
        play = Play.objects.filter(pk=pk, status=Play.OVER).first() if pk < 2**63 else None
        if play is None:
            self.refuse([f"There is no play {pk} that is over."])
        return play
