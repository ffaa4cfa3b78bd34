"""The listeners of each room, and the messages to them.

One reader in one process: it looks at the rows of the rooms that somebody listens to, and says where they have become
others. A hint only makes it look sooner. So no writer can forget to tell, and nothing is lost with a message.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from typing import Any

import structlog

from league.core.live.rules import BEAT, news

log = structlog.get_logger(__name__)
MOST_WAITING = 50  # for one listener; more is dropped, since the next one makes its page ask again
BEAT_SECONDS = 15
Read = Callable[[Collection[str]], Awaitable[Mapping[str, Any]]]


class Listener:
    """One open stream. It has one reader, its own."""

    __slots__ = ("_gone", "_news", "_waiting", "rooms")

    def __init__(self, rooms: Collection[str]) -> None:
        self.rooms = rooms
        self._waiting: deque[bytes] = deque()
        self._news = asyncio.Event()
        self._gone = False

    def put(self, text: bytes) -> None:
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(text)
            self._news.set()

    def close(self) -> None:
        self._gone = True
        self._news.set()

    async def take(self) -> bytes:
        """Return everything that waits; b"" once the stream is closed."""
        while not self._waiting and not self._gone:
            self._news.clear()
            await self._news.wait()
        text = b"" if self._gone else b"".join(self._waiting)
        self._waiting.clear()
        return text


class Room:
    __slots__ = ("listeners", "version")

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.version: Any = None


class Hub:
    """`read` finds the versions of rooms. `every`: after how many ticks rooms of a kind are looked at without a hint;
    a tick asks `anything` first, whether any row at all was written since it was asked."""

    def __init__(
        self,
        read: Read,
        *,
        every: Mapping[str, int],
        tick: float,
        anything: Callable[[], Awaitable[bool]],
        pause: Callable[[float], Awaitable[Any]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read, self._every, self._tick, self._anything = read, every, tick, anything
        self._pause, self._clock = pause, clock
        self._rooms: dict[str, Room] = {}
        self._due: set[str] = set()
        self._wake = asyncio.Event()
        self._ticks, self._next = 0, 0.0
        self._stale: set[str] = set()  # kinds of rooms that were not looked at since something was written
        self._beats: list[set[Listener]] = [set() for _ in range(BEAT_SECONDS)]
        self._beat = self._came = 0

    @property
    def rooms(self) -> set[str]:
        return set(self._rooms)

    def listen(self, rooms: Collection[str]) -> Listener:
        """Return a listener, which first hears the newest of each room: at once if it is known, else when it is
        read."""
        listener = Listener(rooms)
        for name in rooms:
            room = self._rooms.get(name)
            if room is None:
                room = self._rooms[name] = Room()
                self.hint([name])
            room.listeners.add(listener)
            for text in news(name, None, room.version):
                listener.put(text)
        self._came += 1
        self._beats[self._came % BEAT_SECONDS].add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        for name in listener.rooms:
            room = self._rooms.get(name)
            if room is not None:
                room.listeners.discard(listener)
                if not room.listeners:
                    del self._rooms[name]
        for beat in self._beats:
            beat.discard(listener)

    def hint(self, rooms: Iterable[str]) -> None:
        here = [name for name in rooms if name in self._rooms]
        if here:
            self._due.update(here)
            self._wake.set()

    def hint_all(self) -> None:
        self.hint(self.rooms)

    async def look(self, rooms: Collection[str]) -> None:
        """Read these rooms, and send their listeners what is new."""
        versions = await self._read(rooms)
        for name in rooms:
            room = self._rooms.get(name)
            if room is None:
                continue
            texts = news(name, room.version, versions.get(name))
            room.version = versions.get(name, room.version)
            for listener in room.listeners if texts else ():
                for text in texts:
                    listener.put(text)

    def beat(self) -> None:
        """Send a sign of life to each stream once in BEAT_SECONDS, to some of them each second."""
        self._beat += 1
        for listener in self._beats[self._beat % BEAT_SECONDS]:
            listener.put(BEAT)

    async def step(self) -> None:
        """Wait for a hint or the next tick, and read the rooms that they name. Sleep while nobody listens."""
        if not self._rooms:
            self._wake.clear()
            await self._wake.wait()
        await self._woken()
        self._wake.clear()
        due = {name for name in self._due if name in self._rooms}
        self._due.clear()
        try:
            if self._clock() >= self._next:
                self._next = self._clock() + self._tick
                due |= await self._swept()
            if due:
                await self.look(due)
        except BaseException:
            self._due |= due
            raise

    async def _woken(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, self._next - self._clock())):
                await self._wake.wait()

    async def _swept(self) -> set[str]:
        if await self._anything():
            self._stale.update(self._every)
        self._ticks += 1
        kinds = {kind for kind in self._stale if self._ticks % self._every[kind] == 0}
        self._stale -= kinds
        return {name for name in self._rooms if name.partition(":")[0] in kinds}

    async def follow(self) -> None:
        """Step forever. A failure is logged and tried again after a second."""
        while True:
            try:
                await self.step()
            except Exception:
                log.exception("events_reader_failed")
                await self._pause(1)

    async def keep_beating(self) -> None:
        while True:
            await self._pause(1)
            self.beat()

    def close(self) -> None:
        for room in list(self._rooms.values()):
            for listener in list(room.listeners):
                listener.close()
