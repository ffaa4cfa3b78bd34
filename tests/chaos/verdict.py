"""Whether everything that was acknowledged is there exactly once, and nothing is stuck."""

import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count, QuerySet

import run
from games.models import Decision, Game, Play, Sheet
from league.core.operations.queries import queues
from league.lab.models import Experiment
from league.models import GameToRate, Round, SeasonGame, Table, TableReport, Tournament
from tests.chaos import acts
from tests.chaos.clients import KeptGame, Ledger
from tests.chaos.line import Seen
from tests.chaos.pairs import problems_of
from tests.chaos.parts import Installation

SECONDS, AT_LAST = 30, 180
LEASE = 20  # of a game that a killed thinking worker held; nobody may take it up sooner
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

    def compare(self, what: str, found: int, wanted: int = 1, *, in_doubt: int = 0) -> None:
        """`in_doubt`: how many more may be there, of which nobody knows whether they were done."""
        if found < wanted:
            self.lost.append(f"{what}: {found} of {wanted}")
        elif found > wanted + in_doubt:
            self.doubled.append(
                f"{what}: {found} instead of {wanted}" + (f" to {wanted + in_doubt}" if in_doubt else "")
            )


@dataclass(frozen=True)
class Doubts:
    """The writes of which nobody knows whether they were done."""

    seen: Seen

    def of(self, makes: str, *, at: str = "") -> int:
        """How many there may be more of this kind, of all or under an address."""
        return sum(one.times for one in self.seen.doubts if one.act.makes == makes and one.act.path.startswith(at))

    def seeds(self) -> Counter[int]:
        """By its seed, how many there may be more of what the lab was asked for."""
        found: Counter[int] = Counter()
        for one in self.seen.doubts:
            if one.act.makes == acts.EXPERIMENT:
                found[one.act.body["seed"]] += one.times
        return found


def judge(ledger: Ledger, seen: Seen, installation: Installation) -> Verdict:
    verdict, doubts = Verdict(), Doubts(seen)
    _wait_for_queues(verdict)
    _games(verdict, ledger, doubts)
    _tournaments(verdict, ledger, doubts)
    _bots(verdict, ledger, doubts)
    _plays(verdict, ledger, doubts)
    _lab(verdict, ledger, doubts)
    of_tables = SeasonGame.objects.filter(game__table__isnull=False).count()
    played_here = Play.objects.filter(game__isnull=False).count()
    reported = len(ledger.games) + of_tables + played_here
    verdict.compare("games in all", SeasonGame.objects.count(), reported, in_doubt=doubts.of(acts.GAME))
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
        """Note what is still waiting `passed` seconds after the last client."""
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


def _games(verdict: Verdict, ledger: Ledger, doubts: Doubts) -> None:
    there = Counter(SeasonGame.objects.values_list("reference", flat=True))
    for game in ledger.games:
        verdict.compare(f"game {game.reference}", there[game.reference])
        _as_kept(verdict, game, doubts.of(acts.DECISION, at=f"/api/v1/games/{game.pk}/"))
    said = Counter(Decision.objects.values_list("kind", "game", "text"))
    for kind, pk, words in ledger.decided:
        verdict.compare(f"{kind} of game {pk} ({words})", _decisions(said, kind, pk, words))


def _decisions(said: Counter[tuple[str, int, str]], kind: str, pk: int, words: str) -> int:
    """A correction of a sheet that nobody has confirmed is another submission."""
    kinds = {KINDS[kind], Decision.SUBMITTED if kind == "correct" else KINDS[kind]}
    return sum(number for (one, game, text), number in said.items() if one in kinds and game == pk and text == words)


def _as_kept(verdict: Verdict, game: KeptGame, in_doubt: int) -> None:
    sheets = list(Sheet.objects.filter(game=game.pk).order_by("version").values_list("version", "status"))
    revision = Game.objects.filter(pk=game.pk).values_list("revision", flat=True).first() or 0
    verdict.compare(f"versions of {game.reference}", len(sheets), game.version, in_doubt=in_doubt)
    verdict.compare(f"decisions about {game.reference}", revision, game.revision, in_doubt=in_doubt)
    if not in_doubt and (not sheets or sheets[-1] != (game.version, game.status)):
        verdict.lost.append(f"{game.reference} is {sheets[-1:]} and was acknowledged as {game.version}, {game.status}")


