"""The events process, started as run.py starts it, beside the services that change the rows it looks at."""

from collections.abc import Iterator

import pytest

from games.services.plays import game_of
from league.core.live.services import ticket_for
from league.models import Remark, Tournament
from league.play.services.season_plays import close_table, play_for_bots, take_own_turn
from league.tournaments.tables.services.seats import claim_seat
from tests.factories.evening import an_evening
from tests.factories.events import EventsProcess, events_process
from tests.factories.plays import a_running_play, a_table_of, decider, fresh
from tests.factories.processes import eventually
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def process() -> Iterator[EventsProcess]:
    with events_process() as made:
        yield made


def a_move(season_play) -> int:
    """By whoever decides; how many turns were taken then."""
    while play_for_bots():
        pass
    play = fresh(season_play).play
    action = game_of(play).legal[-1].text
    take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=decider(play))
    return fresh(season_play).play.number


def turn(season_play, number: int) -> dict:
    return {"event": "turn", "id": str(number), "data": {"play": season_play.pk, "n": number}}


def check_two_streams(club: ThursdayClub, process: EventsProcess) -> None:
    season_play = a_running_play(club, "ada", "bo", bots=0)
    room = f"play:{season_play.pk}"
    ada, bo = process.stream(room), process.stream(room, f"person:{club.users['bo'].pk}")
    assert ada.status == 200 and ada.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert ada.headers["access-control-allow-origin"] == "*"
    now = fresh(season_play).play.number
    assert ada.next() == turn(season_play, now)
    while bo.next() != turn(season_play, now):
        pass
    for _move in range(5):
        now = a_move(season_play)
        assert ada.next() == turn(season_play, now)
        while bo.next() != turn(season_play, now):
            pass
    Remark.objects.create(play=season_play, by=club.users["ada"], text="Well played")
    assert ada.next() == turn(season_play, now) | {"event": "said"}
    again = process.stream(room, last="1")
    assert again.next() == turn(season_play, now)


def test_two_streams_hear_each_move_without_redis(club, process, settings):
    check_two_streams(club, process)


@pytest.mark.services
def test_two_streams_hear_each_move_by_redis(club, process):
    check_two_streams(club, process)


def test_who_waits_hears_that_it_is_their_turn(club, process):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    waiting = next(
        one for name, one in club.users.items() if name in ("ada", "bo") and one != decider(season_play.play)
    )
    stream = process.stream(f"person:{waiting.pk}")
    play = season_play.play
    while decider(play) != waiting:
        a_move(season_play)
        play = fresh(season_play).play
    heard = stream.next()
    assert (heard["event"], heard["data"]["play"]) == ("your_turn", season_play.pk)


def test_seats_are_news_too(club, process):
    season_play = a_table_of(club, "ada", bots=1)
    stream = process.stream(f"play:{season_play.pk}")
    assert stream.next()["event"] == "turn"
    close_table(season_play=season_play, by=club.users["ada"])
    assert stream.next() == turn(season_play, 0) | {"event": "seats"}


def test_a_table_of_a_tournament_and_its_projector_hear_of_a_phone_that_sits_down(process):
    table = an_evening().second.tables.first()
    tournament = Tournament.objects.get(slug="spring-open")
    phone, projector = process.stream(f"table:{table.pk}"), process.stream(f"tournament:{tournament.pk}")
    before = phone.next(), projector.next()
    claim_seat(seat=table.seats.first(), device="a phone", by=None)
    after = phone.next(), projector.next()
    assert [one["event"] for one in after] == ["table", "tournament"]
    assert all(one["data"] != two["data"] for one, two in zip(before, after, strict=True))
    assert after[0]["data"].keys() == {"table", "n"}


def test_a_ticket_that_opens_nothing_is_answered_with_a_sentence(process):
    assert process.answer("nonsense") == (403, "This is not a ticket of this site. Load the page again.\n")
    assert process.answer(ticket_for("play:7")[:-2] + "zz")[0] == 403
    assert process.answer("") == (403, "This is not a ticket of this site. Load the page again.\n")


def test_one_address_holds_so_many_streams_and_a_closed_one_makes_room(monkeypatch):
    monkeypatch.setenv("STREAMS_PER_ADDRESS", "2")
    with events_process() as process:
        first, second = process.stream("play:1"), process.stream("play:2")
        assert [first.status, second.status, process.stream("play:3").status] == [200, 200, 429]
        first.close()
        eventually(lambda: process.stream("play:3").status == 200)


def test_a_process_that_was_killed_tells_the_newest_to_who_comes_back(club, process):
    season_play = a_running_play(club, "ada", "bo", bots=0)
    process.stream(f"play:{season_play.pk}").next()
    process.kill()
    now = a_move(season_play)
    process.start()
    assert process.stream(f"play:{season_play.pk}", last="0").next() == turn(season_play, now)
