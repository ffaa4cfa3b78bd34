"""The events process: pages hear that something has changed, and ask for it (Server-Sent Events, raw ASGI).

    granian --interface asgi --backlog 8192 --backpressure 8192 --respawn-failed-workers
            league.config.events:application

It reads versions of rows and nothing else: no models, no sessions, no pages. A page whose stream is away asks on its
own. Fed by Redis if there is one (`league.core.live.services.hint`), and by the rows in any case.
"""

import asyncio
import contextlib
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs

import redis.asyncio
import structlog
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.utils.log import configure_logging
from redis.exceptions import RedisError

from league.config.hub import Hub
from league.core.live.rules import RETRY, household
from league.core.live.services import NoTicket, channel, rooms_of
from league.play.queries.changes import versions_of_persons, versions_of_plays
from league.tournaments.desk.queries.changes import versions_of_tournaments
from league.tournaments.tables.queries.table_version import versions_of_tables

log = structlog.get_logger(__name__)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")
configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
if not apps.ready:  # in its own process, which reads rows and has no models
    apps.populate(())
Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
VERSIONS: dict[str, Callable[[Collection[int]], Mapping[int, Any]]] = {
    "play": versions_of_plays,
    "person": versions_of_persons,
    "table": versions_of_tables,
    "tournament": versions_of_tournaments,
}
# Seconds of a tick, and after how many of them the rows are looked at: for everything, or for what no hint told.
POLLED: tuple[float, dict[str, int]] = (0.1, {"play": 1, "person": 1, "table": 3, "tournament": 10})
HINTED: tuple[float, dict[str, int]] = (0.5, {"play": 4, "person": 4, "table": 2, "tournament": 2})
STREAM = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"access-control-allow-origin", b"*"),  # locally the page is on another port; the ticket is the permission
]
WORDS = [(b"content-type", b"text/plain; charset=utf-8"), *STREAM[1:]]


class VersionReader:
    """The database, in its own thread, with one connection."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._written: Any = None

    async def read(self, rooms: Collection[str]) -> dict[str, Any]:
        rows: dict[str, Any] = await self._run(self._versions, rooms)
        return rows

    async def anything(self) -> bool:
        """Return whether anybody may have written. SQLite knows; elsewhere it is always possible."""
        return connection.vendor != "sqlite" or await self._run(self._has_changed)

    async def _run(self, work: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._safely, work, *given)

    def _safely(self, work: Callable[..., Any], *given: Any) -> Any:
        try:
            return work(*given)
        except Exception:
            connection.close()
            raise

    def _versions(self, rooms: Collection[str]) -> dict[str, Any]:
        rows: dict[str, Any] = {}
        for kind, versions in VERSIONS.items():
            ids = [int(name.partition(":")[2]) for name in rooms if name.startswith(f"{kind}:")]
            if ids:
                rows |= {f"{kind}:{pk}": version for pk, version in versions(ids).items()}
        return rows

    def _has_changed(self) -> bool:
        with connection.cursor() as cursor:
            before, self._written = self._written, cursor.execute("PRAGMA data_version").fetchone()
        return bool(before != self._written)


async def hear(hub: Hub) -> None:
    """Read hints from Redis, forever. Without Redis the rows are looked at now and then."""
    while True:
        try:
            async with redis.asyncio.from_url(settings.REDIS_URL) as client, client.pubsub() as heard:
                await heard.subscribe(channel())
                hub.hint_all()
                while True:
                    message = await heard.get_message(ignore_subscribe_messages=True, timeout=60)
                    if message:
                        hub.hint(message["data"].decode().split())
        except (RedisError, OSError) as error:
            log.warning("events_without_redis", error=str(error))
            await asyncio.sleep(1)


class Events:
    """The application. It begins to look at rows with its first listener."""

    def __init__(self) -> None:
        self._hub: Hub | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._held: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            event = (await receive())["type"]
            if event == "lifespan.shutdown" and self._hub is not None:
                self._hub.close()
                for task in self._tasks:
                    task.cancel()
            await send({"type": f"{event}.complete"})
            if event == "lifespan.shutdown":
                return

    def hub(self) -> Hub:
        if self._hub is None:
            rows = VersionReader()
            tick, every = HINTED if settings.REDIS_URL else POLLED
            self._hub = Hub(rows.read, every=every, tick=tick, anything=rows.anything)
            work = [self._hub.follow(), self._hub.keep_beating(), *([hear(self._hub)] if settings.REDIS_URL else [])]
            self._tasks = [asyncio.create_task(task) for task in work]
        return self._hub

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] != "/events/":
            return await _say(send, 404, "There is nothing here but /events/.")
        if scope["method"] != "GET":
            return await _say(send, 405, "Events are read with GET.")
        given = parse_qs(scope["query_string"].decode("latin-1")).get("ticket", [""])
        try:
            rooms = rooms_of(given[0])
        except NoTicket as error:
            return await _say(send, 403, str(error))
        whose = household(address_of(scope))
        if whose and self._held[whose] >= settings.STREAMS_PER_ADDRESS:
            return await _say(send, 429, "Your address holds too many streams already. Pages go on without one.")
        self._held[whose] += 1
        try:
            await self._stream(rooms, receive, send)
        finally:
            self._held[whose] -= 1
            if not self._held[whose]:
                del self._held[whose]

    async def _stream(self, rooms: Collection[str], receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": STREAM})
        await send({"type": "http.response.body", "body": RETRY, "more_body": True})
        hub = self.hub()
        listener = hub.listen(rooms)
        gone = asyncio.create_task(_gone(receive))
        gone.add_done_callback(lambda _: listener.close())
        try:
            while text := await listener.take():
                await send({"type": "http.response.body", "body": text, "more_body": True})
        finally:
            hub.leave(listener)
            gone.cancel()
        with contextlib.suppress(Exception):  # a listener that is gone needs no end
            await send({"type": "http.response.body", "body": b"", "more_body": False})


def address_of(scope: Scope) -> str:
    """Return the reader's address: except on a local installation the last one that the proxy names, if it names
    any."""
    if settings.LOCAL:
        return str(scope["client"][0]) if scope.get("client") else ""
    named = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return str(named[-1].decode("latin-1").rpartition(",")[2].strip()) if named else ""


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _say(send: Send, status: int, sentence: str) -> None:
    await send({"type": "http.response.start", "status": status, "headers": WORDS})
    await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})


application = Events()
