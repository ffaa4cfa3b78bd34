"""Characters: registering one, changing its papers, starting anew."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render

from characters.models import Career, Character
from characters.rules.career import RETIRED
from engine.careers.editions import edition, edition_ids
from league.forms.registration import PapersForm, RegistrationForm
from league.models import League
from league.models.organisation import Role
from league.queries.roles import may, require
from league.services.registration import change_papers, register_in_league, restart_in_league
from league.views.access import add_refusal, refuse_unless, user_of

_REGISTER = (Role.ORGANISER, Role.SCORE_KEEPER, Role.PLAYER)


@login_required
def character_register(request: HttpRequest) -> HttpResponseBase:
    leagues = leagues_to_register_in(request)
    if not leagues:
        return render(request, "league/character_nowhere.html")
    form = _form(request, leagues)
    if request.method == "POST" and request.POST.get("go") != "edition" and form.is_valid():
        made = _register(request, form)
        if made is not None:
            messages.success(request, f"{made} is registered and starts at Entry Level.")
            return redirect(made)
    if request.POST.get("go") == "edition":
        form.errors.clear()
    status = 422 if form.errors else 200
    return render(request, "league/character_register.html", {"form": form, "board": _board(request)}, status=status)


def _form(request: HttpRequest, leagues: QuerySet[League]) -> RegistrationForm:
    organises = user_of(request).is_superuser or user_of(request).memberships.filter(role=Role.ORGANISER).exists()
    kind: dict[str, Any] = {"leagues": leagues, "board": _board(request), "choose_owner": organises}
    if request.method == "POST":
        return RegistrationForm(request.POST, **kind)
    wanted = request.GET.get("league")
    first = leagues.filter(slug=wanted).first() or leagues.first()
    initial = {"league": first, "edition": _board(request), "name": request.GET.get("name", "")}
    return RegistrationForm(initial=initial, **kind)


def _board(request: HttpRequest) -> str:
    wanted = request.POST.get("edition") or request.GET.get("edition") or ""
    return wanted if wanted in edition_ids() else edition_ids()[0]


def _register(request: HttpRequest, form: RegistrationForm) -> Character | None:
    values = form.cleaned_data
    league, owner = values["league"], values.get("owner") or user_of(request)
    require(request.user, "register", league)
    if owner != request.user:
        require(request.user, "administer", league)
    try:
        return register_in_league(
            league=league,
            owner=owner,
            name=values["name"],
            edition_id=values["edition"],
            specialty=values["specialty"],
            side_interest=values["side_interest"],
            title=values["title"],
        )
    except ValidationError as error:
        add_refusal(form, error)
        return None


@login_required
def character_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    character = own_character(request, slug)
    form = PapersForm(request.POST) if request.method == "POST" else PapersForm.of(character)
    if request.method == "POST" and form.is_valid():
        try:
            change_papers(character=character, **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, "The papers are changed.")
            return redirect(character)
    context = {"form": form, "character": Character.objects.get(pk=character.pk)}
    return render(request, "league/character_edit.html", context, status=422 if form.errors else 200)


@login_required
def character_restart(request: HttpRequest, slug: str) -> HttpResponseBase:
    character = own_character(request, slug)
    league = character.enrolment.league
    problems: list[str] = []
    if request.method == "POST":
        try:
            restart_in_league(league=league, character=character)
        except ValidationError as error:
            problems = list(error.messages)
        else:
            messages.success(request, f"{character} starts a new career at Entry Level.")
            return redirect(character)
    current = Career.objects.filter(character=character, current=True).first()
    context = {
        "character": character,
        "problems": problems,
        "number": current.number if current else 1,
        "retired": current is not None and current.status == RETIRED,
        "university": edition(character.edition).university,
    }
    return render(request, "league/character_restart.html", context, status=422 if problems else 200)


def own_character(request: HttpRequest, slug: str) -> Character:
    """The character, for its owner or an organiser. Raises Http404 and PermissionDenied."""
    character = get_object_or_404(Character.objects.select_related("owner", "enrolment__league"), slug=slug)
    refuse_unless(
        character.owner == request.user or may(request.user, "administer", character.enrolment.league),
        f"Only {character.owner.get_username()} or an organiser of {character.enrolment.league} can do that.",
    )
    return character


def leagues_to_register_in(request: HttpRequest) -> QuerySet[League]:
    """The leagues in which this person registers characters."""
    if user_of(request).is_superuser:
        return League.objects.all()
    return League.objects.filter(memberships__user=user_of(request), memberships__role__in=_REGISTER)
