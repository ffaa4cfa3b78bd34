"""People of a club at work: score-keepers report, correct, confirm and void; an organiser draws rounds and phones
report their tables; people play; organisers order games from the bots and from the lab. Each keeps a list of what the
site has acknowledged."""

import contextlib
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import close_old_connections, connection
from django.db.utils import Error as DatabaseError

from league.lab.models import Experiment
from league.models import Table
from league.tournaments.tables.queries.links import table_path
from tests.chaos import acts
from tests.chaos.line import GivenUp, Line, Seen
from tests.chaos.pairs import KeptPlay
from tests.chaos.town import Town
from tests.factories.thursday_club import a_report

ROUNDS = 3
MOST_GAMES = 12  # one person looks after so many at a time
BETWEEN_ORDERS = 3.0  # seconds, for the quota of a day
Found = TypeVar("Found")


@dataclass
class KeptGame:
    """A game as its only writer knows it from the last answer."""

    reference: str
    pk: int
    status: str
    version: int
    revision: int


@dataclass
class KeptTable:
    """A table as its phones know it."""

    pk: int
    keys: list[str] = field(default_factory=list)


@dataclass
class Ledger:
    """Everything that was acknowledged."""

    games: list[KeptGame] = field(default_factory=list)
    decided: list[tuple[str, int, str]] = field(default_factory=list)  # kind, game, its words
    tournaments: list[str] = field(default_factory=list)
    rounds: list[tuple[str, int]] = field(default_factory=list)
    tables: list[KeptTable] = field(default_factory=list)
    ordered: list[str] = field(default_factory=list)  # tokens of games of bots
    plays: list[KeptPlay] = field(default_factory=list)
    experiments: list[int] = field(default_factory=list)  # by their seeds


class Client(threading.Thread):
    def __init__(self, name: str, work: Callable[[], None], over: threading.Event) -> None:
        super().__init__(name=name, daemon=True)
        self._work, self._over = work, over
        self.failure: Exception | None = None

    def run(self) -> None:
        try:
            while not self._over.is_set():
                with contextlib.suppress(GivenUp):  # the line has noted it; what was at hand is left there
                    self._work()
        except Exception as error:
            self.failure = error
        finally:
            connection.close()


class Keeper:
    """Reports games and has second thoughts about them; nobody else touches them."""

    def __init__(self, town: Town, line: Line, ledger: Ledger, name: str, rng: random.Random) -> None:
        self.line, self.ledger, self.name, self.rng = line, ledger, name, rng
        self.names, self.number, self.mine = town.names, 0, list[KeptGame]()

    def work(self) -> None:
        self.number += 1
        key = f"{self.name}-{self.number}"
        if len(self.mine) < 3 or self.rng.random() < 0.4:
            self._report(key)
        else:
            self._decide(self.rng.choice(self.mine), key)
        time.sleep(self.rng.uniform(0, 0.2))

    def _report(self, key: str) -> None:
        act = acts.report_game(self._sheet(), reference=key, confirm=self.rng.random() < 0.7)
        answer = self.line.act(act, key=key)
        if answer:
            told = answer.body
            game = KeptGame(key, told["id"], told["status"], told["sheet_version"], told["revision"])
            self.ledger.games.append(game)
            self.mine = [*self.mine[1 - MOST_GAMES :], game]

    def _sheet(self) -> dict[str, Any]:
        day, minute = self.rng.randint(1, 28), self.rng.randint(0, 59)
        played_at = f"2026-01-{day:02}T18:{minute:02}:00Z"
        return a_report(*self.rng.sample(self.names, 2), season=acts.SEASON, played_at=played_at)

    def _decide(self, game: KeptGame, key: str) -> None:
        kinds = {"submitted": ["confirm", "correct"], "confirmed": ["correct", "correct", "void"], "void": ["correct"]}
        kind = self.rng.choice(kinds[game.status])
        seen = {"version": game.version, "revision": game.revision}
        reason = "" if kind == "confirm" else f"{kind} {key}"
        self.mine.remove(game)
        if kind == "confirm":
            answer = self.line.act(acts.confirm_game(game.pk, **seen), key=key)
        elif kind == "void":
            answer = self.line.act(acts.void_game(game.pk, **seen, reason=reason), key=key)
        else:
            answer = self.line.act(acts.correct_game(game.pk, self._sheet(), **seen, reason=reason), key=key)
        if answer:
            told = answer.body
            game.status, game.version, game.revision = told["status"], told["sheet_version"], told["revision"]
            self.mine.append(game)
            if reason:
                self.ledger.decided.append((kind, game.pk, reason))


