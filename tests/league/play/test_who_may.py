"""Who may do what at a play, by its pages and by the program interface: everybody, every deed, at every stage."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from rest_framework.test import APIClient

from games.models import Play, PlaySeat, PlayVote, Turn
from games.services.plays import game_of
from league.models import SeasonPlay
from tests.access.matrix import GAP, patterns
from tests.factories.families import family
from tests.factories.plays import a_running_play, a_table_of, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db
# Ada opened the table and sits at it, Bo sits there too, Cleo plays in the league, Vera watches it, Otto organises it,
# Xenia has nothing to do with it.
EVERYBODY = ("", "xenia", "vera", "cleo", "otto", "bo", "ada")
NOBODY: tuple[str, ...] = ()
AT_TURN = ("who is at turn",)
# Stage, deed: who may. Whoever else tries is told so, and nothing changes.
DEEDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("free seat", "sit"): ("cleo",),  # the others of the league sit already, or have no character
    ("free seat", "bot"): ("ada",),
    ("free seat", "leave"): ("bo",),
    ("free seat", "send the bot away"): ("ada",),
    ("free seat", "start"): NOBODY,
    ("free seat", "close"): ("ada",),
    ("free seat", "turn"): NOBODY,
    ("full", "sit"): NOBODY,
    ("full", "bot"): NOBODY,
    ("full", "leave"): ("bo",),
    ("full", "start"): ("bo", "ada"),
    ("full", "close"): ("ada",),
    ("running", "sit"): NOBODY,
    ("running", "bot"): NOBODY,
    ("running", "leave"): NOBODY,
    ("running", "send the bot away"): NOBODY,
    ("running", "start"): NOBODY,
    ("running", "close"): NOBODY,
    ("running", "turn"): AT_TURN,
    ("over", "sit"): NOBODY,
    ("over", "leave"): NOBODY,
    ("over", "start"): NOBODY,
    ("over", "close"): NOBODY,
    ("over", "turn"): NOBODY,
}


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def at_stage(club: ThursdayClub, stage: str) -> SeasonPlay:
    """Ada in seat 1, Bo in seat 2, then a bot, and a free seat if there is one."""
    if stage == "free seat":
        season_play = a_table_of(club, "ada", "bo", bots=2)
        season_play.play.seats.filter(seat=4).update(bot="", name="")
        return season_play
    if stage == "full":
        return a_table_of(club, "ada", "bo", bots=1)
    season_play = a_running_play(club, "ada", "bo", bots=0 if stage == "running" else 1)
    if stage == "over":
        plays_on(season_play)
    return season_play


def sent(play: Play, deed: str, name: str) -> tuple[str, dict[str, Any]]:
    """The end of the address, and what is sent there."""
    free = play.seats.count()
    match deed:
        case "sit":
            return "sit/", {"seat": free, "character": name if name in ("ada", "bo", "cleo") else "dev"}
        case "bot":
            return "bot/", {"seat": free, "bot": "greedy"}
        case "leave":
            return "leave/", {"seat": 2}
        case "send the bot away":
            return "leave/", {"seat": 3}
        case "turn":
            action = game_of(play).legal[0].text if play.status == Play.RUNNING else "throw"
            return "turns/", {"number": play.number, "action": action, "key": "k"}
    return f"{deed}/", {}


def rows(play: Play) -> list[Any]:
    """Everything that a deed may change; that somebody looks afterwards is none."""
    tables = (Play.objects.filter(pk=play.pk), *(one.objects.filter(play=play) for one in (PlaySeat, Turn, PlayVote)))
    found = [list(one.order_by("pk").values()) for one in tables]
    return [[{name: value for name, value in row.items() if name != "seen_at"} for row in rows] for rows in found]


def doors(club: ThursdayClub, play: Play, deed: str, name: str) -> Iterator[tuple[str, Any]]:
    """The page's form, then the program interface, where it has the deed."""
    end, body = sent(play, deed, name)
    browser, program = Client(), club.client(name)
    if name:
        browser.force_login(club.users[name])
    yield "page", lambda: browser.post(f"/play/{play.pk}/{end}", body, follow=True)
    if deed != "close":
        end = "sit/" if deed == "bot" else end
        yield "program", lambda: program.post(f"/api/v1/plays/{play.pk}/{end}", body, format="json")


