"""The site as an app on the home screen."""

from typing import Any

from django.http import HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.core.views.live import Request

NAVY, PAPER = "#14324F", "#FBF8F2"


@require_safe
def manifest(request: Request) -> HttpResponse:
    """The web app manifest, the same for everybody."""
    content = {
        "id": "/",
        "name": "Corner Office",
        "short_name": "Corner Office",
        "description": "Leagues and tournaments of career board games.",
        "lang": "en-GB",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": NAVY,
        "icons": _icons(),
        "shortcuts": [
            {"name": "Enter a result", "url": reverse("result_enter")},
            {"name": "The season", "url": reverse("season_now")},
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