class Organiser:
    """Holds one tournament after the other; its tables report from phones."""

    def __init__(self, town: Town, line: Line, ledger: Ledger, over: threading.Event) -> None:
        self.line, self.ledger, self.slugs, self.over, self.number = line, ledger, town.slugs, over, 0

    def work(self) -> None:
        """One tournament, as far as there is time."""
        self.number += 1
        slug = self._announced()
        steps = [*(acts.enter(slug, who) for who in self.slugs[:8]), acts.check_in_all(slug)]
        for act in [*steps, acts.step_of(slug, "start")]:
            if self.over.is_set():
                return
            self._do(act)
        for number in range(1, ROUNDS + 1):
            if self.over.is_set():
                return
            self._round(slug, number)
        self._do(acts.step_of(slug, "end-stage"))
        self._do(acts.step_of(slug, "finish"))

    def _announced(self) -> str:
        answer = self.line.act(acts.announce(self.number, rounds=ROUNDS), key=f"cup-{self.number}")
        if answer is None:
            raise RuntimeError("no tournament could be announced")
        self.ledger.tournaments.append(answer.body["slug"])
        return str(answer.body["slug"])

    def _do(self, act: acts.Act) -> None:
        self.line.act(act, key=f"{act.path}{act.body.get('character', '')}")

    def _round(self, slug: str, number: int) -> None:
        drawn = self.line.act(acts.draw(slug), key=f"{slug}-draw-{number}")
        if drawn is None:
            raise RuntimeError(f"round {number} of {slug} could not be drawn")
        self.ledger.rounds.append((slug, number))
        for step in ("publish", "start"):
            self._do(acts.step_of(slug, f"rounds/1/{number}/{step}"))
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(self._play, tables_of(slug, number)))
        self._do(acts.step_of(slug, f"rounds/1/{number}/end"))

    def _play(self, table: tuple[int, str]) -> None:
        """One seat enters what everybody held, the others agree."""
        pk, path = table
        kept = KeptTable(pk)
        self.ledger.tables.append(kept)
        digest = ""
        for seat in range(1, 5):
            phone = Line(self.line.port, self.line.seen)
            phone.headers["Cookie"] = cookies(phone.get(path).headers.get_all("Set-Cookie") or [])
            key = f"{pk}-{seat}"
            answer = phone.act(acts.report_table(path, seat, digest=digest), key=key)
            if answer:
                digest = answer.body["digest"]
                kept.keys.append(key)


def cookies(set_cookies: list[str]) -> str:
    return "; ".join(one.partition(";")[0] for one in set_cookies)


def looked_up(query: Callable[[], Found]) -> Found:
    """What the database says; this reader may lose its connection like everybody else."""
    while True:
        try:
            close_old_connections()
            return query()
        except DatabaseError:
            connection.close()
            time.sleep(0.5)


def tables_of(slug: str, number: int) -> list[tuple[int, str]]:
    """What is printed and laid on the tables."""
    tables = Table.objects.select_related("round__stage").filter(
        round__stage__tournament__slug=slug, round__number=number
    )
    return looked_up(lambda: [(table.pk, table_path(table)) for table in tables.all()])


class Patron:
    """Orders games from the bots, one at a time, and waits for each."""

    def __init__(self, town: Town, line: Line, ledger: Ledger, name: str, over: threading.Event) -> None:
        self.line, self.ledger, self.name, self.over, self.number = line, ledger, name, over, 0
        self.seated = [str(who) for who in (*town.ids[:2], "guest", *["nobody"] * 2)]

    def work(self) -> None:
        self.number += 1
        token = f"{self.name}-{self.number}"
        answer = self.line.form(acts.order_bots(self.seated, token=token), key=token)
        if answer is None:
            time.sleep(1)
            return
        self.ledger.ordered.append(token)
        while not self.over.wait(0.5):
            page = self.line.get(str(answer.headers["Location"]))
            if page.status == 302 or ">Over</span>" in str(page.body):
                return


class Researcher:
    """Orders experiments on the page and by the API in turn, and waits for each."""

    def __init__(self, program: Line, page: Line, ledger: Ledger, name: str, seed: int, over: threading.Event) -> None:
        self.program, self.page, self.ledger, self.name, self.over = program, page, ledger, name, over
        self.seed = seed

    def work(self) -> None:
        """`seed` is what tells an order from all others."""
        self.seed += 1
        self._wait_until_free()
        if self.over.is_set():
            return
        if self.seed % 2:
            answer = self.page.form(acts.order_on_the_page(self.seed), key=str(self.seed))
        else:
            answer = self.program.act(acts.order_experiment(self.seed), key=f"{self.name}-{self.seed}")
        if answer is not None:
            self.ledger.experiments.append(self.seed)
        self.over.wait(BETWEEN_ORDERS)

    def _wait_until_free(self) -> None:
        """One is under way at a time."""
        experiments = Experiment.objects.filter(asked_by__username=self.name, status=Experiment.RUNNING)
        while looked_up(experiments.exists) and not self.over.wait(0.5):
            pass


def pairs_of_town(town: Town, port: int, seen: Seen) -> list[tuple[tuple[Line, Line], tuple[str, str]]]:
    """Those who play, two by two, with their programs."""
    lines = [Line(port, seen, {"Authorization": f"Token {token}"}) for token in town.players.values()]
    every_other = range(0, len(lines), 2)
    return [((lines[at], lines[at + 1]), (town.slugs[at], town.slugs[at + 1])) for at in every_other]
