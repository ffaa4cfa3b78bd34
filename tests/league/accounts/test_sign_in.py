import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db
RIGHT = "a long pass phrase"


@pytest.fixture(autouse=True)
def ada(settings) -> User:
    """Behind a proxy that tells the address."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    return User.objects.create_superuser("ada", email="ada@league.example", password=RIGHT)


def lets_in(password: str, *, address: str = "198.51.100.1", name: str = "ada") -> bool:
    client = Client(headers={"X-Forwarded-For": address})
    client.post("/accounts/login/", {"login": name, "password": password})
    return "_auth_user_id" in client.session


def test_the_admin_has_no_door_of_its_own():
    client = Client()
    for page in ("/admin/login/", "/admin/", "/admin/auth/user/"):
        answer = client.get(page, follow=True)
        assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    client.post("/admin/login/", {"username": "ada", "password": RIGHT})
    assert "_auth_user_id" not in client.session
    client.post("/accounts/login/?next=/admin/auth/user/", {"login": "ada", "password": RIGHT})
    assert client.get("/admin/auth/user/").status_code == 200


def test_who_is_no_staff_is_told_so_by_the_admin():
    client = Client()
    client.force_login(User.objects.create_user("bo"))
    assert client.get("/admin/", follow=True).status_code == 403


def test_guessing_from_one_address_ends_there():
    assert not any(lets_in(f"guess {number}") for number in range(5))
    assert not lets_in(RIGHT)


def test_a_stranger_at_another_address_locks_nobody_out():
    for number in range(8):
        lets_in(f"guess {number}", address="203.0.113.7")
    assert lets_in(RIGHT)
    assert not lets_in(RIGHT, address="203.0.113.7")


def test_an_address_has_ten_wrong_guesses_a_minute_over_all_accounts():
    User.objects.create_user("bo", password=RIGHT)
    for number in range(10):
        lets_in("guess", name=f"name{number}")
    assert not lets_in(RIGHT, name="bo")
    assert lets_in(RIGHT, name="bo", address="203.0.113.7")
