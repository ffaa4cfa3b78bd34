"""A user name may be changed: old links lead on, nobody reads the old name, and nobody else takes it for a year."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from league.accounts.services.farewell import ask_to_leave
from league.accounts.services.user_names import change_user_name
from league.models import FormerUserName, LedgerEntry, Notice
from league.notices.services.outbox import tell_events
from league.results.services.games import void_game
from league.tasks import see_to_accounts
from tests.factories.friday_club import FridayClub, friday_game
from tests.factories.pages import text

pytestmark = pytest.mark.django_db
URL = "/accounts/user-name/"


def sign_up(name: str) -> str:
    sent = {"username": name, "email": "x@example.org", "password1": "a long pass phrase"}
    return text(Client().post("/accounts/signup/", sent, follow=True))


def change(user: User, name: str) -> None:
    change_user_name(user=user, name=name)
    user.refresh_from_db()


def later(days: int) -> None:
    """As if so many days had passed since the names were left."""
    FormerUserName.objects.update(left_at=timezone.now() - timedelta(days=days))


def test_it_is_changed_after_the_password_and_signs_in_from_then_on(client: Client):
    ada = User.objects.create_user("ada", password="a long pass phrase")
    client.force_login(ada)
    assert client.post(URL, {"name": "Ada-Lee"}).url.startswith("/accounts/reauthenticate/")
    answer = client.post("/accounts/reauthenticate/", {"password": "a long pass phrase", "next": URL}, follow=True)
    assert "Your user name is Ada-Lee now" in text(answer)
    assert Client().login(username="Ada-Lee", password="a long pass phrase")
    assert not Client().login(username="ada", password="a long pass phrase")
    entry = LedgerEntry.objects.latest("pk")
    assert entry.kind == "account_changed" and "ada" not in entry.text.casefold().replace("has", "")


def test_old_links_lead_to_the_page_for_those_who_may_see_it(client: Client, club: FridayClub):
    change(club.ada, "lovelace")
    assert client.get("/people/ada/").url == "/people/lovelace/"
    assert 'Played by <a href="/people/lovelace/">' in text(client.get("/characters/ada-overtime/"))
    xenia = User.objects.create(username="xenia")
    change(xenia, "yvonne")
    assert client.get("/people/xenia/").status_code == 404, "nobody sees a page of hers"


def test_nobody_else_has_the_name_until_a_year_has_passed(club: FridayClub):
    change(club.ada, "lovelace")
    assert "Somebody already has this name" in sign_up("ADA")
    with pytest.raises(ValidationError, match="Somebody already has this name"):
        change_user_name(user=club.bo, name="Ada")
    later(364)
    see_to_accounts()
    assert "Somebody already has this name" in sign_up("ada")
    later(366)
    see_to_accounts()
    change(club.bo, "ada")
    assert club.bo.get_username() == "ada" and Client().get("/people/ada/").status_code == 200


def test_it_stays_a_month_and_the_former_one_may_come_back(club: FridayClub):
    change(club.ada, "lovelace")
    later(29)
    with pytest.raises(ValidationError, match="you can change it again"):
        change_user_name(user=club.ada, name="byron")
    later(31)
    change(club.ada, "ada")
    assert list(FormerUserName.objects.values_list("name", flat=True)) == ["lovelace"]


def test_other_capitals_are_another_name(client: Client, club: FridayClub):
    change(club.ada, "Ada")
    assert client.get("/people/ada/").url == "/people/Ada/"
    with pytest.raises(ValidationError, match="you can change it again"):
        change_user_name(user=club.ada, name="lovelace")


@pytest.mark.parametrize("name", ["ada", "bo", "BO", "two words", "former-member-7", "ZoÃ«", "", "x" * 151])
def test_what_can_be_no_user_name_is_refused_and_changes_nothing(club: FridayClub, name: str):
    with pytest.raises(ValidationError):
        change_user_name(user=club.ada, name=name)
    club.ada.refresh_from_db()
    assert club.ada.username == "ada" and not FormerUserName.objects.exists()


def test_notices_say_the_name_of_now(club: FridayClub):
    game = friday_game(club)
    void_game(season_game=game, reason="never played", by=club.cleo)
    tell_events()
    assert Notice.objects.filter(text__contains="cleo").exists()
    change(club.cleo, "clio")
    assert not Notice.objects.filter(text__contains="cleo").exists()
    assert Notice.objects.filter(text__contains="clio").exists()


def test_a_name_that_a_character_has_too_stays_in_what_was_written(club: FridayClub):
    User.objects.filter(pk=club.cleo.pk).update(username=club.overtime.name)
    game = friday_game(club)
    void_game(season_game=game, reason="never played", by=club.cleo)
    tell_events()
    club.cleo.refresh_from_db()
    before = set(Notice.objects.values_list("text", flat=True))
    change(club.cleo, "clio")
    assert set(Notice.objects.values_list("text", flat=True)) == before


def test_somebody_who_is_leaving_leaves_the_name_of_now_behind(club: FridayClub):
    farewell = ask_to_leave(user=club.ada, keep_name=True)
    change(club.ada, "lovelace")
    farewell.refresh_from_db()
    assert farewell.label == "lovelace"
