"""Coming into a league: by a link, a code on paper or without one; open leagues; the organiser's links and requests."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from characters.models import Character
from league.clubs.forms import DoorsForm, JoinForm, LinkForm
from league.clubs.queries.characters import guest_called, guests_nearly_called, guests_of
from league.clubs.queries.joining import (
    Door,
    Joined,
    is_member_of,
    link_found,
    link_of,
    link_problem,
    open_leagues,
    own_active,
    shown_secret,
    waiting_request,
    waiting_requests,
)
from league.clubs.services.joining import (
    decide_request,
    end_join_link,
    join,
    make_join_link,
    set_joining,
    switch_join_link,
    withdraw_request,
)
from league.core.charts import qr_image
from league.core.forms import whole_number
from league.core.queries.access import hidden_from, organisers_shown, require
from league.core.views.access import (
    add_refusal,
    forget_kept_form,
    kept_form,
    refusals_on,
    refusals_told,
    refuse_guessing,
    sign_in_and_return,
    user_of,
)
from league.models import Entry, JoinLink, JoinRequest, League, Tournament
from league.models.organisation import Joining

PER_PAGE = 30
MOST_NAMED = 5


@never_cache
def join_by_link(request: HttpRequest, secret: str) -> HttpResponseBase:
    link = link_found(secret)
    if link is None or link.league_id in hidden_from(request.user):
        if refused := refuse_guessing(request):
            return refused
        raise Http404(_("There is no such link."))
    return _door(request, Door(link.league, link.tournament, link))


@never_cache
def league_join(request: HttpRequest, slug: str) -> HttpResponseBase:
    return _door(request, Door(get_object_or_404(League, slug=slug)))


@never_cache
def tournament_join(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = get_object_or_404(Tournament.objects.select_related("season__league"), slug=slug)
    return _door(request, Door(tournament.season.league, tournament))


@require_safe
def league_list(request: HttpRequest) -> HttpResponse:
    """List the leagues that everybody can join or ask to join."""
    context = {"page_obj": Paginator(open_leagues(request.user), PER_PAGE).get_page(request.GET.get("page"))}
    return render(request, "league/clubs/league_list.html", context)


def _door(request: HttpRequest, door: Door) -> HttpResponseBase:
    if request.method == "POST" and not request.user.is_authenticated:
        return sign_in_and_return(request)
    member = request.user.is_authenticated and is_member_of(door.league, user_of(request))
    own = own_active(door.league, user_of(request)) if request.user.is_authenticated else []
    guests = Character.objects.none() if own else guests_of(door.league)
    near: list[Character] = []
    if request.method == "POST":
        form = JoinForm(request.POST, guests=guests)
        if "withdraw" in request.POST:
            return _withdrawn(request, door)
        if form.is_valid():
            near = _near(request, door, form, own)
            if not near and (done := _joined(request, door, form)) is not None:
                return redirect(_then(request, door, form.cleaned_data, done))
    else:
        typed = kept_form(request) if request.user.is_authenticated else None
        meant = guests.filter(slug=request.GET.get("guest", "")).first()
        form = JoinForm(initial={"name": typed.get("name", "") if typed else "", "guest": meant}, guests=guests)
        forget_kept_form(request)
    organisers = organisers_shown(door.league)[:MOST_NAMED]
    context = {
        "door": door,
        "form": form,
        "member": member,
        "problem": "" if member else door.problem,
        "asked": _asked(request, door, member=member),
        "own": own,
        "meant": guest_called(door.league, form["name"].value() or "") if "name" in form.errors else None,
        "near": near,
        "organisers": format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in organisers)),
        "by_approval": door.how == Joining.APPROVAL,
    }
    status = 422 if form.errors else 410 if context["problem"] and door.link and not door.league.closed_at else 200
    return render(request, "league/clubs/join.html", context, status=status)


def _asked(request: HttpRequest, door: Door, *, member: bool) -> JoinRequest | None:
    """Return the request that waits behind this door; None for an open door, which also lets in people who had asked
    before."""
    if not request.user.is_authenticated or (door.how == Joining.OPEN and not member):
        return None
    return waiting_request(door.league, user_of(request))


def _near(request: HttpRequest, door: Door, form: JoinForm, own: Sequence[Character]) -> list[Character]:
    """Return who may be the person that enters a tournament by a name. In a league the registration asks."""
    if door.tournament is None or own or "another" in request.POST or form.cleaned_data.get("guest"):
        return []
    return guests_nearly_called(door.league, form.cleaned_data["name"])


def _joined(request: HttpRequest, door: Door, form: JoinForm) -> Joined | None:
    with refusals_on(form):
        return join(door=door, user=user_of(request), is_another="another" in request.POST, **form.cleaned_data)
    return None


def _withdrawn(request: HttpRequest, door: Door) -> HttpResponseBase:
    join_request = waiting_request(door.league, user_of(request))
    with refusals_told(request):
        if join_request is not None:
            withdraw_request(request=join_request, user=user_of(request))
            messages.success(request, _("Your request is withdrawn."))
    return redirect(request.path)


def _then(request: HttpRequest, door: Door, sent: dict[str, Any], done: Joined) -> str:
    """Return the address where the person was going, and say what happened."""
    if done.request is not None and is_member_of(door.league, user_of(request)):
        text = _("You are a member of {league}. {character} is yours as soon as an organiser confirms it.")
        messages.success(request, text.format(league=door.league, character=done.request.name))
        return door.league.get_absolute_url()
    if done.request is not None:
        text = _("You have asked to join {league}. You will be told when it is decided.")
        messages.success(request, text.format(league=door.league))
        return request.path
    if door.tournament is None:
        messages.success(request, _("Welcome to {league}. You are a member now.").format(league=door.league))
        if done.character is not None:
            return door.league.get_absolute_url()
        query = urlencode({"league": door.league.slug, **({"name": sent["name"]} if sent["name"] else {})})
        return f"{reverse('character_register')}?{query}"
    if done.refusal:
        messages.warning(request, done.refusal)
    elif done.entry is not None:
        if done.entry.status == Entry.WAITING:
            text = _("{character} is on the waiting list.")
        else:
            text = _("{character} is registered as number {number}.")
        messages.success(request, text.format(character=done.character, number=done.entry.number))
    else:
        messages.success(request, _("You are a member of {league}. Say who enters.").format(league=door.league))
    return reverse("entry_register", args=[door.tournament.slug])


@never_cache
@login_required
def league_joining(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    return _joining(request, league, None)


@never_cache
@login_required
def tournament_joining(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = get_object_or_404(Tournament.objects.select_related("season__league"), slug=slug)
    require(request.user, "administer", tournament.season.league)
    return _joining(request, tournament.season.league, tournament)


@never_cache
@login_required
@require_safe
def join_poster(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one QR code and the address under it, to print or to hold up."""
    link = get_object_or_404(JoinLink.objects.select_related("league", "tournament"), pk=pk, ended_at=None)
    require(request.user, "administer", link.league)
    address = _address(request, link)
    context = {"link": link, "address": address, "qr": qr_image(address) if address else ""}
    return render(request, "league/clubs/poster.html", context)


