"""Which addresses take work: a file, a body, a search, or something that is made for whoever asks."""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

FILE_MADE = re.compile(r"\.(pdf|csv|jsonl?|svg|png|ics|xlsx|txt)$|/files/<")
IN_SOURCE = ("request.FILES", "FileField", 'GET.get("q"')
COMPUTING = tuple(f"league.{name}." for name in settings.OPTIONAL_APPS)


def addresses_with_work() -> list[str]:
    """Return every address of the URL configuration that takes work, those of the admin site and of accounts aside."""
    return sorted({address for address, view in _walk(get_resolver()) if takes_work(address, view)})


def takes_work(address: str, view: Callable[..., Any]) -> bool:
    if address.startswith(("admin/", "accounts/")):
        return False
    of = inspect.unwrap(view)
    api = getattr(of, "cls", None) or getattr(of, "view_class", None)
    module = sys.modules[(api or of).__module__]
    if api is not None and address.startswith("api/"):
        methods = getattr(of, "actions", None) or [name for name in api.http_method_names if hasattr(api, name)]
        return not {"post", "put", "patch"}.isdisjoint(methods)
    return (
        FILE_MADE.search(address) is not None
        or module.__name__.startswith(COMPUTING)
        or any(words in inspect.getsource(module) for words in IN_SOURCE)
    )


def _walk(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, Callable[..., Any]]]:
    for one in resolver.url_patterns:
        whole = f"{before}{one.pattern}"
        if isinstance(one, URLPattern):
            yield whole, one.callback
        else:
            yield from _walk(one, whole)