def _tournaments(verdict: Verdict, ledger: Ledger, doubts: Doubts) -> None:
    there = Counter(Tournament.objects.values_list("slug", flat=True))
    for slug in ledger.tournaments:
        verdict.compare(f"tournament {slug}", there[slug])
    verdict.compare(
        "tournaments in all", sum(there.values()), len(ledger.tournaments), in_doubt=doubts.of(acts.TOURNAMENT)
    )
    rounds = Counter(Round.objects.annotate(drawn=Count("draws")).values_list("stage__tournament__slug", "number"))
    for slug, number in ledger.rounds:
        verdict.compare(f"round {number} of {slug}", rounds[(slug, number)])
    drawn, in_doubt = sum(Round.objects.values_list(Count("draws"), flat=True)), doubts.of(acts.ROUND)
    verdict.compare("rounds in all", sum(rounds.values()), len(ledger.rounds), in_doubt=in_doubt)
    verdict.compare("draws in all", drawn, len(ledger.rounds), in_doubt=in_doubt)
    _tables(verdict, ledger)


def _tables(verdict: Verdict, ledger: Ledger) -> None:
    reports = Counter(TableReport.objects.values_list("table", "key"))
    for table in ledger.tables:
        for key in table.keys:
            verdict.compare(f"report {key}", reports[(table.pk, key)])
        if len(table.keys) == 4:
            done = Table.objects.filter(pk=table.pk, game__sheets__status=Sheet.CONFIRMED).count()
            verdict.compare(f"confirmed result of table {table.pk}", done)


def _bots(verdict: Verdict, ledger: Ledger, doubts: Doubts) -> None:
    there = Counter(_ordered().values_list("ordered_as", flat=True))
    for token in ledger.ordered:
        verdict.compare(f"game ordered as {token}", there[token])
    verdict.compare("games ordered in all", sum(there.values()), len(ledger.ordered), in_doubt=doubts.of(acts.BOTS))
    refused = _ordered().filter(game=None).values_list("ordered_as", "problem")
    verdict.lost += [f"game ordered as {token}: {error}" for token, error in refused]


def _plays(verdict: Verdict, ledger: Ledger, doubts: Doubts) -> None:
    opened = Play.objects.filter(ordered_as="").count()
    verdict.compare("plays opened in all", opened, len(ledger.plays), in_doubt=doubts.of(acts.PLAY))
    given_up = [path for _, path in doubts.seen.given_up]
    for kept in ledger.plays:
        at = f"/api/v1/plays/{kept.pk}/"
        turns = [one.act for one in doubts.seen.doubts if one.act.makes == acts.TURN and one.act.path.startswith(at)]
        in_doubt = frozenset(turn.body["number"] for turn in turns)
        verdict.wrong += problems_of(kept, in_doubt, abandoned=any(at in path for path in given_up))
        if kept.stuck:
            verdict.stuck.append(f"play {kept.pk} stands still")


def _lab(verdict: Verdict, ledger: Ledger, doubts: Doubts) -> None:
    """Every order is there, alone, and played to its end."""
    rows = Experiment.objects.values_list("seed", "status", "done")
    there, in_doubt = Counter(seed for seed, _, _ in rows), doubts.seeds()
    for seed in ledger.experiments:
        verdict.compare(f"{acts.EXPERIMENT} {seed}", there[seed], in_doubt=in_doubt[seed])
    verdict.compare(f"{acts.EXPERIMENT}s in all", len(rows), len(ledger.experiments), in_doubt=in_doubt.total())
    verdict.lost += [
        f"{acts.EXPERIMENT} {seed}: {end}, {done} of {acts.LAB_PAIRS} pairs"
        for seed, end, done in rows
        if (end, done) != ("done", acts.LAB_PAIRS)
    ]


def _ordered() -> QuerySet[Play]:
    return Play.objects.exclude(ordered_as="")
