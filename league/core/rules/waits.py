"""Limits on waits for the database and for Redis, and those of their errors that mean "not now".

A process that answers people gives up soon, because browsers and phones ask again; workers and commands have time, but
a worker less than the time after which it counts as stuck (`league.config.sweep.STUCK`). Seconds throughout.
"""

from typing import NamedTuple

from engine.translatable import said

RETRY_AFTER = 5
RETRY_COSTLY = 60  # the same would be worked out again
BUSY = said("The site is busy. Nothing was changed. Try again in a few seconds.")
AWAY = said(
    "The database can't be reached. What you sent was saved completely or not at all; send it again in a few seconds."
)
TOO_LONG = said(
    "This took the site too long to work out, so it stopped. If you sent something, look whether it was saved before "
    "you send it again."
)
FULL = said(
    "The disk of this site is full. Nothing was changed. Tell the people who run the site, and try again later."
)

_ROLLED_BACK = {
    "55P03",  # lock_timeout
    "57014",  # statement_timeout
    "40001",
    "40P01",  # a deadlock that was broken up
}
_AWAY = {"25P03", "57P01", "57P02", "57P03", "57P05", "53300"}  # ended by somebody, or too many of us
_AWAY_CLASS = "08"
_NO_CONNECTION_FREE = {"PoolTimeout", "TooManyRequests"}  # of psycopg_pool
_DISK_FULL = "53100"
_SQLITE_BUSY, _SQLITE_LOCKED, _SQLITE_FULL = 5, 6, 13
_PRIMARY_CODE = 0xFF


class Waits(NamedTuple):
    lock: int
    statement: int
    idle_in_transaction: int

    @property
    def postgresql(self) -> str:
        """Return the options with which a connection begins."""
        return (
            f"-c lock_timeout={self.lock}s -c statement_timeout={self.statement}s"
            f" -c idle_in_transaction_session_timeout={self.idle_in_transaction}s"
        )


SITE = Waits(lock=4, statement=30, idle_in_transaction=60)
OTHERS = Waits(lock=30, statement=1800, idle_in_transaction=600)


def why_later(error: BaseException) -> str:
    """Return the sentence for a temporary error of a database, "" for any other. It is what the driver raised or has
    that as its cause: psycopg's has a `sqlstate`, None without a connection; SQLite's a `sqlite_errorcode`."""
    cause = error if hasattr(error, "sqlstate") else error.__cause__
    if {type(error).__name__, type(cause).__name__} & _NO_CONNECTION_FREE:
        return BUSY
    if cause is not None and hasattr(cause, "sqlstate"):
        state: str | None = cause.sqlstate
        if state in _ROLLED_BACK:
            return BUSY
        if state == _DISK_FULL:
            return FULL
        return AWAY if state is None or state in _AWAY or state.startswith(_AWAY_CLASS) else ""
    code = getattr(cause, "sqlite_errorcode", 0) & _PRIMARY_CODE
    if code == _SQLITE_FULL:
        return FULL
    return BUSY if code in (_SQLITE_BUSY, _SQLITE_LOCKED) else ""
