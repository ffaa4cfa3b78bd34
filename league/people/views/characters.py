"""Characters: roster, registration, papers."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from characters.models import LEVEL_CHOICES, Career, Character
from characters.queries.people import person, roster, workplaces
from characters.rules.career import ACTIVE, RETIRED
from characters.services.registration import next_game
from engine.careers.editions import edition, edition_ids
from league.clubs.queries import claim_of, league_for
from league.clubs.queries.characters import active_characters, guest_called, guests_nearly_called, guests_of
from league.core.queries.access import is_superuser, may, require, visible_to
from league.core.queries.characters import find_character, not_merged
from league.core.rules.unfolding import enough_for_filters
from league.core.views.access import refusals_on, refuse_unless, user_of
from league.core.views.live import Request
from league.models import League
from league.models.organisation import Role
from league.people.forms.characters import PapersForm, RegistrationForm, RestartForm
from league.people.queries.characters import usual_edition
from league.people.rules.characters import dealt_programs
from league.people.services.registration import (
    change_papers,
    hide_name,
    owner_for,
    register_in_league,
    restart_in_league,
)

PER_PAGE = 25
STATUS_CHOICES = ((ACTIVE, gettext_lazy("At work")), (RETIRED, gettext_lazy("Left by golden parachute")))


@require_safe
def character_list(request: Request) -> HttpResponse:
    """Show characters by name, level, company and status: a search comes first, as there may be ten thousand."""
    chosen = {name: request.GET.get(name, "").strip() for name in ("q", "level", "company", "status")}
    people = roster(chosen["q"], level=chosen["level"], company=chosen["company"], status=chosen["status"])
    people = people.filter(visible_to(request.user, "character__enrolment__league"), not_merged("character"))
    leagues = League.objects.filter(visible_to(request.user, "pk"))
    within = get_object_or_404(leagues, slug=request.GET["league"]) if request.GET.get("league") else None
    if within is not None:
        people = people.filter(character__enrolment__league=within)
    page = Paginator(people, PER_PAGE).get_page(request.GET.get("page"))
    league = league_for(request.user)
    context = {
        "page_obj": page,
        "people": [person(career) for career in page],
        "chosen": chosen,
        "within": within,
        "filtered": any(chosen.values()) or within is not None,
        "filters": any(chosen.values()) or enough_for_filters(page.paginator.count),
        "levels": LEVEL_CHOICES,
        "companies": [
            (f"{workplace.edition}/{workplace.company}", workplace.name)
            for workplace in workplaces(Character.objects.all())
        ],
        "statuses": STATUS_CHOICES,
        "may_register": league is not None and may(request.user, "register", league),
    }
    return render(request, "league/people/character_list.html", context)


_REGISTER = (Role.ORGANISER, Role.SCORE_KEEPER, Role.PLAYER)


@login_required
def character_register(request: HttpRequest) -> HttpResponseBase:
    leagues = leagues_to_register_in(request)
    if not leagues:
        return render(request, "league/people/character_nowhere.html")
    form = _form(request, leagues)
    near: list[Character] = []
    if request.method == "POST" and request.POST.get("go") != "edition" and form.is_valid():
        near = [] if "another" in request.POST else _near(form)
        character = None if near else _register(request, form)
        if character is not None:
            messages.success(request, _("{made} is registered and starts at Entry Level.").format(made=character))
            return redirect(character)
    if request.POST.get("go") == "edition":
        form.errors.clear()
    context = {
        "form": form,
        "meant": _meant(form),
        "near": near,
        "claims_in": _claims_in(request, leagues),
        "claim": claim_of(request.user),
    }
    return render(request, "league/people/character_register.html", context, status=422 if form.errors else 200)


def _claims_in(request: HttpRequest, leagues: QuerySet[League]) -> League | None:
    """Return the league if this person has no character in it and may be one of its guests."""
    league = _league(request, leagues)
    has_own = league is not None and active_characters(league, user_of(request)).exists()
    return league if league is not None and not has_own and guests_of(league).exists() else None


def _meant(form: RegistrationForm) -> Character | None:
    """Return the guest whose name was refused."""
    if "name" not in form.errors or "league" not in form.cleaned_data:
        return None
    return guest_called(form.cleaned_data["league"], form["name"].value() or "")


def _near(form: RegistrationForm) -> list[Character]:
    """Return guests with nearly this name. Organisers are not asked, because they register others."""
    if "owner" in form.fields:
        return []
    return guests_nearly_called(form.cleaned_data["league"], form.cleaned_data["name"])


def _form(request: HttpRequest, leagues: QuerySet[League]) -> RegistrationForm:
    organises = is_superuser(request.user) or user_of(request).memberships.filter(role=Role.ORGANISER).exists()
    first = _league(request, leagues)
    board, name = _board(request, first), request.GET.get("name", "")
    kind: dict[str, Any] = {"leagues": leagues, "board": board, "choose_owner": organises}
    if request.method == "POST":
        return RegistrationForm(request.POST, **kind)
    initial = {"league": first, "edition": board, "name": name, "owner": user_of(request).get_username()}
    if name:
        specialty, side_interest = dealt_programs(name, board)
        initial |= {"specialty": specialty, "side_interest": side_interest}
    return RegistrationForm(initial=initial, **kind)


def _league(request: HttpRequest, leagues: QuerySet[League]) -> League | None:
    slug = request.POST.get("league") or request.GET.get("league")
    return leagues.filter(slug=slug).first() or leagues.first()


def _board(request: HttpRequest, league: League | None) -> str:
    edition_id = request.POST.get("edition") or request.GET.get("edition") or ""
    return edition_id if edition_id in edition_ids() else usual_edition(league)


def _register(request: HttpRequest, form: RegistrationForm) -> Character | None:
    values = form.cleaned_data
    league = values["league"]
    require(request.user, "register", league)
    with refusals_on(form):
        owner, label = owner_for(league, form.asked_owner(), by=user_of(request))
        return register_in_league(
            league=league,
            owner=owner,
            owner_label=label,
            by=user_of(request),
            name=values["name"],
            edition_id=values["edition"],
            specialty=values["specialty"],
            side_interest=values["side_interest"],
            title=values["title"],
            is_another="another" in request.POST,
        )
    return None


@login_required
def character_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    character = own_character(request, slug)
    form = PapersForm(request.POST if request.method == "POST" else None, character=character)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            change_papers(character=character, by=user_of(request), **form.cleaned_data)
            messages.success(request, _("The papers are changed."))
            return redirect(character)
    context = {"form": form, "character": Character.objects.get(pk=character.pk)}
    organises = may(request.user, "administer", character.enrolment.league)
    context["former_names"] = character.former_names.all() if organises else character.former_names.shown()
    return render(request, "league/people/character_edit.html", context, status=422 if form.errors else 200)


@login_required
def former_name(request: HttpRequest, slug: str, former: int) -> HttpResponseBase:
    """Ask before a former name is hidden, and hide it."""
    character = own_character(request, slug)
    row = get_object_or_404(character.former_names.shown(), pk=former)
    if request.method == "POST":
        character = hide_name(former=row, by=user_of(request))
        messages.success(request, _("The former name is hidden."))
        return redirect("character_edit", character.slug)
    context = {"character": character, "former": row}
    return render(request, "league/people/former_name.html", context)


@login_required
def character_restart(request: HttpRequest, slug: str) -> HttpResponseBase:
    character = own_character(request, slug)
    league = character.enrolment.league
    following = next_game(character)
    form = RestartForm(request.POST if request.method == "POST" else None, following=following and following.at)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            restart_in_league(league=league, character=character, at=form.cleaned_data["at"], by=user_of(request))
            messages.success(request, _("{character} starts a new career at Entry Level.").format(character=character))
            return redirect(character)
    current = Career.objects.filter(character=character, current=True).first()
    context = {
        "character": character,
        "form": form,
        "number": current.number if current else 1,
        "retired": current is not None and current.status == RETIRED,
        "university": edition(character.edition).university,
    }
    return render(request, "league/people/character_restart.html", context, status=422 if form.errors else 200)


def own_character(request: HttpRequest, slug: str) -> Character:
    """Return the character, for its owner or an organiser. Raise Http404 and PermissionDenied."""
    character = find_character(slug)
    league, named = character.enrolment.league, _("Only {owner} or an organiser of {league} can do that.")
    why = named if character.owner_name else _("Only the owner or an organiser of {league} can do that.")
    refuse_unless(
        character.owner == request.user or may(request.user, "administer", league),
        why.format(owner=character.owner_name, league=league),
    )
    return character


def leagues_to_register_in(request: HttpRequest) -> QuerySet[League]:
    """Return the leagues in which this person registers characters."""
    if is_superuser(request.user):
        return League.objects.filter(closed_at=None)
    leagues = League.objects.filter(memberships__user=user_of(request), memberships__role__in=_REGISTER)
    return leagues.filter(closed_at=None)
