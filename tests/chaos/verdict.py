"""Whether everything that was acknowledged is there exactly once, and nothing is stuck."""

import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count, QuerySet

import run
from games.models import Decision, Game, Play, Sheet
from league.models import GameToRate, Round, SeasonGame, Table, TableReport, Tournament
from league.operations.queries import queues
from tests.chaos.clients import KeptGame, Ledger
from tests.chaos.parts import Installation

SECONDS, AT_LAST = 30, 180
LEASE = 30  # of a game that a killed thinking worker held; nobody may take it up sooner
KINDS = {"correct": Decision.CORRECTED, "void": Decision.VOIDED}


@dataclass
class Verdict:
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # said by check_careers and verify_draw
    seconds_until_empty: float = 0.0

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.stuck or self.wrong)

    def compare(self, what: str, found: int, wanted: int = 1) -> None:
        if found < wanted:
            self.lost.append(f"{what}: {found} of {wanted}")
        elif found > wanted:
            self.doubled.append(f"{what}: {found} instead of {wanted}")


def judge(ledger: Ledger, installation: Installation) -> Verdict:
    verdict = Verdict()
    _wait_for_queues(verdict)
    _games(verdict, ledger)
    _tournaments(verdict, ledger)
    _bots(verdict, ledger)
    of_tables = SeasonGame.objects.filter(game__table__isnull=False).count()
    of_bots = _ordered().filter(game__isnull=False).count()
    verdict.compare("games in all", SeasonGame.objects.count(), len(ledger.games) + of_tables + of_bots)
    verdict.compare("games without a season", Game.objects.filter(season_game=None).count(), 0)
    commands = [["check_careers"], *(["verify_draw", slug] for slug, _ in dict(ledger.rounds).items())]
    for command in commands:
        said = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=run.ROOT,
            env=installation.environment,
            capture_output=True,
            text=True,
        )
        if said.returncode:
            verdict.wrong.append(f"{' '.join(command)}: {said.stderr[-1500:] or said.stdout[-1500:]}")
    return verdict


def waiting() -> dict[str, int]:
    found = {name: queue.waiting for name, queue in queues().items() if queue.waiting}
    to_rate = GameToRate.objects.count()
    return found | ({"games to rate": to_rate} if to_rate else {})


@dataclass
class Patience:
    """30 seconds after the last write nothing waits any more. A game of bots has first to outlive the lease of the
    worker that was killed with it; when it ends, that is a write like any other, and its rating has as long."""

    late: dict[str, int] = field(default_factory=dict)
    _bots: int = 0
    _last_write: float = 0.0

    def look(self, left: dict[str, int], passed: float) -> None:
        """What waits, so many seconds after the last client."""
        bots = left.get("bot_games", 0)
        if bots < self._bots:
            self._last_write = passed
        self._bots = bots
        for name, rows in left.items():
            if passed - self._last_write > SECONDS + (LEASE if name == "bot_games" else 0):
                self.late.setdefault(name, rows)


def _wait_for_queues(verdict: Verdict) -> None:
    """What is late is told by how long it took, so that a slow machine is told from a row that nobody takes up."""
    start, patience = time.monotonic(), Patience()
    while left := waiting():
        passed = time.monotonic() - start
        patience.look(left, passed)
        if passed > AT_LAST:
            break
        time.sleep(0.2)
    verdict.seconds_until_empty = time.monotonic() - start
    end = "never done" if left else f"done after {verdict.seconds_until_empty:.0f} s"
    verdict.stuck += [f"{name}: {rows} after {SECONDS} s, {end}" for name, rows in patience.late.items()]


def _games(verdict: Verdict, ledger: Ledger) -> None:
    there = Counter(SeasonGame.objects.values_list("reference", flat=True))
    for game in ledger.games:
        verdict.compare(f"game {game.reference}", there[game.reference])
        _as_kept(verdict, game)
    said = Counter(Decision.objects.values_list("kind", "game", "text"))
    for kind, pk, words in ledger.decided:
        verdict.compare(f"{kind} of game {pk} ({words})", _decisions(said, kind, pk, words))


def _decisions(said: Counter[tuple[str, int, str]], kind: str, pk: int, words: str) -> int:
    """A correction of a sheet that nobody has confirmed is another submission."""
    kinds = {KINDS[kind], Decision.SUBMITTED if kind == "correct" else KINDS[kind]}
    return sum(number for (one, game, text), number in said.items() if one in kinds and game == pk and text == words)


def _as_kept(verdict: Verdict, game: KeptGame) -> None:
    sheets = list(Sheet.objects.filter(game=game.pk).order_by("version").values_list("version", "status"))
    revision = Game.objects.filter(pk=game.pk).values_list("revision", flat=True).first() or 0
    verdict.compare(f"versions of {game.reference}", len(sheets), game.version)
    verdict.compare(f"decisions about {game.reference}", revision, game.revision)
    if not sheets or sheets[-1] != (game.version, game.status):
        verdict.lost.append(f"{game.reference} is {sheets[-1:]} and was acknowledged as {game.version}, {game.status}")


def _tournaments(verdict: Verdict, ledger: Ledger) -> None:
    there = Counter(Tournament.objects.values_list("slug", flat=True))
    for slug in ledger.tournaments:
        verdict.compare(f"tournament {slug}", there[slug])
    verdict.compare("tournaments in all", sum(there.values()), len(ledger.tournaments))
    rounds = Counter(Round.objects.annotate(drawn=Count("draws")).values_list("stage__tournament__slug", "number"))
    for slug, number in ledger.rounds:
        verdict.compare(f"round {number} of {slug}", rounds[(slug, number)])
    verdict.compare("rounds in all", sum(rounds.values()), len(ledger.rounds))
    verdict.compare("draws in all", sum(Round.objects.values_list(Count("draws"), flat=True)), len(ledger.rounds))
    _tables(verdict, ledger)


def _tables(verdict: Verdict, ledger: Ledger) -> None:
    reports = Counter(TableReport.objects.values_list("table", "key"))
    for table in ledger.tables:
        for key in table.keys:
            verdict.compare(f"report {key}", reports[(table.pk, key)])
        if len(table.keys) == 4:
            done = Table.objects.filter(pk=table.pk, game__sheets__status=Sheet.CONFIRMED).count()
            verdict.compare(f"confirmed result of table {table.pk}", done)


def _bots(verdict: Verdict, ledger: Ledger) -> None:
    there = Counter(_ordered().values_list("ordered_as", flat=True))
    for token in ledger.ordered:
        verdict.compare(f"game ordered as {token}", there[token])
    verdict.compare("games ordered in all", sum(there.values()), len(ledger.ordered))
    refused = _ordered().filter(game=None).values_list("ordered_as", "problem")
    verdict.lost += [f"game ordered as {token}: {error}" for token, error in refused]


def _ordered() -> QuerySet[Play]:
    return Play.objects.exclude(ordered_as="")
