"""A league's own page.

Members of a league: roles, invitations, joining.

Leagues and seasons: making them, naming them, setting their house rules.

The house rules of a season, for everybody to read."""

from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from characters.models import RuleSet
from characters.queries.history import rules_in
from characters.rules.house_rules import BadHouseRule
from characters.rules.house_rules import house_rules as read_house_rules
from engine.said import spoken
from league.boards.queries import board_names, version_of
from league.clubs.forms import ClosingForm, HouseRulesForm, InvitationForm, LeagueForm, SeasonForm, as_the_book
from league.clubs.queries import (
    current_season,
    first_confirmed,
    house_rules_of,
    newest_house_rules,
    offered_boards,
    rules_are_fixed,
    seasons_with_games,
    tournament_lines,
    under_way,
    versions_of,
    waiting_sheets,
    with_entries,
)
from league.clubs.rules import differing, games_of, groups_of, waiting_words, what_changes
from league.clubs.services import (
    accept_invitation,
    change_league,
    change_role,
    change_season,
    choose_league,
    close_league,
    create_league,
    create_season,
    invite,
    open_league,
    remove_member,
    revoke_invitation,
    set_house_rules,
)
from league.core.forms import whole_number
from league.core.queries.access import may, require, standing_of
from league.core.queries.games import headline_of
from league.core.rules.roles import CLOSED, EXPLAINED
from league.core.rules.zones import label
from league.core.views.access import add_refusal, refuse_unless, user_of
from league.core.views.live import Request
from league.models import Invitation, League, Membership, Season, SeasonGame, Tournament
from league.models.organisation import Role, installation_zone

TOURNAMENTS = 8
_IN_A_SENTENCE = {
    Role.ORGANISER: gettext_lazy("organiser"),
    Role.SCORE_KEEPER: gettext_lazy("score-keeper"),
    Role.PLAYER: gettext_lazy("player"),
    Role.SPECTATOR: gettext_lazy("spectator"),
}


def _counted(role: Role, number: int) -> str:
    """Such as 3 players."""
    told = {
        Role.ORGANISER: ngettext("{count} organiser", "{count} organisers", number),
        Role.SCORE_KEEPER: ngettext("{count} score-keeper", "{count} score-keepers", number),
        Role.PLAYER: ngettext("{count} player", "{count} players", number),
        Role.SPECTATOR: ngettext("{count} spectator", "{count} spectators", number),
    }
    return told[role].format(count=number)


@require_safe
def league_detail(request: Request, slug: str) -> HttpResponse:
    league = get_object_or_404(League, slug=slug)
    standing = standing_of(request.user, league)
    roles = dict(league.memberships.order_by().values_list("role").annotate(Count("pk")))
    context = {
        "league": league,
        "seasons": seasons_with_games(league),
        "current": current_season(league, today=timezone.localdate()),
        "members": sum(roles.values()),
        "roles": [_counted(role, roles[role]) for role in Role if role in roles],
        "characters": league.enrolments.count(),
        "tournaments": tournament_lines(with_entries(Tournament.objects.filter(season__league=league))[:TOURNAMENTS]),
        "games": SeasonGame.objects.filter(season__league=league).count(),
        "clock": label(league.zone),
        "my_role": _IN_A_SENTENCE[Role(standing.role)] if standing.role else "",
        "may_administer": standing.may("administer"),
        "may_import": standing.may("import"),
        "may_register": may(request.user, "register", league),
    }
    return render(request, "league/clubs/league_detail.html", context)


@login_required
@require_POST
def league_choose(request: HttpRequest) -> HttpResponse:
    """The league switcher. Leads home, where that league's season is."""
    league = get_object_or_404(League, slug=request.POST.get("league", ""), memberships__user=user_of(request))
    choose_league(user=user_of(request), league=league)
    return redirect("home")


