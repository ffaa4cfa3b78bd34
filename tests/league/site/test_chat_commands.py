"""Commands from Discord: signed, answered to who asks, and to all only with what a stranger may read."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.core.queries.access import forget_leagues
from league.models import ChatServer, DemoAccount, Entry, LedgerEntry
from league.notices.services.chat import MOST_SERVERS, connect_server
from league.people.services.registration import rename_character
from league.results.services.games import report_game
from league.talk.services import hide_league
from tests.factories.discord import MANAGER, PUBLIC_KEY, SERVER, interaction, on_discord, send_interaction
from tests.factories.founding import founding
from tests.factories.friday_club import FridayClub, friday_game, friday_sheet, join
from tests.factories.pages import text
from tests.factories.tournaments import a_round, a_stage, a_tournament

pytestmark = pytest.mark.django_db
ONLY_FOR_WHO_ASKS = 64


@pytest.fixture(autouse=True)
def discord(settings) -> None:
    cache.clear()
    settings.DISCORD_PUBLIC_KEY = PUBLIC_KEY
    settings.SIGN_IN_PROVIDERS = [{"provider": "discord", "provider_id": "discord", "name": "Discord"}]


@pytest.fixture
def server(club: FridayClub) -> ChatServer:
    return connect_server(number=SERVER, league=club.league, by=club.cleo)


def asks(command: str, **more: Any) -> dict[str, Any]:
    answer = send_interaction(interaction(command, **more))
    assert answer.status_code == 200, answer.content
    assert answer.json()["type"] == 4
    return answer.json()["data"]


def is_for_all(answer: dict[str, Any]) -> bool:
    return not answer["flags"] & ONLY_FOR_WHO_ASKS


def seated(club: FridayClub, *, tables: int = 1) -> None:
    """Ada sits at that many tables of a round that can be read."""
    for number in range(tables):
        tournament = a_tournament(club.season, name=f"Cup {number}", slug=f"cup-{tables}-{number}")
        people = [(club.overtime, 1), (club.bigdesk, 2)]
        entries = [tournament.entries.create(character=who, number=n, status=Entry.CHECKED_IN) for who, n in people]
        a_round(a_stage(tournament, entries), entries)


def test_without_a_key_there_is_no_such_address(settings):
    settings.DISCORD_PUBLIC_KEY = ""
    assert send_interaction({"type": 1}).status_code == 404


def test_a_ping_is_answered():
    answer = send_interaction({"type": 1, "id": "1", "token": "x"})
    assert answer.status_code == 200 and answer.json() == {"type": 1}


@pytest.mark.parametrize(
    ("how", "headers"),
    [
        ({"key": Ed25519PrivateKey.generate()}, {}),
        ({"age": 120}, {}),
        ({"age": -120}, {}),
        ({}, {"X-Signature-Ed25519": "00" * 64}),
        ({}, {"X-Signature-Ed25519": "no hexadecimal digits"}),
        ({}, {"X-Signature-Ed25519": ""}),
        ({}, {"X-Signature-Timestamp": ""}),
        ({}, {"X-Signature-Timestamp": str(int(time.time()) + 1)}),
    ],
)
def test_what_discord_did_not_sign_just_now_is_refused(how, headers):
    assert send_interaction({"type": 1}, **how, **headers).status_code == 401


def test_the_same_interaction_is_answered_once(server):
    sent: dict[str, Any] = {}

    class Wire(Client):
        def post(self, *arguments: Any, **more: Any) -> Any:
            sent.update(arguments=arguments, more=more)
            return super().post(*arguments, **more)

    assert send_interaction(interaction("standings"), client=Wire()).status_code == 200
    signature = sent["more"]["headers"]["X-Signature-Ed25519"]
    assert Client().post(*sent["arguments"], **sent["more"]).status_code == 401
    sent["more"]["headers"]["X-Signature-Ed25519"] = signature.upper()
    assert Client().post(*sent["arguments"], **sent["more"]).status_code == 401


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{", b"\xff", {}, {"type": "x"}, {"type": 2}, {"type": 2, "data": {"name": "next"}}, {"type": 3},
     {**interaction("next"), "member": {"user": {"id": "1"}, "permissions": "many"}},
     {**interaction("next"), "data": {"name": "next", "options": {}, "more": []}} | {"data": []}],
)  # fmt: skip
def test_what_is_no_command_is_refused(content):
    assert send_interaction(content).status_code == 400


def test_a_body_that_is_too_long_is_refused():
    assert send_interaction(b"x" * 30_000).status_code == 413
    assert Client().get("/discord/").status_code == 405


def test_an_organiser_who_manages_the_server_connects_it(club: FridayClub):
    cleo = on_discord(club.cleo, "5")
    answer = asks("connect", person=cleo, rights=MANAGER, argument="friday-club")
    assert "belongs to Friday Club now" in answer["content"] and not is_for_all(answer)
    assert ChatServer.objects.get().league == club.league
    entry = LedgerEntry.objects.latest("pk")
    assert entry.kind == "webhook_added" and entry.league == club.league


@pytest.mark.parametrize("who", ["player", "no rights there", "nobody here", "another league"])
def test_nobody_else_connects_a_server(club: FridayClub, who: str):
    number = {"player": lambda: on_discord(club.ada, "5"), "nobody here": lambda: "404"}.get(
        who, lambda: on_discord(club.cleo, "6")
    )()
    rights = "0" if who == "no rights there" else MANAGER
    league = "none-such" if who == "another league" else "friday-club"
    assert "Only somebody who manages" in asks("connect", person=number, rights=rights, argument=league)["content"]
    assert not ChatServer.objects.exists()


def test_a_server_goes_to_the_league_that_connects_it_last(client: Client, club: FridayClub, server):
    client.force_login(club.ada)
    client.post("/leagues/new/", founding(name="Other Club"))
    asks("connect", person=on_discord(club.ada, "5"), rights=MANAGER, argument="other-club")
    assert ChatServer.objects.get().league.name == "Other Club"
    assert LedgerEntry.objects.filter(league=club.league, kind="webhook_removed").exists()


def test_a_league_has_a_bounded_number_of_servers(club: FridayClub, server):
    for number in range(1, MOST_SERVERS):
        connect_server(number=str(number), league=club.league, by=club.cleo)
    answer = asks("connect", person=on_discord(club.cleo, "5"), rights=MANAGER, argument="friday-club", guild_id="99")
    assert "up to 20 servers" in answer["content"] and not ChatServer.objects.filter(number="99").exists()


def test_standings_are_for_all_with_names_as_they_are_written(club: FridayClub, server):
    friday_game(club)
    rename_character(character=club.overtime, name="Ada *Overtime* @everyone")
    answer = asks("standings")
    assert is_for_all(answer) and answer["allowed_mentions"] == {"parse": []}
    first = answer["content"].splitlines()[1]
    assert first.startswith(r"1. Ada \*Overtime\*") and "/seasons/" in answer["content"]


def test_a_season_without_a_game_says_so(server):
    assert "No game of this season counts yet" in asks("standings")["content"]


def test_where_ones_next_table_is_is_told_to_oneself(club: FridayClub, server):
    ada = on_discord(club.ada, "5")
    assert "No table waits for you" in asks("next", person=ada)["content"]
    seated(club)
    answer = asks("next", person=ada)
    assert "Ada Overtime: table 1, seat 1" in answer["content"] and not is_for_all(answer)
    assert "/tables/" in answer["content"] and "/t/" not in answer["content"], "no link that reports for the table"


def test_a_table_of_another_league_is_not_told_in_this_server(club: FridayClub, server):
    seated(club)
    ChatServer.objects.update(league=a_tournament().season.league)
    assert "No table waits" in asks("next", person=on_discord(club.ada, "5"))["content"]


def test_what_a_promotion_still_needs_is_told_to_oneself(club: FridayClub, server):
    answer = asks("needs", person=on_discord(club.ada, "5"))
    assert "**Ada Overtime**" in answer["content"] and "game points to" in answer["content"]
    assert not is_for_all(answer)
    assert "no character in this league" in asks("needs", person=on_discord(club.dev, "6"))["content"]


def test_the_form_of_a_result_is_one_link(client: Client, club: FridayClub, server):
    content = asks("report", person=on_discord(club.ada, "5"))["content"]
    assert f"/enter/?season={club.season.slug}" in content
    client.force_login(club.ada)
    assert client.get("/" + content.split("/", 3)[3]).status_code == 200


@pytest.mark.parametrize("command", ["next", "needs", "report"])
def test_who_has_not_connected_discord_is_told_how(server, command: str):
    answer = asks(command, person="404")
    assert "/accounts/ways-in/" in answer["content"] and not is_for_all(answer)


def test_an_account_that_may_not_sign_in_is_not_known_here_either(club: FridayClub, server, settings):
    ada = on_discord(club.ada, "5")
    DemoAccount.objects.create(user=club.ada)
    settings.LOCAL = False
    assert "does not know you" in asks("needs", person=ada)["content"]


@pytest.fixture
def hidden(club: FridayClub, server) -> Iterator[None]:
    hide_league(league=club.league, why="Insults", by=club.cleo)
    forget_leagues()
    yield
    forget_leagues()


@pytest.mark.parametrize("command", ["standings", "next", "needs", "report"])
def test_a_hidden_league_is_there_for_its_members_alone(club: FridayClub, hidden, command: str):
    for stranger in ("404", on_discord(club.dev, "6")):
        assert asks(command, person=stranger)["content"] == "No league is connected with this server."
    answer = asks(command, person=on_discord(club.ada, "5"))
    assert "No league" not in answer["content"] and not is_for_all(answer)


def test_in_a_server_of_no_league_or_in_a_private_chat_nothing_is_said(club: FridayClub):
    assert "No league is connected" in asks("standings")["content"]
    private = {**interaction("next"), "guild_id": None, "member": None, "user": {"id": "5"}}
    assert "in the server of your league" in send_interaction(private).json()["data"]["content"]
    assert "in the server of your league" in asks("unheard-of")["content"]


@pytest.mark.parametrize(("locale", "word"), [("de", "Tisch"), ("es-419", "mesa"), ("fr", "table"), ("xx", "table")])
def test_the_answer_is_in_the_language_of_who_asks(club: FridayClub, server, locale: str, word: str):
    seated(club)
    assert word in asks("next", person=on_discord(club.ada, "5"), locale=locale)["content"]


def test_a_person_and_a_server_may_ask_so_often(club: FridayClub, server):
    answers = [asks("standings", person="7")["content"] for _ in range(13)]
    assert "too often" not in answers[11] and "too often" in answers[12]
    assert "too often" not in asks("standings", person="8")["content"]
    for person in range(100, 210):
        asks("standings", person=str(person))
    assert "too often" in asks("standings", person="300")["content"]


def cost(command: str) -> int:
    asks(command, person="5")  # what is remembered for some time is remembered now
    with CaptureQueriesContext(connection) as queries:
        asks(command, person="5")
    return len(queries)


@pytest.mark.parametrize("command", ["standings", "next", "needs"])
def test_an_answer_costs_the_same_for_many_rows(club: FridayClub, server, command: str):
    on_discord(club.ada, "5")
    friday_game(club)
    seated(club)
    few = cost(command)
    for number in range(5):
        who = join(club.league, User.objects.create(username=f"p{number}"), f"Player {number}")
        sheet = friday_sheet(club)
        sheet = replace(sheet, seats=(sheet.seats[0], replace(sheet.seats[1], character=who.pk, name=who.name)))
        report_game(season=club.season, reference=f"more-{number}", sheet=sheet, source="web", confirm=True)
    seated(club, tables=4)
    assert cost(command) <= few + 1 <= 25, "one more at most, for players who are level"


def test_the_page_of_webhooks_lists_servers_and_ends_them(client: Client, club: FridayClub, server, settings):
    page = f"{club.league.get_absolute_url()}webhooks/"
    client.force_login(club.ada)
    assert client.post(page, {"disconnect": server.pk}).status_code == 403
    client.force_login(club.cleo)
    assert SERVER in text(client.get(page)) and "/connect league: friday-club" in text(client.get(page))
    client.post(page, {"disconnect": server.pk})
    assert not ChatServer.objects.exists() and SERVER not in text(client.get(page))
    settings.DISCORD_PUBLIC_KEY = ""
    assert "Commands in Discord" not in text(client.get(page))


def test_a_command_prints_what_discord_is_to_offer():
    out = StringIO()
    call_command("chat_commands", stdout=out)
    definitions = json.loads(out.getvalue())
    assert [one["name"] for one in definitions] == ["standings", "next", "needs", "report", "connect"]
    assert all(len(one["description"]) <= 100 and one["contexts"] == [0] for one in definitions)
    assert definitions[-1]["default_member_permissions"] == MANAGER
    assert all({*one["description_localizations"]} == {"de", "fr", "es-ES"} for one in definitions)
