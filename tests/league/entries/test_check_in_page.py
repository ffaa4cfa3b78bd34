"""Check-in: type and press Enter, or tap a row, and take it back."""

import re

import pytest
from django.urls import reverse

from league.core.live.services import rooms_of
from league.models import Entry, Tournament
from league.tournaments.entries.services.check_in import check_in, walk_in
from league.tournaments.entries.services.entries import register_entry
from tests.factories.characters import a_character
from tests.factories.desk import a_desk
from tests.factories.pages import text
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

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


def test_enter_checks_in_the_first_that_fits(kit, desk, url):
    entered(desk.tournament, 12, status=Entry.REGISTERED)
    page = text(kit.post(url, {"q": "ki", "first": "yes"}, headers=HTMX))
    assert here() == ["Kit"]
    assert "Kit is here." in page and 'name="undo" value="11"' in page and 'hx-swap-oob="true"' in page
    assert "<html" not in page


@pytest.mark.parametrize("typed", ["zoe", "obrien zoe", "o’brien", "z obrien"])
def test_a_name_is_found_however_it_is_spelt(kit, desk, url, typed):
    entry = register_entry(tournament=desk.tournament, character=a_character(desk.season, "Zoë O'Brien"), by=desk.kit)
    assert f'name="in" value="{entry.number}"' in text(kit.get(url, {"q": typed}))
    kit.post(url, {"q": typed, "first": "yes"}, headers=HTMX)
    assert here() == ["Zoë O'Brien"]


def test_the_name_of_a_player_without_an_account_is_found_however_it_is_spelt(kit, desk, url):
    walk_in(tournament=desk.tournament, name="Octavia", label="Zoë O’Brien", by=desk.kit)
    assert "<bdi>Octavia</bdi>" in text(kit.get(url, {"q": "obrien zoe"}, headers=HTMX))


def test_who_begins_so_comes_before_who_has_it_in_the_middle(kit, desk, url):
    entered(desk.tournament, 12, status=Entry.REGISTERED)
    kit.post(url, {"q": "e", "first": "yes"}, headers=HTMX)
    assert here() == ["Eve"]


def test_who_is_here_already_is_not_the_first_that_fits(kit, desk, url):
    ada, *_ = entered(desk.tournament, 12, status=Entry.REGISTERED)
    check_in(tournament=desk.tournament, entries=[ada])
    page = text(kit.post(url, {"q": "ada", "first": "yes"}, headers=HTMX))
    assert "Nobody who is still to arrive matches “ada”." in page and here() == ["Ada"]


def test_enter_in_an_empty_box_checks_nobody_in(kit, desk, url):
    entered(desk.tournament, 3, status=Entry.REGISTERED)
    assert "Type a name" in text(kit.post(url, {"q": " ", "first": "yes"}, headers=HTMX))
    assert here() == []


def test_a_tap_checks_in_and_another_takes_it_back(kit, desk, url):
    entered(desk.tournament, 3, status=Entry.REGISTERED)
    assert "Bo is here." in text(kit.post(url, {"in": "2"}, headers=HTMX))
    assert here() == ["Bo"]
    assert "Bo is not here after all." in text(kit.post(url, {"undo": "2"}, headers=HTMX))
    assert here() == []


def test_the_list_stays_as_it_was_searched_after_a_tap(kit, desk, url):
    entered(desk.tournament, 12, status=Entry.REGISTERED)
    page = text(kit.post(url, {"in": "2", "q": "bo"}, headers=HTMX))
    assert "Ada" not in page and 'name="q" value="bo"' in page


def test_without_scripts_the_page_comes_back_with_a_message(kit, desk, url):
    entered(desk.tournament, 3, status=Entry.REGISTERED)
    assert "Ada is here." in text(kit.post(url, {"in": "1"}, follow=True))
    assert "Nobody who is still to arrive matches" in text(kit.post(url, {"q": "zoe", "first": "yes"}, follow=True))


