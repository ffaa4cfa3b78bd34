"""Experiments of the lab: ordered by anybody with an account, played by workers, stopped, resumed, run on."""

import random
from datetime import timedelta
from importlib.metadata import EntryPoint
from itertools import pairwise

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from engine import SYSTEMS
from engine.core import bots
from games.models import ThinkingTime
from league.core.services.quotas import QuotaError
from league.lab.models import Experiment, ExperimentChunk
from league.lab.queries.lab import pairs_played, totals_of
from league.lab.rules.lab import FIRST_LOOK, MOST_PAIRS, Arm, Measure, Pairs, difference
from league.lab.services import lab
from league.lab.services.lab import EXPERIMENTS, MOST_OF_A_GUEST, Setup, order_experiment, run_on
from league.lab.services.orders import resume_order, stop_order
from league.lab.services.portions import work_on_orders
from league.models import QuotaUse
from tests.factories.families import family
from tests.factories.friday_club import FridayClub, a_friday_club
from tests.factories.lab import play_all

pytestmark = pytest.mark.django_db
TURNS = Measure("turns")
GREEDY, RANDOM = Setup(5, ("greedy",)), Setup(5, ("random",))


@pytest.fixture(scope="module")
def club(rows_of_module) -> FridayClub:
    with rows_of_module.unblock():
        return a_friday_club()


def order(club: FridayClub, **changes) -> Experiment:
    asked = {"system": "career_compass", "a": GREEDY, "b": RANDOM, "measure": TURNS, "most": 60, "seed": 3}
    return order_experiment(**asked | {"by": club.dev} | changes)


def fresh(experiment: Experiment) -> Experiment:
    return Experiment.objects.get(pk=experiment.pk)


def in_one_go(pairs: int) -> dict:
    """What the same experiment comes to without workers and rows."""
    arms = Arm(5, ("greedy",), {}), Arm(5, ("random",), {})
    return Pairs(SYSTEMS["career_compass"], arms, 3, lambda: True).play(0, pairs, lambda: False).kept()


@pytest.mark.parametrize("workers", family([5, 2, 1]))
def test_any_number_of_workers_in_any_order_and_killed_ones_come_to_the_same(club: FridayClub, workers):
    """Chunks are held by that many workers at once; who dies holds one until the lease runs out."""
    experiment, luck = order(club, most=FIRST_LOOK + 90), random.Random(workers)
    while fresh(experiment).status == Experiment.RUNNING:
        waiting = list(experiment.chunks.filter(totals__isnull=True).values_list("pk", flat=True))
        killed = luck.sample(waiting, min(len(waiting) - 1, workers - 1))
        held = ExperimentChunk.objects.filter(pk__in=killed)
        held.update(leased_until=timezone.now() + timedelta(minutes=1), tries=1)
        work_on_orders(seconds=luck.choice([0, 0.005, 60]))
        held.filter(totals__isnull=True).update(leased_until=timezone.now() - timedelta(seconds=1))
    done = fresh(experiment)
    assert (done.status, done.done, done.chunks.count()) == (Experiment.DONE, FIRST_LOOK + 90, 0)
    assert done.totals == in_one_go(FIRST_LOOK + 90)
    assert [pairs for pairs, _mean, _half in done.looks] == [FIRST_LOOK, FIRST_LOOK + 90]


def test_it_ends_at_the_first_look_that_knows_it_well_enough(club: FridayClub):
    experiment = order(club, most=4000, width=2_000)
    play_all()
    done = fresh(experiment)
    assert done.status == Experiment.DONE and done.done < 4000
    assert done.looks[-1][2] <= 2_000 and all(half > 2_000 for _pairs, _mean, half in done.looks[:-1])
    assert all(then == 2 * pairs for (pairs, *_), (then, *_) in pairwise(done.looks))
    assert done.totals == in_one_go(done.done)


def test_a_portion_in_no_time_is_a_pair_and_the_rest_waits(club: FridayClub):
    experiment = order(club)
    assert work_on_orders(seconds=0)
    assert pairs_played(experiment) == 1 and fresh(experiment).done == 0
    assert totals_of(fresh(experiment)).kept() == in_one_go(1), "the unbroken run from the first pair on"
    last = experiment.chunks.filter(totals__isnull=True).last()
    others = experiment.chunks.filter(totals__isnull=True).exclude(pk=last.pk)
    others.update(leased_until=timezone.now() + timedelta(hours=1))
    work_on_orders(seconds=60)
    assert pairs_played(experiment) == 1 + last.count
    assert totals_of(fresh(experiment)).pairs == 1, "what comes after a gap does not count yet"
    assert not work_on_orders(), "the rest is claimed by others"


