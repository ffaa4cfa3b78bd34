"""Probes for machines, and the log line of every request.

Both come before everything else: a probe may use any name, over http or https, and an answer that some other
middleware gives is logged and counted too."""

import os
import time
from collections.abc import Callable
from uuid import uuid4

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from rest_framework.throttling import BaseThrottle

from league.core.operations.queries import queues, readiness, swept
from league.core.operations.rules import RequestCount, gauges, may_read_metrics, metric, sane_request_id
from league.core.rules.concealed import answering

log = structlog.get_logger("access")
counted = RequestCount()
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
Answer = Callable[[HttpRequest], HttpResponse]


def live(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """Answer whether the site is ready. It is without its broker, too: the sweep finds the work of lost hints."""
    answer = readiness()
    return JsonResponse(answer, status=200 if answer["database"] and answer["migrations"] else 503)


def metrics(request: HttpRequest) -> HttpResponse:
    address = BaseThrottle().get_ident(request) or ""  # type: ignore[arg-type]
    authorization = request.headers.get("Authorization", "")
    if not may_read_metrics(address, authorization, settings.METRICS_FROM, settings.METRICS_TOKEN):
        raise Http404
    try:
        waiting, sweeps, up = queues(), swept(), 1
    except DatabaseError:
        waiting, sweeps, up = {}, {}, 0
    oldest = {name: queue.oldest_seconds for name, queue in waiting.items()}
    rows = {name: queue.waiting for name, queue in waiting.items()}
    ages = {lane: seconds for lane, seconds in sweeps.items() if seconds is not None}
    lines = [
        *metric("corner_office_info", "gauge", "The version.", [((("version", settings.VERSION),), 1)]),
        *metric("corner_office_database_up", "gauge", "Whether the database answers.", [((), up)]),
        *gauges("corner_office_queue_oldest_seconds", "Age of the oldest row that waits.", "queue", oldest),
        *gauges("corner_office_queue_rows", "Rows that wait.", "queue", rows),
        *gauges("corner_office_swept_seconds", "Seconds since a worker last swept.", "lane", ages),
        *counted.lines(os.getpid()),
    ]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; version=0.0.4; charset=utf-8")


PROBES: dict[str, Answer] = {"/healthz": live, "/readyz": ready, "/metrics": metrics}


def answer_probes(get_response: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponse:
        probe = PROBES.get(request.path_info)
        if probe and request.method in ("GET", "HEAD"):
            try:
                response = probe(request)
            except Http404:
                response = HttpResponse("Not found\n", status=404, content_type="text/plain")
            response["Cache-Control"] = "no-store"
            return response
        return get_response(request)

    return middleware


def follow_requests(get_response: Answer) -> Answer:
    """Give each request an id, its caller's or a new one: in the answer, in every line of the log, and in the hints
    that its commit sends. In production each request leaves one line, without the parts of its address that may be
    secret."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request_id = sane_request_id(request.headers.get("X-Request-ID", "")) or uuid4().hex
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        answering.set((request.get_full_path(), request.path_info, request.headers.get("Referer", "")))
        began = time.monotonic()
        try:
            response = get_response(request)
            _write_down(request, response.status_code, round((time.monotonic() - began) * 1000))
        finally:
            structlog.contextvars.clear_contextvars()
        response["X-Request-ID"] = request_id
        return response

    return middleware


def _write_down(request: HttpRequest, status: int, milliseconds: int) -> None:
    match = request.resolver_match
    route = f"/{match.route}" if match else "static" if request.path_info.startswith(settings.STATIC_URL) else "none"
    method = request.method if request.method in METHODS else "other"
    counted.add(str(method), route, status, milliseconds)
    if not settings.LOCAL:
        named = match.kwargs.items() if match else ()
        about = {key: value for key, value in named if isinstance(value, int) or key == "slug"}
        log.info("request", method=method, route=route, status=status, milliseconds=milliseconds, **about)


def version(request: HttpRequest) -> dict[str, str]:
    """Return the version for the footer of every page."""
    return {"version": settings.VERSION}
