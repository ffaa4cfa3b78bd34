"""The claim of a character by the code on the paper of its entry."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.core.queries.access import hidden_from
from league.core.views.access import refuse_guessing, user_of
from league.models import ClaimLink
from league.people.services.owners import claim_by_paper
from league.tournaments.entries.queries import entry_of_claim, paper_problem


@never_cache
def claim_on_paper(request: HttpRequest, token: str) -> HttpResponseBase:
    entry = entry_of_claim(token)
    if entry is None or entry.character.enrolment.league_id in hidden_from(request.user):
        if refused := refuse_guessing(request):
            return refused
        raise Http404(_("No paper has that code, or it has already been used."))
    problem = paper_problem(entry)
    if request.method == "POST" and request.user.is_authenticated and not problem:
        try:
            digest = ClaimLink.digest_of(token)
            character = claim_by_paper(character=entry.character, digest=digest, user=user_of(request))
        except ValidationError as error:
            problem = " ".join(error.messages)
        else:
            text = _("{character} is yours now, with everything on file.")
            messages.success(request, text.format(character=character))
            return redirect(character)
    context = {"character": entry.character, "problem": problem}
    return render(request, "league/people/character_claim.html", context, status=410 if problem else 200)
