"""Whoever holds a lock holds up nobody for long: the rest are told to come again, and nothing changes."""

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from league.core.rules.waits import BUSY, OTHERS, RETRY_AFTER, SITE
from league.models import TableReport, Tournament
from tests.factories.compass_sheets import cards_fields
from tests.factories.people import a_user
from tests.factories.phones import a_phone, send_report

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]


def meanwhile(ask: Callable[[], Any]) -> Any:
    """The answer on another connection, one that waits 0.2 s for a lock, while this one holds what it holds."""
    answers: list[Any] = []

    def run() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '200ms'")
            answers.append(ask())
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join(60)
    return answers[0]


def hold_the_tournament() -> None:
    list(Tournament.objects.select_for_update())


def test_a_phone_is_told_to_keep_its_report_and_sends_it_again(table):
    phone = a_phone(table, 1)
    with transaction.atomic():
        hold_the_tournament()
        answer = meanwhile(lambda: send_report(phone, table, {"seat": 1, "figures": cards_fields()}))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(RETRY_AFTER))
    assert answer.json()["errors"] == [BUSY]
    assert TableReport.objects.count() == 0
    assert send_report(phone, table, {"seat": 1, "figures": cards_fields()}).status_code == 201


def organiser_of(table) -> Client:
    client = Client()
    chief = a_user("chief")
    chief.is_superuser = True
    chief.save()
    client.force_login(chief)
    return client


def test_the_api_says_come_again_in_the_shape_of_all_refusals(table):
    slug = table.round.stage.tournament.slug
    client = organiser_of(table)
    path = f"/api/v1/tournaments/{slug}/cancel/"
    with transaction.atomic():
        hold_the_tournament()
        answer = meanwhile(lambda: client.post(path, {"reason": "Snow"}, content_type="application/json"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(RETRY_AFTER))
    assert [(one["code"], one["detail"]) for one in answer.json()["errors"]] == [("busy", BUSY)]
    assert Tournament.objects.get().status != Tournament.CANCELLED


def test_a_page_says_come_again(table):
    client = organiser_of(table)
    path = f"/tournaments/{table.round.stage.tournament.slug}/desk/cancel/"
    with transaction.atomic():
        hold_the_tournament()
        answer = meanwhile(lambda: client.post(path, {"reason": "Snow"}))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(RETRY_AFTER))
    assert BUSY in answer.content.decode()
    assert Tournament.objects.get().status != Tournament.CANCELLED


@pytest.mark.parametrize("waits", [SITE, OTHERS])
def test_a_connection_begins_with_its_bounds(waits):
    other = connection.copy()
    other.settings_dict["OPTIONS"] = {"options": waits.postgresql}
    names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
    try:
        with other.cursor() as cursor:
            cursor.execute(
                "SELECT setting::int / 1000 FROM pg_settings WHERE name = ANY(%s) ORDER BY name", [list(names)]
            )
            found = [row[0] for row in cursor.fetchall()]
    finally:
        other.close()
    assert found == [waits.idle_in_transaction, waits.lock, waits.statement]


def test_a_command_has_time():
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == (f"{OTHERS.lock}s",)
