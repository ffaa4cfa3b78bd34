"""Every kind of job: killed at any point it is taken up again and comes out once, a failing database costs it no try,
and one over which worker after worker ends is given up with a reason."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError, connection
from django.utils import timezone

from games.models import Game, Leased, Play
from games.services.bot_turns import BOTS
from games.services.jobs import Jobs
from games.services.plays import STANDS_STILL
from league.accounts.services import own_data as personal
from league.core.services.periodic import RUNS, run_due
from league.core.services.uploads import FILES, run_waiting_import, upload_file
from league.lab.models import Experiment, GameStudy, WhatIf
from league.lab.rules.lab import Measure
from league.lab.services.lab import EXPERIMENTS, Setup, order_experiment
from league.lab.services.portions import work_on_orders
from league.lab.services.studies import STUDIES
from league.lab.services.what_if import WHAT_IFS, order_what_if
from league.models import FileImport, MailNotice, Notice, OwnDataFile, PeriodicRun, PushDelivery, WebhookDelivery
from league.notices.services.mail import send_mail_notices
from league.notices.services.outgoing import queue_of
from league.notices.services.push import add_push_endpoint, send_pushes
from league.notices.services.webhooks import send_webhooks
from league.play.services.games_of_bots import order_game_of_bots
from league.play.services.season_plays import play_for_bots
from league.results.services.prepared_tables import Chair, PreparedTable
from league.tournaments.tables.queries.links import table_path
from tests.factories.browsers import Browser
from tests.factories.files import game_rows, results_file
from tests.factories.friday_club import FridayClub, a_friday_club, friday_game
from tests.factories.kill_points import killed_before
from tests.factories.notices import a_webhook
from tests.factories.people import DIGEST, has_verified
from tests.factories.receiver import a_receiver
from tests.factories.studies import OTHERS, a_recorded_game, order_study
from tests.factories.tables import a_table

MOST_WRITES = 40  # a game of bots takes thousands
HOURLY = {"heads": 3600.0}


@dataclass(frozen=True)
class Kind:
    """`order` makes one job, `work` is what a worker calls, `came` what came of it in the end, `why` the reason that is
    stored where it is given up."""

    jobs: Jobs[Any]
    order: Callable[[FridayClub], object]
    work: Callable[[], object]
    came: Callable[[], object]
    once: object
    why: Callable[[], str]


def ada_with_mail() -> User:
    ada = User.objects.get(username="ada")
    ada.email, ada.password = "ada@league.example", DIGEST
    ada.save()
    has_verified(ada)
    return ada


def an_experiment(club: FridayClub) -> None:
    arms = {"a": Setup(5, ("greedy",)), "b": Setup(5, ("random",))}
    order_experiment(system="career_compass", **arms, measure=Measure("turns"), most=2, seed=3, by=club.dev)


def a_what_if(club: FridayClub) -> None:
    friday_game(club)
    values = {"cap_points_at_target": True}
    order_what_if(league=club.league, values=values, begins="entry", games=10, by=club.cleo)
    WhatIf.objects.update(seasons=2)


def a_study(club: FridayClub) -> None:
    order_study(season_game=a_recorded_game(club.season, OTHERS))


def a_file(club: FridayClub) -> None:
    rows = game_rows("g1", ("Ada Overtime", 120), ("Bo Bigdesk", 40), season=club.season.slug, day=10)
    upload_file(league=club.league, kind="results", name="r.csv", content=results_file(rows), by=club.cleo)


def a_letter(club: FridayClub) -> None:
    MailNotice.objects.create(user=ada_with_mail(), key="k", subject="Hello", text="Hello.")


def a_delivery(club: FridayClub) -> None:
    payload = {"id": "k", "kind": "test", "text": "Hello."}
    WebhookDelivery.objects.create(webhook=a_webhook(club.league, RECEIVER[0]), key="k", payload=payload)


def a_push(club: FridayClub) -> None:
    browser = Browser(RECEIVER[0])
    endpoint = add_push_endpoint(user=club.ada, subscription=browser.subscription, browser="Firefox")
    notice = Notice.objects.create(user=club.ada, league=club.league, key="k", kind="finished", link="/")
    PushDelivery.objects.create(endpoint=endpoint, notice=notice, key="k")


def a_game_of_bots(club: FridayClub) -> None:
    seats = (Chair(club.overtime, "greedy"), Chair(club.bigdesk, "greedy"))
    order_game_of_bots(season=club.season, table=PreparedTable(seats, "career_compass"), by=club.cleo, token="one")


def a_periodic_task(club: FridayClub) -> None:
    PeriodicRun.objects.create(task="heads")


def a_photo_of_a_sheet(club: FridayClub) -> None:
    cv2.setNumThreads(1)  # threads do not survive a fork
    table = a_table()
    photos = [SimpleUploadedFile("sheet.jpg", a_photo(table_path(table))[0], "image/jpeg")]
    upload_photos(round=table.round, photos=photos, by=club.cleo)


RECEIVER = [""]
KINDS = {
    "experiment": Kind(
        EXPERIMENTS.jobs,
        an_experiment,
        lambda: work_on_orders(seconds=60),
        lambda: Experiment.objects.values_list("status", "done").get(),
        ("done", 2),
        lambda: Experiment.objects.get().error,
    ),
    "what-if": Kind(
        WHAT_IFS.jobs,
        a_what_if,
        lambda: work_on_orders(seconds=60),
        lambda: WhatIf.objects.values_list("status", "done").get(),
        ("done", 2),
        lambda: WhatIf.objects.get().error,
    ),
    "study": Kind(
        STUDIES.jobs,
        a_study,
        lambda: work_on_orders(seconds=0),
        lambda: GameStudy.objects.get().done > 0,
        True,
        lambda: GameStudy.objects.get().error,
    ),
    "file": Kind(
        FILES,
        a_file,
        run_waiting_import,
        lambda: (FileImport.objects.get().status, Game.objects.count()),
        ("done", 1),
        lambda: FileImport.objects.get().summary,
    ),
    "own data": Kind(
        personal.FILES,
        lambda club: personal.ask_for_own_data(user=club.ada),
        personal.make_own_data_file,
        lambda: OwnDataFile.objects.exclude(made_at=None).count(),
        1,
        lambda: OwnDataFile.objects.get().refusal,
    ),
    "letter": Kind(
        queue_of(MailNotice),
        a_letter,
        send_mail_notices,
        lambda: MailNotice.objects.get().status,
        "sent",
        lambda: MailNotice.objects.get().error,
    ),
    "webhook": Kind(
        queue_of(WebhookDelivery),
        a_delivery,
        send_webhooks,
        lambda: WebhookDelivery.objects.get().status,
        "sent",
        lambda: WebhookDelivery.objects.get().error,
    ),
    "push": Kind(
        queue_of(PushDelivery),
        a_push,
        send_pushes,
        lambda: PushDelivery.objects.get().status,
        "sent",
        lambda: PushDelivery.objects.get().error,
    ),
    "game of bots": Kind(
        BOTS,
        a_game_of_bots,
        play_for_bots,
        lambda: Play.objects.get().number > 0,
        True,
        lambda: Play.objects.get().problem,
    ),
    "periodic": Kind(
        RUNS,
        a_periodic_task,
        lambda: run_due(HOURLY, lambda _name: list(User.objects.all())),
        lambda: PeriodicRun.objects.exclude(ran_at=None).count(),
        1,
        lambda: "interrupted" if PeriodicRun.objects.get().ran_at else "",
    ),
}


if apps.is_installed("league.photo"):
    import cv2

    from league.photo.models import PilePhoto
    from league.photo.services.piles import PILES, read_waiting_photo, upload_photos
    from tests.photos.tables import a_photo

    KINDS["photo"] = Kind(
        PILES,
        a_photo_of_a_sheet,
        read_waiting_photo,
        lambda: PilePhoto.objects.get().status,
        "read",
        lambda: PilePhoto.objects.get().reason,
    )


@pytest.fixture(autouse=True)
def receiver(settings) -> Iterator[None]:
    settings.WEBHOOK_LOOPBACK = True
    with a_receiver() as receiver:
        RECEIVER[0] = receiver.url
        yield


@pytest.fixture(params=KINDS)
def kind(request) -> Kind:
    return KINDS[request.param]


def the_row(kind: Kind) -> Leased | None:
    """The job; None once it is done."""
    return kind.jobs.model.objects.filter(kind.jobs.to_do).first()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_worker_killed_before_any_write_leaves_the_job_to_the_next_one(kind: Kind):
    kind.order(a_friday_club())
    for write in count(1):
        if write > MOST_WRITES or not killed_before(write, kind.work):
            break
        row = the_row(kind)
        if row is not None and row.leased_until is not None:
            assert not kind.work(), "it is another worker's until the lease is over"
        kind.jobs.model.objects.update(leased_until=None, tries=0)
    while kind.came() != kind.once and kind.work():
        pass
    assert write > 2 and kind.came() == kind.once, kind.why()


@pytest.mark.django_db(transaction=True)
def test_a_database_that_fails_gives_the_try_back(kind: Kind):
    kind.order(a_friday_club())
    for statement in count(1):
        left = iter(range(statement - 1, -1, -1))

        def fail(execute, sql, params, many, context, left=left):
            if next(left, -1) == 0:
                raise OperationalError("the database is away")
            return execute(sql, params, many, context)

        with connection.execute_wrapper(fail), suppress(OperationalError):
            kind.work()
        row = the_row(kind)
        if row is None or kind.came() == kind.once:
            break
        assert (row.leased_until, row.tries) == (None, 0), f"statement {statement}"
    assert statement > 3


@pytest.mark.django_db
def test_a_job_over_which_worker_after_worker_ends_is_given_up_and_says_why(kind: Kind):
    kind.order(a_friday_club())
    over = timezone.now() - timedelta(seconds=1)
    kind.jobs.model.objects.update(tries=kind.jobs.tries, leased_until=over)
    assert not kind.work()
    why = kind.why()
    assert "nterrupted" in why or why in (STANDS_STILL, personal.FAILED)
    assert not kind.work(), "it is left alone"
