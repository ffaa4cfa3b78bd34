"""The doors of photos: the form of a table comes back filled in from the sheet that was photographed, the photo stays
with what was reported, and a league sees how well its photos are read."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from league.core.queries.access import may, require
from league.core.views.access import add_refusal, user_of
from league.core.views.devices import device_of, new_device, remember
from league.models import League, Round
from league.photo.forms import PhotoSettingsForm, over
from league.photo.models import SheetPhoto
from league.photo.queries.photos import count_rows, days_kept
from league.photo.queries.reading import read_table
from league.photo.services.photos import keep_for, keep_photo
from league.results.forms.drafts import Draft
from league.tournaments.tables.forms import TableEntry, read_entry
from league.tournaments.tables.queries.links import device_digest, seat_of_device, table_of, table_path
from league.tournaments.tables.queries.table_state import owns, table_state
from league.tournaments.tables.views.phone import NO, PATH, PhonePage, may_enter, unknown_link


@require_POST
def table_photo(request: HttpRequest, token: str) -> HttpResponseBase:
    """Fill the form of a table in from a photo of its sheet, over what was typed before. Whoever may enter figures
    sends them from there, as ever."""
    table = table_of(token)
    if table is None or table.round.status == Round.DRAFT:
        return unknown_link(request, table)
    device = device_of(request) or new_device()
    page = PhonePage(request, table, device)
    seat = seat_of_device(page.state, device_digest(device))
    if may_enter(page.state, seat) == NO:
        return redirect(table_path(table))
    entry, photo = read_entry(page.state, request.POST), request.FILES.get("photo")
    try:
        if photo is None:
            raise ValidationError(_("Choose a photo of the sheet."))
        reading = read_table(page.state, photo)
    except ValidationError as error:
        response = page.with_figures(entry, refused=error)
    else:
        if seat is not None:
            by = request.user if isinstance(request.user, User) else None
            keep_photo(state=page.state, device=device_digest(device), reading=reading, by=by)
        filled_in = TableEntry(over(entry.draft, Draft.of(reading.sheet)), None, [])
        response = page.with_figures(filled_in, read=reading.fields)
    remember(response, device, PATH)
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
def sheet_photo(request: HttpRequest, token: str, pk: int) -> HttpResponseBase:
    """Answer with a photo that was sent: to the seats of its table and to the organisers; to others it is not there."""
    table = table_of(token)
    state = table_state(table.pk) if table else None
    if state is None:
        raise Http404
    seated = seat_of_device(state, device_digest(device_of(request))) is not None
    owner = request.user.is_authenticated and any(owns(seat, request.user) for seat in state.seats)
    if not (seated or owner or may(request.user, "administer", state.tournament.season.league)):
        raise Http404
    photo = get_object_or_404(SheetPhoto, pk=pk, table=state.table, report__isnull=False)
    response = HttpResponse(bytes(photo.content), content_type="image/jpeg")
    patch_cache_control(response, private=True, no_store=True)
    return response


@login_required
def league_photos(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show how often people changed what was read; let an organiser say how long photos are kept."""
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    form = PhotoSettingsForm(request.POST or None, initial={"days": days_kept(league)})
    if request.method == "POST" and form.is_valid():
        try:
            keep_for(league=league, days=form.cleaned_data["days"], by=user_of(request))
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("league_photos", slug=slug)
    context = {"league": league, "form": form, "rows": count_rows(league)}
    return render(request, "league/photo/league_photos.html", context, status=422 if form.errors else 200)
