"""Game nights: the list of a league, one night with a tap for each answer, and the forms behind it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.translatable import spoken
from league.core.forms import whole_number
from league.core.queries.access import may, require
from league.core.views.access import refusals_on, refusals_told, refuse_unless, sign_in_and_return, user_of
from league.core.views.live import Request
from league.core.views.sent_once import makes_once
from league.models import GameNight, League, Round, Table
from league.nights.forms import AnnouncementForm, ChangeForm, DatesForm, NightForm, ProposalForm, TablesForm
from league.nights.queries import NightPage, agreed_nights, asked, nights_of, open_nights, settles, title_of
from league.nights.services import (
    add_dates,
    answer_date,
    ask_tables,
    cancel_night,
    change_night,
    check_in_night,
    propose_night,
    repeat_night,
    settle_night,
)

ABOUT = ("title", "place", "note", "minutes", "seats")
_OF_NIGHTS = "round__stage__tournament__season__league"


@require_safe
def night_list(request: Request, slug: str) -> HttpResponse:
    league, now = get_object_or_404(League, slug=slug), timezone.now()
    meets = may(request.user, "meet", league)
    context = {
        "league": league,
        "meets": meets,
        "may_administer": may(request.user, "administer", league),
        "asking": open_nights(user_of(request), [league.pk], now) if meets else [],
        "agreed": agreed_nights(request.user, [league.pk], now),
    }
    return render(request, "league/nights/night_list.html", context)


@never_cache
def night_detail(request: HttpRequest, slug: str, night: int) -> HttpResponseBase:
    """Show a night; each button of its page says one thing, and answers with the page as it is then."""
    row = get_object_or_404(nights_of(get_object_or_404(League, slug=slug)), pk=night)
    form = DatesForm(request.POST if "dates" in request.POST else None, zone=row.zone)
    if request.method == "POST":
        if not request.user.is_authenticated:
            return sign_in_and_return(request)
        require(request.user, "meet", row.league)
        if "dates" not in request.POST:
            with refusals_told(request):
                _act(request, row)
        elif form.is_valid():
            with refusals_on(form):
                add_dates(night=row, dates=form.cleaned_data["dates"], by=user_of(request))
        if not form.errors and not getattr(request, "htmx", False):
            back = reverse("night_list", args=[slug]) if "list" in request.POST else row.get_absolute_url()
            return redirect(back)
        row = nights_of(row.league).get(pk=row.pk)
    context = {"page": NightPage(row, request.user, timezone.now()), "night": row, "league": row.league, "form": form}
    part = "night_body" if request.method == "POST" and getattr(request, "htmx", False) else "night_detail"
    return render(request, f"league/nights/{part}.html", context, status=422 if form.errors else 200)


def _act(request: HttpRequest, night: GameNight) -> None:
    """Do what the pressed button says. Raise ValidationError."""
    data, by = request.POST, user_of(request)
    if "answer" in data:
        date, _dash, answer = data["answer"].partition("-")
        answer_date(night=night, date=whole_number(date) or 0, answer=answer, by=by)
    elif "settle" in data:
        settle_night(night=night, date=whole_number(data["settle"]) or 0, by=by)
        messages.success(request, _("The date is agreed. Everybody is told."))
    elif "cancel" in data:
        cancel_night(night=night, by=by)
        messages.success(request, _("The night is called off. Everybody is told."))
    elif "everybody" in data:
        check_in_night(night=night, by=by)
    elif "here" in data or "gone" in data:
        who = whole_number(data.get("here", "") or data.get("gone", "")) or by.pk
        check_in_night(night=night, by=by, user=who, here="here" in data)
    else:
        raise ValidationError(_("Choose what to do."))


@login_required
@makes_once
def night_propose(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Ask the league, the players of a round (`?round=`) or the people of a table (`?table=`) when they can come."""
    league = get_object_or_404(League, slug=slug)
    require(request.user, "meet", league)
    about = _of_tournament(request, league)
    subject = GameNight(league=league, title=_("Game night"), proposed_by=user_of(request), **about)
    if about:
        assert subject.round is not None
        subject.title = subject.round.stage.tournament.name[:80]
        plays = subject.table is not None and request.user.pk in asked([subject])[subject.pk]
        refuse_unless(
            plays or may(request.user, "administer", league),
            _("Only the players of a table, or an organiser, look for its date."),
        )
    initial = {"title": subject.title, "place": league.place}
    form = ProposalForm(request.POST or None, zone=subject.zone, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            return redirect(propose_night(league=league, by=user_of(request), **form.cleaned_data, **about))
    return _form_page(request, form, league, _("Who can when?"), _("Ask"), title_of(subject) if about else "")


@login_required
@makes_once
def night_announce(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    initial = {"title": _("Game night"), "place": league.place}
    form = AnnouncementForm(request.POST or None, zone=league.zone, initial=initial)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            nights = repeat_night(league=league, by=user_of(request), **form.cleaned_data)
            messages.success(request, _("The nights are announced. Each can be moved or called off."))
            return redirect("night_list", slug) if len(nights) > 1 else redirect(nights[0])
    return _form_page(request, form, league, _("Announce game nights"), _("Announce"))


@login_required
@makes_once
def night_tables(request: HttpRequest, slug: str, round: int) -> HttpResponseBase:
    """Let every table of a round agree on its date, until a day that the organiser sets."""
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    rounds = Round.objects.select_related("stage__tournament__season__league")
    played = get_object_or_404(rounds, pk=round, stage__tournament__season__league=league)
    form = TablesForm(request.POST or None, zone=played.stage.tournament.played_in)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            ask_tables(round=played, by=user_of(request), **form.cleaned_data)
            messages.success(request, _("The players of each table are asked to agree on a date."))
            return redirect("night_list", slug)
    subject = GameNight(league=league, title=played.stage.tournament.name, round=played)
    return _form_page(request, form, league, _("Each table agrees on its date"), _("Ask the tables"), title_of(subject))


@login_required
def night_change(request: HttpRequest, slug: str, night: int) -> HttpResponseBase:
    row = get_object_or_404(nights_of(get_object_or_404(League, slug=slug)), pk=night)
    refuse_unless(
        settles(row, request.user), _("Only an organiser or the person who proposed the night can change it.")
    )
    agreed = row.dates.filter(agreed_at__isnull=False).first()
    initial = {name: getattr(row, name) for name in (*ABOUT, "answer_by", "sequence")}
    initial["starts_at"] = agreed.starts_at if agreed else None
    form = ChangeForm(request.POST or None, zone=row.zone, has_date=agreed is not None, initial=initial)
    if request.method == "POST" and form.is_valid():
        sent = {"starts_at": None, **form.cleaned_data}
        with refusals_on(form):
            change_night(night=row, by=user_of(request), **sent)
            messages.success(request, _("The night is changed."))
            return redirect(row)
    back = row.get_absolute_url()
    return _form_page(request, form, row.league, _("Change the night"), _("Save"), title_of(row), back)


def _of_tournament(request: HttpRequest, league: League) -> dict[str, Any]:
    """Return the round, and the table, for which the address asks. Raise Http404."""
    named = request.GET
    if "table" in named:
        tables = Table.objects.select_related(_OF_NIGHTS).exclude(round__status=Round.DRAFT)
        table = get_object_or_404(
            tables, pk=whole_number(named["table"]) or 0, round__stage__tournament__season__league=league
        )
        return {"table": table, "round": table.round}
    if "round" in named:
        rounds = Round.objects.select_related("stage__tournament__season__league")
        pk = whole_number(named["round"]) or 0
        return {"round": get_object_or_404(rounds, pk=pk, stage__tournament__season__league=league)}
    return {}


def _form_page(
    request: HttpRequest, form: Any, league: League, title: str, label: str, subtitle: str = "", back: str = ""
) -> HttpResponse:
    context = {
        "form": form,
        "folded": isinstance(form, NightForm),
        "league": league,
        "title": title,
        "label": label,
        "subtitle": spoken(subtitle),
        "back": back or reverse("night_list", args=[league.slug]),
    }
    return render(request, "league/nights/night_form.html", context, status=422 if form.errors else 200)
