"""Photos of an evening: each as it is shown, and the pages on which organisers add, caption and remove one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from characters.charts.pictures import MOST_BYTES_OF_PHOTO
from league.core.views.access import refusals_on, user_of
from league.models import EveningPhoto
from league.tournaments.desk.forms import CaptionForm, PhotoForm
from league.tournaments.desk.queries.memories import photos_of
from league.tournaments.desk.services.photos import add_photo, caption_photo, remove_photo
from league.tournaments.entries.views.staff import staff_tournament

A_DAY = 24 * 60 * 60


@require_safe
def photo_file(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    """Answer with a photo by its digest: what is at this address never changes, it can only go."""
    photo = get_object_or_404(EveningPhoto, tournament__slug=slug, digest=digest, hidden_at=None)
    response = HttpResponse(bytes(photo.content), content_type="image/jpeg")
    patch_cache_control(response, private=True, max_age=A_DAY)
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def photo_add(request: HttpRequest, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "administer")
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    if form.is_valid():
        content, caption = form.cleaned_data["file"].read(MOST_BYTES_OF_PHOTO + 1), form.cleaned_data["caption"]
        with refusals_on(form):
            photo = add_photo(tournament=tournament, content=content, caption=caption, by=user_of(request))
            messages.success(request, _("The photo is added."))
            return redirect(photo)
    context = {"tournament": tournament, "form": form}
    return render(request, "league/desk/photo_form.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def photo_edit(request: HttpRequest, slug: str, photo: int) -> HttpResponseBase:
    """Change the caption of a photo, or remove the photo."""
    tournament = staff_tournament(request, slug, "administer")
    row = get_object_or_404(photos_of(tournament).filter(hidden_at=None), pk=photo)
    form = CaptionForm(request.POST or None, initial={"caption": row.caption})
    if request.method == "POST":
        with refusals_on(form):
            if "remove" in request.POST:
                remove_photo(photo=row, by=user_of(request))
                messages.success(request, _("The photo is removed."))
                return redirect("tournament_evening", slug=slug)
            if form.is_valid():
                caption_photo(photo=row, caption=form.cleaned_data["caption"], by=user_of(request))
                messages.success(request, _("The caption is saved."))
                return redirect(row)
    context = {"tournament": tournament, "photo": row, "form": form}
    return render(request, "league/desk/photo_form.html", context, status=422 if form.errors else 200)
