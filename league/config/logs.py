"""The log of a running site: lines for people, or for machines one JSON object a line.

No line holds a link that is a permission, such as /t/12-secret/: it names the pattern of the address. Records are made
so, whatever logger they come from and whatever handlers are added.
"""

import logging
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import structlog
from django.contrib.sessions.exceptions import InvalidSessionKey, SuspiciousSession
from django.core.exceptions import BadRequest, SuspiciousOperation

from league.core.rules.concealed import answering, concealed

_STEPS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def _names() -> Mapping[str, str]:
    if not (addresses := answering.get()):
        return {}
    from league.core.queries.addresses import names_for_log  # models are there once a request is answered

    return names_for_log(addresses)


def _make_record(*args: Any, **more: Any) -> logging.LogRecord:
    record = logging.LogRecord(*args, **more)
    if names := _names():
        record.msg, record.args = concealed(record.msg, names), concealed(record.args, names)
        if record.exc_info:  # what every formatter but ours goes by
            record.exc_text = concealed(logging.Formatter().formatException(record.exc_info), names)
    return record


def _conceal(_logger: object, _method: str, line: dict[str, Any]) -> Any:
    """Replace the addresses in a line whose exception is a text by now."""
    return concealed(line, _names())


class WithoutRequest(logging.Filter):
    """Takes the request from a record, whose address others would write down."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.__dict__.pop("request", None)
        return True


def _kinds(kind: type[Exception]) -> Iterator[type[Exception]]:
    yield kind
    for other in kind.__subclasses__():
        yield from _kinds(other)


def _with_requests() -> list[str]:
    """Return the loggers to which Django gives a request."""
    refused: list[type[Exception]] = [BadRequest, *_kinds(SuspiciousOperation), InvalidSessionKey, SuspiciousSession]
    named = {f"django.security.{kind.__name__}" for kind in refused}
    return ["django.request", "django.server", "django.security.csrf", *sorted(named)]


def log_lines(*, for_people: bool) -> dict[str, Any]:
    """Return the setting LOGGING, with structlog set up to write through it."""
    last: Any = structlog.processors.JSONRenderer()
    if for_people:
        plain = structlog.dev.plain_traceback
        last = structlog.dev.ConsoleRenderer(pad_event_to=0, colors=sys.stderr.isatty(), exception_formatter=plain)
    lines = [structlog.processors.format_exc_info, _conceal, last]
    logging.setLogRecordFactory(_make_record)
    structlog.configure(
        processors=[*_STEPS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "lines": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _STEPS,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *lines],
            }
        },
        "filters": {"without_request": {"()": WithoutRequest}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            **{name: {"filters": ["without_request"]} for name in _with_requests()},
            "fontTools": {"level": "WARNING"},  # else every PDF tells each of its glyphs
            "celery": {"level": "WARNING"},  # else the sweep alone writes two lines a second
        },
    }