# Each deed where somebody may do it; the other stages are `further`.
ONCE = {deed: stage for (stage, deed), may in DEEDS.items() if may}
CASES = [
    pytest.param(stage, deed, marks=() if ONCE[deed] == stage else pytest.mark.further, id=f"{stage}, {deed}")
    for stage, deed in DEEDS
]


@pytest.mark.parametrize(("stage", "deed"), CASES)
def test_who_may_do_it_does_and_whoever_else_changes_nothing(club, stage, deed):
    play = fresh(at_stage(club, stage)).play
    may = DEEDS[stage, deed]
    if may == AT_TURN:
        may = (play.seats.get(seat=play.actor + 1).person.username,)
    for name in EVERYBODY:
        before = rows(play)
        for door, acts in doors(club, play, deed, name):
            with transaction.atomic():
                answer = acts()
                assert answer.status_code < 500
                assert (rows(play) != before) == (name in may), f"{name or 'nobody'} by the {door}"
                if name not in may:
                    assert_told(door, answer, name)
                transaction.set_rollback(True)


def assert_told(door: str, answer: Any, name: str) -> None:
    """A sentence, or the way to sign in."""
    if door == "program":
        assert answer.status_code in ((400, 403, 409, 422) if name else (401,)), answer.data
        assert answer.data
    elif name:
        assert answer.status_code == 403 or 'class="message' in answer.content.decode()
    else:
        assert "/login/" in answer.request["PATH_INFO"]


def addresses(play: Play) -> list[str]:
    """Everything under the addresses of a play."""
    found = [one for one in patterns() if one.startswith(("play/<", "api/v1/plays/<"))]
    assert "play/<int:pk>/turns/" in found and "api/v1/plays/<int:play_id>/turns/" in found
    return ["/" + GAP.sub(lambda gap: str(play.pk if gap[1] in ("pk", "play_id") else 1), one) for one in found]


# Vera may do the most of those who do not sit there, so she tries at every stage.
STAGES = ("free seat", "full", "running", "over")
TRIED = {("vera", "full"), ("otto", "running")}


@pytest.mark.parametrize(
    ("name", "stage"),
    [
        pytest.param(name, stage, marks=() if (name, stage) in TRIED else pytest.mark.further)
        for name in ("", "xenia", "vera", "otto")
        for stage in STAGES
    ],
)
def test_whoever_does_not_sit_there_changes_nothing_at_any_address(club, stage, name):
    play = fresh(at_stage(club, stage)).play
    browser, program = Client(), APIClient()
    if name:
        browser.force_login(club.users[name])
        program.force_authenticate(club.users[name])
    before = rows(play)
    body = {"seat": 1, "number": play.number, "action": "throw", "bot": "greedy", "character": "ada", "text": ""}
    for address in addresses(play):
        client, how = (program, {"format": "json"}) if address.startswith("/api/") else (browser, {})
        for method in ("get", "post"):  # the others are answered with 405: docs/access.md
            with transaction.atomic():
                answer = getattr(client, method)(address, body, **how if method != "get" else {})
                assert answer.status_code < 500, f"{method} {address}"
                assert rows(play) == before, f"{method} {address}"
                transaction.set_rollback(True)


@pytest.mark.parametrize("name", family(EVERYBODY, usual=2))
def test_everybody_reads_the_table_and_its_record_only_at_the_end(club, name):
    for stage, record in (("running", 404), ("over", 200)):
        play = fresh(at_stage(club, stage)).play
        browser, program = Client(), club.client(name)
        if name:
            browser.force_login(club.users[name])
        assert browser.get(f"/play/{play.pk}/").status_code == 200
        assert program.get(f"/api/v1/plays/{play.pk}/").status_code == 200
        assert browser.get(f"/play/{play.pk}/record.jsonl").status_code == record
        assert program.get(f"/api/v1/plays/{play.pk}/record/").status_code == record
