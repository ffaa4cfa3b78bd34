"""The annual report on paper, a sheet for everybody, against its page; of the sample season and of a large one."""

from collections.abc import Callable
from time import process_time

import pytest
from django.core.cache import cache, caches
from django.core.management import call_command
from django.test import Client

from league.models import Season
from league.reports.queries.annual_paper import FIRST_OF_MANY
from league.standings.services.summaries import summarise
from tests.benchmarks.measures import measured
from tests.factories.crowds import a_crowd, play_in_bulk
from tests.factories.printed import pages_of
from tests.factories.ratings import rate
from tests.factories.seasons import a_season

# What is read of a season is kept outside of transactions alone.
pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]
CHARACTERS, GAMES, AT_ONCE = 1_000, 5_000, 1_000


def seconds(ask: Callable[[], object], times: int = 3) -> float:
    """Of computing, the least of several."""
    found = []
    for _ in range(times):
        begun = process_time()
        ask()
        found.append(process_time() - begun)
    return min(found)


def compare(season: Season, title: str) -> None:
    cache.set("hidden_leagues", frozenset(), None)
    client, page = Client(), f"/seasons/{season.slug}/report/"
    first = seconds(lambda: client.get(page), 1)
    paper = client.get(f"/seasons/{season.slug}/report.pdf").content
    person = pages_of(paper)[-1].splitlines()[2]
    slug = season.league.enrolments.get(character__name=person).character.slug
    read = seconds(lambda: client.get(page))
    printed = seconds(lambda: (caches["papers"].clear(), client.get(f"/seasons/{season.slug}/report.pdf")))
    again = seconds(lambda: client.get(f"/seasons/{season.slug}/report.pdf"))
    one = seconds(lambda: client.get(f"{page}{slug}.pdf"))
    measured(
        title,
        f"the page {read * 1000:.0f} ms of the processor ({first * 1000:.0f} ms before anything is kept)",
        f"the PDF of {len(pages_of(paper))} sheets and {len(paper) // 1000} kB {printed / read:.1f} times the page",
        f"once more {again / read:.1f} times",
        f"a sheet alone {one / read:.1f} times",
    )


def test_the_sample_season():
    call_command("load_sample", verbosity=0)
    compare(Season.objects.get(slug="spring-2026"), "the sample season")


def test_a_season_of_a_thousand_characters():
    season = a_season("large")
    people = a_crowd(season, CHARACTERS)
    for begun in range(0, GAMES, AT_ONCE):
        play_in_bulk(season, people, range(begun, begun + AT_ONCE))
    rate()
    while summarise():
        pass
    compare(season, f"{CHARACTERS} characters, {GAMES} games, {FIRST_OF_MANY} of them with a sheet")
