"""A page speaks the language that its reader chose, else that of the league, else what the browser asks for."""

import re

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from league.clubs.services.leagues import change_league, create_league
from league.models import LanguageChoice, League, LedgerEntry

pytestmark = pytest.mark.django_db
CHOOSE = "/accounts/language/"


@pytest.fixture(autouse=True)
def _no_league_is_remembered():
    cache.delete("league_languages")


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada", password="a long enough secret")


@pytest.fixture
def club(ada) -> League:
    return create_league(name="Dienstagsclub", by=ada)


@pytest.fixture
def signed_in(client, ada) -> Client:
    client.force_login(ada)
    return client


def language(client: Client, path: str = "/help/", asks: str = "") -> str:
    answer = client.get(path, headers={"Accept-Language": asks} if asks else {})
    said = answer["Content-Language"]
    tag = "en-GB" if said == "en-gb" else said
    assert f'<html lang="{tag}"' in answer.content.decode()
    return said


def test_a_page_is_english_where_nobody_asks_for_more(client):
    assert language(client) == "en-gb"
    assert language(client, asks="tlh, en-US;q=0.8") == "en-gb"


def test_the_browser_asks_and_caches_know_that_it_did(client):
    assert language(client, asks="de-AT, en;q=0.5") == "de"
    vary = client.get("/help/")["Vary"]
    assert "Accept-Language" in vary
    assert "Cookie" in vary


def test_a_league_speaks_its_language_on_its_own_pages_alone(client, club):
    League.objects.update(language="fr")
    assert language(client, club.get_absolute_url(), asks="de") == "fr"
    assert language(client, asks="de") == "de"


def test_a_strangers_choice_is_kept_in_a_cookie_and_counts_more_than_the_league(client, club):
    League.objects.update(language="fr")
    answer = client.post(CHOOSE, {"language": "es", "next": "/help/?a=1"})
    assert answer["Location"] == "/help/?a=1"
    kept = answer.cookies["language"]
    assert (kept.value, kept["samesite"], bool(kept["httponly"])) == ("es", "Lax", True)
    assert language(client, club.get_absolute_url(), asks="de") == "es"
    assert not LanguageChoice.objects.exists()


def test_the_choice_of_an_account_is_there_on_any_device(signed_in, ada, club):
    signed_in.post(CHOOSE, {"language": "de"})
    assert LanguageChoice.objects.get().language == "de"
    elsewhere = Client()
    elsewhere.force_login(ada)
    elsewhere.cookies["language"] = "es"
    League.objects.update(language="fr")
    assert language(elsewhere, club.get_absolute_url()) == "de"
    signed_in.post(CHOOSE, {"language": ""})
    assert not LanguageChoice.objects.exists()
    cache.delete("league_languages")
    assert language(signed_in, club.get_absolute_url()) == "fr"


def test_the_settings_show_what_is_chosen(signed_in, ada):
    LanguageChoice.objects.create(user=ada, language="de")
    page = " ".join(signed_in.get(CHOOSE).content.decode().split())
    assert re.search(r'value="de"[^>]* checked', page)
    assert Client().get(CHOOSE).status_code == 200


@pytest.mark.parametrize("wanted", ["tlh", "en", "../de", "de\x00"])
def test_a_language_that_is_not_offered_is_refused_in_a_sentence(client, signed_in, wanted):
    answer = signed_in.post(CHOOSE, {"language": wanted})
    assert answer.status_code == 422
    sentence = "This site does not speak that language. It speaks: English, Deutsch, Français, Español."
    assert sentence in answer.content.decode()
    assert not LanguageChoice.objects.exists()
    assert Client().post(CHOOSE, {"language": wanted}).status_code == 422


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""])
def test_the_way_back_leads_nowhere_else(client, elsewhere):
    assert client.post(CHOOSE, {"language": "de", "next": elsewhere})["Location"] == CHOOSE


def test_a_forged_form_chooses_nothing():
    assert Client(enforce_csrf_checks=True).post(CHOOSE, {"language": "de"}).status_code == 403


def test_a_cookie_that_says_nonsense_says_nothing(client):
    client.cookies["language"] = "tlh"
    assert language(client, asks="es") == "es"


def test_the_foot_of_a_page_offers_each_language_in_its_own_name(client):
    page = client.get("/help/?x=1", headers={"Accept-Language": "fr"}).content.decode()
    foot = page[page.index('class="languages"') :]
    assert [name in foot for name in ("English", "Deutsch", "Français", "Español")] == [True] * 4
    assert 'name="next" value="/help/?x=1"' in foot


def test_a_page_is_german_down_to_its_dates(client, ada):
    """Django's own catalogue says it: what this site adds is in the catalogues of `locale/`."""
    client.cookies["language"] = "de"
    page = client.post(reverse("account_login"), {}).content.decode()
    assert "Dieses Feld ist zwingend erforderlich." in page


def test_programs_and_the_administration_are_answered_in_english(client):
    client.cookies["language"] = "de"
    answer = client.get("/api/v1/games/999/", headers={"Accept-Language": "de"})
    assert "Content-Language" not in answer
    assert "gefunden" not in answer.content.decode()


def test_the_choice_costs_no_query(signed_in, ada, club, django_assert_max_num_queries):
    path = club.get_absolute_url()
    signed_in.get(path)
    with django_assert_max_num_queries(100) as before:
        signed_in.get(path)
    LanguageChoice.objects.create(user=ada, language="de")
    with django_assert_max_num_queries(len(before)):
        assert language(signed_in, path) == "de"


def test_an_organiser_sets_the_language_of_the_league_and_the_ledger_says_so(
    signed_in, club, django_capture_on_commit_callbacks
):
    said = {"name": club.name, "zone": "Europe/Vienna", "place": "", "date_order": "dmy", "language": "de"}
    with django_capture_on_commit_callbacks(execute=True):
        assert signed_in.post(reverse("league_edit", args=[club.slug]), said).status_code == 302
    club.refresh_from_db()
    assert club.language == "de"
    assert LedgerEntry.objects.order_by("-pk").first().about["language"] == "de"
    assert language(Client(), club.get_absolute_url()) == "de"  # at once
    assert signed_in.post(reverse("league_edit", args=[club.slug]), said | {"language": "tlh"}).status_code == 422


def test_a_league_speaks_no_language_that_the_site_does_not(club, ada):
    with pytest.raises(ValidationError):
        change_league(league=club, name="X", zone="", place="", date_order="", language="tlh", by=ada)
