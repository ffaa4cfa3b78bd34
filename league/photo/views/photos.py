"""The doors of photos: the form of a table or of a result comes back filled in from its photographed sheet, the photo
stays with what was sent, and a league sees how well its photos are read."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.core.queries.access import may, require
from league.core.queries.systems import system_for
from league.core.views.access import refusals_on, user_of
from league.core.views.devices import device_of, new_device, remember
from league.core.views.permissions import with_camera
from league.models import League, Round, SeasonGame
from league.photo.forms import PhotoSettingsForm, over
from league.photo.models import SheetPhoto
from league.photo.queries.photos import count_rows, days_kept
from league.photo.queries.reading import read_result, read_table
from league.photo.services.photos import keep_for, keep_photo
from league.results.views.result_entry import NewSheet, seasons_to_report_in
from league.sheets.forms.drafts import Draft
from league.sheets.queries.photos import may_see_photos
from league.tournaments.tables.forms import TableEntry, read_entry
from league.tournaments.tables.queries.links import device_digest, seat_of_device, table_of, table_path
from league.tournaments.tables.queries.table_state import owns, table_state
from league.tournaments.tables.views.phone import NO, PhonePage, may_enter, unknown_link
from league.tournaments.tables.views.phone_reports import PATH


@with_camera
@require_POST
def table_photo(request: HttpRequest, token: str) -> HttpResponseBase:
    """Fill the form of a table in from a photo of its sheet, over what was typed before. Anybody who may enter figures
    sends them from there, as ever."""
    table = table_of(token)
    if table is None or table.round.status == Round.DRAFT:
        return unknown_link(request, table)
    device = device_of(request) or new_device()
    page = PhonePage(request, table, device)
    seat = seat_of_device(page.state, device_digest(device))
    if may_enter(page.state, seat) == NO:
        return redirect(table_path(table))
    entry = read_entry(page.state, request.POST)
    try:
        reading = read_table(page.state, request.FILES.get("photo"))
    except ValidationError as error:
        response = page.with_figures(entry, photo_refused=error)
    else:
        if seat is not None:
            by = request.user if isinstance(request.user, User) else None
            keep_photo(table=table, device=device_digest(device), reading=reading, by=by)
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
    return private_jpeg(get_object_or_404(SheetPhoto, pk=pk, table=state.table, device="").content)


def private_jpeg(content: bytes | memoryview) -> HttpResponse:
    response = HttpResponse(bytes(content), content_type="image/jpeg")
    patch_cache_control(response, private=True, no_store=True)
    return response


@with_camera
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def result_photo(request: HttpRequest) -> HttpResponseBase:
    """Fill the figures of the form for a result in from a photo of its sheet, over what was typed before. The players
    have been chosen in the form."""
    season = seasons_to_report_in(request).filter(slug=request.POST.get("season", "")).first()
    system = system_for(season.league, request.POST.get("system", "")) if season else None
    if season is None or system is None:
        return redirect("result_enter")
    with timezone.override(ZoneInfo(season.league.zone)):
        return SheetFromPhoto(request, season, Draft.read(request.POST, system)).respond()


class SheetFromPhoto(NewSheet):
    """Handle one photo that was taken for the form."""

    def respond(self) -> HttpResponseBase:
        checked = self.check()
        step = checked.first_refused(before="figures")
        if step or checked.sheet is None:
            return self.show(step or "seats", checked, refuse=True)
        try:
            reading = read_result(self.season, checked.sheet, self.reference, self.request.FILES.get("photo"))
        except ValidationError as error:
            problems = [{"what": text} for text in error.messages]
            return self.show("figures", checked, problems=problems, photo_refused=True, status=422)
        keep_photo(device=self.digest, reading=reading, by=self.user)
        over(self.draft, Draft.of(reading.sheet))
        return self.show("figures")


@login_required
@require_safe
def game_photo(request: HttpRequest, game: int, pk: int) -> HttpResponseBase:
    """Answer with a photo from which a version of a game's sheet was made: to its seats and to the organisers; to
    others it is not there."""
    season_game = get_object_or_404(SeasonGame.objects.select_related("season__league"), game=game)
    if not may_see_photos(request.user, season_game):
        raise Http404
    return private_jpeg(get_object_or_404(SheetPhoto, pk=pk, sheet__game=game).content)


@login_required
def league_photos(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show how often people changed what was read; let an organiser say how long photos are kept."""
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    form = PhotoSettingsForm(request.POST or None, initial={"days": days_kept(league)})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            keep_for(league=league, days=form.cleaned_data["days"], by=user_of(request))
            messages.success(request, _("Saved."))
            return redirect("league_photos", slug=slug)
    context = {"league": league, "form": form, "rows": count_rows(league)}
    return render(request, "league/photo/league_photos.html", context, status=422 if form.errors else 200)
