"""Pages and static text go out compressed, also without a proxy in front.

Left alone: what streams, what has its own ETag (the polls of phones), the API, and anything but text. Django's
part pads pages by a random length, so that their size betrays no secret in them (BREACH).
"""

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers
from whitenoise.middleware import WhiteNoiseMiddleware

PAGES = ("text/html", "text/javascript")
STATIC_TEXT = ("text/", "image/svg+xml", "application/json")
LEAST = 1000  # bytes; what is shorter fits one packet anyway


class CompressPages(GZipMiddleware):
    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.streaming or response.has_header("ETag"):
            return response
        is_page = response.headers.get("Content-Type", "").startswith(PAGES)
        return super().process_response(request, response) if is_page else response


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """Static files as WhiteNoise sends them, but compressed in memory instead of beforehand: nothing to collect or to
    forget."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponseBase:
        response: HttpResponseBase = WhiteNoiseMiddleware.serve(static_file, request)
        if response.status_code != 200 or not response.headers.get("Content-Type", "").startswith(STATIC_TEXT):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        small = int(response.headers["Content-Length"]) < LEAST
        if request.method != "GET" or small or "gzip" not in request.headers.get("Accept-Encoding", ""):
            return response
        path, _ = static_file.get_path_and_headers({})
        content = compressed(path, response.headers["ETag"])
        changed = {"Content-Encoding": "gzip", "Content-Length": str(len(content))}
        response.close()
        return HttpResponse(content, headers={**response.headers, **changed})


@lru_cache(maxsize=64)
def compressed(path: str, etag: str) -> bytes:
    return gzip.compress(Path(path).read_bytes(), mtime=0)