def test_it_is_stopped_and_goes_on_where_it_stood(club: FridayClub):
    experiment = order(club)
    work_on_orders(seconds=0)
    stop_order(order=experiment)
    assert not work_on_orders()
    with pytest.raises(ValidationError, match="not running"):
        stop_order(order=experiment)
    resume_order(order=experiment)
    play_all()
    assert fresh(experiment).totals == in_one_go(60)
    with pytest.raises(ValidationError, match="a stopped run"):
        resume_order(order=experiment)


def test_it_runs_on_with_more_and_ends_as_if_it_had_been_asked_so_at_once(club: FridayClub):
    experiment = order(club)
    with pytest.raises(ValidationError, match="Wait until"):
        run_on(experiment=experiment, most=100)
    play_all()
    for most in (60, 30):
        with pytest.raises(ValidationError, match="60 pairs have already been played"):
            run_on(experiment=experiment, most=most)
    run_on(experiment=fresh(experiment), most=FIRST_LOOK + 20)
    play_all()
    done = fresh(experiment)
    assert (done.status, done.done, done.orders) == (Experiment.DONE, FIRST_LOOK + 20, 2)
    assert done.totals == in_one_go(FIRST_LOOK + 20)
    assert [look[0] for look in done.looks] == [60, FIRST_LOOK, FIRST_LOOK + 20]


def test_what_was_stopped_runs_on_with_more_from_where_it_stood(club: FridayClub):
    experiment = order(club)
    work_on_orders(seconds=0)
    stop_order(order=experiment)
    run_on(experiment=fresh(experiment), most=80)
    play_all()
    assert fresh(experiment).totals == in_one_go(80)


def test_whoever_lost_the_lease_writes_nothing(club: FridayClub):
    """Somebody else had taken the chunk up when the first worker came back."""
    experiment = order(club)
    late = EXPERIMENTS.claim()
    totals = lab._play(late, float("inf"))
    experiment.chunks.filter(pk=late.pk).update(leased_until=timezone.now() - timedelta(seconds=1))
    play_all()
    done = fresh(experiment)
    lab._keep(late, totals)
    assert fresh(experiment).totals == done.totals == in_one_go(60)


def test_rules_or_a_method_of_other_days_stay_readable_and_go_no_further(club: FridayClub, text):
    experiment = order(club)
    play_all()
    Experiment.objects.filter(pk=experiment.pk).update(rules_version=999)
    assert "no further games can be added" in text(experiment.get_absolute_url())
    assert "pairs can tell" in text(experiment.get_absolute_url()) or "turns" in text(experiment.get_absolute_url())
    with pytest.raises(ValidationError, match="Run it again"):
        run_on(experiment=fresh(experiment), most=100)
    Experiment.objects.filter(pk=experiment.pk).update(method="lab/0", totals={"what": "nobody knows"})
    page = text(experiment.get_absolute_url())
    assert "the method lab/0, which this site no longer has" in page and "Figures as CSV" not in page
    assert totals_of(fresh(experiment)) is None


def test_what_an_older_site_left_under_way_fails_with_a_sentence(club: FridayClub):
    experiment = order(club)
    Experiment.objects.filter(pk=experiment.pk).update(rules_version=999)
    assert work_on_orders() and not work_on_orders()
    failed = fresh(experiment)
    assert failed.status == Experiment.FAILED and "Run it again" in failed.error
    with pytest.raises(ValidationError, match="Run it again"):
        resume_order(order=failed)