def test_the_search_finds_names_owners_and_numbers(kit, desk, url):
    entered(desk.tournament, 12, status=Entry.REGISTERED)
    for q, found in (("CLEO", "Cleo"), ("owner-of-dev", "Dev"), ("7", "Gwen")):
        page = text(kit.get(url, {"q": q}, headers=HTMX))
        assert f"<bdi>{found}</bdi>" in page and page.count("<li") == 1
    assert "Nobody matches" in text(kit.get(url, {"q": "zoe"}))


def test_everybody_is_checked_in_at_once(kit, desk, url):
    entered(desk.tournament, 5, status=Entry.REGISTERED)
    assert "5 characters are here." in text(kit.post(url, {"everybody": "yes"}, follow=True))
    assert len(here()) == 5
    assert "is already here" in text(kit.post(url, {"everybody": "yes"}, follow=True))


def test_who_waits_for_a_place_is_told_why_not(kit, desk, url):
    Tournament.objects.update(capacity=2)
    entered(desk.tournament, 3, status=Entry.REGISTERED)
    Entry.objects.filter(number=3).update(status=Entry.WAITING)
    page = text(kit.post(url, {"in": "3"}, headers=HTMX))
    assert "all 2 places are taken" in page and here() == []


def test_a_thousand_entries_are_shown_in_part(kit, desk, url):
    entered(desk.tournament, 60, status=Entry.REGISTERED)
    page = text(kit.get(url))
    assert page.count('name="in"') == 40 and "There are more." in page


def test_an_empty_list_says_what_will_be_there(kit, url):
    assert "Nobody is registered" in text(kit.get(url))


def test_the_counts_are_asked_for_again_and_again(kit, desk, url):
    (ada,) = entered(desk.tournament, 1, status=Entry.REGISTERED)
    first = kit.get(url, {"counts": "1"}, headers=HTMX)
    assert "still to come" in text(first) and "people" not in text(first)
    unchanged = kit.get(url, {"counts": "1"}, headers=HTMX | {"If-None-Match": first["ETag"]})
    assert unchanged.status_code == 304
    check_in(tournament=desk.tournament, entries=[ada])
    changed = kit.get(url, {"counts": "1"}, headers=HTMX | {"If-None-Match": first["ETag"]})
    assert changed.status_code == 200


def test_the_counts_hear_of_the_tournament_and_a_list_brings_them_along(kit, desk, url, settings):
    entered(desk.tournament, 2, status=Entry.REGISTERED)
    assert 'data-live=""' in text(kit.get(url))
    settings.EVENTS_URL = "/events/"
    for page in (text(kit.get(url)), text(kit.post(url, {"in": "1"}, headers=HTMX))):
        heard = re.search(r'id="counts"\s+data-live="/events/\?ticket=([^"]+)"\s+data-every="10000"', page)
        assert heard and rooms_of(heard[1]) == [f"tournament:{desk.tournament.pk}"]
    assert "league/events.js" in text(kit.get(url)) and 'hx-trigger="every' not in text(kit.get(url))
    before, after = (re.search(r'data-version="([^"]+)"', page)[1] for page in _twice(kit, desk, url))
    assert before != after


def _twice(kit, desk, url):
    yield text(kit.get(url))
    kit.post(url, {"in": "2"})
    yield text(kit.get(url, {"counts": "1"}, headers=HTMX))


def test_strangers_check_nobody_in(client, desk, url):
    entered(desk.tournament, 1, status=Entry.REGISTERED)
    for user in (desk.pia, desk.stranger):
        client.force_login(user)
        assert client.post(url, {"in": "1"}).status_code == 403
    assert here() == []


def test_who_sits_at_a_table_of_another_tournament_is_named_when_checked_in(kit, desk, url):
    ada, bo = entered(desk.tournament, 2, status=Entry.REGISTERED)
    other = a_tournament(desk.season, slug="winter-open", name="Winter Open")
    same = Entry.objects.create(tournament=other, character=ada.character, number=1)
    a_round(a_stage(other, [same]), [same, None])
    told = "At a table of Winter Open, round 1, at the same time: Ada."
    assert told in text(kit.post(url, {"in": ada.number}, headers=HTMX))
    assert told not in text(kit.post(url, {"in": bo.number}, headers=HTMX))
