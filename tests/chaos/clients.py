"""People of a club at work: score-keepers report, correct, confirm and void; an organiser draws rounds and phones
report their tables; organisers order games from the bots. Each keeps a list of what the site has acknowledged."""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from django.db import close_old_connections, connection
from django.db.utils import Error as DatabaseError

from league.models import Table
from league.tournaments.tables.queries.table_state import table_path
from tests.chaos.line import GivenUp, Line
from tests.chaos.town import Town
from tests.factories.thursday_club import a_report

CARDS = {f"seat-{seat}-cards": str(cards) for seat, cards in enumerate((20, 9, 3, 1), 1)}
ROUNDS = 3
MOST_GAMES = 12  # one person looks after so many at a time


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


class Client(threading.Thread):
    def __init__(self, name: str, work: Callable[[], None], over: threading.Event) -> None:
        super().__init__(name=name, daemon=True)
        self._work, self._over = work, over
        self.failure: Exception | None = None

    def run(self) -> None:
        try:
            while not self._over.is_set():
                self._work()
        except GivenUp:
            pass  # the line has noted it
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
        body = self._body(reference=key, confirm=self.rng.random() < 0.7)
        answer = self.line.act("/api/v1/games/", body, key=key, good=(201,))
        if answer:
            told = answer.body
            game = KeptGame(key, told["id"], told["status"], told["sheet_version"], told["revision"])
            self.ledger.games.append(game)
            self.mine = [*self.mine[1 - MOST_GAMES :], game]

    def _body(self, **more: Any) -> dict[str, Any]:
        day, minute = self.rng.randint(1, 28), self.rng.randint(0, 59)
        played_at = f"2026-01-{day:02}T18:{minute:02}:00Z"
        return a_report(*self.rng.sample(self.names, 2), season="chaos", played_at=played_at) | more

    def _decide(self, game: KeptGame, key: str) -> None:
        kinds = {"submitted": ["confirm", "correct"], "confirmed": ["correct", "correct", "void"], "void": ["correct"]}
        kind = self.rng.choice(kinds[game.status])
        bodies = {
            "confirm": {"expected_version": game.version},
            "correct": self._body(expected_version=game.version, reason=f"corrected {key}"),
            "void": {"expected_version": game.version, "reason": f"voided {key}"},
        }
        body = bodies[kind] | {"expected_revision": game.revision}
        if kind == "correct":
            body = {name: value for name, value in body.items() if name not in ("season", "system", "edition")}
        answer = self.line.act(f"/api/v1/games/{game.pk}/{kind}/", body, key=key, good=(200,))
        if answer:
            told = answer.body
            game.status, game.version, game.revision = told["status"], told["sheet_version"], told["revision"]
            if "reason" in body:
                self.ledger.decided.append((kind, game.pk, body["reason"]))
        else:
            self.mine.remove(game)


class Organiser:
    """Holds one tournament after the other; its tables report from phones."""

    def __init__(self, town: Town, line: Line, ledger: Ledger, over: threading.Event) -> None:
        self.line, self.ledger, self.slugs, self.over, self.number = line, ledger, town.slugs, over, 0

    def work(self) -> None:
        """One tournament, as far as there is time."""
        self.number += 1
        slug = self._announced()
        for step in [*(f"enter {who}" for who in self.slugs[:8]), "check-in", "start"]:
            if self.over.is_set():
                return
            what, _, who = step.partition(" ")
            path, body = ("entries/", {"character": who}) if who else (f"{what}/", {})
            self._do(slug, path, body, good=(200, 201))
        for number in range(1, ROUNDS + 1):
            if self.over.is_set():
                return
            self._round(slug, number)
        self._do(slug, "end-stage/")
        self._do(slug, "finish/")

    def _announced(self) -> str:
        body = {
            "season": "chaos",
            "name": f"Cup {self.number}",
            "system": "career_compass",
            "edition": "london",
            "stages": [{"format": "swiss", "name": "Swiss", "rounds": ROUNDS}],
        }
        answer = self.line.act("/api/v1/tournaments/", body, key=f"cup-{self.number}", good=(201,))
        if answer is None:
            raise RuntimeError("no tournament could be announced")
        self.ledger.tournaments.append(answer.body["slug"])
        return str(answer.body["slug"])

    def _do(self, slug: str, path: str, body: dict[str, Any] | None = None, *, good: tuple[int, ...] = (200,)) -> bool:
        key = f"{slug}-{path}-{(body or {}).get('character', '')}"
        return self.line.act(f"/api/v1/tournaments/{slug}/{path}", body, key=key, good=good) is not None

    def _round(self, slug: str, number: int) -> None:
        drawn = self.line.act(f"/api/v1/tournaments/{slug}/draw/", key=f"{slug}-draw-{number}", good=(201,))
        if drawn is None:
            raise RuntimeError(f"round {number} of {slug} could not be drawn")
        self.ledger.rounds.append((slug, number))
        for step in ("publish", "start"):
            self._do(slug, f"rounds/1/{number}/{step}/")
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(self._play, tables_of(slug, number)))
        self._do(slug, f"rounds/1/{number}/end/")

    def _play(self, table: tuple[int, str]) -> None:
        """One seat enters what everybody held, the others agree."""
        pk, path = table
        kept = KeptTable(pk)
        self.ledger.tables.append(kept)
        digest = ""
        for seat in range(1, 5):
            phone = Line(self.line.port, self.line.seen)
            phone.headers["Cookie"] = cookies(phone.get(path).headers.get_all("Set-Cookie") or [])
            said = {"confirm": digest} if digest else {"figures": CARDS}
            key = f"{pk}-{seat}"
            answer = phone.act(f"{path}report/", {"seat": seat, **said}, key=key, good=(201,))
            if answer:
                digest = answer.body["digest"]
                kept.keys.append(key)


def cookies(set_cookies: list[str]) -> str:
    return "; ".join(one.partition(";")[0] for one in set_cookies)


def tables_of(slug: str, number: int) -> list[tuple[int, str]]:
    """What is printed and laid on the tables; this reader may lose its connection like everybody else."""
    while True:
        try:
            close_old_connections()
            found = Table.objects.select_related("round__stage").filter(
                round__stage__tournament__slug=slug, round__number=number
            )
            return [(table.pk, table_path(table)) for table in found]
        except DatabaseError:
            connection.close()
            time.sleep(0.5)


class Patron:
    """Orders games from the bots, one at a time, and waits for each."""

    def __init__(self, town: Town, line: Line, ledger: Ledger, name: str, over: threading.Event) -> None:
        self.line, self.ledger, self.name, self.over, self.number = line, ledger, name, over, 0
        seated = [*town.ids[:2], "guest", *["nobody"] * 5]
        self.seats = {f"who_{seat}": who for seat, who in enumerate(seated, 1)}
        self.seats |= {f"bot_{seat}": "random" for seat in range(1, len(seated) + 1)}

    def work(self) -> None:
        self.number += 1
        token = f"{self.name}-{self.number}"
        fields = {"system": "office_job", "mode": "timed", "target": 100, "minutes": 5, "confirm": "yes"}
        answer = self.line.form("/seasons/chaos/play/", fields | self.seats | {"token": token})
        if answer is None:
            time.sleep(1)
            return
        self.ledger.ordered.append(token)
        while not self.over.wait(0.5):
            page = self.line.get(str(answer.headers["Location"]))
            if page.status == 302 or ">Over</span>" in str(page.body):
                return
