"""Every page in its reader's language. Programs and the administration are answered in English."""

import re
from collections.abc import Callable

from django import template
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from league.core.queries.languages import ENGLISH, language_of, spoken_at

register = template.Library()

ENGLISH_ALONE = ("/api/", "/admin/", "/words/")
PICTURE = re.compile(r"/characters/[^/]+/picture/[^/]+\.jpg")
WORDS = ("text/html", "text/plain", "application/json", "text/calendar", "application/manifest+json")


def speak(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        if fixed := _whoever_asks(request):
            with translation.override(fixed):
                return get_response(request)
        language = language_of(request)
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = get_response(request)
        if response.headers.get("Content-Type", "text/html").startswith(WORDS):
            response.headers.setdefault("Content-Language", language)
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return middleware


def _whoever_asks(request: HttpRequest) -> str:
    """Return the language of a resource that is the same for everybody, such as a card that others store; "" for a
    page."""
    path = request.path_info
    if path.endswith("/card.png"):
        return spoken_at(request) or ENGLISH
    return ENGLISH if path.startswith(ENGLISH_ALONE) or PICTURE.fullmatch(path) else ""


@register.simple_tag
def page_language() -> str:
    """Return the language as `<html lang>` has it: en-GB."""
    return translation.to_locale(translation.get_language() or ENGLISH).replace("_", "-")
