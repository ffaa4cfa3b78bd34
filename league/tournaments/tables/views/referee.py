"""The referee's desk, and a table as a referee sees it: every version, and one decision."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from games.rules.sheets import ScoreSheet
from games.rules.systems import system_of
from games.tasks import review_soon
from league.clubs.queries import names_in
from league.core.forms import readable, whole_number
from league.core.live.views import events_url
from league.core.queries.access import may, require
from league.core.rules.words import listed
from league.core.views.access import add_refusal, user_of
from league.core.views.live import unless_unchanged
from league.core.views.sent_once import makes_once
from league.models import Ruling, Table, TableReport, TableSeat, Tournament
from league.sheets.forms.boxes import seat_boxes
from league.sheets.forms.drafts import Draft, names_at
from league.sheets.queries.sheet_text import ComparedFigure, compare
from league.tournaments.entries.views.staff import staff_tournament
from league.tournaments.tables.forms import (
    ABSENT,
    FREE,
    PENALTY,
    PRESENT,
    ReasonForm,
    RulingForm,
    read_entry,
    read_extra_time,
)
from league.tournaments.tables.queries import referee_desk as desks
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.queries.table_state import TableState, seat_name, table_state
from league.tournaments.tables.services.rulings import (
    give_penalty,
    give_warning,
    mark_absent,
    mark_present,
    rescind_ruling,
    rule_table,
    set_extra_time,
    too_few,
)
from league.tournaments.tables.services.seats import free_seat
from league.tournaments.tables.views.phone import entry_context, has_errors, live_context, photos_at


def _version(request: HttpRequest, slug: str) -> str | None:
    tournament = Tournament.objects.filter(slug=slug).values_list("pk", flat=True).first()
    return desks.desk_version(tournament) if tournament and request.method == "GET" else None


@login_required
@unless_unchanged(_version)
def referee_desk(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    problem = ""
    if request.method == "POST":
        ruling = get_object_or_404(tournament.rulings, pk=whole_number(request.POST.get("ruling", "")) or 0)
        try:
            rescind_ruling(ruling=ruling, reason=readable(request.POST.get("reason", "")), by=user_of(request))
        except ValidationError as error:
            problem = " ".join(error.messages)
        else:
            messages.success(request, _("The ruling is rescinded."))
            return redirect("referee_desk", slug=slug)
    desk = desks.referee_desk(tournament, user_of(request).pk)
    context = {
        "tournament": tournament,
        "here": "referee",
        "desk": desk,
        "problem": problem,
        "frozen": [(state, _side_by_side(state)) for state in desk.frozen],
        "may_administer": may(request.user, "administer", tournament.season.league),
        "may_referee": True,
        "events": events_url(request, f"tournament:{tournament.pk}"),
    }
    return render(request, "league/tables/referee_desk.html", context, status=422 if problem else 200)


@login_required
@never_cache
@makes_once
def table_rule(request: HttpRequest, pk: int) -> HttpResponseBase:
    table = get_object_or_404(Table.objects.select_related("round__stage__tournament__season__league"), pk=pk)
    require(request.user, "referee", table.round.stage.tournament.season.league)
    page = RulePage(request, table)
    return page.respond() if request.method == "POST" else page.show()


class RulePage:
    """One request about one table."""

    def __init__(self, request: HttpRequest, table: Table) -> None:
        self.request = request
        self.table = table
        self.state = table_state(table.pk)

    def respond(self) -> HttpResponseBase:
        go = self.request.POST.get("go", "")
        if go == "live" or go == "figures":
            return self._figures(go)
        if go == "player":
            return self._player()
        if go == "extra":
            return self._extra_time()
        form = ReasonForm(self.request.POST)
        if not form.is_valid():
            return self.show(reason=form, status=422)
        report = None
        if go != "stands":
            report = get_object_or_404(self.table.reports, pk=whole_number(go.removeprefix("report-")) or 0)
        return self._done(lambda: self._rule(form, report), form, _("Table {table} is decided and confirmed."))

    def _rule(self, form: ReasonForm, sheet: ScoreSheet | TableReport | None) -> Ruling:
        return rule_table(
            table=self.table,
            sheet=sheet,
            reason=form.cleaned_data["reason"],
            by=user_of(self.request),
            expected_revision=whole_number(self.request.POST.get("revision", "")),
        )

    def show(self, *, status: int = 200, **more: Any) -> HttpResponse:
        self.state = state = table_state(self.table.pk)
        league = state.tournament.season.league
        context = {
            "state": state,
            "table": state.table,
            "tournament": state.tournament,
            "versions": [(version, _boxes(state, version.sheet)) for version in desks.versions_of(state)],
            "rows": _side_by_side(state),
            "too_few": too_few(state),
            "may_administer": may(self.request.user, "administer", league),
            "may_correct": may(self.request.user, "correct", league),
            "phone_path": table_path(state.table),
            "photos": photos_at(state) if may(self.request.user, "administer", league) else [],
            "reason": ReasonForm(),
            "player": RulingForm(who=_who(state), auto_id="player_%s"),
            "rulings": Ruling.objects.filter(table=state.table).select_related("entry__character", "by"),
            **entry_context(state),
            **more,
        }
        return render(self.request, "league/tables/table_rule.html", context, status=status)

    def _figures(self, go: str) -> HttpResponseBase:
        entry = read_entry(self.state, self.request.POST)
        if go == "live":
            return render(self.request, "league/sheets/result_live.html", live_context(self.state, entry))
        form = ReasonForm(self.request.POST)
        sheet = entry.sheet
        if sheet is None or has_errors(entry.problems) or not form.is_valid():
            return self.show(reason=form, status=422, **entry_context(self.state, entry, refuse=True))
        return self._done(lambda: self._rule(form, sheet), form, _("Table {table} is decided and confirmed."))

    def _extra_time(self) -> HttpResponseBase:
        _pk, minutes, seen = read_extra_time(self.request.POST.get("extra", "")) or (0, 0, 0)
        try:
            table = set_extra_time(table=self.table, minutes=minutes, seen=seen, by=user_of(self.request))
        except ValidationError as error:
            messages.warning(self.request, " ".join(error.messages))
        else:
            messages.success(self.request, extra_time_sentence(table))
        return redirect("table_rule", pk=self.table.pk)

    def _player(self) -> HttpResponseBase:
        form = RulingForm(self.request.POST, who=_who(self.state), auto_id="player_%s")
        if not form.is_valid():
            return self.show(player=form, status=422)
        seat = next(row for row in self.state.seats if str(row.pk) == form.cleaned_data["who"])
        return self._done(
            lambda: _act(self.table, seat, form.cleaned_data, user_of(self.request)),
            form,
            _("Table {table} is changed."),
        )

    def _done(self, act: Callable[[], object], form: ReasonForm, done: str) -> HttpResponseBase:
        try:
            act()
        except ValidationError as error:
            add_refusal(form, error)
            name = "player" if isinstance(form, RulingForm) else "reason"
            return self.show(status=409, **{name: form})
        review_soon()
        messages.success(self.request, done.format(table=self.table.number))
        return redirect("table_rule", pk=self.table.pk)


def extra_time_sentence(table: Table) -> str:
    """Return what was given to a table, or that it was taken back."""
    if not table.extra_minutes:
        return _("Table {number} ends with the round again.").format(number=table.number)
    text = ngettext(
        "Table {number} has {minutes} minute more.", "Table {number} has {minutes} minutes more.", table.extra_minutes
    )
    return text.format(number=table.number, minutes=table.extra_minutes)


def _act(table: Table, seat: TableSeat, values: dict[str, Any], by: Any) -> None:
    action, reason = values["action"], values.get("reason", "")
    if action == ABSENT:
        mark_absent(seat=seat, reason=reason, by=by, drop=values["drop"])
    elif action == PRESENT:
        mark_present(seat=seat, reason=reason, by=by)
    elif action == FREE:
        free_seat(seat=seat, by=by)
    elif seat.entry is not None and action == PENALTY:
        give_penalty(entry=seat.entry, round=table.round, points=values["points"], reason=reason, by=by, table=table)
    elif seat.entry is not None:
        give_warning(entry=seat.entry, round=table.round, reason=reason, by=by, table=table)


def _who(state: TableState) -> list[tuple[str, str]]:
    return [
        (str(seat.pk), _("Seat {seat}: {name}").format(seat=seat.seat, name=seat_name(seat)))
        for seat in state.seats
        if seat.entry is not None
    ]


def _boxes(state: TableState, sheet: Any) -> Any:
    draft = Draft.of(sheet)
    draft.words = names_in(state.tournament.season, sheet.system, sheet.edition)
    return seat_boxes(draft, names_at(draft, state.tournament.season), sheet, ())


def _side_by_side(state: TableState) -> dict[str, Any] | None:
    """Return the first two versions, by the figures that seats report; None if there is only one."""
    versions = desks.versions_of(state)
    if len(versions) < 2:
        return None
    first, second = versions[:2]
    words = names_in(state.tournament.season, first.sheet.system, first.sheet.edition)
    # Each report has a time of its own, which is no difference.
    rows = compare(first.sheet, replace(second.sheet, played_at=first.sheet.played_at), words)
    rows = [*_winners(first.sheet, second.sheet), *rows]
    return {"first": first.who, "second": second.who, "rows": [row for row in rows if row.changed and not row.follows]}


def _winners(first: ScoreSheet, second: ScoreSheet) -> list[ComparedFigure]:
    """Return the difference in the winner, for a game whose table reports a winner rather than figures."""
    if not system_of(first).STATED:
        return []
    before, after = (listed([seat.name for seat in each.seats if seat.won]) for each in (first, second))
    return [ComparedFigure(_("Winner"), before, after)]
