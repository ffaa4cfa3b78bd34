"""Entries behind the desk: list, registration, a file of them; one entry, its club, its absence, pairs kept apart."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from characters.models import Character
from league.core.forms import PlainForm, readable, whole_number
from league.core.queries.access import may, require
from league.core.services.uploads import upload_entries
from league.core.tasks import import_soon
from league.core.views.access import add_refusal, refusals_on, refusals_told, user_of
from league.models import Entry, FileImport, KeptApart, Tournament
from league.tournaments.entries.forms import ApartForm, ClubForm, DropForm, EntriesUploadForm, GroupsForm
from league.tournaments.entries.queries import (
    clubs_of,
    entries_by_number,
    entry_named,
    late_entry_refusal,
    newcomers_to,
    places_of,
)
from league.tournaments.entries.services.check_in import check_in, undo_check_in
from league.tournaments.entries.services.entries import (
    change_entry,
    drop_entry,
    keep_apart,
    let_meet,
    register_entry,
    reinstate_entry,
    withdraw_entry,
)
from league.tournaments.entries.views.staff import head, staff_tournament

PER_PAGE, FILES_PER_PAGE = 50, 10


@login_required
def desk_entries(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    chosen = {name: readable(request.GET.get(name, "")) for name in ("q", "club", "status")}
    entries = entries_by_number(tournament, chosen["q"], chosen["club"], chosen["status"])
    context = {
        **head(request, tournament, "entries"),
        "page_obj": Paginator(entries, PER_PAGE).get_page(request.GET.get("page")),
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "private": _organises(request, tournament),
        "clubs": [(club, club) for club in clubs_of(tournament)],
        "statuses": [
            (Entry.REGISTERED, _("Registered")),
            (Entry.CHECKED_IN, _("Checked in")),
            (Entry.WAITING, _("Waiting")),
            (Entry.DROPPED, _("Dropped")),
        ],
    }
    return render(request, "league/entries/tournament_desk_entries.html", context)


@login_required
def entry_add(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    form = GroupsForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _register(request, tournament, form):
        return redirect("entry_add", slug=slug)
    q = readable(request.POST.get("q", "") or request.GET.get("q", ""))
    context = {
        **head(request, tournament, "entries"),
        "form": form,
        "q": q,
        "people": newcomers_to(tournament, q),
        "places": places_of(tournament),
        "late": late_entry_refusal(tournament),
        "check_in_too": request.POST.get("here") == "yes",
    }
    return render(request, "league/entries/entry_add.html", context, status=422 if form.errors else 200)


def _organises(request: HttpRequest, tournament: Tournament) -> bool:
    return may(request.user, "administer", tournament.season.league)


def _register(request: HttpRequest, tournament: Tournament, form: GroupsForm) -> bool:
    pk = whole_number(request.POST.get("character", ""))
    character = Character.objects.filter(pk=pk or 0).first()
    if character is None:
        form.add_error(None, _("Choose a character from the list."))
        return False
    by = user_of(request)
    with refusals_on(form):
        entry = register_entry(tournament=tournament, character=character, by=by, **form.cleaned_data)
        if entry.status == Entry.WAITING:
            waits = _("{character} is on the waiting list: every place is taken.").format(character=character)
            messages.warning(request, waits)
            return True
        with refusals_told(request):
            here = bool(check_in(tournament=tournament, entries=[entry], by=by)) if request.POST.get("here") else False
            done = _("{character} is registered and here as number {number}.")
            done = done if here else _("{character} is registered as number {number}.")
            messages.success(request, done.format(character=character, number=entry.number))
        return True
    return False


@login_required
def entry_import(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "import")
    form = EntriesUploadForm(request.POST, request.FILES) if request.method == "POST" else EntriesUploadForm()
    if request.method == "POST" and form.is_valid():
        upload = _upload(request, tournament, form)
        if upload is not None:
            if upload.status == FileImport.WAITING:
                import_soon()
            return redirect("import_detail", pk=upload.pk)
    files = (
        tournament.imports.filter(kind=FileImport.ENTRIES).defer("content", "problems").select_related("uploaded_by")
    )
    context = {
        **head(request, tournament, "entries"),
        "form": form,
        "page_obj": Paginator(files, FILES_PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "league/entries/entry_import.html", context, status=422 if form.errors else 200)


def _upload(request: HttpRequest, tournament: Tournament, form: EntriesUploadForm) -> FileImport | None:
    file = form.cleaned_data["file"]
    with refusals_on(form):
        return upload_entries(tournament=tournament, name=file.name, content=file.read(), by=user_of(request))
    return None


@login_required
def entry_edit(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    entry = get_object_or_404(
        Entry.objects.select_related("character__owner", "registered_by"), tournament=tournament, number=number
    )
    what = request.POST.get("what", "")
    sent = request.POST if what else None
    forms: dict[str, PlainForm] = {
        "groups": (GroupsForm if _organises(request, tournament) else ClubForm)(
            sent if what == "groups" else None, initial={"club": entry.club, "household": entry.household}
        ),
        "drop": DropForm(sent if what == "drop" else None, auto_id="drop_%s"),
    }
    if _organises(request, tournament):
        forms["apart"] = ApartForm(sent if what == "apart" else None, auto_id="apart_%s")
    elif what in ("apart", "meet"):
        require(request.user, "administer", tournament.season.league)
    if what and _done(request, tournament, entry, what, forms):
        now = Entry.objects.get(pk=entry.pk)
        return redirect("entry_edit", slug=slug, number=now.number)
    context = {
        **head(request, tournament, "entries"),
        "entry": entry,
        "forms": forms,
        "apart": _kept_apart(entry),
        "over": tournament.status in (Tournament.FINISHED, Tournament.CANCELLED),
    }
    refused = any(form.errors for form in forms.values())
    return render(request, "league/entries/entry_edit.html", context, status=422 if refused else 200)


def _kept_apart(entry: Entry) -> QuerySet[KeptApart]:
    pairs = KeptApart.objects.filter(Q(one=entry) | Q(other=entry))
    return pairs.select_related("one__character", "other__character")


def _done(request: HttpRequest, tournament: Tournament, entry: Entry, what: str, forms: dict[str, PlainForm]) -> bool:
    """Return whether the page can be opened afresh: False if the refusal is on the form that was sent, True after
    success or with the refusal as a message."""
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
        message = acts[what](entry=entry, data=form.cleaned_data if form else request.POST, by=user_of(request))
    except ValidationError as error:
        if form is None:
            messages.error(request, " ".join(error.messages))
            return True
        add_refusal(form, error)
        return False
    messages.success(request, message)
    return True


def _check_in(*, entry: Entry, data: Any, by: Any) -> str:
    check_in(tournament=entry.tournament, entries=[entry], by=by)
    return _("{character} is here.").format(character=entry.character)


def _undo(*, entry: Entry, data: Any, by: Any) -> str:
    undo_check_in(tournament=entry.tournament, entries=[entry], by=by)
    return _("{character} is not here after all.").format(character=entry.character)


def _withdraw(*, entry: Entry, data: Any, by: Any) -> str:
    withdraw_entry(entry=entry, by=by)
    return _("{character} has withdrawn.").format(character=entry.character)


def _drop(*, entry: Entry, data: Any, by: Any) -> str:
    drop_entry(entry=entry, reason=data["reason"], by=by)
    dropped = _("{character} has dropped and will not be drawn again. All results stay.")
    return dropped.format(character=entry.character)


def _reinstate(*, entry: Entry, data: Any, by: Any) -> str:
    now = reinstate_entry(entry=entry, by=by)
    waits = now.status == Entry.WAITING
    back = _("{character} is back, on the waiting list.") if waits else _("{character} is back.")
    return back.format(character=entry.character)


def _groups(*, entry: Entry, data: Any, by: Any) -> str:
    change_entry(entry=entry, by=by, **data)
    return _("Club and household are saved. Earlier draws stay as they are.")


def _apart(*, entry: Entry, data: Any, by: Any) -> str:
    other = entry_named(entry.tournament, data["other"])
    if other is None:
        raise ValidationError({"other": _("Nobody in this tournament has that name or number.")})
    keep_apart(entry=entry, other=other, reason=data["reason"], by=by)
    sentence = _("{one} and {other} are kept apart from the next draw on.")
    return sentence.format(one=entry.character, other=other.character)


def _meet(*, entry: Entry, data: Any, by: Any) -> str:
    pair = next((pair for pair in _kept_apart(entry) if str(pair.pk) == data.get("kept")), None)
    if pair is not None:
        let_meet(pair=pair, by=by)
    return _("They may meet again.")
