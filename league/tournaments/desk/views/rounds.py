"""The organiser's page of a round: its tables, swaps, locks, the clock, its end. It keeps itself up to date."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from engine.translatable import spoken
from league.core.forms import readable, whole_number
from league.core.live.views import events_url
from league.core.queries.access import require
from league.core.views.access import user_of
from league.core.views.live import Request, unless_unchanged
from league.core.views.sent_once import makes_once
from league.models import Round, Table
from league.play.rules.systems import PLAYED_HERE
from league.tournaments.desk.queries.round_page import round_page, round_progress
from league.tournaments.desk.services.rounds import end_round, extend_round, pause_round, resume_round, start_round
from league.tournaments.draws.services.draw_changes import (
    Place,
    Swap,
    lock_table,
    preview_swap,
    swap_seats,
    unlock_table,
)
from league.tournaments.draws.services.draws import publish_round, redraw_round
from league.tournaments.entries.views.staff import head
from league.tournaments.formats import format_of
from league.tournaments.tables.forms import read_extra_time
from league.tournaments.tables.queries.referee_desk import boards_of
from league.tournaments.tables.services.played_here import play_round_here
from league.tournaments.tables.services.rulings import set_extra_time
from league.tournaments.tables.views.referee import extra_time_sentence

PLACE = re.compile(r"(\d{1,5})-(\d{1,5})")


@login_required
@makes_once
def round_manage(request: HttpRequest, slug: str, stage: int, number: int) -> HttpResponseBase:
    played = _round(request, slug, stage, number)
    if request.method == "POST":
        return _act(request, played)
    return _page(request, played)


@login_required
@require_safe
def round_swap(request: HttpRequest, slug: str, stage: int, number: int) -> HttpResponse:
    """Show which seats are chosen to be swapped and what that would cost; htmx loads this part of the page."""
    played = _round(request, slug, stage, number)
    return render(request, "league/desk/round_swap.html", {"round": played, **_chosen(request, played)})


def _version(request: HttpRequest, slug: str, stage: int, number: int) -> str | None:
    if not request.user.is_authenticated:
        return None
    return round_progress(_round(request, slug, stage, number), timezone.now()).version


@unless_unchanged(_version)
@login_required
@require_safe
def round_live(request: Request, slug: str, stage: int, number: int) -> HttpResponse:
    """Send the clock and the states, polled every few seconds; 304 while nothing has changed."""
    played = _round(request, slug, stage, number)
    context = {"round": played, "progress": round_progress(played, timezone.now()), "badges": True}
    return render(request, "league/desk/round_live.html", context | {"events": _events(request, played)})


def _events(request: HttpRequest, played: Round) -> str:
    return events_url(request, f"tournament:{played.stage.tournament_id}")


def _round(request: HttpRequest, slug: str, stage: int, number: int) -> Round:
    rows = Round.objects.select_related("stage__tournament__season__league")
    played = get_object_or_404(rows, stage__tournament__slug=slug, stage__number=stage, number=number)
    require(request.user, "administer", played.stage.tournament.season.league)
    return played


def _page(request: HttpRequest, played: Round, *, problems: Sequence[str] = (), status: int = 200) -> HttpResponse:
    context = {
        **head(request, played.stage.tournament),
        "stage": played.stage,
        "format": format_of(played.stage),
        "round": played,
        "page": round_page(played, timezone.now()),
        "playable": played.stage.tournament.system in PLAYED_HERE,
        "boards": boards_of(played.stage.tournament, played, user_of(request).pk),
        "problems": problems,
        "typed": request.POST,
        "events": _events(request, played),
        **_chosen(request, played),
    }
    return render(request, "league/desk/round_manage.html", context, status=status)


def _chosen(request: HttpRequest, played: Round) -> dict[str, Any]:
    """Return the places that are ticked, and once there are two what their swap would do."""
    ticked = request.GET.getlist("seat")
    places = [place for text in ticked if (place := _place(text)) is not None]
    context: dict[str, Any] = {"ticked": ticked, "swap": None, "swap_problem": ""}
    if len(places) == 2:
        try:
            context["swap"] = preview_swap(round=played, place=places[0], other=places[1])
        except ValidationError as error:
            context["swap_problem"] = " ".join(error.messages)
    return context


def _act(request: HttpRequest, played: Round) -> HttpResponseBase:
    """Do what the pressed button says; the end of a round leads on to what comes next. If somebody else did it first,
    show the page as it is now (409)."""
    act = ACTS.get(request.POST.get("act", ""))
    if act is None:
        return _page(request, played, problems=[_("Choose what to do.")], status=422)
    try:
        message = act(request, played)
    except ValidationError as error:
        fresh = Round.objects.select_related("stage__tournament__season__league").get(pk=played.pk)
        status = 409 if getattr(error, "code", "") == "stale" else 422
        return _page(request, fresh, problems=list(error.messages), status=status)
    messages.success(request, message)
    if act is _end:
        return redirect("round_draw", slug=played.stage.tournament.slug)
    return redirect(request.path)


def _step(run: Callable[..., object], done: Promise) -> Callable[[HttpRequest, Round], str]:
    """Return an act that calls `run` with the round and then says `done`."""

    def act(request: HttpRequest, played: Round) -> str:
        run(round=played, by=user_of(request))
        return str(done).format(number=played.number)

    return act


def _extend(request: HttpRequest, played: Round) -> str:
    minutes = whole_number(request.POST.get("minutes", "")) or 5
    lasts = extend_round(round=played, minutes=minutes, by=user_of(request)).minutes
    text = ngettext("The round lasts {minutes} minute now.", "The round lasts {minutes} minutes now.", lasts)
    return text.format(minutes=lasts)


def _extra_time(request: HttpRequest, played: Round) -> str:
    pk, minutes, seen = read_extra_time(request.POST.get("extra", "")) or (0, 0, 0)
    table = get_object_or_404(Table.objects.select_related("round__stage"), pk=pk, round=played)
    return extra_time_sentence(set_extra_time(table=table, minutes=minutes, seen=seen, by=user_of(request)))


def _lock(request: HttpRequest, played: Round) -> str:
    unlock = "unlock" in request.POST
    pk = whole_number(request.POST.get("unlock" if unlock else "table", "")) or 0
    table = get_object_or_404(Table.objects.select_related("round__stage"), pk=pk, round=played)
    (unlock_table if unlock else lock_table)(table=table, by=user_of(request))
    text = _("Table {number} is unlocked.") if unlock else _("Table {number} is locked: a new draw leaves it as it is.")
    return text.format(number=table.number)


def _swap(request: HttpRequest, played: Round) -> str:
    places = [_place(request.POST.get(name, "")) for name in ("one", "other")]
    if places[0] is None or places[1] is None:
        raise ValidationError(_("Tick two seats."))
    names = (readable(request.POST.get("one_name", "")), readable(request.POST.get("other_name", "")))
    swap: Swap = swap_seats(
        round=played,
        place=places[0],
        other=places[1],
        reason=readable(request.POST.get("reason", "")),
        by=user_of(request),
        expected=names,
    )
    return str(spoken(swap.in_words))


def _redraw(request: HttpRequest, played: Round) -> str:
    numbers = readable(request.POST.get("tables", ""))
    tables = _named(played, numbers) if numbers else None
    redraw_round(round=played, reason=readable(request.POST.get("reason", "")), by=user_of(request), tables=tables)
    return _("Round {number} is drawn again.").format(number=played.number)


def _play(request: HttpRequest, played: Round) -> str:
    opened, refused = play_round_here(round=played, by=user_of(request))
    if not opened:
        raise ValidationError(refused or _("There is no table to play."))
    text = ngettext("{count} table is played on the site.", "{count} tables are played on the site.", opened)
    return " ".join([text.format(count=opened), *refused])


def _end(request: HttpRequest, played: Round) -> str:
    force = bool(request.POST.get("force"))
    end_round(round=played, by=user_of(request), force=force, reason=readable(request.POST.get("reason", "")))
    return _("Round {number} has ended.").format(number=played.number)


def _named(played: Round, text: str) -> list[Table]:
    """Return tables by their numbers in a text such as "3, 5". Raise ValidationError for a number without a table."""
    numbers = {int(number) for number in re.findall(r"\d{1,5}", text)}
    tables = list(played.tables.filter(number__in=numbers))
    wrong = sorted(numbers - {table.number for table in tables})
    if wrong or not numbers:
        hint = _("Name tables by their numbers, such as 3, 5.")
        text = _("There is no table {number} in this round.").format(number=wrong[0]) if wrong else hint
        raise ValidationError({"tables": text})
    return tables


def _place(text: str) -> Place | None:
    match = PLACE.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


ACTS: Mapping[str, Callable[[HttpRequest, Round], str]] = {
    "publish": _step(publish_round, gettext_lazy("Round {number} is published. Everybody finds their table now.")),
    "start": _step(start_round, gettext_lazy("Round {number} has begun.")),
    "pause": _step(pause_round, gettext_lazy("The clock is stopped.")),
    "resume": _step(resume_round, gettext_lazy("The clock runs again.")),
    "extend": _extend,
    "extra": _extra_time,
    "lock": _lock,
    "swap": _swap,
    "redraw": _redraw,
    "play": _play,
    "end": _end,
}
