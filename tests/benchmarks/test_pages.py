"""Measure the cost of every address as a league grows: `python3 run.py bench pages --games 150,10000,100000`, and with
`--own-games 200` of a league that plays as many games of its own.

Each is asked for as three visitors, right after one more game was confirmed. 100,000 games take half an hour."""

import logging
import os

import pytest
from django.db import connection
from django.test import Client

from tests.access.matrix import address, patterns
from tests.access.people import PEOPLE, Place, a_place
from tests.benchmarks.growth import Cost, Growth, cost_of

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]
SIZES = [int(games) for games in (os.environ.get("BENCH_GAMES") or "150,2000").split(",")]
OWN_GAMES = int(os.environ.get("BENCH_OWN_GAMES") or 0)
VISITORS = ("anonymous", "player", "organiser")
FURTHER = ("?page=5", "?sort=wins", "?sort=name", "?q=person")
FURTHER_OF = {
    "seasons/<str:slug>/": FURTHER[:3],
    "seasons/<str:slug>/games/": (*FURTHER[:1], "?system=own-game-7", "?year=2020"),
    "leagues/<str:slug>/records/": ("?system=own-game-7", "?system=careers&year=2020", "?year=2020"),
    "characters/<str:slug>/numbers/": ("?year=2020",),
    "characters/": FURTHER[:1],
    "search/": FURTHER[3:],
}
MUCH = 200_000  # bytes
LOG_LIKE = 1.5  # times as long as at the size before: more grows more than a logarithm does
SLACK = 10  # milliseconds: less is no growth
Costs = dict[tuple[str, str], list[Cost]]


@pytest.fixture
def unlimited(settings, monkeypatch):
    """Nobody is throttled and no answer is too expensive; refusals are not logged."""
    settings.REQUEST_CPU_SECONDS, settings.STRANGERS_CPU_SECONDS = 3600, 0
    logging.disable(logging.CRITICAL)
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *_: True)
    yield
    logging.disable(logging.NOTSET)


def test_every_address_as_the_league_grows(unlimited, capsys):
    place = a_place()
    growth, costs = Growth(place, OWN_GAMES), Costs()
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")  # all is computed in one process, and counted
    for games in SIZES:
        growth.grow_to(games)
        for visitor in VISITORS:
            client = client_of(visitor, place)
            client.get(place.club.season.get_absolute_url())
            for pattern in addresses():
                growth.play_one_more()
                costs.setdefault((pattern, visitor), []).append(cost_of(client, address(pattern, place)))
    with capsys.disabled():
        print(f"\nOn {connection.vendor}\n\n{table_of(costs)}")


def client_of(visitor: str, place: Place) -> Client:
    client = Client(raise_request_exception=False)
    if PEOPLE[visitor]:
        client.force_login(place.club.users[PEOPLE[visitor]])
    return client


def addresses() -> list[str]:
    """Return every address but those of the administration and of the ends of sessions, some with a choice."""
    own = [pattern for pattern in patterns() if not pattern.startswith(("admin/", "accounts/logout"))]
    return [*own, *(pattern + choice for pattern, choices in FURTHER_OF.items() for choice in choices)]


def growth_of(costs: list[Cost]) -> float:
    """Return how many times as long the last size takes as the one before it, a few milliseconds aside."""
    *_, before, last = [cost.milliseconds + SLACK for cost in [*costs[:1], *costs]]
    return last / before


def table_of(costs: Costs) -> str:
    """Return Markdown of the addresses that grow or send much, of those that anybody is answered at; what grows most
    comes first."""
    answered = {key: row for key, row in costs.items() if row[-1].status == 200}
    listed = {key: row for key, row in answered.items() if growth_of(row) > LOG_LIKE or row[-1].size > MUCH}
    heads = [f"{games:,} games" for games in SIZES]
    lines = [f"| address | visitor | {' | '.join(heads)} | kB | times |", f"|{'---|' * (len(heads) + 4)}"]
    for (pattern, visitor), row in sorted(listed.items(), key=lambda item: -growth_of(item[1])):
        cells = [f"{cost.python:.0f} + {cost.database:.0f} ms, {cost.queries} q" for cost in row]
        much = "**" if row[-1].size > MUCH else ""
        size = f"{much}{row[-1].size / 1000:.0f}{much}"
        lines.append(f"| {pattern} | {visitor} | {' | '.join(cells)} | {size} | {growth_of(row):.1f} |")
    return "\n".join([*lines, "", f"{len(answered) - len(listed)} others neither grow nor send much."])
