"""Loading the Celery app here, not in the package, keeps `league.rules` free of Django."""

import gc

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext, ngettext
from django.utils.translation.trans_real import translation

from engine.translatable import speak_with
from league.config.celery import app as celery_app

__all__ = ["LeagueConfig", "celery_app"]


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from league import wiring
        from league.core.queries.figures import written

        wiring.connect()
        speak_with(gettext, ngettext, written)
        # The English of an app is what its code says, but Python would ask eight catalogues in turn for every text.
        translation(settings.LANGUAGE_CODE)._fallback = None  # type: ignore[attr-defined]
        gc.freeze()  # what stays for ever need not be gone through again and again
        gc.enable()
