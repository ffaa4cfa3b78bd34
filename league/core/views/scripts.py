"""The scripts of a page, as ES modules, and their words: `gettext("…")`, `ngettext("%s card", "%s cards", count)` and
`interpolate("…", […])` of lib.js.

What a module imports is on the page too, so that a browser asks for all of it at once, and the worker and the page
of a table know what to keep for later. English is in the scripts themselves. A page in another language loads the
catalogue of `djangojs` first, at an address that names its content, so that a browser and the worker keep it.
"""

import json
import posixpath
import re
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation.trans_real import DjangoTranslation
from django.views.decorators.http import require_safe
from django.views.i18n import JavaScriptCatalog

from league.core.queries.languages import ENGLISH, offered

register = template.Library()
IMPORT = re.compile(r'^import (?:.+ from )?"(\.{1,2}/[^"]+)";$', re.MULTILINE)


@register.simple_tag
def modules(*paths: str) -> SafeString:
    """Write a script for each of these static files, after a preload for each that they import."""
    closure = _closure if settings.DEBUG else _closure_once
    imported = dict.fromkeys(name for path in paths for name in closure(path))
    preloads = [(static(path),) for path in imported if path not in paths]
    return format_html(
        "{}{}",
        format_html_join("\n", '<link rel="modulepreload" href="{}">', preloads),
        format_html_join("\n", '\n<script type="module" src="{}"></script>', [(static(path),) for path in paths]),
    )


def _closure(path: str) -> list[str]:
    """Return what a module imports, directly or through others, each once."""
    paths: list[str] = []
    waiting = [path]
    while waiting:
        text = Path(finders.find(waiting[0]) or "").read_text(encoding="utf-8")
        folder = posixpath.dirname(waiting.pop(0))
        imports = [posixpath.normpath(posixpath.join(folder, name)) for name in IMPORT.findall(text)]
        new = [name for name in imports if name not in paths]
        paths += new
        waiting += new
    return paths


_closure_once = cache(_closure)


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
    """Send the words. An old page that a device stored gets the current words."""
    script, now = words_of(language) if language in offered() else ("", "")
    if not script:
        raise Http404
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, public=True, max_age=A_YEAR if digest == now and not settings.DEBUG else 0)
    return response