def test_thinking_time_is_counted_and_its_end_stops_it(club: FridayClub, settings):
    settings.THINKING_SECONDS = 0
    with pytest.raises(ValidationError, match="thinking time"):
        ThinkingTime.objects.create(person=club.dev, day=timezone.now().date(), milliseconds=1)
        order(club)
    ThinkingTime.objects.all().delete()
    settings.THINKING_SECONDS = 3600
    experiment = order(club)
    settings.THINKING_SECONDS = 0
    work_on_orders(seconds=0)
    stopped = fresh(experiment)
    assert stopped.status == Experiment.STOPPED and "after midnight" in stopped.error
    assert ThinkingTime.objects.get(person=club.dev).day


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"system": "chess"}, "Choose one of the games"),
        ({"most": 1}, "From 2 to 1,000,000"),
        ({"most": MOST_PAIRS + 1}, "From 2 to 1,000,000"),
        ({"most": MOST_OF_A_GUEST + 1}, "Without a league"),
        ({"width": 0}, "how exactly"),
        ({"a": Setup(1, ("greedy",))}, "2"),
        ({"a": Setup(2, ("greedy", "random", "greedy"))}, "bots"),
        ({"b": Setup(2, ("nobody",))}, "nobody"),
        ({"b": Setup(2, ("ismcts:visits=5000",))}, "think too long"),
        ({"b": Setup(2, ("random",), settings={"luck": True})}, "luck"),
        ({"measure": Measure("wins", "6")}, "can’t be compared"),
        ({"measure": Measure("wins", "greedy")}, "can’t be compared"),
        ({"measure": Measure("speed", "1")}, "can’t be compared"),
        ({"system": "careers", "b": Setup(2, ("random",), board="atlantis")}, "no board 'atlantis'"),
        ({"system": "careers", "b": Setup(2, ("random",), board="a" * 64)}, "none of your leagues"),
        ({"system": "careers", "b": Setup(2, ("random",), mode="chess")}, "chess"),
    ],
)
def test_what_can_not_be_played_is_refused_in_a_sentence(club: FridayClub, changes, said):
    with pytest.raises(ValidationError, match=said):
        order(club, **changes)
    assert not Experiment.objects.exists() and not QuotaUse.objects.filter(kind="orders").exists()


def test_a_member_may_order_a_million_and_a_person_one_at_a_time(club: FridayClub):
    first = order(club, by=club.ada, most=MOST_PAIRS)
    assert first.look == FIRST_LOOK and first.chunks.count() < 10, "no more rows than the next look needs"
    with pytest.raises(ValidationError, match="already in progress"):
        order(club, by=club.ada)
    order(club, by=club.bo)


def test_it_is_run_on_with_what_whoever_asks_may_order(club: FridayClub, settings):
    """A superuser in no league, whose second step the row of the account does not tell."""
    settings.STAFF_NEEDS_SECOND_STEP = True
    dev = User.objects.get(pk=club.dev.pk)
    dev.is_superuser = True
    dev.save()
    experiment = order(club, by=dev)
    stop_order(order=experiment)
    with pytest.raises(ValidationError, match="Without a league"):
        run_on(experiment=fresh(experiment), most=MOST_OF_A_GUEST + 1, by=dev)
    dev.passed_second_step = True
    run_on(experiment=fresh(experiment), most=MOST_OF_A_GUEST + 1, by=dev)
    assert fresh(experiment).most == MOST_OF_A_GUEST + 1


def test_nobody_orders_more_than_the_quota_of_a_day(club: FridayClub):
    QuotaUse.objects.create(user=club.dev, kind="orders", hour=timezone.now(), amount=200)
    with pytest.raises(QuotaError, match="No more than 200 times"):
        order(club)


@pytest.mark.parametrize(
    "broken",
    [{"done": 61}, {"look": 61}, {"status": "done"}, {"status": "lost"}, {"done": 1}, {"asked_by_name": "Dev"}],
)
def test_the_database_refuses_what_can_not_be(club: FridayClub, broken):
    experiment = order(club)
    with pytest.raises(IntegrityError), transaction.atomic():
        Experiment.objects.filter(pk=experiment.pk).update(**broken)


def test_careers_are_compared_on_boards_and_by_targets(club: FridayClub):
    a = Setup(2, ("greedy",), board="london", target=40)
    b = Setup(2, ("greedy",), board="jazz_age", target=20)
    experiment = order(club, system="careers", a=a, b=b, most=30, measure=Measure("points", "1"))
    play_all()
    found = difference(totals_of(fresh(experiment)), TURNS)
    assert found.mean < 0, "half of the points take fewer turns"
    assert fresh(experiment).arms[1]["options"]["board"] == "jazz_age"


@pytest.mark.parametrize(("bot", "said"), [("Broken", "out of ideas"), ("Wrong", "may not choose")])
def test_a_bot_that_fails_or_does_what_is_not_legal_ends_it_with_a_sentence(club: FridayClub, monkeypatch, bot, said):
    point = EntryPoint("strange", f"tests.engine.test_strangers_bots:{bot}", bots.GROUP)
    monkeypatch.setattr(bots, "entry_points", lambda group: [point] if group == bots.GROUP else [])
    experiment = order(club, b=Setup(5, ("strange", "greedy")))
    play_all()
    failed = fresh(experiment)
    assert failed.status == Experiment.FAILED and said in failed.error and "strange" in failed.error
    assert not work_on_orders()
