"""The day of a tournament: fees that are noted at the desk, and people who check themselves in."""

from decimal import Decimal

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.translatable import said
from league.core.charts import qr_image
from league.core.forms import whole_number
from league.core.ledger.services import record_export
from league.core.queries.access import require
from league.core.rules.csv_text import write_csv
from league.core.views.access import refusals_on, refusals_told, refuse_guessing, user_of
from league.models import Entry, EntryFee
from league.tournaments.entries.forms import FeeForm, RoomCodeForm, SelfCheckInForm
from league.tournaments.entries.queries import fee_account, room_code_of
from league.tournaments.entries.services.days import (
    WRONG,
    check_in_oneself,
    close_self_check_in,
    note_payment,
    open_self_check_in,
    set_fee,
    take_payments_back,
)
from league.tournaments.entries.views.staff import head, staff_tournament, tournament_of

PER_PAGE = 50


@login_required
def desk_fees(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show who owes and has paid what; referees note payments, organisers set the fee."""
    tournament = staff_tournament(request, slug, "referee")
    frame, by = head(request, tournament, "fees"), user_of(request)
    fee = EntryFee.objects.filter(tournament=tournament).first()
    sets = request.method == "POST" and "amount" in request.POST
    form = FeeForm(request.POST if sets else None, initial=_form_of(fee))
    if sets and form.is_valid():
        require(request.user, "administer", tournament.season.league)
        with refusals_on(form):
            hundredths = int(form.cleaned_data.pop("amount") * 100)
            set_fee(tournament=tournament, hundredths=hundredths, by=by, **form.cleaned_data)
            return redirect("desk_fees", slug=slug)
    elif request.method == "POST" and not sets:
        entry = get_object_or_404(tournament.entries, number=whole_number(request.POST.get("entry", "")) or 0)
        with refusals_told(request):
            (take_payments_back if "back" in request.POST else note_payment)(entry=entry, by=by)
        return redirect(f"{request.path}?{request.GET.urlencode()}#entry-{entry.number}")
    account = fee_account(fee, tournament.entries.all()) if fee else None
    lines = account.lines if account else ()
    context = {
        **frame,
        "form": form,
        "account": account,
        "page_obj": Paginator(lines, PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "league/entries/desk_fees.html", context, status=422 if form.errors else 200)


def _form_of(fee: EntryFee | None) -> dict[str, object]:
    if fee is None:
        return {}
    return {"amount": Decimal(fee.hundredths) / 100, "currency": fee.currency, "how_to_pay": fee.how_to_pay}


@login_required
@require_safe
def fees_file(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = staff_tournament(request, slug, "referee")
    fee = get_object_or_404(EntryFee, tournament=tournament)
    lines = fee_account(fee, tournament.entries.all()).lines
    content = write_csv(
        ("number", "name", "owed", "paid", "currency"),
        (
            (line.entry.number, line.entry.character.name, _plain(line.owed), _plain(line.paid), line.currency)
            for line in lines
        ),
    )
    record_export(what=said("who has paid the fee of a tournament"), by=user_of(request), season=tournament.season)
    name = f"{tournament.slug}-fees.csv"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=disposition)


def _plain(hundredths: int) -> str:
    return str(Decimal(hundredths) / 100)


@never_cache
@login_required
def desk_room_code(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the code to hang up in the room, and let it open and close."""
    tournament = staff_tournament(request, slug, "referee")
    form = SelfCheckInForm(request.POST or None)
    if request.method == "POST" and "close" in request.POST:
        close_self_check_in(tournament=tournament, by=user_of(request))
        return redirect("desk_room_code", slug=slug)
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            open_self_check_in(tournament=tournament, by=user_of(request), **form.cleaned_data)
            return redirect("desk_room_code", slug=slug)
    row = room_code_of(tournament)
    address = request.build_absolute_uri(reverse("check_in_here", args=[slug]))
    context = {
        **head(request, tournament, "check_in"),
        "form": form,
        "room": row,
        "address": address,
        "qr": qr_image(f"{address}?code={row.code}") if row else "",
    }
    return render(request, "league/entries/desk_room_code.html", context, status=422 if form.errors else 200)


@login_required
def check_in_here(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Let somebody who is in the room check in their own entries, by the code that hangs there."""
    tournament = tournament_of(slug)
    form = RoomCodeForm(request.POST or None, initial={"code": request.GET.get("code", "")})
    if request.method == "POST" and form.is_valid():
        try:
            here = check_in_oneself(tournament=tournament, by=user_of(request), **form.cleaned_data)
        except ValidationError as error:
            guessed = getattr(error, "code", None) == WRONG
            if guessed and (refused := refuse_guessing(request)):
                return refused
            form.add_error("code", error)
        else:
            names = ", ".join(entry.character.name for entry in here)
            messages.success(request, _("{names}: you are here.").format(names=names) if here else _("You are here."))
            return redirect("entry_register", slug=slug)
    own = tournament.entries.filter(character__owner=user_of(request)).exclude(status=Entry.DROPPED)
    context = {
        "tournament": tournament,
        "form": form,
        "open": room_code_of(tournament) is not None,
        "own": own.select_related("character").order_by("number"),
    }
    return render(request, "league/entries/check_in_here.html", context, status=422 if form.errors else 200)
