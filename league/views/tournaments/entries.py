"""Entries behind the desk: the list, registering somebody, one entry, a file of them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render

from characters.models import Character
from league.forms.entries import EntriesUploadForm, GroupsForm
from league.forms.plain import readable, whole_number
from league.models import Entry, FileImport, Tournament
from league.queries.desk_entries import clubs_of, entries_by_number, newcomers_to
from league.queries.entrants import late_entry_refusal, places_of
from league.services.check_in import check_in
from league.services.entries import register_entry
from league.services.uploads import upload_entries
from league.tasks import import_soon
from league.views.access import add_refusal, user_of
from league.views.tournaments.staff import head, staff_tournament

PER_PAGE, FILES_PER_PAGE = 50, 10


@login_required
def desk_entries(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    chosen = {name: readable(request.GET.get(name, "")) for name in ("q", "club", "status")}
    found = entries_by_number(tournament, chosen["q"], chosen["club"], chosen["status"])
    context = {
        **head(request, tournament, "entries"),
        "page_obj": Paginator(found, PER_PAGE).get_page(request.GET.get("page")),
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "clubs": [(club, club) for club in clubs_of(tournament)],
        "statuses": [
            (Entry.REGISTERED, "Registered"),
            (Entry.CHECKED_IN, "Checked in"),
            (Entry.WAITING, "Waiting"),
            (Entry.DROPPED, "Dropped"),
        ],
    }
    return render(request, "league/tournament_desk_entries.html", context)


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
    return render(request, "league/entry_add.html", context, status=422 if form.errors else 200)


def _register(request: HttpRequest, tournament: Tournament, form: GroupsForm) -> bool:
    pk = whole_number(request.POST.get("character", ""))
    character = Character.objects.filter(pk=pk or 0).first()
    if character is None:
        form.add_error(None, "Choose a character from the list.")
        return False
    by = user_of(request)
    try:
        entry = register_entry(tournament=tournament, character=character, by=by, **form.cleaned_data)
    except ValidationError as error:
        add_refusal(form, error)
        return False
    if entry.status == Entry.WAITING:
        messages.warning(request, f"{character} is on the waiting list: every place is taken.")
        return True
    try:
        here = bool(check_in(tournament=tournament, entries=[entry], by=by)) if request.POST.get("here") else False
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return True
    messages.success(request, f"{character} is registered{' and here' if here else ''} as number {entry.number}.")
    return True


@login_required
def entry_import(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "import")
    form = EntriesUploadForm(request.POST, request.FILES) if request.method == "POST" else EntriesUploadForm()
    if request.method == "POST" and form.is_valid():
        made = _upload(request, tournament, form)
        if made is not None:
            if made.status == FileImport.WAITING:
                import_soon()
            return redirect("import_detail", pk=made.pk)
    files = tournament.imports.defer("content", "problems").select_related("uploaded_by")
    context = {
        **head(request, tournament, "entries"),
        "form": form,
        "page_obj": Paginator(files, FILES_PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "league/entry_import.html", context, status=422 if form.errors else 200)


def _upload(request: HttpRequest, tournament: Tournament, form: EntriesUploadForm) -> FileImport | None:
    file = form.cleaned_data["file"]
    try:
        return upload_entries(tournament=tournament, name=file.name, content=file.read(), by=user_of(request))
    except ValidationError as error:
        add_refusal(form, error)
        return None
