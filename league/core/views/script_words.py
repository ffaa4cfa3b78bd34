"""The words of scripts: `gettext("…")`, `ngettext("%s card", "%s cards", count)`, `interpolate("…", […])` of lib.js.

English stands in the scripts themselves. A page in another language loads the catalogue of `djangojs` first, at an
address that names its content, so that a browser and the worker keep it.
"""

import json
from functools import lru_cache
from hashlib import sha256

from django import template
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation.trans_real import DjangoTranslation
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

from league.core.queries.languages import ENGLISH, offered

register = template.Library()
A_YEAR = 365 * 24 * 3600


@lru_cache(maxsize=8)
def words_of(language: str) -> tuple[str, str]:
    """Return the script with the words and its digest; "" twice if there are no words."""
    catalogue = JavaScriptCatalog()
    own = catalogue.get_paths(["league"])
    catalogue.translation = DjangoTranslation(language, domain="djangojs", localedirs=own)
    words = catalogue.get_catalog()
    if language == ENGLISH or not words:
        return "", ""
    plural = catalogue.get_plural() or "n != 1"
    catalog = json.dumps(words, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    script = (
        f'"use strict";\nself.WORDS = {{catalog: {catalog}, plural: function (n) {{ return Number({plural}); }}}};\n'
    )
    return script, sha256(script.encode()).hexdigest()[:12]


@register.simple_tag
def script_words() -> SafeString | str:
    """Return the script tag that must come before scripts with words: nothing on an English page."""
    language = translation.get_language() or ENGLISH
    digest = words_of(language)[1]
    if not digest:
        return ""
    return format_html('<script src="{}" defer></script>', reverse("script_words", args=[language, digest]))


@require_safe
def script_words_file(request: HttpRequest, language: str, digest: str) -> HttpResponse:
    """Send the words. An old page that a device stored gets the present words."""
    script, now = words_of(language) if language in offered() else ("", "")
    if not script:
        raise Http404
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, public=True, max_age=A_YEAR if digest == now and not settings.DEBUG else 0)
    return response
