"""A tournament as it is watched."""

from datetime import timedelta

import pytest
from django.utils import timezone

from characters.models import CareerEvent
from league.models import Round, Stage, Tournament
from tests.factories.evening import an_evening
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db
URL = "/tournaments/spring-open/evening/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening():
    return an_evening()


def test_it_shows_standings_open_tables_and_results(evening, text):
    page = text(URL)
    order = ("round 2 of 3", "Standings</h2>", "Still playing</h2>", "Latest results</h2>", "Careers today</h2>")
    places = [page.index(words) for words in order]
    assert places == sorted(places)
    assert page.count("data-row=") == 9 and page.count("Table 1, round 1") == 1


def test_it_says_what_a_win_decides_with_the_figures(evening, text):
    page = text(URL)
    ada = "<bdi>Ada</bdi> leads with a win here:</strong> 120.00 points, ahead of <bdi>Iris</bdi> with 88.00 at most"
    assert ada in page
    assert "wins the tournament" not in page, "a round is still to come"


def test_the_last_round_says_who_wins_the_tournament_and_who_cannot_be_caught(evening, text):
    Stage.objects.filter(pk=evening.stage.pk).update(rounds=2)
    assert "leads with a win here" in text(URL)
    played_table(evening.second.tables.get(number=2))
    assert "wins the tournament with a win here" in text(URL)
    played_table(evening.second.tables.get(number=1))
    assert "Nobody can catch <bdi>" in text(URL)


def test_before_the_first_result_nothing_is_at_stake(text):
    tournament = a_tournament()
    entries = entered(tournament, 4)
    a_round(a_stage(tournament, entries), entries, status=Round.RUNNING)
    page = text(URL)
    assert "with a win here" not in page and "The first result appears here" in page


def test_a_knock_out_says_what_the_winner_goes_on_to(text):
    tournament = a_tournament()
    entries = entered(tournament, 8)
    stage = a_stage(tournament, entries, format=Stage.KNOCK_OUT, rounds=None)
    first = a_round(stage, entries[:4], entries[4:], status=Round.RUNNING)
    assert text(URL).count("The winner of this table goes on to the next round.") == 2
    Round.objects.filter(pk=first.pk).update(status=Round.ENDED, ended_at=timezone.now())
    a_round(stage, entries[:4], number=2)
    assert "The winner of this table wins the tournament." in text(URL)


@pytest.mark.parametrize(
    ("status", "words"), [(Tournament.PLANNED, "Nothing to watch yet"), (Tournament.CANCELLED, "will not take place")]
)
def test_without_a_round_it_says_when_there_will_be_something(text, status, words):
    a_tournament(status=status)
    assert words in text(URL)


def test_promotions_of_the_evening_are_told_and_change_the_page(evening, client):
    first = client.get(URL, headers=HTMX)
    assert client.get(URL, headers=HTMX | {"If-None-Match": first.headers["ETag"]}).status_code == 304
    table = evening.first.tables.get(number=1)
    CareerEvent.objects.create(
        character=evening.entries[0].character,
        career=1,
        kind="promotion",
        game=table.game_id,
        reference="r",
        at=timezone.now(),
        from_level="entry",
        to_level="senior",
        points=10,
        why="points",
    )
    later = client.get(URL, headers=HTMX | {"If-None-Match": first.headers["ETag"]})
    assert later.status_code == 200 and "event-promotion" in later.content.decode()


def test_htmx_gets_the_changing_part_alone_and_a_result_changes_it(evening, client):
    first = client.get(URL, headers=HTMX)
    assert b"<html" not in first.content and b'id="evening"' not in first.content
    played_table(evening.second.tables.get(number=1))
    later = client.get(URL, headers=HTMX | {"If-None-Match": first.headers["ETag"]})
    assert later.status_code == 200 and "Table 1, round 2" in later.content.decode()


def test_the_clock_ticks_while_the_round_runs(evening, text):
    start = timezone.now() - timedelta(minutes=10)
    Round.objects.filter(pk=evening.second.pk).update(status=Round.RUNNING, started_at=start)
    assert "data-ends" in text(URL)
    Round.objects.filter(pk=evening.second.pk).update(status=Round.ENDED, ended_at=timezone.now())
    assert "data-clock" not in text(URL)


def test_the_tab_is_there_while_it_runs_and_afterwards(evening, text):
    assert f'href="{URL}"' in text("/tournaments/spring-open/")
    Tournament.objects.filter(pk=evening.tournament.pk).update(status=Tournament.PLANNED)
    assert f'href="{URL}"' not in text("/tournaments/spring-open/")


def test_queries_do_not_grow_with_tables_and_results(client, queries):
    tournament = a_tournament()
    entries = entered(tournament, 40)
    stage = a_stage(tournament, entries, rounds=5)
    first = a_round(stage, *(entries[at : at + 4] for at in range(0, 40, 4)), status=Round.ENDED)
    tables = list(first.tables.all())
    second = a_round(stage, entries[:4], number=2)
    for table in tables[:2]:
        played_table(table)
    few = queries(client, URL)
    for table in tables[2:]:
        played_table(table)
    Round.objects.filter(pk=second.pk).update(status=Round.ENDED, ended_at=timezone.now())
    a_round(stage, *(entries[at : at + 4] for at in range(0, 40, 4)), number=3)
    assert queries(client, URL) == few
