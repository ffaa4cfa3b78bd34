"""The application that the server of the site calls."""

import gc
import os
from collections.abc import Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.config.settings")

gc.disable()  # until `league.apps` is ready: what modules make on their way in is no garbage
site = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Return a complete answer as a list, closed before: the server sends a list at once, but fetches anything else
    piece by piece, each time waiting for its turn."""
    answer = site(environ, start_response)
    if not isinstance(answer, HttpResponse):
        return answer
    body = [answer.content]
    answer.close()
    return body


from django.urls import get_resolver  # noqa: E402

from league.accounts.services.start import refuse_unsafe_start  # noqa: E402  (needs Django to be ready)
from league.config.schema import refuse_other_schema  # noqa: E402

refuse_unsafe_start()
refuse_other_schema()
_ = get_resolver().url_patterns  # imports every view: else the first request waits for that, and others with it
