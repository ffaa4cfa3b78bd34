"""Passing a character on: its owner offers it, another member agrees or does not."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from characters.models import Character
from league.core.queries.characters import find_character
from league.core.views.access import add_refusal, user_of
from league.models import CharacterOffer
from league.people.forms.characters import OfferForm
from league.people.queries.characters import open_offer
from league.people.services.transfers import OVER, accept_character, end_offer, offer_character


@never_cache
@login_required
def character_transfer(request: HttpRequest, slug: str) -> HttpResponseBase:
    character = find_character(slug)
    offer, user = open_offer(character), user_of(request)
    is_owner, is_offered = character.owner_id == user.pk, offer is not None and offer.made_to_id == user.pk
    if not (is_owner or is_offered):
        raise PermissionDenied(_("Only the owner of {character} can pass it on.").format(character=character))
    form = OfferForm(request.POST if "to" in request.POST else None)
    if request.method == "POST":
        try:
            if _done(request, character, offer, form):
                return redirect(character)
        except ValidationError as error:
            if not form.is_bound:
                messages.error(request, " ".join(error.messages))
                return redirect(character)
            add_refusal(form, error)
    context = {"character": character, "offer": offer, "is_owner": is_owner, "form": form}
    return render(request, "league/people/character_transfer.html", context, status=422 if form.errors else 200)


def _done(request: HttpRequest, character: Character, offer: CharacterOffer | None, form: OfferForm) -> bool:
    """Do what was asked for and return whether something was done; a form that can't be read has its errors. Raise
    ValidationError."""
    user = user_of(request)
    if form.is_bound:
        if not form.is_valid():
            return False
        offered = offer_character(character=character, to=form.cleaned_data["to"], by=user)
        text = _("{character} is offered to {made_to}, who sees it on their first page.")
        messages.success(request, text.format(character=character, made_to=offered.made_to))
    elif offer is None:
        raise ValidationError(OVER)
    elif "accept" in request.POST:
        accept_character(offer=offer, user=user)
        messages.success(request, _("{character} is yours now, with everything on file.").format(character=character))
    elif "end" in request.POST:
        end_offer(offer=offer, by=user)
        messages.success(request, _("The offer is ended. Nothing else was changed."))
    return True
