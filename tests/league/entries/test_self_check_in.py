"""Checking oneself in by the code that hangs in the room."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from characters.models import Character
from league.models import Entry, RoomCode, Tournament
from league.tournaments.entries.services.days import check_in_oneself, close_self_check_in, open_self_check_in
from tests.factories.people import a_member, an_organiser, owner_of
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(season):
    tournament = a_tournament(season)
    entered(tournament, 3, status=Entry.REGISTERED)
    return tournament


@pytest.fixture
def player(tournament):
    return owner_of(tournament.entries.first().character)


@pytest.fixture
def code(tournament, season) -> str:
    return open_self_check_in(tournament=tournament, minutes=60, by=an_organiser(season)).code


def here(tournament: Tournament) -> list[int]:
    return list(tournament.entries.filter(status=Entry.CHECKED_IN).values_list("number", flat=True))


def test_the_right_code_checks_in_ones_own_entries_alone(tournament, player, code):
    assert len(check_in_oneself(tournament=tournament, code=f" {code[:3]} {code[3:]}", by=player)) == 1
    assert check_in_oneself(tournament=tournament, code=code, by=player) == []
    assert here(tournament) == [1]


def test_another_code_a_closed_one_and_one_that_ran_out_open_nothing(tournament, player, code, season):
    other = f"{(int(code) + 1) % 10**6:06}"
    with pytest.raises(ValidationError, match="not the code"):
        check_in_oneself(tournament=tournament, code=other, by=player)
    RoomCode.objects.update(opens_at=timezone.now() - timedelta(hours=2), closes_at=timezone.now())
    with pytest.raises(ValidationError, match="by code now"):
        check_in_oneself(tournament=tournament, code=code, by=player)
    close_self_check_in(tournament=tournament, by=an_organiser(season))
    with pytest.raises(ValidationError, match="by code now"):
        check_in_oneself(tournament=tournament, code=code, by=player)
    assert here(tournament) == []


def test_who_is_not_entered_is_sent_to_the_desk(tournament, season, code):
    with pytest.raises(ValidationError, match="None of your characters"):
        check_in_oneself(tournament=tournament, code=code, by=a_member(season, "eve"))


def test_the_code_is_shown_at_the_desk_and_scanned_to_one_tap(tournament, player, season, client, text):
    client.force_login(an_organiser(season))
    desk = f"/tournaments/{tournament.slug}/desk/check-in/code/"
    client.post(desk, {"minutes": "60"})
    code = RoomCode.objects.get().code
    assert code in text(desk)
    client.force_login(player)
    page = f"/tournaments/{tournament.slug}/here/"
    assert f'value="{code}"' in text(f"{page}?code={code}")
    assert client.post(page, {"code": code}).status_code == 302
    assert here(tournament) == [1]


def test_wrong_codes_are_refused_beside_the_box_and_not_without_end(tournament, player, code, client):
    client.force_login(player)
    page = f"/tournaments/{tournament.slug}/here/"
    other = f"{(int(code) + 1) % 10**6:06}"
    answers = [client.post(page, {"code": other}).status_code for _ in range(32)]
    assert answers[0] == 422 and answers[-1] == 429
    assert here(tournament) == []


def test_an_entry_that_waits_does_not_keep_its_owners_other_one_out(tournament, player, code):
    Tournament.objects.update(capacity=2)
    third = tournament.entries.get(number=3)
    Entry.objects.filter(pk=third.pk).update(status=Entry.WAITING)
    Character.objects.filter(pk=third.character_id).update(owner=player)
    check_in_oneself(tournament=tournament, code=code, by=player)
    assert here(tournament) == [1]
