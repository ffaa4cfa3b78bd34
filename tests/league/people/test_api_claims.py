"""Claim links over the API: made, listed and withdrawn by organisers, followed by players."""

import pytest

from characters.models import Character
from league.models import ClaimLink, Membership
from league.people.services.registration import register_in_league
from tests.factories.thursday_club import ThursdayClub

URL = "/api/v1/characters/nobodys/claims/"


@pytest.fixture
def nobodys(thursday: ThursdayClub) -> Character:
    profile = {"edition_id": "london", "specialty": "law", "side_interest": "journalism", "title": "Counsel"}
    return register_in_league(league=thursday.league, owner=None, name="Nobodys", **profile)


def a_link(thursday: ThursdayClub) -> dict:
    made = thursday.client("otto").post(URL, {}, format="json")
    assert made.status_code == 201
    return made.json()


def test_an_organiser_makes_a_link_and_a_player_follows_it(thursday: ThursdayClub, nobodys):
    made = a_link(thursday)
    assert made["url"].endswith(f"/claim/{made['secret']}/")
    (row,) = thursday.client("otto").get(URL).json()["results"]
    assert row == {name: value for name, value in made.items() if name not in ("secret", "url")}
    assert row["status"] == "open" and row["created_by"] == "otto"
    followed = thursday.client("xenia").post("/api/v1/claims/", {"secret": made["secret"]}, format="json")
    assert followed.status_code == 200 and followed.json()["owner"] == "xenia"
    assert Membership.objects.filter(league=thursday.league, user=thursday.users["xenia"]).exists()
    again = thursday.client("ada").post("/api/v1/claims/", {"secret": made["secret"]}, format="json")
    assert again.status_code == 400 and "already been used" in again.json()["errors"][0]["detail"]


def test_a_link_that_is_withdrawn_no_longer_works(thursday: ThursdayClub, nobodys):
    made = a_link(thursday)
    withdrawn = thursday.client("otto").post(f"{URL}{made['id']}/withdraw/", {}, format="json")
    assert (withdrawn.status_code, withdrawn.json()["status"]) == (200, "over")
    refused = thursday.client("xenia").post("/api/v1/claims/", {"secret": made["secret"]}, format="json")
    assert refused.status_code == 400 and "too old" in refused.json()["errors"][0]["detail"]
    assert Character.objects.get(pk=nobodys.pk).owner is None


def test_a_claim_is_undone_and_a_used_link_is_not_withdrawn(thursday: ThursdayClub, nobodys):
    made = a_link(thursday)
    thursday.client("xenia").post("/api/v1/claims/", {"secret": made["secret"]}, format="json")
    otto = thursday.client("otto")
    refused = otto.post(f"{URL}{made['id']}/withdraw/", {}, format="json")
    assert refused.status_code == 400 and "Undo the claim" in refused.json()["errors"][0]["detail"]
    assert otto.post(f"{URL}{made['id']}/undo/", {}, format="json").json()["status"] == "undone"
    assert Character.objects.get(pk=nobodys.pk).owner is None


def test_sent_twice_with_one_key_it_is_one_link(thursday: ThursdayClub, nobodys):
    otto, key = thursday.client("otto"), {"Idempotency-Key": "k1"}
    first, again = (otto.post(URL, {}, format="json", headers=key) for _ in range(2))
    assert first.json() == again.json() and ClaimLink.objects.count() == 1


@pytest.mark.parametrize(("by", "status"), [("", 401), ("xenia", 403), ("ada", 403), ("sam", 403)])
def test_claim_links_are_for_organisers(thursday: ThursdayClub, nobodys, by: str, status: int):
    made, client = a_link(thursday), thursday.client(by)
    assert client.get(URL).status_code == client.post(URL, {}, format="json").status_code == status
    assert client.post(f"{URL}{made['id']}/withdraw/", {}, format="json").status_code == status
    assert client.post(f"{URL}{made['id']}/undo/", {}, format="json").status_code == status


def test_unknown_links_and_secrets_are_404(thursday: ThursdayClub, nobodys):
    otto = thursday.client("otto")
    for number in (1, 2**70):
        assert otto.post(f"{URL}{number}/withdraw/", {}, format="json").status_code == 404
    assert otto.post("/api/v1/claims/", {"secret": "guess"}, format="json").status_code == 404
    assert otto.post("/api/v1/claims/", {}, format="json").status_code == 400


def test_an_owned_character_gets_no_link_and_the_page_withdraws_one(thursday: ThursdayClub, nobodys, client):
    owned = thursday.client("otto").post("/api/v1/characters/ada/claims/", {}, format="json")
    assert owned.status_code == 400 and "has an owner" in owned.json()["errors"][0]["detail"]
    made = a_link(thursday)
    client.force_login(thursday.users["otto"])
    assert "Withdraw this link" in client.get("/characters/nobodys/claims/").content.decode()
    page = client.post("/characters/nobodys/claims/", {"withdraw": made["id"]}, follow=True).content.decode()
    assert "That link no longer works." in page and "Withdraw this link" not in page
