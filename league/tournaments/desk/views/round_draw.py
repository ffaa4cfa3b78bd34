"""The steps from stage to stage and round to round: the next one is shown, then done."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from characters.rules.names import name_key
from league.core.forms import readable, whole_number
from league.core.views.access import user_of
from league.models import Entry, Round, Tournament
from league.tournaments.desk.queries.desk import Waiting, first_draw_of, next_draw_of, waiting_for
from league.tournaments.desk.rules.desk_steps import Key
from league.tournaments.desk.services.rounds import end_stage, finish_tournament, start_round, start_stage
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from league.tournaments.entries.views.staff import head, staff_tournament
from league.tournaments.formats import format_of
from league.tournaments.tables.queries.round_tables import free_entries, open_tables
from league.tournaments.tables.services.open_play import open_table

Act = Callable[[HttpRequest, Tournament], HttpResponseBase]


@login_required
def round_draw(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show what would be drawn, or what has to happen before. Redirect to the page of an open round."""
    tournament = staff_tournament(request, slug, "administer")
    if request.method == "POST":
        return _act(request, tournament)
    step = waiting_for(tournament)
    if step.phase == "round" and step.round is not None:
        return _to_round(tournament, step.round)
    return _page(request, tournament, step)


@login_required
@require_POST
def table_open(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Open a table of open play for the posted names, in the order of their seats."""
    tournament = staff_tournament(request, slug, "administer")
    step = waiting_for(tournament)
    names = [readable(name) for name in request.POST.getlist("name") if name.strip()]
    try:
        if step.stage is None or step.phase != "open":
            raise ValidationError(_("No open play is running."))
        table = open_table(stage=step.stage, entries=_entries(tournament, names), by=user_of(request))
    except ValidationError as error:
        return _page(request, tournament, step, problems=list(error.messages), status=422)
    messages.success(request, _("Table {number} is open.").format(number=table.number))
    return redirect("round_draw", slug=slug)


def _to_round(tournament: Tournament, played: Round) -> HttpResponseBase:
    return redirect("round_manage", slug=tournament.slug, stage=played.stage.number, number=played.number)


def _page(
    request: HttpRequest, tournament: Tournament, step: Waiting, *, problems: Sequence[str] = (), status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        **head(request, tournament, "rounds"),
        "step": step,
        "stage": step.stage,
        "format": format_of(step.stage) if step.stage else None,
        "problems": problems,
        "typed": request.POST.getlist("name"),
        "one_tap": one_tap("draw", tournament, step),
    }
    if step.stage is not None and step.phase == "draw":
        context["next"] = next_draw_of(step.stage, step.next_number)
    elif step.stage is not None and step.phase == "start":
        step.stage.tournament = tournament
        context["next"] = first_draw_of(step.stage)
        context["waiting"] = tournament.entries.filter(status=Entry.REGISTERED).count()
    elif step.stage is not None and step.phase == "open":
        context |= {"free": free_entries(step.stage), "tables": open_tables(step.round) if step.round else []}
        context["seats"] = range(1, tournament.table_size + 1)
    return render(request, "league/desk/round_draw.html", context, status=status)


# What the button of a step posts to the page of the round, or else to that of the draw.
ROUND_ACTS: dict[Key, str] = {"publish": "publish", "clock": "start", "end_round": "end"}
STAGE_ACTS: dict[Key, str] = {"draw": "go", "end_stage": "end", "finish": "finish"}


def one_tap(key: Key, tournament: Tournament, waiting: Waiting) -> dict[str, Any] | None:
    """Return what the button posts that takes a step at once; None if the step needs a separate page. `number` is
    that of the round to draw, 0 for other steps."""
    if key in ROUND_ACTS and waiting.stage is not None and waiting.round is not None:
        action = reverse("round_manage", args=[tournament.slug, waiting.stage.number, waiting.round.number])
        return {"action": action, "act": ROUND_ACTS[key], "number": 0}
    drawn = waiting.stage is not None and format_of(waiting.stage).drawn
    if key not in STAGE_ACTS or (key == "draw" and not drawn):
        return None
    return {
        "action": reverse("round_draw", args=[tournament.slug]),
        "act": STAGE_ACTS[key],
        "stage": waiting.stage.number if waiting.stage is not None else 0,
        "number": waiting.next_number if key == "draw" else 0,
    }


def _act(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    act = ACTS.get(request.POST.get("act", "draw"), _draw)
    try:
        return act(request, tournament)
    except ValidationError as error:
        tournament.refresh_from_db()
        status = 409 if getattr(error, "code", "") == "stale" else 422
        return _page(request, tournament, waiting_for(tournament), problems=list(error.messages), status=status)


def _draw(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    played = draw_next_round(tournament=tournament, by=user_of(request))
    done = _("Round {number} is drawn. Nobody sees it until you publish it.")
    messages.success(request, done.format(number=played.number))
    return _to_round(tournament, played)


def _go(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Draw the round, publish it and start its clock, and the stage before that if it is still to start. Each step
    is a transaction: a refusal leaves what was done before it, and the page says how far it got."""
    step, by = waiting_for(tournament), user_of(request)
    number = whole_number(request.POST.get("number", ""))
    if step.phase not in ("start", "draw") or number != step.next_number:
        raise ValidationError(_("Somebody has already drawn this round. Look at what comes next."), code="stale")
    if step.phase == "start":
        return _start(request, tournament, draw=_go)
    played = draw_next_round(tournament=tournament, by=by)
    done = _("Round {number} is drawn. Nobody sees it until you publish it.")
    try:
        publish_round(round=played, by=by)
        done = _("Round {number} is published. Everybody finds their table now.")
        start_round(round=played, by=by)
        done = _("Round {number} has begun.")
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
    messages.success(request, done.format(number=played.number))
    return _to_round(tournament, played)


def _start(request: HttpRequest, tournament: Tournament, draw: Act = _draw) -> HttpResponseBase:
    stage = start_stage(tournament=tournament, by=user_of(request))
    messages.success(request, _("{stage} has begun.").format(stage=stage.name))
    if not format_of(stage).drawn:
        return redirect("round_draw", slug=tournament.slug)
    try:
        return draw(request, tournament)
    except ValidationError as error:
        messages.warning(request, " ".join(error.messages))
        return redirect("round_draw", slug=tournament.slug)


def _end(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    stage = get_object_or_404(tournament.stages, number=request.POST.get("stage") or 0)
    end_stage(stage=stage, by=user_of(request))
    messages.success(request, _("{stage} is over.").format(stage=stage.name))
    return redirect("round_draw", slug=tournament.slug)


def _finish(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    finish_tournament(tournament=tournament, by=user_of(request))
    messages.success(request, _("{tournament} is finished.").format(tournament=tournament))
    return redirect(tournament)


def _entries(tournament: Tournament, names: list[str]) -> list[Entry]:
    """Return the entries in the order of the names. Raise ValidationError for a name that is not among the entries."""
    keys = [name_key(name) for name in names]
    rows = tournament.entries.select_related("character").filter(character__name_key__in=keys)
    by_key = {entry.character.name_key: entry for entry in rows}
    wrong = [name for name, key in zip(names, keys, strict=True) if key not in by_key]
    if wrong:
        text = _("{who} has not entered {tournament}.")
        raise ValidationError(text.format(who=wrong[0], tournament=tournament))
    return [by_key[key] for key in keys]


ACTS: Mapping[str, Act] = {"draw": _draw, "go": _go, "start": _start, "end": _end, "finish": _finish}
