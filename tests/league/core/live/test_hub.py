"""The hub of the events process, without a network, a database or a clock."""

import asyncio
import json
from typing import Any

import pytest

from league.config.hub import BEAT_SECONDS, MOST_WAITING, Hub
from league.core.live.rules import BEAT

EVERY = {"play": 1, "person": 1, "table": 3, "tournament": 10}


class Rows:
    """What a database holds: versions of rooms, whether anything was written, and how often it was asked for what."""

    def __init__(self, **versions: Any) -> None:
        self.versions = {name.replace("_", ":"): version for name, version in versions.items()}
        self.written, self.asked, self.broken = False, list[set[str]](), 0

    async def read(self, rooms: Any) -> dict[str, Any]:
        self.asked.append(set(rooms))
        if self.broken:
            self.broken -= 1
            raise OSError("the database is away")
        return {name: self.versions[name] for name in rooms if name in self.versions}

    async def anything(self) -> bool:
        return self.written

    def hub(self, **more: Any) -> Hub:
        return Hub(self.read, every=EVERY, tick=0, anything=self.anything, clock=lambda: 0, **more)


def heard(text: bytes) -> list[tuple[str, str, Any]]:
    """Name, id and data of each event."""
    found = []
    for block in text.decode().strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n"))
        found.append((fields["event"], fields["id"], json.loads(fields["data"])))
    return found


async def news(listener: Any) -> list[tuple[str, str, Any]]:
    return heard(await listener.take())


def run(test: Any) -> Any:
    return asyncio.run(test)


def test_who_comes_hears_the_newest_turn_and_then_each_that_follows():
    async def story() -> None:
        rows = Rows(play_7=(56, "then", ()))
        hub = rows.hub()
        ada = hub.listen(["play:7"])
        await hub.step()
        assert await news(ada) == [("turn", "56", {"play": 7, "n": 56})]
        rows.versions["play:7"] = (57, "now", ())
        hub.hint(["play:7"])
        bo = hub.listen(["play:7"])
        assert await news(bo) == [("turn", "56", {"play": 7, "n": 56})]  # at once, from what is known
        await hub.step()
        assert await news(ada) == await news(bo) == [("turn", "57", {"play": 7, "n": 57})]

    run(story())


def test_without_a_hint_the_rows_are_looked_at_once_something_was_written():
    async def story() -> None:
        rows = Rows(play_7=(1, "", ()), table_3="one")
        hub = rows.hub()
        listener = hub.listen(["play:7", "table:3"])
        await hub.step()
        await listener.take()
        rows.asked.clear()
        for _tick in range(12):
            await hub.step()
        assert rows.asked == []
        rows.written = True
        rows.versions["table:3"] = "two"
        await hub.step()
        rows.written = False
        for _tick in range(12):
            await hub.step()
        assert rows.asked == [{"play:7"}, {"table:3"}]  # each kind at its own pace, and none forgets what it missed
        assert await news(listener) == [("table", "two", {"table": 3, "n": "two"})]

    run(story())


@pytest.mark.parametrize(
    ("after", "names"),
    [
        ((6, "later", ()), ["turn"]),
        ((5, "later", ()), ["seats"]),
        ((5, "then", (1,)), ["said"]),
        ((6, "later", (1,)), ["turn", "said"]),
        ((5, "then", ()), []),
    ],
)
def test_an_event_says_what_kind_of_news_there_is_and_nothing_else(after, names):
    async def story() -> None:
        rows = Rows(play_7=(5, "then", ()))
        hub = rows.hub()
        listener = hub.listen(["play:7"])
        await hub.look(["play:7"])
        await listener.take()
        rows.versions["play:7"] = after
        await hub.look(["play:7"])
        listener.put(BEAT)
        told = (await listener.take()).removesuffix(BEAT)
        assert [name for name, _, _ in heard(told)] == names if names else told == b""
        assert all(data == {"play": 7, "n": after[0]} for _, _, data in (heard(told) if told else []))

    run(story())


def test_a_person_hears_of_each_play_that_begins_to_wait_for_them():
    async def story() -> None:
        rows = Rows(person_3=())
        hub = rows.hub()
        ada = hub.listen(["person:3"])
        await hub.look(["person:3"])
        rows.versions["person:3"] = ((7, 12), (9, 4))
        await hub.look(["person:3"])
        assert [data for _, _, data in await news(ada)] == [{"play": 7, "n": 12}, {"play": 9, "n": 4}]
        rows.versions["person:3"] = ((9, 4), (7, 15))
        await hub.look(["person:3"])
        assert await news(ada) == [("your_turn", "15", {"play": 7, "n": 15})]

    run(story())


def test_a_full_queue_drops_and_the_others_hear_all():
    async def story() -> None:
        rows = Rows(play_7=(0, "", ()))
        hub = rows.hub()
        slow, quick = hub.listen(["play:7"]), hub.listen(["play:7"])
        told = []
        for number in range(1, MOST_WAITING + 20):
            rows.versions["play:7"] = (number, "", ())
            await hub.look(["play:7"])
            told += await news(quick)
        assert [data["n"] for _, _, data in told] == list(range(1, MOST_WAITING + 20))
        assert len(await news(slow)) == MOST_WAITING
        rows.versions["play:7"] = (1000, "", ())
        await hub.look(["play:7"])
        assert await news(slow) == [("turn", "1000", {"play": 7, "n": 1000})]

    run(story())


def test_an_empty_room_is_removed_and_nobody_reads_it():
    async def story() -> None:
        rows = Rows(play_7=(1, "", ()), play_8=(1, "", ()))
        hub = rows.hub()
        ada, bo = hub.listen(["play:7", "play:8"]), hub.listen(["play:8"])
        hub.leave(ada)
        assert hub.rooms == {"play:8"}
        await hub.step()
        assert rows.asked == [{"play:8"}]
        hub.hint(["play:7"])
        hub.leave(bo)
        assert hub.rooms == set()

    run(story())


def test_a_failing_reader_rests_a_second_and_misses_nothing():
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        await asyncio.sleep(0)

    async def story() -> None:
        rows = Rows(play_7=(1, "", ()))
        rows.broken = 2
        hub = rows.hub(pause=rest)
        listener = hub.listen(["play:7"])
        reader = asyncio.create_task(hub.follow())
        assert await news(listener) == [("turn", "1", {"play": 7, "n": 1})]
        rows.broken = 1
        rows.versions["play:7"] = (2, "", ())
        hub.hint(["play:7"])
        assert await news(listener) == [("turn", "2", {"play": 7, "n": 2})]
        reader.cancel()

    run(story())
    assert rests == [1, 1, 1]


def test_a_play_that_is_not_there_says_nothing_and_a_hint_for_an_empty_room_is_dropped():
    async def story() -> None:
        rows = Rows()
        hub = rows.hub()
        listener = hub.listen(["play:7"])
        hub.hint(["play:8"])
        await hub.step()
        assert rows.asked == [{"play:7"}]
        listener.put(BEAT)
        assert await listener.take() == BEAT

    run(story())


def test_every_stream_says_once_in_a_while_that_it_is_there():
    async def story() -> None:
        hub = Rows().hub()
        listeners = [hub.listen([f"play:{number}"]) for number in range(40)]
        for _second in range(BEAT_SECONDS):
            hub.beat()
        assert [await one.take() for one in listeners] == [BEAT] * 40

    run(story())


def test_a_closed_stream_ends():
    async def story() -> None:
        hub = Rows().hub()
        listener = hub.listen(["play:7"])
        hub.close()
        assert await listener.take() == b""

    run(story())
