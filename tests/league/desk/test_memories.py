"""A tournament that is over, as it is remembered."""

import pytest
from django.utils import timezone

from league.models import Round, Stage, Tournament
from league.tournaments.desk.rules.memories import Climb, Closest, Score, biggest_climb, closest_table, highest_score
from tests.factories.evening import an_evening
from tests.factories.tables import played_table
from tests.factories.tournaments import a_tournament

ADA, BO, CLEO, DEV = range(1, 5)
URL = "/tournaments/spring-open/evening/"


def test_the_closest_table_is_measured_against_all_points_of_the_table():
    games = {
        1: [Score(1, 20, ADA), Score(2, 10, BO)],
        2: [Score(1, 100, ADA), Score(2, 90, CLEO)],
        3: [Score(1, 5, DEV), Score(2, 4, BO)],
        4: [Score(1, 7, DEV)],
    }
    assert closest_table(games) == Closest(game=2, first=100, second=90)
    assert closest_table({}) is None and closest_table({4: games[4]}) is None


def test_the_highest_score_is_that_of_a_character_and_the_earliest_of_equals():
    games = {1: [Score(1, 30, None), Score(2, 20, ADA)], 2: [Score(1, 20, BO)]}
    assert highest_score(games) == (1, Score(2, 20, ADA))
    assert highest_score({1: [Score(1, 30, None)]}) is None


def test_the_biggest_climb_is_that_of_who_gained_most_places():
    assert biggest_climb([ADA, BO, CLEO, DEV], [DEV, CLEO, BO, ADA]) == Climb(DEV, before=4, after=1)
    assert biggest_climb([ADA, BO], [ADA, BO]) is None
    assert biggest_climb([ADA, BO], [ADA, CLEO, BO]) is None, "a newcomer climbs from nowhere"


@pytest.fixture
def over(db) -> Tournament:
    evening = an_evening()
    for table, cards in zip(evening.second.tables.order_by("number"), ((10, 12, 9, 2), (2, 4, 26, 1)), strict=True):
        played_table(table, cards)
    now = timezone.now()
    Round.objects.filter(pk=evening.second.pk).update(status=Round.ENDED, ended_at=now)
    Stage.objects.filter(pk=evening.stage.pk).update(status=Stage.ENDED)
    Tournament.objects.filter(pk=evening.tournament.pk).update(status=Tournament.FINISHED, finished_at=now)
    return evening.tournament


def test_it_names_the_winner_and_what_to_remember_with_the_figures(over, text):
    page = text(URL)
    assert "<bdi>Iris</bdi> wins</h2>" in page, "44 points, and as many from her bye"
    assert "9 characters came. 4 games were played." in page
    closest = page.partition("Closest table")[2].partition("</div>")[0]
    assert "<bdi>Hugo</bdi> 12, <bdi>Iris</bdi> 10" in closest and "Table 1 of round 2" in closest
    highest = page.partition("Highest score")[2].partition("</div>")[0]
    assert "27" in highest and "Table 1 of round 1" in highest
    assert "after round 1 to place" in page.partition("Biggest climb")[2]
    assert "2 draws from chance that was fixed" in page and over.draw_commitment in page


def test_it_can_still_be_told_again_and_no_longer_asks_for_news(over, text):
    page = text(URL)
    assert "?at=0&amp;run=yes" in page and "data-live=" not in page
    assert "Still playing</h2>" in text(f"{URL}?at=1")


@pytest.mark.django_db
def test_a_tournament_in_which_nobody_played_has_nothing_to_remember(text):
    a_tournament(status=Tournament.FINISHED)
    page = text(URL)
    assert "Nobody has played" in page and "Closest table" not in page


def test_queries_do_not_grow_with_games(over, client, queries):
    few = queries(client, URL)
    stage = Stage.objects.get(tournament=over)
    third = Round.objects.create(stage=stage, number=3, status=Round.ENDED, minutes=60, ended_at=timezone.now())
    for number, earlier in enumerate(Round.objects.get(stage=stage, number=1).tables.all(), start=1):
        table = third.tables.create(number=number)
        for seat in earlier.seats.all():
            table.seats.create(round=third, seat=seat.seat, entry=seat.entry)
        played_table(table)
    assert queries(client, URL) == few
