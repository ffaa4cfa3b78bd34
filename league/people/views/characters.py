"""Characters: roster, personnel file, registration, papers."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from characters.charts.career import GAMES_PER_PAGE, career_chart
from characters.models import LEVEL_CHOICES, Career, CareerEvent, Character
from characters.queries import dossier, history
from characters.queries.elsewhere import earned_elsewhere
from characters.queries.people import person, portrait_of, roster, workplaces
from characters.rules.career import ACTIVE, RETIRED
from characters.rules.ladder import INDEX
from characters.services.registration import next_game
from engine.careers.editions import edition, edition_ids
from games.queries.politics import politics_of
from games.queries.records import records_of
from league.clubs.queries import league_for, newest_house_rules, tournament_lines, with_entries
from league.core.queries.access import is_superuser, may, require, visible_to
from league.core.queries.characters import find_character, not_merged
from league.core.queries.games import headlines, with_headlines
from league.core.views.access import add_refusal, refuse_unless, user_of
from league.core.views.live import Request, live_page, unless_unchanged
from league.models import League, Tournament
from league.models.organisation import Role
from league.people.forms.characters import PapersForm, RegistrationForm, RestartForm
from league.people.queries.characters import brief_of
from league.people.services.registration import change_papers, owner_for, register_in_league, restart_in_league
from league.standings.queries.ratings import character_ratings, rating_course

PER_PAGE = 25
EVENTS_PER_PAGE = 25
MEMOS = 3
TOURNAMENTS = 12
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
        "levels": LEVEL_CHOICES,
        "companies": [
            (f"{workplace.edition}/{workplace.company}", workplace.name)
            for workplace in workplaces(Character.objects.all())
        ],
        "statuses": STATUS_CHOICES,
        "may_register": league is not None and may(request.user, "register", league),
    }
    return render(request, "league/people/character_list.html", context)


def _reviewed(request: Request, slug: str) -> str | None:
    row = Character.objects.filter(slug=slug).values_list("last_fact", "reviewed_fact").first()
    return None if row is None else f"{row[0]}-{row[1]}"


@require_safe
@unless_unchanged(_reviewed)
def character_detail(request: Request, slug: str) -> HttpResponseBase:
    """Show the personnel file. A review that is pending says so and completes itself."""
    character = find_character(slug)
    if character.slug != slug:
        return redirect(character)
    enrolment = getattr(character, "enrolment", None)
    league = enrolment.league if enrolment else None
    careers = list(character.careers.all())
    shown_career = _career_shown(careers, request.GET.get("career"))
    events = sorted(character.events.all(), key=history.order_of_play)
    waiting = character.last_fact != character.reviewed_fact
    context = {
        "character": character,
        "league": league,
        "career": shown_career,
        "earlier": careers[:-1],
        "current": careers[-1],
        "level_name": character.level_name(careers[-1].level),
        "portrait": portrait_of(character, careers[-1].level, retired=careers[-1].status == RETIRED),
        "tiles": dossier.tiles(character, shown_career),
        "pending": waiting,
        "brief": brief_of(character, careers[-1]) if shown_career == careers[-1] else None,
        "politics": politics_of(character),
        "records": records_of(character),
        "tournaments": tournament_lines(
            with_entries(Tournament.objects.filter(entries__character=character))[:TOURNAMENTS]
        ),
        "ratings": character_ratings(character),
        "rating_course": rating_course(character),
        "former_names": list(character.former_names.all()),
        "elsewhere": earned_elsewhere(character),
        **_actions(request, character, league, careers[-1]),
        **_ladder(character, shown_career, events, league),
        **_papers(request, character, shown_career, events),
    }
    return live_page(request, "league/people/character_detail.html", context, waiting=waiting)


def _career_shown(careers: Sequence[Career], number: str | None) -> Career:
    if number is None:
        return careers[-1]
    chosen = next((career for career in careers if str(career.number) == number), None)
    if chosen is None:
        raise Http404("This character has no such career.")
    return chosen


def _actions(request: Request, character: Character, league: League | None, current: Career) -> dict[str, Any]:
    owner = request.user == character.owner
    administers = league is not None and may(request.user, "administer", league)
    allowed = owner or administers
    return {
        "is_owner": owner,
        "may_edit": allowed,
        "may_make_claim_links": administers,
        "may_restart": allowed and current.status == RETIRED,
    }


def _ladder(
    character: Character, career: Career, events: Sequence[CareerEvent], league: League | None
) -> dict[str, Any]:
    standing = [event for event in events if event.rescinded_at is None]
    higher = dossier.next_level(career)
    return {
        "edition": character.names,
        "specialty": character.names.programs[character.specialty].name,
        "side_interest": character.names.programs[character.side_interest].name,
        "rungs": dossier.rungs(character, career, standing),
        "next_name": character.level_name(higher) if higher else "",
        "progress": dossier.progress(character, career, newest_house_rules(league)),
        "degrees": dossier.degrees(character, career),
        "trips": dossier.trips(character, career),
    }


def _papers(request: Request, character: Character, career: Career, events: Sequence[CareerEvent]) -> dict[str, Any]:
    standing = [event for event in events if event.rescinded_at is None]
    with_rescinded = request.GET.get("rescinded") == "1"
    newest_first = list(events if with_rescinded else standing)[::-1]
    page = Paginator(newest_first, EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    names = headlines([event.game for event in standing if event.career == career.number])
    charted = dossier.chart_games(standing, number=career.number, currency=character.names.currency, names=names)
    games = Paginator(charted, GAMES_PER_PAGE)
    chart_page = games.get_page(request.GET.get("chart", games.num_pages))
    after = charted[chart_page.end_index()].level_index if chart_page.has_next() else INDEX[career.level]
    return {
        "chart": career_chart(list(chart_page), after=after),
        "chart_page": chart_page,
        "memos": with_headlines(
            history.letters([event for event in events if event.career == career.number], character, most=MEMOS)
        ),
        "page_obj": page,
        "lines": with_headlines(history.line(event, character) for event in page),
        "with_rescinded": with_rescinded,
        "rescinded_count": len(events) - len(standing),
    }


_REGISTER = (Role.ORGANISER, Role.SCORE_KEEPER, Role.PLAYER)


@login_required
def character_register(request: HttpRequest) -> HttpResponseBase:
    leagues = leagues_to_register_in(request)
    if not leagues:
        return render(request, "league/people/character_nowhere.html")
    form = _form(request, leagues)
    if request.method == "POST" and request.POST.get("go") != "edition" and form.is_valid():
        character = _register(request, form)
        if character is not None:
            messages.success(request, _("{made} is registered and starts at Entry Level.").format(made=character))
            return redirect(character)
    if request.POST.get("go") == "edition":
        form.errors.clear()
    status = 422 if form.errors else 200
    return render(
        request, "league/people/character_register.html", {"form": form, "board": _board(request)}, status=status
    )


def _form(request: HttpRequest, leagues: QuerySet[League]) -> RegistrationForm:
    organises = is_superuser(request.user) or user_of(request).memberships.filter(role=Role.ORGANISER).exists()
    kind: dict[str, Any] = {"leagues": leagues, "board": _board(request), "choose_owner": organises}
    if request.method == "POST":
        return RegistrationForm(request.POST, **kind)
    slug = request.GET.get("league")
    first = leagues.filter(slug=slug).first() or leagues.first()
    initial = {"league": first, "edition": _board(request), "name": request.GET.get("name", "")}
    initial["owner"] = user_of(request).get_username()
    return RegistrationForm(initial=initial, **kind)


def _board(request: HttpRequest) -> str:
    edition_id = request.POST.get("edition") or request.GET.get("edition") or ""
    return edition_id if edition_id in edition_ids() else edition_ids()[0]


def _register(request: HttpRequest, form: RegistrationForm) -> Character | None:
    values = form.cleaned_data
    league = values["league"]
    require(request.user, "register", league)
    try:
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
        )
    except ValidationError as error:
        add_refusal(form, error)
        return None


@login_required
def character_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    character = own_character(request, slug)
    form = PapersForm(request.POST if request.method == "POST" else None, character=character)
    if request.method == "POST" and form.is_valid():
        try:
            change_papers(character=character, by=user_of(request), **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("The papers are changed."))
            return redirect(character)
    context = {"form": form, "character": Character.objects.get(pk=character.pk)}
    return render(request, "league/people/character_edit.html", context, status=422 if form.errors else 200)


@login_required
def character_restart(request: HttpRequest, slug: str) -> HttpResponseBase:
    character = own_character(request, slug)
    league = character.enrolment.league
    following = next_game(character)
    form = RestartForm(request.POST if request.method == "POST" else None, following=following and following.at)
    if request.method == "POST" and form.is_valid():
        try:
            restart_in_league(league=league, character=character, at=form.cleaned_data["at"], by=user_of(request))
        except ValidationError as error:
            add_refusal(form, error)
        else:
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
    """Return the character, for its owner or an organiser. Raises Http404 and PermissionDenied."""
    character = find_character(slug)
    refuse_unless(
        character.owner == request.user or may(request.user, "administer", character.enrolment.league),
        _owner_or_organiser(character.owner_name, character.enrolment.league),
    )
    return character


def _owner_or_organiser(owner: str, league: League) -> str:
    if owner:
        return _("Only {owner} or an organiser of {league} can do that.").format(owner=owner, league=league)
    return _("Only the owner or an organiser of {league} can do that.").format(league=league)


def leagues_to_register_in(request: HttpRequest) -> QuerySet[League]:
    """Return the leagues in which this person registers characters."""
    if is_superuser(request.user):
        return League.objects.filter(closed_at=None)
    leagues = League.objects.filter(memberships__user=user_of(request), memberships__role__in=_REGISTER)
    return leagues.filter(closed_at=None)
