"""Players enter their own characters, on a phone."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from characters.models import Character
from league.clubs.queries import claim_of
from league.core.forms import whole_number
from league.core.queries.access import standing_of
from league.core.views.access import add_refusal, user_of
from league.models import Entry, EntryFee, Tournament
from league.tournaments.entries.forms import GroupsForm
from league.tournaments.entries.queries import candidates_of, places_of
from league.tournaments.entries.rules import in_currency
from league.tournaments.entries.services.entries import register_entry, withdraw_entry
from league.tournaments.entries.views.staff import tournament_of


@login_required
def entry_register(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = tournament_of(slug)
    form = GroupsForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _done(request, tournament, form):
        return redirect("entry_register", slug=slug)
    own = candidates_of(tournament, user_of(request))
    places = places_of(tournament)
    context = {
        "tournament": tournament,
        "form": form,
        "own": own,
        "places": places,
        "open": tournament.registration_open and tournament.status == Tournament.PLANNED,
        "can_enter": [row for row in own if not row.refusal and row.entry is None],
        "chosen": request.POST.get("character", ""),
        "queue": places.waiting + 1 if places.full else 0,
        "claim": None if own else claim_of(request.user, tournament.season.league),
        "fee": _fee(tournament),
        "may_register": standing_of(request.user, tournament.season.league).may("register"),
    }
    return render(request, "league/entries/entry_register.html", context, status=422 if form.errors else 200)


def _fee(tournament: Tournament) -> tuple[str, str] | None:
    """Return what an entry costs and how to pay it."""
    fee = EntryFee.objects.filter(tournament=tournament).first()
    return (in_currency(fee.hundredths, fee.currency), fee.how_to_pay) if fee else None


def _done(request: HttpRequest, tournament: Tournament, form: GroupsForm) -> bool:
    pk = whole_number(request.POST.get("character", "")) or 0
    character = Character.objects.filter(pk=pk, owner=user_of(request)).first()
    if character is None:
        form.add_error(None, _("Choose one of your characters."))
        return False
    try:
        message = _withdrawn(request, tournament, character) or _entered(request, tournament, character, form)
    except ValidationError as error:
        if error.code == "known":
            messages.info(request, " ".join(error.messages))
            return True
        add_refusal(form, error)
        return False
    messages.success(request, message)
    return True


def _withdrawn(request: HttpRequest, tournament: Tournament, character: Character) -> str:
    if request.POST.get("what") != "withdraw":
        return ""
    entry = tournament.entries.filter(character=character).first()
    if entry is not None:
        withdraw_entry(entry=entry, by=user_of(request))
    gone = _("{character} has withdrawn. The place goes to the first on the waiting list.")
    return gone.format(character=character)


def _entered(request: HttpRequest, tournament: Tournament, character: Character, form: GroupsForm) -> str:
    entry = register_entry(
        tournament=tournament, character=character, by=user_of(request), own=True, **form.cleaned_data
    )
    if entry.status == Entry.WAITING:
        waits = _("{character} is on the waiting list and moves up when a place is free.")
        return waits.format(character=character)
    done = _("{character} is registered as number {number}. Check in at the desk on the day.")
    return done.format(character=character, number=entry.number)
