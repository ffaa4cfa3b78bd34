"""Claim links: an organiser makes them, the player of the character follows one."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from characters.models import Character
from league.core.charts import qr_image
from league.core.forms import whole_number
from league.core.queries.access import require
from league.core.queries.characters import find_character
from league.core.views.access import user_of
from league.models import ClaimLink
from league.people.services.owners import (
    claim_character,
    claim_problem,
    make_claim_link,
    undo_claim,
    withdraw_claim_link,
)


@login_required
@never_cache
def character_claims(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show organisers a new claim link, this once, and how the earlier ones ended."""
    character = find_character(slug)
    require(request.user, "administer", character.enrolment.league)
    address, problems = "", []
    if request.method == "POST":
        try:
            address = _claim_change(request, character)
        except ValidationError as error:
            problems = error.messages
        else:
            if not address:
                return redirect("character_claims", slug=slug)
    context = {
        "character": character,
        "address": address,
        "qr": qr_image(address) if address else "",
        "problems": problems,
        "links": character.claim_links.select_related("created_by", "used_by", "undone_by"),
        "now": timezone.now(),
    }
    return render(request, "league/people/character_claims.html", context, status=422 if problems else 200)


def _claim_change(request: HttpRequest, character: Character) -> str:
    """Return the address of a new link; "" when one was withdrawn or a claim undone, which a message then says."""
    if "withdraw" in request.POST:
        withdrawn = get_object_or_404(character.claim_links, pk=whole_number(request.POST["withdraw"]))
        withdraw_claim_link(link=withdrawn, by=user_of(request))
        messages.success(request, _("That link no longer works."))
        return ""
    undone = whole_number(request.POST["undo"]) if "undo" in request.POST else None
    if undone is not None:
        undo_claim(link=get_object_or_404(character.claim_links, pk=undone), by=user_of(request))
        messages.success(request, _("The claim is undone. {character} has no owner again.").format(character=character))
        return ""
    secret = make_claim_link(character=character, by=user_of(request))
    return request.build_absolute_uri(reverse("character_claim", args=[secret]))


@never_cache
def character_claim(request: HttpRequest, secret: str) -> HttpResponseBase:
    """Let the reader of a claim link claim its character."""
    links = ClaimLink.objects.select_related("character__enrolment__league", "created_by")
    link = get_object_or_404(links, digest=ClaimLink.digest_of(secret))
    problem = claim_problem(link)
    if request.method == "POST" and request.user.is_authenticated and not problem:
        try:
            character = claim_character(link=link, user=user_of(request))
        except ValidationError as error:
            problem = " ".join(error.messages)
        else:
            text = _("{character} is yours now, with everything on file.")
            messages.success(request, text.format(character=character))
            return redirect(character)
    context = {"link": link, "character": link.character, "problem": problem}
    return render(request, "league/people/character_claim.html", context, status=410 if problem else 200)
