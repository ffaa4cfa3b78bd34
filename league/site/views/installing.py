"""The site as an app on the home screen: its manifest, its one worker, and what is shown without network.

What the worker keeps of pages is nobody's: they are rendered without a request, so that no name can be in them.
"""

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.core.views.languages import page_language
from league.core.views.live import Request
from league.results.views.offline import offline_page

NAVY, PAPER = "#14324F", "#FBF8F2"
WORKER = "league/worker.js"


@require_safe
def manifest(request: Request) -> HttpResponse:
    """Answer with the web app manifest, the same for everybody who reads the same language."""
    content = {
        "id": "/",
        "name": "Corner Office",
        "short_name": "Corner Office",
        "description": _("Leagues and tournaments of career board games."),
        "lang": page_language(),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": NAVY,
        "icons": _icons(),
        "shortcuts": [
            {"name": _("Enter a result"), "url": reverse("result_enter")},
            {"name": _("The season"), "url": reverse("season_now")},
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


def _icons() -> list[dict[str, Any]]:
    drawn = [("logo.svg", "any", "any"), ("icons/maskable.svg", "any", "maskable")]
    for size in (192, 512):
        drawn += [(f"icons/icon-{size}.png", f"{size}x{size}", "any")]
        drawn += [(f"icons/maskable-{size}.png", f"{size}x{size}", "maskable")]
    return [
        {
            "src": static(f"league/{name}"),
            "sizes": sizes,
            "type": "image/svg+xml" if name.endswith(".svg") else "image/png",
            "purpose": purpose,
        }
        for name, sizes, purpose in drawn
    ]


@require_safe
def service_worker(request: Request) -> HttpResponse:
    """Answer with the service worker, from the root, so that it looks after every page. A browser takes a new one as
    soon as a byte of it differs, so its first line names what it caches, in the reader's language."""
    language = get_language() or settings.LANGUAGE_CODE
    code = _worker(language) if settings.DEBUG else _worker_once(language)
    response = HttpResponse(code, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: Request) -> HttpResponse:
    return HttpResponse(_offline_page())


def _offline_page() -> str:
    return render_to_string("league/site/offline.html")


def _worker(language: str) -> bytes:
    pages = {reverse("offline"): _offline_page(), reverse("result_offline"): offline_page()}
    digest = sha256("".join(pages.values()).encode())
    for path in _kept_files():
        digest.update(path.read_bytes())
    version = {"pages": list(pages), "language": language, "digest": digest.hexdigest()[:16]}
    worker = Path(finders.find(WORKER) or "").read_bytes()
    return b"self.VERSION = %b;\n%b" % (json.dumps(version).encode(), worker)


def _kept_files() -> list[Path]:
    """Return styles and scripts of this site, all that any page needs."""
    folder = Path(finders.find(WORKER) or "").parent
    return sorted(path for path in folder.rglob("*") if path.suffix in (".css", ".js", ".svg"))


_worker_once = lru_cache(maxsize=8)(_worker)
