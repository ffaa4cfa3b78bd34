"""The notes for a presenter: what there is to say about everybody at a table."""

import pytest

from characters.models import CareerEvent
from league.models import Round
from league.people.services.person_pages import introduce
from league.tournaments.desk.rules.presenting import Meetings, meetings, wins_in_a_row
from tests.factories.evening import an_evening
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

ADA, BO, CLEO = 1, 2, 3
URL = "/tournaments/spring-open/presenter/"


@pytest.mark.parametrize(("places", "number"), [([1, 1, 2, 1], 2), ([2, 1], 0), ([1, 1], 2), ([], 0)])
def test_wins_in_a_row_end_with_the_newest_game_that_was_not_won(places, number):
    assert wins_in_a_row(places) == number


def test_meetings_are_the_games_in_which_both_sat_and_shared_places_are_neither_ahead_nor_behind():
    games = {10: {ADA: 1, BO: 2}, 11: {ADA: 3, BO: 2}, 12: {ADA: 1, BO: 1}, 13: {ADA: 1, CLEO: 2}}
    assert meetings(games, ADA, BO) == Meetings(games=3, ahead=1, behind=1)
    assert meetings(games, BO, CLEO) == Meetings(games=0, ahead=0, behind=0)


def notes_on(page: str, name: str) -> str:
    return page.partition(f"<bdi>{name}</bdi></a></h3>")[2].partition("</li> </ul> </li>")[0]


@pytest.mark.django_db
def test_each_sentence_has_the_figure_that_it_is_about(text):
    evening = an_evening()
    ada, bo = (entry.character for entry in evening.entries[:2])
    CareerEvent.objects.create(
        character=bo,
        career=1,
        kind="promotion",
        game=evening.first.tables.get(number=1).game_id,
        at="2026-03-02T18:00Z",
        from_level="entry",
        to_level="senior",
        points=10,
        why="points",
    )
    bo.careers.update(level="senior")
    introduce(user=ada.owner, called="Adda", pronouns="she/her", spoken="")
    first = text(f"{URL}?table=1")
    assert "Table 1, round 2" in first and "leads with a win here" in first
    assert "Place 1 of 9, with 60.00 points. Placed 1 in this stage." in notes_on(first, ada.name)
    assert "1 game this season, 1 won. The newest first: placed 1." in notes_on(first, ada.name)
    assert "<bdi>Adda</bdi>, <bdi>she/her</bdi>" in notes_on(first, ada.name)
    assert "This is the first game of the season." in notes_on(first, "Iris")
    second = notes_on(text(f"{URL}?table=2"), bo.name)
    assert "1 meeting with <bdi>Cleo</bdi> this season: ahead in 1, behind in 0." in second
    assert "<p>Senior at " in second and " since 2 March 2026.</p>" in second
    assert "<bdi>Eve</bdi>" not in second, "they never met"


@pytest.mark.django_db
def test_without_a_number_it_begins_with_the_first_table_still_playing(text):
    evening = an_evening()
    played_table(evening.second.tables.get(number=1))
    assert "Table 2, round 2" in text(URL) and "Table 2, round 2" in text(f"{URL}?table=x")
    assert "The result of this table is in." in text(f"{URL}?table=1")


@pytest.mark.django_db
def test_before_the_first_round_it_says_when_there_will_be_something(text):
    a_tournament()
    assert "Nobody to talk about yet" in text(URL)


@pytest.mark.django_db
def test_queries_do_not_grow_with_tables_and_results(client, queries):
    tournament = a_tournament()
    entries = entered(tournament, 40)
    stage = a_stage(tournament, entries, rounds=5)
    first = a_round(stage, *(entries[at : at + 4] for at in range(0, 40, 4)), status=Round.RUNNING)
    tables = list(first.tables.order_by("number"))
    for table in tables[:2]:
        played_table(table)
    few = queries(client, URL)
    for table in tables[2:-1]:
        played_table(table)
    assert queries(client, URL) == few
