"""The log of a running site: lines for people, or for machines one JSON object a line."""

import sys
from typing import Any

import structlog

_STEPS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def log_lines(*, for_people: bool) -> dict[str, Any]:
    """Return the setting LOGGING, with structlog set up to write through it."""
    lines: list[Any] = [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    if for_people:
        plain = structlog.dev.plain_traceback
        lines = [structlog.dev.ConsoleRenderer(pad_event_to=0, colors=sys.stderr.isatty(), exception_formatter=plain)]
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
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {
            "django": {"handlers": [], "propagate": True},
            "fontTools": {"level": "WARNING"},  # else every PDF tells each of its glyphs
            "celery": {"level": "WARNING"},  # else the sweep alone writes two lines a second
        },
    }
