"""verify_passport FILE: say what a passport proves, whichever installation signed it."""

from argparse import ArgumentParser
from typing import Any

from django.db import DatabaseError

from league.management.output import LeagueCommand, read_file
from league.people.queries.passports import known_as
from league.people.rules.passport_leagues import VOUCHES, league_rows
from league.people.rules.passport_proof import ProofStep, verify
from league.people.rules.passports import PROVES, PROVES_NOT, Passport

_WORDS = {True: "holds", False: "does not hold", None: "can't be said"}


class Command(LeagueCommand):
    help = (
        "Checks the signature, the chain of facts and the career of a passport, of this installation or of another, "
        "and says whose key it is. Ends with 1 and the reasons where anything doesn't hold or can't be said."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the passport; - for standard input")
        self.add_format(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        report = verify(read_file(options["file"]))
        people = options["format"] == "table"
        if report.passport is not None and people:
            self._say_whose(report.passport)
        self.show([_row(step) for step in report.steps], options["format"])
        if not report.holds:
            self.refuse(report.reasons)
        if people:
            self._list("It proves:", PROVES)
            self._list("It doesn't prove:", PROVES_NOT)

    def _say_whose(self, passport: Passport) -> None:
        who, issuer, now = passport["character"], passport["installation"], passport["career"]
        owner = f", played by {who['owner']}" if "owner" in who else ""
        self.stdout.write(
            f"{who['name']}{owner}: {now.get('level_name')}, career {now.get('career')}, {now.get('games')} games, "
            f"as {issuer['name']} ({issuer['address']}) said on {passport['made_at']}."
        )
        league = passport["league"]
        self.stdout.write("Where it was played, and who vouches for it:")
        for name, value in league_rows(league, since=league["since"][:10]):
            self.stdout.write(f"  {name}: {value}")
        self.stdout.write(f"  {VOUCHES}")
        try:
            self.stdout.write(known_as(passport))
        except DatabaseError:  # a checkout without a database proves as much
            self.stdout.write("Which keys are known can't be asked: this installation has no database of this version.")

    def _list(self, title: str, sentences: tuple[str, ...]) -> None:
        self.stdout.write(title)
        for sentence in sentences:
            self.stdout.write(f"  {sentence}")


def _row(step: ProofStep) -> dict[str, str]:
    return {"step": step.name, "verdict": _WORDS[step.holds], "why": step.text}
