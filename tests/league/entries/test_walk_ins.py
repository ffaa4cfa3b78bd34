"""Somebody at the desk who is not on the list: a name and Enter."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from characters.models import Character
from characters.services.registration import keep_former_name
from league.models import Entry, LedgerEntry, Membership
from league.tournaments.entries.services.check_in import check_in, walk_in
from tests.factories.characters import a_character
from tests.factories.desk import a_desk
from tests.factories.pages import text
from tests.factories.seasons import a_season
from tests.factories.tournaments import entered

HTMX = {"HX-Request": "true"}


@pytest.fixture
def desk(db):
    return a_desk(capacity=12)


@pytest.fixture
def url(desk):
    return reverse("desk_check_in", args=[desk.tournament.slug])


@pytest.fixture
def kit(client, desk):
    client.force_login(desk.kit)
    return client


def here() -> list[str]:
    rows = Entry.objects.filter(status=Entry.CHECKED_IN).order_by("number")
    return list(rows.values_list("character__name", flat=True))


def test_a_name_is_enough_to_be_registered_entered_and_here(kit, desk, url):
    page = text(kit.post(url, {"walk_in": "yes", "name": "  Zoe   Walker "}, headers=HTMX))
    zoe = Character.objects.get(name="Zoe Walker")
    assert "Zoe Walker is here as number 1, to be drawn next." in page and here() == ["Zoe Walker"]
    assert (zoe.owner, zoe.owner_label, zoe.enrolment.league) == (None, "Zoe Walker", desk.season.league)
    assert zoe.careers.get().level == "entry" and zoe.specialty != zoe.side_interest
    assert LedgerEntry.objects.filter(kind="character_registered", by=desk.kit).count() == 1
    assert not Membership.objects.filter(user__username__icontains="zoe").exists()


def test_the_player_may_be_called_otherwise(kit, url):
    kit.post(url, {"walk_in": "yes", "name": "Octavia", "label": "Ann from the bar"}, headers=HTMX)
    assert Character.objects.get(name="Octavia").owner_label == "Ann from the bar"


def test_somebody_registered_of_that_name_is_offered_and_not_made_twice(kit, desk, url):
    entered(desk.tournament, 3, status=Entry.REGISTERED)
    page = text(kit.post(url, {"walk_in": "yes", "name": "bo"}, headers=HTMX))
    assert 'name="in" value="2"' in page and here() == [] and Character.objects.count() == 3


def test_somebody_of_the_league_is_entered_with_one_more_press(kit, desk, url):
    zoe = a_character(desk.season, "Zoe")
    page = text(kit.post(url, {"walk_in": "yes", "name": "ZOE"}, headers=HTMX))
    assert f'name="enter" value="{zoe.pk}"' in page
    kit.post(url, {"enter": zoe.pk}, headers=HTMX)
    assert here() == ["Zoe"] and Character.objects.count() == 1


@pytest.mark.parametrize("typed", ["Zoe OBrien", "O’Brien, Zoë", "Zoe O'Brian", "Z. O'Brien"])
def test_another_spelling_or_a_slip_of_the_hand_makes_nobody_twice(kit, desk, url, typed):
    zoe = a_character(desk.season, "Zoë O'Brien")
    page = text(kit.post(url, {"walk_in": "yes", "name": typed}, headers=HTMX))
    assert f'name="enter" value="{zoe.pk}"' in page and here() == [] and Character.objects.count() == 1


def test_a_former_name_and_the_name_of_the_player_are_known_too(kit, desk, url):
    walk_in(tournament=desk.tournament, name="Octavia", label="Änn", by=desk.kit)
    keep_former_name(character=Character.objects.get(), name="O’Tavi")
    for name in ("ann", "otavi"):
        page = text(kit.post(url, {"walk_in": "yes", "name": name}, headers=HTMX))
        assert "<bdi>Octavia</bdi> is already here, no. 1" in page
    assert Character.objects.count() == 1


def test_somebody_else_of_that_name_is_made_under_a_number(kit, desk, url):
    walk_in(tournament=desk.tournament, name="Ann", by=desk.kit)
    kit.post(url, {"walk_in": "another", "name": "Ann"}, headers=HTMX)
    assert here() == ["Ann", "Ann 2"]


def test_the_same_name_in_another_league_stops_nobody(kit, url):
    a_character(a_season("autumn"), "Zoe")
    page = text(kit.post(url, {"walk_in": "yes", "name": "Zoe"}, headers=HTMX))
    assert here() == ["Zoe 2"] and "Somebody else on this site is called Zoe." in page


def test_a_character_of_another_league_cannot_be_entered_here(kit, url):
    stranger = a_character(a_season("autumn"), "Zoe")
    assert kit.post(url, {"enter": stranger.pk}, headers=HTMX).status_code == 404
    assert here() == []


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, "\u202eevil", "\u200b"])
def test_a_name_that_cannot_be_borne_changes_nothing(kit, url, name):
    page = text(kit.post(url, {"walk_in": "yes", "name": name}, headers=HTMX))
    assert "Not added:" in page and not Character.objects.exists()


def test_where_every_place_is_taken_the_walk_in_waits(kit, desk, url):
    check_in(tournament=desk.tournament, entries=entered(desk.tournament, 12, status=Entry.REGISTERED))
    page = text(kit.post(url, {"walk_in": "yes", "name": "Zoe"}, headers=HTMX))
    assert "Zoe is on the waiting list: every place is taken." in page
    assert Entry.objects.get(character__name="Zoe").status == Entry.WAITING


def test_a_refused_walk_in_leaves_no_character_behind(kit, desk, url):
    desk.tournament.status = "finished"
    desk.tournament.save()
    kit.post(url, {"walk_in": "yes", "name": "Zoe"}, headers=HTMX)
    assert not Character.objects.exists()
    with pytest.raises(ValidationError, match="is finished"):
        walk_in(tournament=desk.tournament, name="Zoe", by=desk.kit)


def test_without_scripts_the_page_comes_back_with_what_happened(kit, url):
    assert "Zoe is here as number 1" in text(kit.post(url, {"walk_in": "yes", "name": "Zoe"}, follow=True))
    assert "Somebody else" in text(kit.post(url, {"walk_in": "yes", "name": "Zoe"}, follow=True))


def test_a_search_that_finds_nobody_offers_to_add_the_name(kit, url):
    page = text(kit.get(url, {"q": "Zoe <b>"}, headers=HTMX))
    assert 'name="name" value="Zoe &lt;b&gt;"' in page and 'name="walk_in" value="yes"' in page


def test_players_add_nobody(client, desk, url):
    client.force_login(desk.pia)
    assert client.post(url, {"walk_in": "yes", "name": "Zoe"}).status_code == 403
    assert not Character.objects.exists()


def test_organisers_get_the_claim_link_at_once(client, desk, url):
    client.force_login(desk.olga)
    assert "/characters/zoe/claims/" in text(client.post(url, {"walk_in": "yes", "name": "Zoe"}, headers=HTMX))
