"""The picture of a character: what is shown, and the page on which its owner or an organiser changes it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from characters.models import CharacterPicture
from characters.queries.people import people
from characters.services.pictures import HIDDEN
from league.core.views.access import add_refusal, user_of
from league.people.forms.pictures import PictureForm
from league.people.services.pictures import upload_picture, withdraw_picture
from league.people.views.characters import own_character

A_DAY = 24 * 60 * 60


@require_safe
def picture_file(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    """Answer with the picture that is shown now, by its digest: what is at this address never changes, it can only
    go."""
    pictures = CharacterPicture.objects.filter(character__slug=slug, digest=digest, hidden_at=None)
    response = HttpResponse(bytes(get_object_or_404(pictures).content), content_type="image/jpeg")
    patch_cache_control(response, private=True, max_age=A_DAY)
    return response


@login_required
def picture_edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    character = own_character(request, slug)
    form = PictureForm(request.POST, request.FILES) if request.method == "POST" else PictureForm()
    if request.method == "POST":
        try:
            sentence = _change(request, form, slug)
        except ValidationError as error:
            form.is_valid()
            add_refusal(form, error)
        else:
            if sentence:
                messages.success(request, sentence)
                return redirect(character)
    context = {
        "form": form,
        "character": character,
        "portrait": people([character.pk])[character.pk].portrait,
        "hidden": HIDDEN if CharacterPicture.objects.filter(character=character, hidden_at__isnull=False) else "",
    }
    return render(request, "league/people/picture_edit.html", context, status=422 if form.errors else 200)


def _change(request: HttpRequest, form: PictureForm, slug: str) -> str:
    """Make the change that was asked for, and return what was done, in a sentence; "" for a form that is not filled
    in."""
    character = own_character(request, slug)
    if "withdraw" in request.POST:
        withdraw_picture(character=character, by=user_of(request))
        return _("{character} is drawn again.").format(character=character)
    if not form.is_valid():
        return ""
    upload_picture(character=character, content=form.cleaned_data["file"].read(), by=user_of(request))
    return _("{character} has this picture now.").format(character=character)
