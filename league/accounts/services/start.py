"""The checks that must pass before a site that others can reach starts."""

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core import checks
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError

from league.accounts.queries.accounts import open_demo_accounts

log = structlog.get_logger(__name__)
AT_START = "start"


def refuse_open_demo_accounts(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Report demo accounts with passwords as an error. Before the first migration there are no accounts, and nothing to
    refuse."""
    try:
        names = [] if settings.LOCAL else open_demo_accounts()
    except DatabaseError:
        return []
    if not names:
        return []
    return [
        checks.Error(
            f"The demo accounts {', '.join(names)} have passwords.",
            hint="`manage.py close_demo_accounts` takes them away; `manage.py createsuperuser` makes an account of "
            "your own, if you have none.",
            id="league.E001",
        )
    ]


def warn_without_mail(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    if settings.SENDS_MAIL:
        return []
    sentence = "This site sends no mail: no notices, no links to new passwords."
    return [checks.Warning(sentence, hint="EMAIL_URL names a mail server.", id="league.W001")]


def warn_without_translations(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Warn if a checkout without compiled translations was started: Django shows its pages in English without a
    warning."""
    folder = Path(settings.LOCALE_PATHS[0])
    if all(source.with_suffix(".mo").exists() for source in folder.rglob("*.po")):
        return []
    sentence = "The translations are not compiled: every page is in English."
    return [checks.Warning(sentence, hint="`python3 run.py setup` compiles them.", id="league.W002")]


def refuse_foreign_engine(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Report a compiled engine (COMPILED_ENGINE) from sources other than this site's as an error."""
    folder = os.environ.get("COMPILED_ENGINE", "")
    if not folder or _built_from(Path(folder) / "engine" / "built_from.json") == _digests(settings.BASE_DIR / "engine"):
        return []
    hint = f"`python engine/building/compiled.py {folder}` builds it from an empty folder."
    return [checks.Error(f"{folder} has no engine that was compiled from these sources.", hint=hint, id="league.E003")]


def _built_from(record: Path) -> Any:
    try:
        return json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _digests(engine: Path) -> dict[str, str]:
    places = {path.relative_to(engine): path for path in engine.rglob("*.py")}
    return {
        place.as_posix(): sha256(path.read_bytes()).hexdigest()
        for place, path in places.items()
        if place.parts[0] not in ("building", "build")
    }


def refuse_unsafe_start() -> None:
    """Log what is missing; raise ImproperlyConfigured with every reason not to start."""
    messages = checks.run_checks(tags=[AT_START], include_deployment_checks=True)
    for message in messages:
        if not message.is_serious():
            log.warning("missing", what=message.msg, hint=message.hint)
    errors = [f"{message.msg} {message.hint}" for message in messages if message.is_serious()]
    if errors:
        raise ImproperlyConfigured("Refusing to start: " + " ".join(errors))
