"""Where a second step is required, staff has no more rights than others until it is passed. That this holds at every
address is what tests/access proves."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from league.clubs.services.leagues import join_league
from league.models.organisation import Role
from tests.factories.founding import founding
from tests.factories.pages import text
from tests.factories.second_step import an_app, code_of
from tests.factories.thursday_club import ThursdayClub

pytestmark = pytest.mark.django_db
SECRET = "a long pass phrase"
STEPS, CODE = "/accounts/2fa/", "/accounts/2fa/reauthenticate/"
FOREIGN, HOOKS = "/leagues/thursday-club/members/", "/api/v1/leagues/thursday-club/webhooks/"
OF_STAFF = ("/admin/", "/moderation/", "/ledger/", FOREIGN, "/leagues/thursday-club/edit/")


@pytest.fixture(autouse=True)
def strict(settings) -> None:
    """As where others reach the site."""
    cache.clear()
    settings.STAFF_NEEDS_SECOND_STEP = True


@pytest.fixture
def root(thursday: ThursdayClub) -> User:
    """Of the staff, in no league."""
    return User.objects.create_superuser("root", password=SECRET)


def signed_in(name: str = "root", *, secret: str = "") -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": SECRET})
    if secret:
        client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    return client


def program(name: str = "root", **more: str) -> APIClient:
    sent = {"username": name, "password": SECRET, **more}
    api = APIClient()
    api.credentials(HTTP_AUTHORIZATION=f"Token {api.post('/api/v1/token/', sent, format='json').json()['token']}")
    return api


def by_password_again(client: Client) -> None:
    assert client.post("/accounts/reauthenticate/", {"password": SECRET, "next": "/"}).url == "/"


@pytest.mark.parametrize("page", OF_STAFF)
def test_pages_of_staff_lead_on_to_a_second_step_and_open_after_it(root, page):
    client = signed_in()
    led = client.get(page, follow=True)
    assert led.redirect_chain == [(STEPS, 302)] and "once your account has a second step" in text(led)
    assert client.get("/").status_code == 200
    assert signed_in(secret=an_app(root)).get(page).status_code == 200


def test_a_form_of_staff_is_refused_without_a_second_step(root):
    client = signed_in()
    assert client.post("/moderation/", {"block": "yes", "username": "ada", "why": "Insults"}).status_code == 403
    assert User.objects.get(username="ada").is_active


@pytest.mark.parametrize("rights", [{"is_staff": True}, {"is_superuser": True}])
def test_either_kind_of_staff_needs_it(root, rights):
    User.objects.filter(pk=root.pk).update(**{"is_staff": False, "is_superuser": False} | rights)
    assert signed_in().get("/admin/").url == STEPS
    assert "set up a second step" in text(signed_in().get("/"))


def test_recovery_codes_alone_are_no_second_step(root):
    Authenticator.objects.create(user=root, type=Authenticator.Type.RECOVERY_CODES, data={})
    client = Client()
    client.force_login(root)
    assert client.get("/admin/").url == STEPS


@pytest.mark.django_db(transaction=True)
def test_the_session_that_sets_it_up_acts_as_staff_at_once(root):
    client = signed_in()
    by_password_again(client)
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r'id="authenticator_secret"\s+value="(\w+)"', page)[1]
    client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})
    assert {page: client.get(page).status_code for page in OF_STAFF} == dict.fromkeys(OF_STAFF, 200)


def test_a_session_from_before_passes_it_first(root):
    before = signed_in()
    secret = an_app(root)
    assert before.get(FOREIGN).url == f"{CODE}?next=%2Fleagues%2Fthursday-club%2Fmembers%2F"
    assert before.get(HOOKS).status_code == 403
    assert before.post(CODE, {"code": code_of(secret), "next": FOREIGN}).url == FOREIGN
    assert [before.get(FOREIGN).status_code, before.get(HOOKS).status_code] == [200, 200]


def test_a_password_alone_adds_no_other_second_step_beside_it(root):
    """Else whoever has the password adds one of their own, and passes that."""
    before = signed_in()
    an_app(root)
    by_password_again(before)
    for page in (STEPS, "/accounts/2fa/webauthn/add/", "/accounts/2fa/recovery-codes/generate/"):
        assert before.get(page).url.startswith(CODE), page
    assert before.post("/accounts/2fa/totp/deactivate/").url.startswith(CODE)
    assert Authenticator.objects.filter(user=root, type=Authenticator.Type.TOTP).exists()


def test_it_ends_with_the_second_step(root):
    client = signed_in(secret=an_app(root))
    Authenticator.objects.filter(user=root).delete()
    assert client.get(FOREIGN).url == STEPS and client.get(HOOKS).status_code == 403


def test_a_token_never_acts_as_staff(root):
    made_before = program()
    assert made_before.get(HOOKS).status_code == 403
    by_code = program(code=code_of(an_app(root)))
    assert [api.get(HOOKS).status_code for api in (made_before, by_code)] == [403, 403]


def test_organisers_go_on_as_before_by_page_and_token(thursday):
    assert signed_in("otto").get(FOREIGN).status_code == 200
    assert program("otto").get(HOOKS).status_code == 200


def test_staff_keeps_its_roles_in_leagues(root, thursday):
    join_league(league=thursday.league, user=root, role=Role.ORGANISER)
    assert signed_in().get(FOREIGN).status_code == 200
    assert program().get(HOOKS).status_code == 200


def test_staff_without_it_has_quotas_as_others(root):
    client = signed_in()
    for number in range(5):
        client.post("/leagues/new/", founding(name=f"League {number}"))
    assert "No more than 5 leagues" in text(client.post("/leagues/new/", founding(name="League 5")))


def test_on_a_local_installation_the_printed_password_is_enough(root, settings):
    settings.STAFF_NEEDS_SECOND_STEP = False
    assert {page: signed_in().get(page).status_code for page in OF_STAFF} == dict.fromkeys(OF_STAFF, 200)
    assert program().get(HOOKS).status_code == 200