@never_cache
@login_required
def league_members(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    if request.method == "POST":
        try:
            messages.success(request, _change(request, league))
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        if not standing_of(request.user, league).may("administer"):
            return redirect(league)
        return redirect("league_members", slug=league.slug)
    invitations = league.invitations.filter(used_at=None, expires_at__gt=timezone.now()).select_related("created_by")
    context = {
        "league": league,
        "members": league.memberships.select_related("user"),
        "roles": [(role.value, role.label, EXPLAINED[role.value]) for role in Role],
        "form": InvitationForm(),
        "invitations": [(one, request.build_absolute_uri(_link(one))) for one in invitations],
    }
    return render(request, "league/clubs/league_members.html", context)


def _change(request: HttpRequest, league: League) -> str:
    """One of the page's four changes; what was done, as a sentence. Raises ValidationError."""
    data = request.POST
    if "invite" in data:
        invite(league=league, role=data.get("role", ""), by=user_of(request))
        return _("The link below is good for one person and 14 days. Send it to the person you invite.")
    if "revoke" in data:
        invitation = get_object_or_404(league.invitations, pk=whole_number(data["revoke"]))
        revoke_invitation(invitation=invitation, by=user_of(request))
        return _("The link no longer works.")
    member = get_object_or_404(league.memberships.select_related("user"), pk=whole_number(data.get("member", "")))
    if "remove" in data:
        remove_member(member=member, by=user_of(request))
        return _("{user} is no longer a member. Characters and results stay.").format(user=member.user)
    changed = change_role(member=member, role=data.get("role", ""), by=user_of(request))
    return _("{user} is now {role}.").format(user=member.user, role=_IN_A_SENTENCE[Role(changed.role)])


@never_cache
def invitation_accept(request: HttpRequest, token: str) -> HttpResponseBase:
    invitation = get_object_or_404(Invitation.objects.select_related("league", "created_by"), token=token)
    league = invitation.league
    problem = ""
    if request.method == "POST" and request.user.is_authenticated:
        try:
            member = accept_invitation(invitation=invitation, user=user_of(request))
        except ValidationError as error:
            problem = " ".join(error.messages)
        else:
            messages.success(
                request,
                _("Welcome to {league}. You are its {role} now.").format(
                    league=league, role=_IN_A_SENTENCE[Role(member.role)]
                ),
            )
            return redirect(league)
    elif league.closed_at is not None:
        problem = _("{league} is closed: everything in it can be read, and nobody joins it.").format(league=league)
    elif invitation.used_at is not None:
        problem = _("This invitation was used already. Ask the organiser for a new one.")
    elif invitation.expires_at < timezone.now():
        problem = _("This invitation is too old. Ask the organiser for a new one.")
    context = {
        "invitation": invitation,
        "league": league,
        "problem": problem,
        "role": _IN_A_SENTENCE[Role(invitation.role)],
        "explained": EXPLAINED[invitation.role],
        "is_member": request.user.is_authenticated
        and Membership.objects.filter(league=league, user=user_of(request)).exists(),
    }
    return render(
        request, "league/clubs/invitation_accept.html", context, status=410 if problem and not league.closed_at else 200
    )


def _link(invitation: Invitation) -> str:
    return reverse("invitation_accept", args=[invitation.token])


@login_required
def league_create(request: HttpRequest) -> HttpResponseBase:
    zone = getattr(request, "readers_zone", "") or installation_zone()
    form = LeagueForm(request.POST or None, initial={"zone": zone})
    if request.method == "POST" and form.is_valid():
        try:
            league = create_league(by=user_of(request), **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(
                request,
                _("{league} is founded, and you are its organiser. Now its first season.").format(league=league),
            )
            return redirect("season_create", slug=league.slug)
    return render(request, "league/clubs/league_create.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@login_required
def league_closing(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Closing a league, and opening it again."""
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    if request.method == "POST" and "open" in request.POST:
        return _open(request, league)
    form = ClosingForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            close_league(league=league, why=form.cleaned_data["why"], by=user_of(request))
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(
                request, _("{league} is closed. Everything in it stays and can be read.").format(league=league)
            )
            return redirect(league)
    context = {"league": league, "form": form, "under_way": under_way(league)}
    return render(request, "league/clubs/league_closing.html", context, status=422 if form.errors else 200)


def _open(request: HttpRequest, league: League) -> HttpResponseBase:
    try:
        open_league(league=league, by=user_of(request))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("{league} is open again.").format(league=league))
    return redirect(league)


@login_required
def league_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    initial = {name: getattr(league, name) for name in LeagueForm.base_fields}
    form = LeagueForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            changed = change_league(league=league, by=user_of(request), **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(
                request,
                _("{changed} is changed. Its times are those of {label} now.").format(
                    changed=changed, label=label(changed.zone)
                ),
            )
            return redirect(changed)
    context = {"form": form, "league": league}
    return render(request, "league/clubs/league_edit.html", context, status=422 if form.errors else 200)


def rules_of_a_new_season(league: League) -> dict[str, str] | None:
    """Games of bots are practice until a club decides otherwise; later seasons take the rules of the last one."""
    return None if league.seasons.exists() else {"engine_games": "practice"}


@login_required
def season_create(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    refuse_unless(league.closed_at is None, spoken(CLOSED))
    form = SeasonForm(request.POST or None)
    asked = RuleSet.objects.filter(digest=(request.POST or request.GET).get("rules", "")).first()
    if request.method == "POST" and form.is_valid():
        try:
            rules = asdict(rules_in(asked)) if asked else rules_of_a_new_season(league)
            season = create_season(league=league, by=user_of(request), rules=rules, **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(
                request,
                _("{season} is open. Its house rules can be changed until the first game counts.").format(
                    season=season
                ),
            )
            return redirect(season)
    changes = what_changes(newest_house_rules(league), rules_in(asked)) if asked else []
    context = {
        "form": form,
        "league": league,
        "title": "New season",
        "label": "Open the season",
        "asked": asked,
        "changes": [one for _group, found in changes for one in found],
    }
    return render(request, "league/clubs/season_form.html", context, status=422 if form.errors else 200)


@login_required
def season_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    season = _season(request, slug)
    refuse_unless(season.league.closed_at is None, spoken(CLOSED))
    initial = {"name": season.name, "starts_on": season.starts_on, "ends_on": season.ends_on}
    form = SeasonForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            change_season(season=season, by=user_of(request), **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("The season is changed."))
            return redirect(season)
    context = {"form": form, "league": season.league, "season": season, "title": initial["name"], "label": _("Save")}
    return render(request, "league/clubs/season_form.html", context, status=422 if form.errors else 200)


@login_required
def house_rules_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Three steps of one form: choose, read what that changes, set. Nothing is kept before the last one."""
    season = _season(request, slug)
    rules, data = house_rules_of(season), request.POST
    kind: dict[str, Any] = {"rules": rules, "boards": offered_boards(season, rules)}
    if data.get("book"):
        form = HouseRulesForm(as_the_book(data, data["book"]), **kind)
    else:
        form = HouseRulesForm(data if request.method == "POST" else None, **kind)
        if request.method == "POST" and "back" not in data and form.is_valid():
            done = _set_rules(request, season, form) if "sure" in data else _changes(request, season, form)
            if done is not None:
                return done
    context = {"form": form, "season": season, "fixed": rules_are_fixed(season)}
    refused = form.errors and not {"book", "back"} & set(data)
    return render(request, "league/clubs/house_rules_edit.html", context, status=422 if refused else 200)


def _set_rules(request: HttpRequest, season: Season, form: HouseRulesForm) -> HttpResponseBase | None:
    try:
        set_house_rules(season=season, values=form.values(), by=user_of(request))
    except ValidationError as error:
        add_refusal(form, error)
        return None
    messages.success(request, _("The house rules of {season} are set.").format(season=season))
    return redirect("house_rules", slug=season.slug)


def _changes(request: HttpRequest, season: Season, form: HouseRulesForm) -> HttpResponseBase | None:
    """What the form would change, and whom that concerns."""
    try:
        after = read_house_rules(form.values())
    except BadHouseRule as error:
        form.add_error(None, spoken(error.args[0]))
        return None
    context = {
        "season": season,
        "form": form,
        "changed": what_changes(form.rules, after, board_names(season.league)),
        "waiting": waiting_words(waiting_sheets(season)),
    }
    return render(request, "league/clubs/house_rules_changes.html", context)


def _season(request: HttpRequest, slug: str) -> Season:
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    require(request.user, "administer", season.league)
    return season


@require_safe
def house_rules(request: Request, slug: str) -> HttpResponse:
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    versions = versions_of(season)
    names = board_names(season.league)
    groups, games = groups_of(versions[0].rules, names), games_of(versions[0].rules)
    fixed = first_confirmed(season)
    context = {
        "season": season,
        "versions": versions,
        "groups": groups,
        "games": games,
        "differing": differing(groups) + sum(len(game.different) for game in games),
        "own_board": version_of(season.league, versions[0].rules.board),
        "fixed_by": fixed[0] if fixed else None,
        "fixed_by_name": headline_of(fixed[0]) if fixed else "",
        "fixed_at": fixed[1] if fixed else None,
        "may_administer": may(request.user, "administer", season.league),
    }
    return render(request, "league/clubs/house_rules.html", context)
