"""Seasons: opened, named, their house rules set, and read by everybody."""

from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.models import RuleSet
from characters.queries.history import rules_in
from characters.rules.house_rules import BadHouseRule
from characters.rules.house_rules import house_rules as read_house_rules
from engine.translatable import spoken
from league.boards.queries import board_names, version_of
from league.clubs.forms import HouseRulesForm, SeasonForm, as_the_book
from league.clubs.queries import (
    first_confirmed,
    house_rules_of,
    newest_house_rules,
    offered_boards,
    rules_are_fixed,
    rules_of_a_new_season,
    season_contents,
    versions_of,
    waiting_sheets,
)
from league.clubs.rules import games_of, groups_of, waiting_words, what_changes
from league.clubs.services.leagues import change_season, create_season, set_house_rules
from league.core.queries.access import may, require
from league.core.queries.games import headline_of
from league.core.rules.roles import CLOSED
from league.core.rules.unfolding import season_extras, season_tabs
from league.core.views.access import refusals_on, refuse_unless, user_of
from league.core.views.live import Request
from league.models import League, Season


def season_frame(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return what the head of every page of a season shows: `league/clubs/season_head.html`."""
    contents = season_contents(season)
    return {
        "season": season,
        "may_administer": may(request.user, "administer", season.league),
        "contents": contents,
        "tabs": season_tabs(contents),
        "extras": season_extras(contents),
    }


@login_required
def season_create(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    refuse_unless(league.closed_at is None, spoken(CLOSED))
    form = SeasonForm(request.POST or None)
    rule_set = RuleSet.objects.filter(digest=(request.POST or request.GET).get("rules", "")).first()
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            rules = asdict(rules_in(rule_set)) if rule_set else rules_of_a_new_season(league)
            season = create_season(league=league, by=user_of(request), rules=rules, **form.cleaned_data)
            text = _("{season} is open. Its house rules can be changed until the first game counts.")
            messages.success(request, text.format(season=season))
            return redirect(season)
    changes = what_changes(newest_house_rules(league), rules_in(rule_set)) if rule_set else []
    context = {
        "form": form,
        "league": league,
        "title": _("New season"),
        "label": _("Open the season"),
        "asked": rule_set,
        "changes": [change for _group, of_group in changes for change in of_group],
    }
    return render(request, "league/clubs/season_form.html", context, status=422 if form.errors else 200)


@login_required
def season_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    season = _season(request, slug)
    refuse_unless(season.league.closed_at is None, spoken(CLOSED))
    initial = {"name": season.name, "starts_on": season.starts_on, "ends_on": season.ends_on}
    form = SeasonForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            change_season(season=season, by=user_of(request), **form.cleaned_data)
            messages.success(request, _("The season is changed."))
            return redirect(season)
    context = {"form": form, "league": season.league, "season": season, "title": initial["name"], "label": _("Save")}
    return render(request, "league/clubs/season_form.html", context, status=422 if form.errors else 200)


@login_required
def house_rules_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Lead through three steps of one form: choose, read what that changes, set. Nothing is stored before the last
    one."""
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
    with refusals_on(form):
        set_house_rules(season=season, values=form.values(), by=user_of(request))
        messages.success(request, _("The house rules of {season} are set.").format(season=season))
        return redirect("house_rules", slug=season.slug)
    return None


def _changes(request: HttpRequest, season: Season, form: HouseRulesForm) -> HttpResponseBase | None:
    """Show what the form would change, and who it concerns."""
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
    rules = rules_in(versions[0][0].rules)
    groups, games = groups_of(rules, board_names(season.league)), games_of(rules)
    parts = [(part.name, part.different) for part in groups] + [(game.name, game.different) for game in games]
    fixed = first_confirmed(season)
    context = {
        **season_frame(request, season),
        "versions": versions,
        "groups": groups,
        "games": games,
        "different": [(name, choice) for name, choices in parts for choice in choices],
        "own_board": version_of(season.league, rules.board),
        "fixed_by": fixed[0] if fixed else None,
        "fixed_by_name": headline_of(fixed[0]) if fixed else "",
        "fixed_at": fixed[1] if fixed else None,
    }
    return render(request, "league/clubs/house_rules.html", context)
