"""The tag `modules`: the scripts of a page, as ES modules.

What a module imports stands on the page too, so that a browser asks for all of it at once, and the worker and the page
of a table know what to keep for later.
"""

import posixpath
import re
from functools import cache
from pathlib import Path

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()
IMPORT = re.compile(r'^import (?:.+ from )?"(\.{1,2}/[^"]+)";$', re.MULTILINE)


@register.simple_tag
def modules(*paths: str) -> SafeString:
    """Write a script for each of these static files, after a preload for each that they import."""
    imported = {path: None for path in paths for path in _imported(path)}
    preloads = [(static(path),) for path in imported if path not in paths]
    return format_html(
        "{}{}",
        format_html_join("\n", '<link rel="modulepreload" href="{}">', preloads),
        format_html_join("\n", '\n<script type="module" src="{}"></script>', [(static(path),) for path in paths]),
    )


def _imported(path: str) -> list[str]:
    return _closure(path) if settings.DEBUG else _closure_once(path)


def _closure(path: str) -> list[str]:
    """Return what a module imports, by itself or through others, each once."""
    found: list[str] = []
    waiting = [path]
    while waiting:
        text = Path(finders.find(waiting[0]) or "").read_text(encoding="utf-8")
        folder = posixpath.dirname(waiting.pop(0))
        imports = [posixpath.normpath(posixpath.join(folder, name)) for name in IMPORT.findall(text)]
        new = [name for name in imports if name not in found]
        found += new
        waiting += new
    return found


_closure_once = cache(_closure)
