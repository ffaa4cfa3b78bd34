"""Webhooks over the API: for organisers, with the secret told once."""

import pytest

from league.models import Webhook
from tests.factories.notices import a_webhook
from tests.factories.thursday_club import ThursdayClub

URL = "/api/v1/leagues/thursday-club/webhooks/"
PRIVATE = "10.0.0.1 is not on the public internet. Webhooks go to public addresses only."
GOOD = {"url": "https://8.8.8.8/hook", "kinds": ["finished", "round_published"]}


def test_an_organiser_adds_a_webhook_and_is_told_its_secret_once(thursday: ThursdayClub):
    otto = thursday.client("otto")
    made = otto.post(URL, GOOD, format="json")
    assert made.status_code == 201
    hook = Webhook.objects.get()
    assert made.json()["secret"] == hook.secret
    (row,) = otto.get(URL).json()["results"]
    assert row == {name: value for name, value in made.json().items() if name != "secret"}
    assert (row["style"], row["kinds"], row["created_by"]) == ("signed", ["round_published", "finished"], "otto")


@pytest.mark.parametrize(
    ("changes", "attr", "sentence"),
    [
        (
            {"url": "https://10.0.0.1/"},
            "url",
            "10.0.0.1 is not on the public internet. Webhooks go to public addresses only.",
        ),
        ({"url": "mailto:ada"}, "url", "The address must begin with https://."),
        ({"kinds": ["edited"]}, "kinds.0", '"edited" is not a valid choice.'),
        ({"kinds": []}, "kinds", "Ensure this field has at least 1 elements."),
        ({"style": "smoke"}, "style", '"smoke" is not a valid choice.'),
    ],
)
def test_what_cannot_be_sent_to_is_refused_at_its_field(thursday: ThursdayClub, problems, changes, attr, sentence):
    response = thursday.client("otto").post(URL, GOOD | changes, format="json")
    assert response.status_code == 400
    assert problems(response) == {attr: sentence}
    assert not Webhook.objects.exists()


def test_an_organiser_deletes_a_webhook_of_the_own_league(thursday: ThursdayClub):
    hook = a_webhook(thursday.league)
    otto = thursday.client("otto")
    assert otto.delete(f"{URL}{hook.pk + 1}/").status_code == 404
    assert otto.delete(f"{URL}{2**70}/").status_code == 404
    assert otto.delete(f"{URL}{hook.pk}/").status_code == 204
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(("by", "status"), [("", 401), ("xenia", 403), ("vera", 403), ("ada", 403), ("sam", 403)])
def test_webhooks_are_for_organisers(thursday: ThursdayClub, by: str, status: int):
    hook = a_webhook(thursday.league)
    client = thursday.client(by)
    assert client.get(URL).status_code == status
    assert client.post(URL, GOOD, format="json").status_code == status
    assert client.delete(f"{URL}{hook.pk}/").status_code == status
    assert Webhook.objects.get() == hook


def test_a_league_that_is_none_has_no_webhooks(thursday: ThursdayClub):
    assert thursday.client("otto").get("/api/v1/leagues/elsewhere/webhooks/").status_code == 404
