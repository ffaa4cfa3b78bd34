"""One entry behind the desk: here or not, club and household, leaving and coming back, whom not to meet."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render

from league.forms.entries import ApartForm, DropForm, GroupsForm
from league.forms.plain import PlainForm
from league.models import Entry, KeptApart, Tournament
from league.queries.desk_entries import entry_named
from league.services.check_in import check_in, undo_check_in
from league.services.entries import (
    change_entry,
    drop_entry,
    keep_apart,
    let_meet,
    reinstate_entry,
    withdraw_entry,
)
from league.views.access import add_refusal, user_of
from league.views.tournaments.staff import head, staff_tournament


@login_required
def entry_edit(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    entry = get_object_or_404(
        Entry.objects.select_related("character__owner", "registered_by"), tournament=tournament, number=number
    )
    what = request.POST.get("what", "")
    sent = request.POST if what else None
    forms: dict[str, PlainForm] = {
        "groups": GroupsForm(
            sent if what == "groups" else None, initial={"club": entry.club, "household": entry.household}
        ),
        "drop": DropForm(sent if what == "drop" else None, auto_id="drop_%s"),
        "apart": ApartForm(sent if what == "apart" else None, auto_id="apart_%s"),
    }
    if what and _done(request, tournament, entry, what, forms):
        now = Entry.objects.get(pk=entry.pk)
        return redirect("entry_edit", slug=slug, number=now.number)
    context = {
        **head(request, tournament, "entries"),
        "entry": entry,
        "forms": forms,
        "apart": KeptApart.objects.filter(Q(one=entry) | Q(other=entry)).select_related(
            "one__character", "other__character"
        ),
        "over": tournament.status in (Tournament.FINISHED, Tournament.CANCELLED),
    }
    refused = any(form.errors for form in forms.values())
    return render(request, "league/entry_edit.html", context, status=422 if refused else 200)


def _done(request: HttpRequest, tournament: Tournament, entry: Entry, what: str, forms: dict[str, PlainForm]) -> bool:
    """Whether to show the page anew; what speaks against it is on the form that was sent, or a message."""
    form = forms.get(what)
    if form is not None and not form.is_valid():
        return False
    acts: dict[str, Callable[..., str]] = {
        "in": _check_in,
        "undo": _undo,
        "withdraw": _withdraw,
        "drop": _drop,
        "reinstate": _reinstate,
        "groups": _groups,
        "apart": _apart,
        "meet": _meet,
    }
    if what not in acts:
        return True
    try:
        said = acts[what](entry=entry, told=form.cleaned_data if form else request.POST, by=user_of(request))
    except ValidationError as error:
        if form is None:
            messages.error(request, " ".join(error.messages))
            return True
        add_refusal(form, error)
        return False
    messages.success(request, said)
    return True


def _check_in(*, entry: Entry, told: Any, by: Any) -> str:
    check_in(tournament=entry.tournament, entries=[entry], by=by)
    return f"{entry.character} is here."


def _undo(*, entry: Entry, told: Any, by: Any) -> str:
    undo_check_in(tournament=entry.tournament, entries=[entry], by=by)
    return f"{entry.character} is not here after all."


def _withdraw(*, entry: Entry, told: Any, by: Any) -> str:
    withdraw_entry(entry=entry, by=by)
    return f"{entry.character} has withdrawn."


def _drop(*, entry: Entry, told: Any, by: Any) -> str:
    drop_entry(entry=entry, reason=told["reason"], by=by)
    return f"{entry.character} has dropped and is not drawn any more. Every result stays."


def _reinstate(*, entry: Entry, told: Any, by: Any) -> str:
    now = reinstate_entry(entry=entry, by=by)
    return f"{entry.character} is back{', on the waiting list' if now.status == Entry.WAITING else ''}."


def _groups(*, entry: Entry, told: Any, by: Any) -> str:
    change_entry(entry=entry, by=by, **told)
    return "Club and household are saved. Draws that are made stay as they are."


def _apart(*, entry: Entry, told: Any, by: Any) -> str:
    other = entry_named(entry.tournament, told["other"])
    if other is None:
        raise ValidationError({"other": "Nobody in this tournament has that name or number."})
    keep_apart(one=entry, other=other, reason=told["reason"], by=by)
    return f"{entry.character} and {other.character} are kept apart from the next draw on."


def _meet(*, entry: Entry, told: Any, by: Any) -> str:
    known = KeptApart.objects.filter(Q(one=entry) | Q(other=entry)).select_related("one__character", "other__character")
    kept = next((one for one in known if str(one.pk) == told.get("kept")), None)
    if kept is not None:
        let_meet(kept=kept, by=by)
    return "They may meet again."
