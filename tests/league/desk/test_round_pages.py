"""A round: my table first, seats, states, results, byes; draws that anybody can check; the projector."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Sheet
from games.rules.sheets import ScoreSheet, SeatLine
from league.models import Bye, DrawChange, Round, Stage, Table
from league.results.services.games import report_game
from league.tournaments.stages.rules.seeds import link
from tests.factories.compass_sheets import compass_sheet
from tests.factories.draws import SECRET
from tests.factories.evening import a_draw, an_evening
from tests.factories.people import an_organiser
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db
URL = "/tournaments/spring-open/"


@pytest.fixture
def evening():
    return an_evening()


def test_the_rounds_tab_opens_the_newest_round(evening, client):
    assert client.get(URL + "rounds/").headers["Location"] == URL + "rounds/1/2/"
    assert f'href="{URL}rounds/"' in client.get(URL).text


def test_before_the_first_round_it_says_what_will_be_there(text):
    a_tournament()
    assert "No round yet" in text(URL + "rounds/")
    assert URL + "rounds/" not in text(URL)


def test_tables_show_seats_in_order_with_the_points_so_far(evening, text):
    page = text(URL + "rounds/1/2/")
    seats = [page.index(f"/characters/{name}/") for name in ("iris", "hugo", "gwen", "ada")]
    assert seats == sorted(seats)
    assert "60.00" in page and "2 open" in page and "Finn" in page
    assert 'rel="prev"' in page and 'rel="next"' not in page


def test_a_played_round_shows_places_and_points(evening, text):
    page = text(URL + "rounds/1/1/")
    assert page.count("Confirmed") == 2 and "is-winner" in page and "<b>44.00</b>" in page
    assert 'rel="next"' in page


def test_the_own_table_comes_first(evening, client, text):
    client.force_login(evening.owner(1))
    page = text(URL + "rounds/1/2/")
    assert page.index("Your table") < page.index("Table 2") < page.index("Table 1")
    client.force_login(evening.owner(5))
    assert "has a bye" in text(URL + "rounds/1/2/")


def test_a_table_is_found_by_name_and_by_number(evening, text):
    page = text(URL + "rounds/1/2/?q=hugo")
    assert "Table 1" in page and "Table 2" not in page
    assert "Table 1" not in text(URL + "rounds/1/2/?q=2")
    assert "No such table" in text(URL + "rounds/1/2/?q=Zebulon")


def test_states_are_told_in_words(evening, text):
    tables = list(evening.second.tables.select_related("round__stage__tournament__season"))
    made = report_game(
        season=evening.tournament.season,
        reference="t1",
        sheet=compass_sheet(tables[0]),
        source=Sheet.WEB,
        confirm=False,
    )
    Table.objects.filter(pk=tables[0].pk).update(game=made.game, confirm_by=timezone.now() + timedelta(minutes=2))
    Table.objects.filter(pk=tables[1].pk).update(
        frozen_at=timezone.now(), frozen_because="Seat 1 says 12, seat 3 says 11.", reasons=["Places 1 to 4."]
    )
    page = text(URL + "rounds/1/2/")
    assert "Reported" in page and "unless a seat objects" in page
    assert "Referee called" in page and "seat 3 says 11" in page
    assert "Why this table?" in page and "Places 1 to 4." in page


def test_bots_and_those_who_did_not_show_up_keep_their_seats(text):
    tournament = a_tournament()
    entries = entered(tournament, 3)
    stage = a_stage(tournament, entries)
    played = a_round(stage, [*entries, None])
    played.seats.filter(seat=2).update(absent=True)
    page = text(URL + "rounds/1/1/")
    assert "Bot" in page and "did not show up" in page


def test_a_draft_is_for_organisers_only(evening, client, text):
    Round.objects.filter(pk=evening.second.pk).update(status=Round.DRAFT, published_at=None)
    assert client.get(URL + "rounds/1/2/").status_code == 404
    assert client.get(URL + "draws/2.json").status_code == 404
    assert "Draw 2" not in text(URL + "draws/")
    client.force_login(an_organiser(evening.tournament.season))
    assert "Draft, for organisers only" in text(URL + "rounds/1/2/")
    assert "Draw 2" in text(URL + "draws/")


@pytest.mark.parametrize("path", ["rounds/1/9/", "rounds/2/1/", "draws/9.json"])
def test_what_is_not_there_is_not_found(evening, client, path):
    assert client.get(URL + path).status_code == 404


def test_byes_through_to_the_next_round_are_named_so(text):
    tournament = a_tournament()
    entries = entered(tournament, 5)
    stage = a_stage(tournament, entries, format=Stage.KNOCK_OUT)
    played = a_round(stage, entries[1:])
    Bye.objects.create(round=played, entry=entries[0], through=True)
    assert "Through without a table" in text(URL + "rounds/1/1/")


def test_draws_show_commitment_seeds_cost_and_changes(evening, text):
    draw = evening.tournament.draws.get(number=2)
    DrawChange.objects.create(
        draw=draw,
        kind=DrawChange.SWAP,
        what={"one": [1, 2], "other": [2, 3], "names": ["Hugo", None]},
        cost_before=draw.cost,
        cost_after={**draw.cost, "repeats": 1},
        reason="They travel together.",
    )
    DrawChange.objects.create(
        draw=draw, kind=DrawChange.LOCK, what={"table": 1}, cost_before=draw.cost, cost_after=draw.cost
    )
    page = text(URL + "draws/")
    assert link(SECRET, 0) in page and link(SECRET, 2) in page
    assert page.count("is the link before") == 2 and "is not the link before" not in page
    assert "Nobody meets again" in page and "Repeats weigh 1" in page
    assert "Hugo (table 1, seat 2) and a bot (table 2, seat 3) exchanged" in page
    assert "They travel together." in page and "Table 1 locked" in page


def test_a_foreign_seed_is_told(evening, text):
    evening.tournament.draws.filter(number=1).update(seed="0" * 64)
    assert "is not the link before" in text(URL + "draws/")


def test_a_draw_that_was_repeated_is_replaced(evening, text):
    again = a_draw(evening.second, 3)
    again.reason = "Two came late."
    again.save()
    page = text(URL + "draws/")
    assert "Replaced" in page and "Two came late." in page


def test_before_the_first_draw_the_commitment_is_there(text):
    tournament = a_tournament()
    page = text(URL + "draws/")
    assert "Nothing drawn yet" in page and tournament.draw_commitment in page


def test_a_draw_can_be_taken_away_as_json(evening, client):
    response = client.get(URL + "draws/1.json")
    assert "attachment" in response.headers["Content-Disposition"]
    told = json.loads(response.content)
    assert (told["draw"], told["round"], told["seed"]) == (1, 1, link(SECRET, 1))
    assert {"source", "outcome", "digest", "cost", "commitment"} <= told.keys()


def test_an_evening_of_career_poker_shows_as_what_everybody_starts(text):
    tournament = a_tournament(system="career_poker")
    entries = entered(tournament, 5)
    stage = a_stage(tournament, entries, format=Stage.CAREER_POKER)
    first = a_round(stage, entries[:4], status=Round.ENDED)
    held = zip(entries, ([2, 1], [1, 2], [3, 4], [4, 3]), strict=False)
    lines = tuple(
        SeatLine(seat, entry.character_id, entry.character.name, seat == 1, {"positions": positions})
        for seat, (entry, positions) in enumerate(held, start=1)
    )
    sheet = ScoreSheet("career_poker", "london", timezone.now() - timedelta(minutes=1), lines)
    made = report_game(season=tournament.season, reference="one", sheet=sheet, source=Sheet.WEB, confirm=True)
    first.tables.update(game=made.game)
    a_round(stage, [entries[0], entries[1], entries[3], entries[4]], number=2)
    page = text(URL + "rounds/1/2/")
    assert "starts as Boss, was Boss of 4" in page
    assert "starts as Trainee, was Trainee of 4" in page
    assert "starts as Dishwasher, new" in page
    assert "starts as" not in text(URL + "rounds/1/1/")
