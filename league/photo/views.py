"""The door of photos: the form of a table comes back filled in from the sheet that was photographed."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.core.views.devices import device_of, new_device, remember
from league.models import Round
from league.photo.queries import read_table
from league.results.forms.drafts import Draft
from league.tournaments.tables.forms import TableEntry, read_entry
from league.tournaments.tables.queries.links import device_digest, seat_of_device, table_of, table_path
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
    if may_enter(page.state, seat_of_device(page.state, device_digest(device))) == NO:
        return redirect(table_path(table))
    entry, photo = read_entry(page.state, request.POST), request.FILES.get("photo")
    try:
        if photo is None:
            raise ValidationError(_("Choose a photo of the sheet."))
        reading = read_table(page.state, photo)
    except ValidationError as error:
        response = page.with_figures(entry, refused=error)
    else:
        response = page.with_figures(TableEntry(_over(entry.draft, Draft.of(reading.sheet)), None, []), reading=reading)
    remember(response, device, PATH)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _over(typed: Draft, read: Draft) -> Draft:
    """Return the draft with what was read in place of what was typed."""
    for seat, of_photo in zip(typed.seats, read.seats, strict=True):
        for name, value in of_photo.raw.items():
            before = seat.raw.get(name)
            seat.raw[name] = {**before, **value} if isinstance(value, dict) and isinstance(before, dict) else value
    typed.winners = read.winners or typed.winners
    return typed
