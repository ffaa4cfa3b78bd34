"""A request that computes without an end is given up: whatever it catches, and whoever asks next in the same thread.
Readers without an account share the time of the site with others."""

import time

import pytest
from django.contrib.auth.models import Group
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path
from structlog.testing import capture_logs

from characters.charts.apart import add_elsewhere
from league.config import urls as site
from league.config.budgets import hold_the_budget, share_with_others
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


def expensive(request: HttpRequest) -> HttpResponse:
    began = time.thread_time()
    while time.thread_time() - began < 0.02:
        pass
    return HttpResponse("done")


urlpatterns = [
    path("expensive/", expensive),
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
    assert [(line["event"], line["route"]) for line in lines] == [("over_budget", "/seasons/<str:slug>/")]
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


class Site:
    """Asks the middleware at a time that the test sets."""

    def __init__(self, view) -> None:
        self.now, self.ask = 60.0, share_with_others(view, clock=lambda: self.now)

    def asked(self, times: int, address: str = "192.0.2.1", path: str = "/") -> list[int]:
        return [self.ask(RequestFactory().get(path, REMOTE_ADDR=address)).status_code for _ in range(times)]


@pytest.fixture
def small_share(settings):
    settings.STRANGERS_CPU_SECONDS = 0.05
    settings.ACCOUNTS_CPU_SECONDS = 0.2


def test_strangers_at_one_address_leave_time_for_others_until_the_minute_is_over(small_share):
    site = Site(expensive)
    assert site.asked(5) == [200, 200, 200, 429, 429]
    assert site.asked(1, path="/api/") == site.asked(1, path="/accounts/login/") == [200]
    assert site.asked(1, "192.0.2.2") == [200]
    assert site.asked(1, "2001:db8::1") + site.asked(4, "2001:db8::2") == [200, 200, 200, 429, 429]
    site.now = 119.9
    assert site.asked(1) == [429]
    site.now = 120
    assert site.asked(1) == [200]


def test_what_costs_little_counts_little(small_share):
    assert set(Site(short).asked(100)) == {200}


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_strangers_and_accounts_have_shares_of_their_own_and_read_when_to_go_on(small_share, django_user_model):
    visitor, member, other = (Client(headers={"accept-language": "en"}) for _ in range(3))
    member.force_login(django_user_model.objects.create_user("ada"))
    other.force_login(django_user_model.objects.create_user("bo"))
    answers = [visitor.get("/expensive/") for _ in range(20)]
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert f"Come again in {refused.headers['Retry-After']} second" in refused.content.decode()
    assert {member.get("/short/").status_code for _ in range(20)} == {200}
    refused = next(answer for answer in (member.get("/expensive/") for _ in range(60)) if answer.status_code == 429)
    assert f"Go on in {refused.headers['Retry-After']} second" in refused.content.decode()
    assert other.get("/expensive/").status_code == 200
    visitor.cookies["sessionid"] = "made up"
    assert 429 in {visitor.get("/expensive/").status_code for _ in range(20)}


def opens_a_file(request: HttpRequest) -> HttpResponse:
    add_elsewhere(0.02)
    return HttpResponse("done")


def test_what_another_process_opens_counts_and_is_charged_before_it_is_opened(small_share, rf):
    statuses = []

    def view(request: HttpRequest) -> HttpResponse:
        statuses.append(ask(rf.get("/")).status_code)  # beside the one that brought the file
        return opens_a_file(request)

    ask = share_with_others(view, clock=lambda: 60.0)
    assert ask(rf.post("/", {"photo": "bytes"})).status_code == 200 and statuses == [429]
    assert Site(opens_a_file).asked(5) == [200, 200, 200, 429, 429]
