"""An evening of many tables: people at 250 tables of all five games, a move at each every five seconds, two site
processes on PostgreSQL. After each move the page of everybody at the table is changed. Skipped elsewhere:
`DATABASE_URL=postgres://... python3 run.py bench -k many_tables`."""

import http.client
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import local
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.models import Play
from games.services.plays import game_of
from league.models import SeasonPlay
from league.play.rules.systems import PLAYED_HERE
from tests.benchmarks.measures import measured, percentile
from tests.benchmarks.sites import PROCESSES, Sites
from tests.factories.play_pages import PART
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgres" not in os.environ.get("DATABASE_URL", ""), reason="needs PostgreSQL"),
]
TABLES, PAUSE, SECONDS = 250, 5, 40
SEATED = ("ada", "bo", "cleo", "dev")
TOKEN = "t" * 32


class Lines(local):
    """A connection of each thread to the site."""

    def __init__(self, port: int) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)


class Seated:
    """Somebody at a table, and what their page holds of it."""

    def __init__(self, lines: Lines, cookie: str, season_play: SeasonPlay) -> None:
        self._lines, self._at = lines, season_play.get_absolute_url()
        self._headers = {"Cookie": f"sessionid={cookie}; csrftoken={TOKEN}", "HX-Request": "true", "X-Board": "kept"}
        self._held = dict[str, str]()

    def asks(self) -> float:
        """Ask for the page, and return when it came."""
        parts = " ".join(f"{name}:{mark}" for name, mark in self._held.items())
        text = self._send("GET", self._at, {"X-Parts": parts})
        self._held = {name: mark for name, mark, _kept in PART.findall(text)}
        return time.monotonic()

    def moves(self, number: int, action: str) -> None:
        body = urlencode({"number": number, "action": action, "key": f"move-{number}"})
        sent = {"X-CSRFToken": TOKEN, "Content-Type": "application/x-www-form-urlencoded"}
        self._send("POST", f"{self._at}turns/", sent, body)

    def _send(self, method: str, path: str, headers: dict[str, str], body: str | None = None) -> str:
        line = self._lines.line
        line.request(method, path, body, self._headers | headers)
        answer = line.getresponse()
        text = answer.read().decode()
        assert answer.status in (200, 302), text[:500]
        return text


@pytest.fixture
def sites() -> Iterator[Sites]:
    made = Sites()
    yield made
    made.stop()


def cookies_of(club: ThursdayClub) -> dict[int, str]:
    cookies = {}
    for name in SEATED:
        client = Client()
        client.force_login(club.users[name])
        cookies[club.users[name].pk] = client.cookies["sessionid"].value
    return cookies


def a_move(season_play: SeasonPlay, people: dict[int, Seated], readers: ThreadPoolExecutor) -> list[float]:
    """Take the first choice that there is; return the seconds from the answer to the page of each of the others."""
    play = fresh(season_play).play
    if play.status != Play.RUNNING:
        return []
    who, action = decider(play).pk, game_of(play).legal[0].text
    people[who].moves(play.number, action)
    answered = time.monotonic()
    shown = {pk: readers.submit(person.asks) for pk, person in people.items()}
    return [came.result() - answered for pk, came in shown.items() if pk != who]


def moved(tables: Sequence[tuple[SeasonPlay, dict[int, Seated]]]) -> tuple[list[float], float]:
    """Move at each table in turn, whether or not the moves before are through; return what each took, and how far the
    last move was behind its time."""
    each, started = PAUSE / TABLES, time.monotonic()
    futures: list[Future[list[float]]] = []
    with ThreadPoolExecutor(64) as readers, ThreadPoolExecutor(16) as movers:
        for number in range(int(SECONDS / each)):
            time.sleep(max(0, started + number * each - time.monotonic()))
            futures.append(movers.submit(a_move, *tables[number % TABLES], readers))
        taken = [seconds for future in futures for seconds in future.result()]
    return taken, time.monotonic() - started - SECONDS


def test_a_move_reaches_the_others_while_many_tables_play(sites):
    club = a_thursday_club()
    sites.wait()
    lines, cookies, tables = Lines(sites.port), cookies_of(club), []
    for number in range(TABLES):
        people = SEATED[number % 4 :] + SEATED[: number % 4]  # nobody opens more than a day's tables
        system = PLAYED_HERE[number % len(PLAYED_HERE)]
        season_play = a_running_play(club, *people, system=system, bots=0, counts=False)
        tables.append((season_play, {pk: Seated(lines, cookie, season_play) for pk, cookie in cookies.items()}))
    for _season_play, people in tables:
        for person in people.values():
            person.asks()
    before = sites.busy()
    taken, late = moved(tables)
    busy, moves = sites.busy() - before, len(taken) / 3
    p50, p95 = percentile(taken, 50), percentile(taken, 95)
    measured(
        f"{TABLES} tables of four, a move each {PAUSE} s, {PROCESSES} site processes",
        f"{moves:.0f} moves in {SECONDS} s, the last {max(late, 0):.1f} s late",
        f"answer of a move to the page of another p50 {p50:.0f} ms, p95 {p95:.0f} ms",
        f"{busy / moves * 1000:.0f} ms of processor for a move and its four pages, {busy / SECONDS:.2f} processors",
    )
    assert moves > TABLES
