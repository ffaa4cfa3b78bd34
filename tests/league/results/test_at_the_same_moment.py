"""Two people, or one impatient thumb, at the very same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.models import Game, Sheet
from league.models import Membership
from tests.factories.friday_club import FridayClub, friday_form, friday_game

pytestmark = pytest.mark.django_db(transaction=True)


def together(*sends: Callable[[], int]) -> list[int]:
    """The status codes of requests that start at once, each on its own connection."""
    start = Barrier(len(sends))

    def run(send: Callable[[], int]) -> int:
        start.wait()
        try:
            return send()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(sends)) as threads:
        return sorted(threads.map(run, sends))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_form_sent_twice_at_once_is_one_game(club: FridayClub):
    phone, form = [signed_in(club.cleo), signed_in(club.cleo)], friday_form(club)
    assert together(*(lambda one=one: one.post(reverse("result_enter"), form).status_code for one in phone)) == [
        302,
        302,
    ]
    assert Game.objects.count() == Sheet.objects.count() == 1


def test_of_two_who_confirm_at_once_one_is_told_that_somebody_was_faster(club: FridayClub):
    Membership.objects.create(league=club.league, user=club.dev, role="organiser")
    url = reverse("game_confirm", args=[friday_game(club, confirm=False).game_id])
    people = [signed_in(club.cleo), signed_in(club.dev)]
    sent = {"expected_version": "1"}
    assert together(*(lambda one=one: one.post(url, sent).status_code for one in people)) == [302, 409]
    assert Sheet.objects.confirmed().count() == 1


def test_of_two_who_correct_at_once_one_is_asked_to_look_again(club: FridayClub):
    Membership.objects.create(league=club.league, user=club.dev, role="organiser")
    url = reverse("game_correct", args=[friday_game(club).game_id])
    people = [signed_in(club.cleo), signed_in(club.dev)]
    forms = [friday_form(club, expected_version="1", reason="Misread", seat__1__fame=fame) for fame in ("41", "42")]
    sends = [
        lambda one=one, form=form: one.post(url, form).status_code for one, form in zip(people, forms, strict=True)
    ]
    assert together(*sends) == [302, 409]
    assert Sheet.objects.count() == 2
