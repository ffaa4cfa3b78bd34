"""A request that computes without an end is given up: whatever it catches, and whoever asks next in the same thread."""

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from structlog.testing import capture_logs

from league.config import urls as site
from league.config.budgets import hold_the_budget
from league.core.rules.waits import RETRY_COSTLY

ENOUGH = 20


def endless(request: HttpRequest) -> HttpResponse:
    number = 0
    while True:
        number += 1


def endless_and_deaf(request: HttpRequest) -> HttpResponse:
    number = 0
    while True:
        try:
            number += int("no number")
        except Exception:
            continue


def deaf_to_everything_once(request: HttpRequest) -> HttpResponse:
    try:
        return endless(request)
    except BaseException:
        return endless(request)


def endless_in_a_transaction(request: HttpRequest) -> HttpResponse:
    with transaction.atomic():
        Group.objects.create(name="half a deed")
        return endless(request)


def short(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(sum(range(1000))))


urlpatterns = [
    path("endless/", endless),
    path("api/endless/", endless),
    path("short/", short),
    *site.urlpatterns,  # pages link to them
]


@pytest.fixture
def small_budget(settings):
    settings.REQUEST_CPU_SECONDS = 0.05


@pytest.mark.parametrize("view", [endless, endless_and_deaf, deaf_to_everything_once])
def test_a_request_without_an_end_is_answered_and_the_next_one_in_its_thread_too(view, rf, settings, small_budget):
    with capture_logs() as lines:
        answer = hold_the_budget(view)(rf.get("/seasons/spring/?page=2"))
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(RETRY_COSTLY))
    assert [(line["event"], line["path"]) for line in lines] == [("over_budget", "/seasons/spring/")]
    settings.REQUEST_CPU_SECONDS = ENOUGH
    assert [hold_the_budget(short)(rf.get("/")).content for _ in range(100)] == [b"499500"] * 100


def test_a_request_that_fails_by_itself_fails_as_before(rf):
    def failing(request: HttpRequest) -> HttpResponse:
        raise LookupError("of the view")

    with pytest.raises(LookupError, match="of the view"):
        hold_the_budget(failing)(rf.get("/"))


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_reader_gets_a_page_and_a_program_the_shape_of_every_refusal(small_budget, settings):
    page = Client(headers={"accept-language": "de"}).get("/endless/")
    assert page.status_code == 503 and 'lang="de"' in page.content.decode()
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    told = Client().get("/api/endless/")
    assert told.status_code == 503 and told.json()["type"] == "server_error"
    [error] = told.json()["errors"]
    assert error["code"] == "unavailable" and error["detail"].startswith("This took the site too long")
    settings.REQUEST_CPU_SECONDS = ENOUGH
    assert Client().get("/short/").content == b"499500"


@pytest.mark.django_db
def test_what_a_request_had_begun_is_taken_back_within_a_transaction_of_others(rf, small_budget):
    assert hold_the_budget(endless_in_a_transaction)(rf.get("/")).status_code == 503
    assert not Group.objects.filter(name="half a deed").exists()


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_was_given_up_within_a_transaction_is_not_used_again(rf, small_budget):
    def left_open(request: HttpRequest) -> HttpResponse:
        transaction.atomic().__enter__()
        Group.objects.create(name="half a deed")
        return endless(request)

    assert hold_the_budget(left_open)(rf.get("/")).status_code == 503
    assert not connection.in_atomic_block
    assert not Group.objects.filter(name="half a deed").exists()
