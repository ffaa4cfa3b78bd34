"""Redis may be away or hang, and nobody waits for it: limits are then not counted, hints not sent.

One failure opens a circuit for some seconds in which this process does not even try.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, cast

import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = structlog.get_logger(__name__)
TIMEOUTS = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2}  # seconds
OPEN_SECONDS = 5


class Circuit:
    """Open after a failure, closed again after `OPEN_SECONDS`."""

    def __init__(self) -> None:
        self._open_until = 0.0

    @property
    def is_open(self) -> bool:
        return monotonic() < self._open_until

    def fail(self, what: str, error: Exception) -> None:
        self._open_until = monotonic() + OPEN_SECONDS
        log.warning("redis_away", what=what, seconds=OPEN_SECONDS, error=str(error))

    def close(self) -> None:
        self._open_until = 0.0


circuit = Circuit()


class OptionalClient(RedisCacheClient):
    """A client that finds nothing without Redis; `add` then always adds."""

    def add(self, *args: Any) -> bool:
        return bool(_unless_away(super().add, True, *args))

    def get(self, *args: Any) -> Any:
        return _unless_away(super().get, args[-1], *args)

    def set(self, *args: Any) -> None:
        _unless_away(super().set, None, *args)

    def touch(self, *args: Any) -> bool:
        return bool(_unless_away(super().touch, False, *args))

    def delete(self, *args: Any) -> bool:
        return bool(_unless_away(super().delete, False, *args))

    def get_many(self, *args: Any) -> Any:
        return _unless_away(super().get_many, {}, *args)

    def has_key(self, *args: Any) -> bool:
        return bool(_unless_away(super().has_key, False, *args))

    def incr(self, *args: Any) -> int:
        return int(_unless_away(super().incr, args[-1], *args))

    def set_many(self, *args: Any) -> None:
        _unless_away(super().set_many, None, *args)

    def delete_many(self, *args: Any) -> None:
        _unless_away(super().delete_many, None, *args)

    def publish(self, channel: str, text: str) -> None:
        _unless_away(self.get_client(None, write=True).publish, None, channel, text)

    def clear(self) -> bool:
        return bool(_unless_away(super().clear, False))


class OptionalRedis(RedisCache):
    """The cache backend."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = OptionalClient
        options: dict[str, Any] = params.get("OPTIONS", {})
        self._options = {**TIMEOUTS, "retry": Retry(NoBackoff(), 0), **options}

    def publish(self, channel: str, text: str) -> None:
        cast(OptionalClient, self._cache).publish(channel, text)


def _unless_away(ask: Callable[..., Any], otherwise: Any, *args: Any) -> Any:
    if circuit.is_open:
        return otherwise
    try:
        return ask(*args)
    except RedisError as error:
        circuit.fail("cache", error)
        return otherwise
