"""The organiser's desk for joining: the switch, the link and its poster, the requests."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.said import spoken
from league.core.charts import qr_image
from league.core.forms import whole_number
from league.core.queries.access import require
from league.core.views.access import add_refusal, user_of
from league.joining.forms import LinkForm
from league.joining.queries import link_of, link_problem, shown_secret, waiting_requests
from league.joining.services import (
    decide_request,
    end_join_link,
    make_join_link,
    set_joining,
    switch_join_link,
)
from league.models import JoinLink, JoinRequest, League, Tournament
from league.models.organisation import Joining


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
    return render(request, "league/joining/poster.html", context)


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
        "choices": Joining.choices,
        "requests": waiting_requests(league.pk),
    }
    return render(request, "league/joining/joining.html", context, status=422 if form.errors else 200)


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
    if "accept" in data or "decline" in data:
        return _decided(request, league)
    if "joining" in data:
        return f"{spoken(set_joining(league=league, how=data['joining'], by=by).get_joining_display())}."
    if link is not None and "switch" in data:
        return f"{spoken(switch_join_link(link=link, how=data['switch'], by=by).get_how_display())}."
    if link is not None and "end" in data:
        end_join_link(link=link, by=by)
        return _("The link no longer works.")
    raise ValidationError(_("Nothing was changed. Somebody may have ended the link meanwhile."))


def _decided(request: HttpRequest, league: League) -> str:
    accept = "accept" in request.POST
    pk = whole_number(request.POST["accept" if accept else "decline"]) or 0
    join_request = get_object_or_404(JoinRequest.objects.select_related("user"), pk=pk, league=league)
    done = decide_request(request=join_request, accept=accept, by=user_of(request))
    if not accept:
        return _("{name} is told that it was declined.").format(name=join_request.user)
    sentences = [_("{name} is a member now, and is told.").format(name=join_request.user)]
    if done.entry and done.character:
        entered = _("{character} is entered as number {number}.")
        sentences.append(entered.format(character=done.character, number=done.entry.number))
    return " ".join([*sentences, done.refusal] if done.refusal else sentences)
