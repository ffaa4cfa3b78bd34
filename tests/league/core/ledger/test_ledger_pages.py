"""The pages of the ledger and of heads, and their resource."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from league.clubs.services.leagues import accept_invitation, change_role, invite
from league.core.ledger.rules.heads import read_head
from league.core.ledger.services.heads import chain_waiting, make_head
from league.models import HeadFile, LedgerEntry, Membership
from tests.factories.friday_club import FridayClub, friday_game

pytestmark = pytest.mark.django_db


def ledger(client, club: FridayClub, who: User | None, **asked: str) -> str:
    if who is not None:
        client.force_login(who)
    return client.get(reverse("league_ledger", args=[club.league.slug]), asked).content.decode()


def test_an_organiser_reads_who_did_what_to_whom(client, club):
    accept_invitation(invitation=invite(league=club.league, role="player", by=club.cleo), user=club.dev)
    change_role(member=Membership.objects.get(user=club.dev), role="score_keeper", by=club.cleo)
    page = ledger(client, club, club.cleo)
    assert "Player before, Score-keeper now. It concerns dev." in page
    assert "by cleo" in page


def test_a_stranger_reads_what_is_public_and_no_names_of_accounts(client, club):
    accept_invitation(invitation=invite(league=club.league, role="player", by=club.cleo), user=club.dev)
    friday_game(club)
    page = ledger(client, club, None)
    assert "version 1 was confirmed" in page and "house rules" in page
    assert "became a member" not in page and "by cleo" not in page and "invitation" not in page


def test_an_entry_says_its_number_and_the_head_that_covers_it(client, club):
    assert "it gets its number within seconds" in ledger(client, club, club.cleo)
    chain_waiting()
    assert "in no head yet" in ledger(client, club, club.cleo)
    head = make_head()
    friday_game(club)
    chain_waiting()
    page = ledger(client, club, club.cleo)
    assert reverse("head_download", args=[head.pk]) in page and "in no head yet" in page
    digest = LedgerEntry.objects.exclude(number=None).latest("number").digest
    assert f'<abbr title="{digest}">{digest[:6]}</abbr>' in page, "short on the page, whole for those who compare"


def test_the_ledger_is_filtered(client, club):
    friday_game(club)
    page = ledger(client, club, club.cleo, group="Score sheets")
    assert "was confirmed" in page and "was founded" not in page
    assert "Nothing yet" in ledger(client, club, club.cleo, group="Moderation")


def test_a_page_of_the_ledger_costs_the_same_however_long_it_is(client, club, django_assert_max_num_queries):
    for _ in range(20):
        invite(league=club.league, role="player", by=club.cleo)
    chain_waiting()
    client.force_login(club.cleo)
    with django_assert_max_num_queries(14):
        ledger(client, club, None)


def test_the_ledger_of_the_site_is_for_those_who_run_it(client, club):
    client.force_login(club.cleo)
    assert client.get(reverse("installation_ledger")).status_code == 403
    client.force_login(User.objects.create(username="root", is_staff=True))
    assert client.get(reverse("installation_ledger")).status_code == 200


def test_everybody_reads_the_heads_and_takes_them_along(client, club):
    assert "No head yet" in client.get(reverse("head_list")).content.decode()
    head = make_head()
    page = client.get(reverse("head_list")).content.decode()
    assert head.tree_root[:16] in page and head.statement["key"] in page
    file = client.get(reverse("head_download", args=[head.pk]))
    assert "attachment" in file.headers["Content-Disposition"]
    assert read_head(file.content).statement == head.statement


def test_of_a_head_long_past_the_statement_stays(client, club):
    head = make_head()
    HeadFile.objects.all().delete()
    told = read_head(client.get(reverse("head_download", args=[head.pk])).content)
    assert told.statement == head.statement and not told.ends


def test_programs_read_the_heads(client, club):
    head = make_head()
    (row,) = client.get("/api/v1/heads/").json()["results"]
    assert row["tree_root"] == head.tree_root and row["signature"] == head.statement["signature"]
