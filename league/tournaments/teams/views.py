"""Teams of a season or a tournament: their standings, how they are set up, and each team on its own."""

from datetime import datetime, time, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.translatable import spoken
from league.clubs.views.seasons import season_frame
from league.core.forms import PlainForm, whole_number
from league.core.queries.access import require, standing_of
from league.core.views.access import add_refusal, own_characters, refusals_on, refusals_told, user_of
from league.core.views.live import Request
from league.models import Season, Team, TeamContest, Tournament
from league.tournaments.entries.views.staff import head, tournament_of
from league.tournaments.teams.forms import ContestForm, MemberForm, TeamForm, TeamNameForm
from league.tournaments.teams.queries import (
    TeamRows,
    TeamTable,
    TeamUnits,
    contest_in,
    free_characters,
    is_away,
    is_closed,
    leads,
    may_change,
    members_of,
    name_of,
    next_line_up,
    why_team,
)
from league.tournaments.teams.rules import CHOICES
from league.tournaments.teams.services import (
    add_member,
    change_team,
    enter_team,
    line_up_by_strength,
    move_up,
    set_up_teams,
    withdraw_member,
    withdraw_team,
)

PER_PAGE = 50
UNITS = 20
OFFERED = 500
OPEN_FOR = timedelta(days=14)


def _where(kind: str, slug: str) -> tuple[Season, Tournament | None]:
    if kind == "tournaments":
        tournament = tournament_of(slug)
        return tournament.season, tournament
    return get_object_or_404(Season.objects.select_related("league"), slug=slug), None


def _frame(request: HttpRequest, season: Season, tournament: Tournament | None) -> dict[str, Any]:
    frame = head(request, tournament) if tournament else season_frame(request, season)
    return {**frame, "season": season, "tournament": tournament}


def _contest(season: Season, tournament: Tournament | None) -> TeamContest:
    contest = contest_in(season, tournament)
    if contest is None:
        raise Http404(_("No teams compete here."))
    return contest


@require_safe
def team_list(request: Request, kind: str, slug: str) -> HttpResponse:
    season, tournament = _where(kind, slug)
    contest = contest_in(season, tournament)
    context = {**_frame(request, season, tournament), "contest": contest}
    if contest is not None:
        context |= {
            "page_obj": Paginator(TeamRows(TeamTable(contest)), PER_PAGE).get_page(request.GET.get("page")),
            "counting": spoken(CHOICES[contest.counting]),
            "closed": is_closed(contest),
            "may_enter": _may_enter(request, contest),
        }
    return render(request, "league/teams/standings.html", context)


def _may_enter(request: HttpRequest, contest: TeamContest) -> bool:
    standing = standing_of(request.user, contest.season.league)
    if is_away(contest):
        return False
    return standing.may("administer") or (standing.may("register") and not is_closed(contest))


@login_required
def teams_set_up(request: HttpRequest, kind: str, slug: str) -> HttpResponseBase:
    season, tournament = _where(kind, slug)
    require(request.user, "administer", season.league)
    contest = contest_in(season, tournament)
    two_weeks = datetime.combine(timezone.localdate() + OPEN_FOR, time(23, 59))
    fresh = {"closes_at": None if tournament else two_weeks}
    there = {name: getattr(contest, name) for name in ContestForm.base_fields} if contest else fresh
    form = ContestForm(request.POST or None, initial=there, of_tournament=tournament is not None)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            contest = set_up_teams(season=season, tournament=tournament, by=user_of(request), **form.cleaned_data)
            messages.success(request, _("Teams can be entered."))
            return redirect(contest)
    context = {**_frame(request, season, tournament), "form": form, "contest": contest}
    return render(request, "league/teams/set_up.html", context, status=422 if form.errors else 200)


@login_required
def team_enter(request: HttpRequest, kind: str, slug: str) -> HttpResponseBase:
    season, tournament = _where(kind, slug)
    contest = _contest(season, tournament)
    require(request.user, "register", season.league)
    organises, by = standing_of(request.user, season.league).may("administer"), user_of(request)
    fields: dict[str, Any] = {"size": contest.size, "organises": organises, "guests": tournament is not None}
    form = TeamForm(request.POST or None, **fields)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            team = enter_team(
                contest=contest,
                name=form.cleaned_data["name"],
                members=form.members(),
                by=by,
                captain=_captain(contest, form.cleaned_data["captain"]) if organises else by,
                guests=form.cleaned_data.get("guests", False),
            )
            messages.success(request, _("{team} is entered.").format(team=team.name))
            return redirect(team)
    context = {
        **_frame(request, season, tournament),
        "form": form,
        "contest": contest,
        "closed": is_closed(contest) and not organises,
        "offered": free_characters(contest)[:OFFERED],
    }
    return render(request, "league/teams/enter.html", context, status=422 if form.errors else 200)


