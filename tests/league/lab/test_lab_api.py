"""The lab for programs: ordered, read, stopped, run on."""

import pytest
from django.utils import timezone

from league.core.rules.quotas import hour_of, quotas
from league.lab.models import Experiment
from league.models import QuotaUse
from tests.factories.friday_club import FridayClub
from tests.factories.lab import play_all

API = "/api/v1/experiments/"
ASKED = {
    "system": "career_compass",
    "a": {"seats": 5, "bots": ["random"]},
    "b": {"bots": ["greedy"]},
    "measure": "wins:1",
    "width": "5",
    "most": 60,
    "seed": 3,
}


def post(client, address: str, body: dict):
    return client.post(address, body, content_type="application/json")


@pytest.fixture
def ordered(client, club: FridayClub) -> Experiment:
    client.force_login(club.dev)
    made = post(client, API, ASKED)
    assert made.status_code == 201, made.json()
    return Experiment.objects.get(pk=made.json()["id"])


def test_a_program_orders_one_and_reads_it(client, ordered: Experiment):
    assert (ordered.measure, ordered.width, ordered.most) == ("wins:1", 500, 60)
    assert ordered.arms[1]["seats"] == 5 and ordered.arms[1]["bots"] == ["greedy"]
    before = client.get(f"{API}{ordered.pk}/").json()
    assert before["totals"] is None and before["differences"] == [] and before["status"] == "running"
    play_all()
    client.logout()
    found = client.get(f"{API}{ordered.pk}/").json()
    assert found["status"] == "done" and found["pairs"] == found["totals"]["pairs"] == 60
    [wins] = [one for one in found["differences"] if one["measure"] == "wins:1"]
    assert found["looks"] == [{"pairs": 60, "mean": wins["mean"], "half": wins["half"]}]
    assert [one["id"] for one in client.get(API).json()["results"]] == [ordered.pk]


def test_it_is_stopped_goes_on_and_is_run_on(client, ordered: Experiment, club: FridayClub):
    state = f"{API}{ordered.pk}/state/"
    assert post(client, state, {"do": "stop"}).json()["status"] == "stopped"
    assert post(client, state, {"do": "stop"}).status_code == 400
    assert post(client, state, {"do": "resume"}).json()["status"] == "running"
    play_all()
    more = post(client, state, {"do": "more", "most": 80})
    assert more.json()["most"] == 80 and more.json()["width"] is None and more.json()["orders"] == 2
    assert post(client, state, {"do": "more"}).status_code == 400
    assert post(client, state, {"do": "dance"}).status_code == 400
    client.force_login(club.bo)
    assert post(client, state, {"do": "stop"}).status_code == 403
    client.logout()
    assert post(client, state, {"do": "stop"}).status_code == 401


def test_resuming_and_running_on_are_bounded_within_a_day_and_a_refusal_changes_nothing(client, ordered, club):
    state = f"{API}{ordered.pk}/state/"
    post(client, state, {"do": "stop"})
    hour, most = hour_of(timezone.now()), quotas()["orders"].most
    QuotaUse.objects.update_or_create(user=club.dev, kind="orders", hour=hour, defaults={"amount": most - 1})
    assert post(client, state, {"do": "resume"}).status_code == 200
    assert post(client, state, {"do": "resume"}).status_code == 400, "it is under way"
    post(client, state, {"do": "stop"})
    assert post(client, state, {"do": "resume"}).status_code == 429
    assert post(client, state, {"do": "more", "most": 80}).status_code == 429
    client.post(f"{ordered.get_absolute_url()}change/", {})
    ordered.refresh_from_db()
    assert (ordered.status, ordered.most) == (Experiment.STOPPED, 60)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"most": 1_000_000}, "Without a league"),
        ({"most": 1_000_001}, "1,000,000"),
        ({"system": "chess"}, "chess"),
        ({"b": {"bots": ["nobody"]}}, "nobody"),
        ({"b": {"settings": {"luck": True}}}, "luck"),
        ({"measure": "wins:9"}, "compared"),
        ({"width": "0"}, "0.01"),
    ],
)
def test_what_can_not_be_played_is_refused_in_a_sentence(client, club: FridayClub, changes, said):
    client.force_login(club.dev)
    answer = post(client, API, ASKED | changes)
    assert answer.status_code == 400 and said in answer.content.decode()
    assert not Experiment.objects.exists()


def test_a_stranger_orders_nothing_and_learns_how(client, club: FridayClub):
    answer = post(client, API, ASKED | {"most": 1_000_000})
    assert answer.status_code == 401 and answer.json()["errors"][0]["detail"]
    assert client.get(f"{API}999/").status_code == 404 and client.get(f"{API}{10**30}/").status_code == 404
