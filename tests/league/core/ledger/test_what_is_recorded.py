"""Decisions about passports, files and accounts are in the ledger, in the transaction of the deed."""

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from league.accounts.services.demo import close_demo_accounts, open_demo_account
from league.accounts.services.farewell import ask_to_leave, stay
from league.clubs.services.leagues import create_league
from league.core.rules.signatures import public_key
from league.models import LedgerEntry, Tournament
from league.people.services.passport_bringing import (
    accept_passport,
    distrust_league,
    offer_passport,
    trust_league,
    withdraw_offer,
)
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.archive.services.import_tournament import import_tournament
from tests.factories.archives import a_day_of_play, an_archive
from tests.factories.friday_club import FridayClub
from tests.factories.passports import ELSEWHERE, THERE, a_passport, as_file
from tests.factories.people import a_user

pytestmark = pytest.mark.django_db


def told(*kinds: str) -> list[tuple[str, int | None, int | None]]:
    """Kind, league and person of the entries of these kinds, oldest first."""
    found = LedgerEntry.objects.filter(kind__in=kinds).order_by("pk")
    return list(found.values_list("kind", "league_id", "by_id"))


def test_whose_passports_are_trusted_and_who_brought_one(club: FridayClub):
    league, cleo = club.league, club.cleo
    trusted = trust_league(league=league, name="Thursday Club", key=public_key(ELSEWHERE), league_there=THERE, by=cleo)
    withdraw_offer(offer=offer_passport(league=league, data=as_file(a_passport()), by=cleo))
    offer = offer_passport(league=league, data=as_file(a_passport()), by=cleo)
    who = accept_passport(offer=offer, by=cleo)
    accept_passport(offer=offer, by=cleo)
    distrust_league(trusted=trusted, by=cleo)
    kinds = ("key_trusted", "passport_offered", "passport_withdrawn", "passport_accepted", "key_distrusted")
    order = (kinds[0], kinds[1], kinds[2], kinds[1], kinds[3], kinds[4])
    assert told(*kinds) == [(kind, league.pk, cleo.pk) for kind in order]
    about = LedgerEntry.objects.get(kind="passport_accepted").about
    assert about == {"passport": offer.digest, "key": public_key(ELSEWHERE), "character": who.pk}


def test_a_tournament_read_from_its_archive_is_an_entry_once_and_outside_its_own_log(db):
    archive, by = an_archive(), a_user("olga")
    league = create_league(name="Elsewhere", by=by)
    for dry_run in (True, False, False):
        import_tournament(league=league, data=write_archive(archive), by=by, dry_run=dry_run)
    (entry,) = LedgerEntry.objects.filter(kind="tournament_imported")
    assert (entry.league, entry.tournament, entry.by) == (league, None, by)
    assert len(entry.about.pop("sha256")) == 64
    assert entry.about == {"slug": archive["tournament"]["slug"], "games": len(archive["games"])}


@pytest.fixture
def day(db) -> Tournament:
    return a_day_of_play()


@pytest.mark.parametrize("page", ["tournament_archive", "entries_file", "groups_json"])
def test_a_file_with_what_organisers_alone_may_read_is_an_entry(page, day):
    client, organiser = Client(), day.season.league.memberships.filter(role="organiser").first()
    by = organiser.user if organiser else a_user("olga")
    if organiser is None:
        day.season.league.memberships.create(user=by, role="organiser")
    client.force_login(by)
    address = reverse(page, args=[day.slug])
    assert client.head(address).status_code == 200 and not told("exported")
    assert client.get(address).status_code == 200
    assert told("exported") == [("exported", day.season.league_id, by.pk)]


@pytest.mark.parametrize("page", ["tournament_archive", "entries_file"])
def test_a_file_that_everybody_may_read_is_none(page, day, client):
    assert client.get(reverse(page, args=[day.slug])).status_code == 200
    assert not told("exported")


def test_a_command_that_writes_what_is_not_public_is_an_entry(day, tmp_path):
    call_command("export_tournament", day.slug, output=tmp_path / "public.json")
    assert not told("exported")
    call_command("export_tournament", day.slug, private=True, stdout=StringIO())
    assert told("exported") == [("exported", day.season.league_id, None)]


def test_what_happens_to_an_account_is_an_entry_of_the_installation_without_names(db, client):
    sent = {"username": "quill", "email": "quill@quill.example", "password1": "a long pass phrase"}
    answer = client.post("/accounts/signup/", sent)
    assert answer.status_code == 302
    quill = User.objects.get(username="quill")
    stay(farewell=ask_to_leave(user=quill, keep_name=False))
    assert [entry[0] for entry in told("account_changed")] == ["account_changed"] * 3
    entries = LedgerEntry.objects.filter(kind="account_changed")
    assert {entry.league for entry in entries} == {None}
    assert not [entry for entry in entries if "quill" in f"{entry.text}{entry.about}"]


def test_a_demo_account_that_is_closed_is_an_entry(db, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    dora = a_user("dora")
    open_demo_account(user=dora)
    close_demo_accounts()
    assert LedgerEntry.objects.get(kind="account_closed").about == {"account": dora.pk}
