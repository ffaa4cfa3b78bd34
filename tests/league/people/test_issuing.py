"""A character's passport: as a page, a file, a resource of the API, and what verify_passport says of it."""

import json
import os
import subprocess
import sys

import pytest
from django.test import Client

from characters.models import Fact
from league.core.ledger.services.heads import make_head
from league.people.rules.passport_proof import verify
from league.people.services.registration import restart_in_league
from run import ROOT
from tests.factories.friday_club import FridayClub, friday_game, play_to_retirement
from tests.factories.games import review
from tests.factories.passports import a_passport, altered, as_file
from tests.factories.tampering import past_triggers

pytestmark = pytest.mark.django_db
FILE = "/characters/ada-overtime/passport/file/"


def test_everybody_downloads_it_and_it_holds(club: FridayClub, client: Client):
    friday_game(club)
    answer = client.get(FILE)
    assert (
        answer["Content-Type"] == "application/json" and "ada-overtime-passport.json" in answer["Content-Disposition"]
    )
    assert verify(answer.content).holds
    assert "owner" not in json.loads(answer.content)["character"]


def test_its_career_is_the_exported_one(club: FridayClub, client: Client):
    play_to_retirement(club, club.overtime)
    restart_in_league(league=club.league, character=club.overtime)
    review()
    said = json.loads(client.get(FILE).content)["career"]
    assert said == client.get("/api/v1/characters/ada-overtime/career/").json() | {"owner": ""}


def test_it_holds_what_no_review_has_shown_yet(club: FridayClub, client: Client):
    friday_game(club)
    assert json.loads(client.get(FILE).content)["career"]["games"] == 1


def test_it_carries_the_newest_head_once_there_is_one_and_the_command_checks_it(
    club: FridayClub, client: Client, run, tmp_path
):
    friday_game(club)
    assert "head" not in json.loads(client.get(FILE).content)
    head = make_head()
    file = tmp_path / "passport.json"
    file.write_bytes(client.get(FILE).content)
    assert json.loads(file.read_bytes())["head"] == head.statement
    status, said, _ = run("verify_passport", str(file))
    assert status == 0 and "The head of the installation" in said


def test_a_head_of_another_key_is_left_out(club: FridayClub, client: Client, settings):
    make_head()
    settings.SIGNING_KEY = "22" * 32
    assert "head" not in json.loads(client.get(FILE).content)


def test_a_character_without_games_has_one_too(club: FridayClub, client: Client):
    assert verify(client.get(FILE).content).holds


def test_only_the_owner_has_their_name_in_it_and_says_who_it_is_for(club: FridayClub, client: Client):
    for wish in ("owner=1", "made_for=x"):
        assert client.get(f"{FILE}?{wish}").status_code == 403
        assert client.get(f"/api/v1/characters/ada-overtime/passport/?{wish}").status_code == 403
    client.force_login(club.bo)
    assert client.get(f"{FILE}?owner=1").status_code == 403
    client.force_login(club.ada)
    found = json.loads(client.get(f"{FILE}?owner=on&made_for=ada+at+x").content)
    assert (found["character"]["owner"], found["made_for"]) == ("ada", "ada at x")


def test_the_api_gives_the_same_file(club: FridayClub, client: Client):
    friday_game(club)
    assert verify(client.get("/api/v1/characters/ada-overtime/passport/").content).holds
    assert client.get("/api/v1/characters/nobody/passport/").status_code == 404


def test_the_page_says_what_it_proves_and_what_not(club: FridayClub, client: Client, text):
    page = text("/characters/ada-overtime/passport/")
    assert "What it proves" in page and "What it doesn't prove" in page and "Download the passport" in page
    assert "Write my name into it" not in page
    client.force_login(club.ada)
    assert "Write my name into it" in text("/characters/ada-overtime/passport/")
    assert "/characters/ada-overtime/passport/" in text("/characters/ada-overtime/")


def test_altered_facts_are_not_signed(club: FridayClub, client: Client):
    friday_game(club)
    with past_triggers():
        Fact.objects.filter(character=club.overtime).update(digest="0" * 64)
    answer = client.get(FILE)
    assert answer.status_code == 422 and "were altered" in answer.content.decode()
    assert client.get("/api/v1/characters/ada-overtime/passport/").status_code == 400


def test_the_command_says_what_holds_and_whose_key_it_is(club: FridayClub, client: Client, run, write):
    friday_game(club)
    found = run("verify_passport", write(client.get(FILE).content))
    assert found.status == 0 and "that of this installation" in found.out and "It doesn't prove:" in found.out
    found = run("verify_passport", write(as_file(a_passport())))
    assert found.status == 0 and "not known here" in found.out and "Thursday Club" in found.out


def test_the_command_gives_every_reason_and_ends_with_1(run, write):
    found = run("verify_passport", write(as_file(altered(a_passport(), lambda one: one["career"].update(wins=9)))))
    assert found.status == 1 and len(found.reasons) == 2
    assert run("verify_passport", write(b"{}")).status == 1
    rows = json.loads(run("verify_passport", "--format", "json", write(as_file(a_passport()))).out)
    assert [row["verdict"] for row in rows] == ["holds"] * 4


def test_the_verifying_page_is_allowed_to_send_nothing(client: Client):
    answer = client.get("/verify/")
    assert "connect-src 'none'" in answer["Content-Security-Policy"]
    assert "league/verify.js" in answer.content.decode()


@pytest.mark.further
def test_the_command_proves_as_much_in_a_checkout_without_a_database(tmp_path, write):
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path / 'none.sqlite3'}"}

    def verified(content: bytes) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", "verify_passport", write(content)]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)

    good = verified(as_file(a_passport()))
    assert (good.returncode, good.stderr) == (0, "") and "can't be asked" in good.stdout
    cut = verified(as_file(altered(a_passport(), lambda one: one["facts"].pop())))
    assert cut.returncode == 1 and "ends at fact 0; the passport says 1" in cut.stderr
