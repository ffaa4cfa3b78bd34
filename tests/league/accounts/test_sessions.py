import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.test import Client

from tests.factories.pages import text

pytestmark = pytest.mark.django_db
URL = "/accounts/sessions/"
SECRET = "a long pass phrase"


def signed_in(name: str, browser: str) -> Client:
    if not User.objects.filter(username=name).exists():
        User.objects.create_user(name, password=SECRET)
    client = Client(headers={"user-agent": browser})
    client.post("/accounts/login/", {"login": name, "password": SECRET})
    return client


def inside(*clients: Client) -> list[bool]:
    return [client.get("/notices/").status_code == 200 for client in clients]


@pytest.fixture
def browsers() -> list[Client]:
    return [signed_in("ada", f"Browser {number}") for number in (1, 2, 3)]


def test_a_person_sees_where_they_are_signed_in(browsers):
    signed_in("bo", "Browser of Bo")
    page = text(browsers[0].get(URL))
    assert [f"Browser {number}" in page for number in (1, 2, 3)] == [True] * 3
    assert "Browser of Bo" not in page and page.count("This one") == 1
    assert URL in text(browsers[0].get("/accounts/tokens/"))


def test_one_of_them_is_ended(browsers):
    browsers[0].post(f"{URL}{UserSession.objects.get(user_agent='Browser 2').pk}/end/")
    assert inside(*browsers) == [True, False, True]


def test_all_others_are_ended(browsers):
    browsers[0].post(URL)
    assert inside(*browsers) == [True, False, False]


def test_nobody_ends_anybody_elses(browsers):
    bo = signed_in("bo", "Browser of Bo")
    pk = UserSession.objects.get(user_agent="Browser 1").pk
    assert bo.post(f"{URL}{pk}/end/").status_code == 404
    assert Client().post(f"{URL}{pk}/end/").url.startswith("/accounts/login/")
    assert browsers[1].get(f"{URL}{pk}/end/").status_code == 405
    assert inside(*browsers) == [True] * 3
