"""The referee's desk, a table as a referee sees it, and as everybody does."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from games.models import Sheet
from league.models import Round, Ruling, Table, TableSeat
from league.models.organisation import Role
from league.tournaments.tables.queries.links import table_path
from tests.factories.people import a_member
from tests.factories.reports import frozen, says
from tests.factories.tables import now, seat, status, tables_of
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db
DESK = "/tournaments/spring-open/referee/"


@pytest.fixture
def olga(table, client):
    """A score-keeper, signed in."""
    olga = a_member(table.round.stage.tournament.season, "olga", Role.SCORE_KEEPER)
    client.force_login(olga)
    return olga


def rule(client, table: Table, **form):
    return client.post(reverse("table_rule", args=[table.pk]), form)


def test_the_desk_is_for_referees(client, table):
    assert client.get(DESK).status_code == 302
    client.force_login(User.objects.create(username="stranger"))
    answer = client.get(DESK)
    assert answer.status_code == 403
    assert "Only a referee can do that" in answer.text
    assert rule(client, table, go="stands", reason="x").status_code == 403


def test_frozen_tables_come_first_with_both_versions(client, table, olga):
    assert "No tables disagree" in client.get(DESK).text
    frozen(table)
    page = client.get(DESK).text
    assert "Waiting for you: 1" in page
    assert "Seat 1 (Ada)" in page
    assert "Seat 2 (Bo)" in page
    assert reverse("table_rule", args=[table.pk]) in page


def test_the_desk_says_who_waits_and_who_is_silent(client):
    tournament = a_tournament(table_size=2)
    ada, bo, cleo, dev = entered(tournament, 4)
    table, _ = tables_of(tournament, [ada, bo], [cleo, dev])
    says(table, 1, (20, 13))
    client.force_login(a_member(tournament.season, "olga", Role.ORGANISER))
    Round.objects.update(minutes=0)
    page = client.get(DESK).text
    assert "1 of 2 agree" in page
    assert "1 without a report" in page
    assert "Overdue" in page


def test_what_an_ended_round_left_open_is_decided_later(client, table, olga):
    says(table, 1)
    Round.objects.update(status=Round.ENDED, ended_at=timezone.now())
    page = client.get(DESK).text
    assert "Left unconfirmed by earlier rounds" in page
    assert "No round is played at the moment" in page
    assert rule(client, table, go="stands", reason="Nobody objected").status_code == 302
    assert status(table) == Sheet.CONFIRMED
    assert "Left unconfirmed" not in client.get(DESK).text


def test_the_desk_costs_the_same_for_many_tables(client, django_assert_max_num_queries):
    tournament = a_tournament(table_size=2)
    entries = entered(tournament, 12)
    tables = tables_of(tournament, *zip(entries[::2], entries[1::2], strict=True))
    client.force_login(a_member(tournament.season, "olga", Role.ORGANISER))
    for table in tables:
        says(table, 1, (20, 13))
        says(table, 2, (19, 14))
    with django_assert_max_num_queries(16):
        assert "Waiting for you: 6" in client.get(DESK).text


def test_the_desk_follows_by_itself_and_mostly_nothing_travels(client, table, olga):
    headers = {"HX-Request": "true"}
    tag = client.get(DESK, headers=headers).headers["ETag"]
    assert client.get(DESK, headers=headers | {"If-None-Match": tag}).status_code == 304
    frozen(table)
    assert client.get(DESK, headers=headers | {"If-None-Match": tag}).status_code == 200


def test_one_version_is_right(client, table, olga):
    report = frozen(table)
    page = client.get(reverse("table_rule", args=[table.pk])).text
    assert "Which one is right?" in page
    assert rule(client, table, go=f"report-{report.pk}", reason="").status_code == 422
    assert rule(client, table, go="report-999", reason="x").status_code == 404
    assert rule(client, table, go=f"report-{report.pk}", reason="Counted").status_code == 302
    assert status(table) == Sheet.CONFIRMED
    assert now(table).newest.seats.get(seat=1).figures == {"cards": 19}
    assert "Counted" in client.get(DESK).text


def test_the_referee_reads_as_many_differences_as_the_notice_counts(client, table, olga):
    frozen(table)
    page = client.get(reverse("table_rule", args=[table.pk])).text
    assert "1 more figure differs." in page
    differ = page.split('id="rows-title"')[1].split("</section>")[0]
    assert differ.count('<th scope="row">') == 2


def test_the_sheet_stands(client, table, olga):
    frozen(table)
    rule(client, table, go="stands", reason="Seat 1 was right")
    assert now(table).newest.seats.get(seat=1).figures == {"cards": 20}


def test_the_referee_enters_the_figures(client, table, olga):
    form = {f"seat-{at}-cards": str(cards) for at, cards in enumerate((12, 11, 6, 4), 1)}
    assert rule(client, table, go="figures", reason="", **form).status_code == 422
    wrong = rule(client, table, go="figures", reason="Phones were empty", **{**form, "seat-1-cards": "-1"})
    assert wrong.status_code == 422
    assert 'value="-1"' in wrong.text
    assert 'id="points-2"' in rule(client, table, go="live", **form).text
    assert rule(client, table, go="figures", reason="Phones were empty", **form).status_code == 302
    assert status(table) == Sheet.CONFIRMED


def player(client, table, number: int, action: str, **more):
    values = {"who": str(seat(table, number).pk), "action": action, "reason": "Because", **more}
    return rule(client, table, go="player", **values)


def test_a_penalty_in_points_with_decimals(client, table, olga):
    assert player(client, table, 1, "penalty", points="1,5").status_code == 302
    assert Ruling.objects.get().units == 1260
    assert "loses 1.50 points" in client.get(DESK).text.replace("\n", " ")
    for points in ("", "-2", "many", "0", "0.001"):
        assert player(client, table, 1, "penalty", points=points).status_code in (409, 422)
    assert Ruling.objects.count() == 1


def test_warnings_no_shows_and_lost_phones(client, table, olga):
    player(client, table, 1, "warning")
    player(client, table, 2, "absent")
    assert "did not show up" in client.get(table.get_absolute_url()).text
    player(client, table, 2, "present")
    assert not TableSeat.objects.filter(absent=True).exists()
    assert player(client, table, 3, "free", reason="").status_code == 302
    assert player(client, table, 1, "warning", reason="").status_code == 422
    assert player(client, table, 1, "warning", who="0").status_code == 422
    assert player(client, table, 2, "present").status_code == 409


def test_a_ruling_is_rescinded_with_a_reason(client, table, olga):
    player(client, table, 1, "penalty", points="2")
    ruling = Ruling.objects.get()
    assert client.post(DESK, {"ruling": ruling.pk, "reason": ""}).status_code == 422
    assert client.post(DESK, {"ruling": "999", "reason": "x"}).status_code == 404
    assert client.post(DESK, {"ruling": ruling.pk, "reason": "Misheard"}).status_code == 302
    assert "Rescinded: Misheard" in client.get(DESK).text


def test_everybody_reads_who_sits_where_and_why(client, table):
    Table.objects.update(reasons=["Nobody here has met before."])
    frozen(table)
    page = client.get(table.get_absolute_url())
    assert page.status_code == 200
    for text in ("Nobody here has met before.", "Cleo", "says something else", "The referee has been called"):
        assert text in page.text
    assert table_path(table) not in page.text


def test_who_does_not_sit_there_is_told_to_scan_the_code_or_to_sign_in(client, table):
    page = client.get(table.get_absolute_url()).text
    assert "Scan the code on the table's paper" in page
    assert f"{reverse('account_login')}?next={table.get_absolute_url()}" in page
    assert reverse("tournament_join", args=["spring-open"]) in page


def test_the_reason_stands_above_its_buttons_and_leads_to_figures_of_ones_own(client, table, olga):
    frozen(table)
    page = client.get(reverse("table_rule", args=[table.pk])).text
    places = [page.index(one) for one in ('name="reason"', 'href="#own"', "This one is right", 'id="own"')]
    assert places == sorted(places)
    assert page.index('id="own"') < page.index('id="player-title"')


def test_who_sits_there_finds_the_score_sheet(client, table):
    client.force_login(seat(table, 3).entry.character.owner)
    assert table_path(table) in client.get(table.get_absolute_url()).text


def test_a_draft_is_the_organisers_alone(client, table):
    Round.objects.update(status=Round.DRAFT)
    assert client.get(table.get_absolute_url()).status_code == 404
    client.force_login(a_member(table.round.stage.tournament.season, "olga", Role.ORGANISER))
    assert client.get(table.get_absolute_url()).status_code == 200
    assert client.get("/tables/999/").status_code == 404


def test_a_referee_who_sits_elsewhere_is_not_sent_to_say_who_they_are(client, table, olga):
    page = client.get(table.get_absolute_url()).text
    assert "What the players see" in page and "Open the score sheet" not in page
    client.force_login(table.seats.get(seat=1).entry.character.owner)
    assert "Open the score sheet" in client.get(table.get_absolute_url()).text