def _joining(request: HttpRequest, league: League, tournament: Tournament | None) -> HttpResponseBase:
    link = link_of(league, tournament)
    form = LinkForm(request.POST if "make" in request.POST else None)
    if request.method == "POST" and _changed(request, league, tournament, link, form):
        return redirect(request.path)
    address = _address(request, link) if link else ""
    context = {
        "league": league,
        "tournament": tournament,
        "form": form,
        "link": link,
        "problem": link_problem(link) if link else "",
        "address": address,
        "qr": qr_image(address) if address else "",
        "doors": DoorsForm(initial=_doors(league, tournament, link), auto_id="doors-%s"),
        "requests": waiting_requests(league.pk),
    }
    return render(request, "league/clubs/joining.html", context, status=422 if form.errors else 200)


def _doors(league: League, tournament: Tournament | None, link: JoinLink | None) -> dict[str, str]:
    """Return who gets in by each door that this page has."""
    return ({"switch": link.how} if link else {}) | ({} if tournament else {"joining": league.joining})


def _address(request: HttpRequest, link: JoinLink) -> str:
    secret = shown_secret(link)
    return request.build_absolute_uri(reverse("join_by_link", args=[secret])) if secret else ""


def _changed(
    request: HttpRequest, league: League, tournament: Tournament | None, link: JoinLink | None, form: LinkForm
) -> bool:
    """Make the change and return whether to show the page again; a refusal of the form for a new link stays on it."""
    if "make" in request.POST and not form.is_valid():
        return False
    try:
        messages.success(request, _done(request, league, tournament, link, form))
    except ValidationError as error:
        if "make" in request.POST:
            add_refusal(form, error)
            return False
        messages.error(request, " ".join(error.messages))
    return True


def _done(
    request: HttpRequest, league: League, tournament: Tournament | None, link: JoinLink | None, form: LinkForm
) -> str:
    data, by = request.POST, user_of(request)
    if "make" in data:
        make_join_link(league=league, tournament=tournament, by=by, **form.cleaned_data)
        return _("The link is made. Earlier ones no longer work.")
    if "accept" in data or "decline" in data or "confirm" in data:
        return _decided(request, league)
    chosen = {name: data[name] for name in _doors(league, tournament, link) if name in data}
    if link is not None and "switch" in chosen:
        switch_join_link(link=link, how=chosen["switch"], by=by)
    if "joining" in chosen:
        set_joining(league=league, how=chosen["joining"], by=by)
    if chosen:
        return _("Saved.")
    if link is not None and "end" in data:
        end_join_link(link=link, by=by)
        return _("The link no longer works.")
    raise ValidationError(_("Nothing was changed. Somebody may have ended the link meanwhile."))


def _decided(request: HttpRequest, league: League) -> str:
    data = request.POST
    decision = next(word for word in ("accept", "decline", "confirm") if word in data)
    join_request = get_object_or_404(
        JoinRequest.objects.select_related("user", "league"), pk=whole_number(data[decision]) or 0, league=league
    )
    guest = whole_number(data.get("guest", "")) or 0 if decision == "confirm" else None
    done = decide_request(request=join_request, accept=decision != "decline", guest=guest, by=user_of(request))
    if decision == "decline":
        return _("{name} is told that it was declined.").format(name=join_request.user)
    if decision == "confirm":
        text = _("{character} is played by {name} from now on, with everything on file.")
        sentences = [text.format(character=join_request.name, name=join_request.user)]
    else:
        sentences = [_("{name} is a member now, and is told.").format(name=join_request.user)]
    if done.entry and done.character:
        entered = _("{character} is entered as number {number}.")
        sentences.append(entered.format(character=done.character, number=done.entry.number))
    return " ".join([*sentences, done.refusal] if done.refusal else sentences)
