"""A tournament as it is watched."""

from datetime import timedelta

import pytest
from django.utils import timezone

from characters.models import CareerEvent
from games.models import Sheet
from league.models import Round, Stage, Tournament
from league.results.services.games import correct_game, void_game
from tests.factories.compass_sheets import compass_sheet
from tests.factories.evening import an_evening
from tests.factories.tables import game_of, played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db
URL = "/tournaments/spring-open/evening/"
ODDS = "/tournaments/spring-open/last-round/"
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
    assert "wins the tournament" not in page and ODDS not in page, "a round is still to come"


def test_the_last_round_says_who_wins_the_tournament_and_who_cannot_be_caught(evening, text):
    Stage.objects.filter(pk=evening.stage.pk).update(rounds=2)
    assert "leads with a win here" in text(URL) and ODDS in text(URL)
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


def watched_at(text, number: int) -> str:
    return text(f"{URL}?at={number}").partition('id="evening"')[2]


def test_it_tells_itself_again_in_the_order_in_which_results_were_confirmed(evening, text):
    first, second = evening.first.tables.order_by("number")
    confirmed = {first: 30, second: 20}  # minutes before the round ended
    ended = timezone.now() - timedelta(minutes=5)
    Round.objects.filter(pk=evening.first.pk).update(published_at=ended - timedelta(hours=1), ended_at=ended)
    Round.objects.filter(pk=evening.second.pk).update(published_at=ended)
    for table, minutes in confirmed.items():
        Sheet.objects.filter(game=table.game_id).update(confirmed_at=ended - timedelta(minutes=minutes))
    start, then = watched_at(text, 0), watched_at(text, 1)
    assert "The first result appears here" in start and "60.00" not in start
    assert "Table 1, round 1" in then and "Table 2, round 1" not in then
    assert "round 1 of 3" in then and ">Table 2</a>" in then, "its result is still awaited"
    assert "<b>36.00</b>" not in then, "a bye counts when its round has ended"
    assert "round 2 of 3" in watched_at(text, 2) and "<b>36.00</b>" in watched_at(text, 2)


def test_it_says_what_has_been_corrected_and_voided_since(evening, text):
    first, second = evening.first.tables.order_by("number")
    sheet = compass_sheet(first, (20, 10, 2, 1))
    correct_game(season_game=game_of(first), sheet=sheet, reason="Typing error.", source=Sheet.WEB, by=None)
    void_game(season_game=game_of(second), reason="Wrong cards.", by=None)
    page = watched_at(text, 1)
    assert "1 of them has been corrected since" in page and "1 voided table is left out" in page
    assert "Table 2, round 1" not in page
    assert "corrected since" not in watched_at(text, 0)


@pytest.mark.parametrize("query", ["?at=x", "?at=-1", "?at=99999999999999999999", "?at=7", "?at="])
def test_an_odd_moment_shows_the_evening(evening, text, query):
    assert "Standings</h2>" in text(URL + query)


def test_what_is_watched_again_asks_for_nothing_by_itself(evening, text):
    assert "data-live=" in text(URL) and "data-live=" not in text(f"{URL}?at=1")


OVERLAY = "/tournaments/spring-open/screen/?overlay=yes"


def test_an_overlay_has_name_plates_with_careers_and_what_is_at_stake(evening, text):
    page = text(f"{OVERLAY}&table=1")
    plates = page.partition('class="plates"')[2].partition("</ul>")[0]
    assert all(f"<bdi>{name}</bdi>" in plates for name in ("Iris", "Hugo", "Gwen", "Ada"))
    assert plates.count("Entry Level") == 4 and "Lister &amp; Bacon Solicitors" in plates
    assert "leads with a win here" in page and 'class="overlay-strip"' in page
    assert 'class="plates"' not in text(f"{OVERLAY}&table=9") and 'class="plates"' not in text(OVERLAY)


@pytest.mark.parametrize(("delay", "shown"), [("", True), ("1", True), ("10", False), ("99", True), ("x", True)])
def test_an_overlay_may_be_minutes_behind_at_most_thirty(evening, text, delay, shown):
    now = timezone.now()
    Round.objects.filter(stage=evening.stage).update(published_at=now - timedelta(hours=2))
    Sheet.objects.update(confirmed_at=now - timedelta(minutes=5 if delay != "99" else 31))
    assert ('class="overlay-strip"' in text(f"{OVERLAY}&delay={delay}")) == shown


def test_an_overlay_asks_for_its_changing_part(evening, client):
    answer = client.get(OVERLAY, headers=HTMX).content.decode()
    assert "<html" not in answer and "overlay-head" in answer


def test_an_overlay_before_the_first_round_has_the_name_alone(text):
    a_tournament()
    page = text(OVERLAY)
    assert "Spring Open" in page and "overlay-strip" not in page