def _captain(contest: TeamContest, name: str) -> User | None:
    """Return the member of the league with this user name. Raise ValidationError if there is no such member."""
    if not name:
        return None
    captain = User.objects.filter(memberships__league=contest.season.league, username=name, is_active=True).first()
    if captain is None:
        refused = _("No member of {league} has the user name '{name}'.")
        raise ValidationError({"captain": refused.format(league=contest.season.league, name=name)})
    return captain


def _team(pk: int) -> Team:
    rows = Team.objects.select_related("contest__season__league", "contest__tournament__season__league", "captain")
    return get_object_or_404(rows, pk=pk)


@require_safe
def team_detail(request: Request, team: int) -> HttpResponse:
    row = _team(team)
    contest = row.contest
    table = TeamTable(contest)
    context = {
        **_frame(request, contest.season, contest.tournament),
        "team": row,
        "name": name_of(row),
        "contest": contest,
        "why": why_team(table, row),
        "page_obj": Paginator(TeamUnits(table, row), UNITS).get_page(request.GET.get("page")),
        "members": members_of(row),
        "line_up": next_line_up(request.user, row),
        "may_change": may_change(request.user, row),
        "closed": is_closed(contest) or is_away(contest),
        "mine": own_characters(request),
    }
    return render(request, "league/teams/team.html", context)


@login_required
@require_POST
def team_leave(request: HttpRequest, team: int) -> HttpResponseBase:
    """Let a player take their own character out, until the contest closes."""
    row, by = _team(team), user_of(request)
    member = row.members.filter(pk=whole_number(request.POST.get("member", "")) or 0, character__owner=by).first()
    if member is not None:
        with refusals_told(request):
            withdraw_member(member=member, by=by)
    return redirect(row)


@login_required
@require_POST
def team_line_up(request: HttpRequest, team: int) -> HttpResponseBase:
    """Move a member up, or let strength decide again, until the tournament is over."""
    row = _team(team)
    if not leads(user_of(request), row):
        raise PermissionDenied(_("Only the captain of this team or an organiser can do that."))
    with refusals_told(request):
        member = row.members.filter(pk=whole_number(request.POST.get("member", "")) or 0, until=None).first()
        if member is not None:
            move_up(member=member)
        elif request.POST.get("by") == "strength":
            line_up_by_strength(team=row)
    return redirect(f"{row.get_absolute_url()}#line-up")


@login_required
def team_edit(request: HttpRequest, team: int) -> HttpResponseBase:
    """Change the name, the captain and the members; each is a separate form."""
    row, by = _team(team), user_of(request)
    organises = standing_of(by, row.contest.season.league).may("administer")
    if not leads(by, row):
        raise PermissionDenied(_("Only the captain of this team or an organiser can do that."))
    what = request.POST.get("what", "")
    names = {"name": row.name, "captain": row.captain.username if row.captain else ""}
    forms: dict[str, PlainForm] = {
        "name": TeamNameForm(request.POST if what == "name" else None, initial=names, organises=organises),
        "add": MemberForm(request.POST if what == "add" else None),
    }
    if what and _changed(request, row, what, forms, by):
        return redirect("team_edit", team)
    context = {
        **_frame(request, row.contest.season, row.contest.tournament),
        "team": row,
        "name": name_of(row),
        "contest": row.contest,
        "forms": forms,
        "members": members_of(row),
        "offered": free_characters(row.contest)[:OFFERED],
        "closed": is_closed(row.contest),
        "organises": organises,
    }
    refused = any(form.errors for form in forms.values())
    return render(request, "league/teams/edit.html", context, status=422 if refused else 200)


def _changed(request: HttpRequest, team: Team, what: str, forms: dict[str, PlainForm], by: User) -> bool:
    """Return whether the page can be opened afresh; False if a refusal is on the form that was sent."""
    form = forms.get(what)
    if form is None:
        with refusals_told(request):
            if what == "withdraw":
                withdraw_team(team=team, by=by)
            member = team.members.filter(pk=whole_number(request.POST.get("member", "")) or 0).first()
            if what == "out" and member is not None:
                withdraw_member(member=member, by=by)
        return True
    if not form.is_valid():
        return False
    try:
        if what == "add":
            add_member(team=team, name=form.cleaned_data["member"], by=by)
        else:
            typed = form.cleaned_data.get("captain")
            captain = team.captain if typed is None else _captain(team.contest, typed)
            change_team(team=team, name=form.cleaned_data["name"], captain=captain, by=by)
    except ValidationError as error:
        add_refusal(form, error)
        return False
    messages.success(request, _("The team is changed."))
    return True
