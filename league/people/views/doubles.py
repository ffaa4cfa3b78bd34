"""Show characters that may be one person, to merge them or to say that they are two."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.core.forms import whole_number
from league.core.queries.access import require
from league.core.views.access import refusals_told, user_of
from league.models import League
from league.people.queries.doubles import doubles
from league.people.services.doubles import say_two_people, take_back_two_people

PER_PAGE = 25


@never_cache
@login_required
def league_doubles(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    require(request.user, "administer", league)
    if request.method == "POST":
        with refusals_told(request):
            messages.success(request, _decide(request, league))
        return redirect("league_doubles", slug)
    told_apart = league.two_people.select_related("first", "second", "said_by")
    context = {
        "league": league,
        "doubles": doubles(league),
        "page_obj": Paginator(told_apart, PER_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "league/people/league_doubles.html", context)


def _decide(request: HttpRequest, league: League) -> str:
    """Do what the pressed button says, and return it in a sentence. Raise ValidationError."""
    if "back" in request.POST:
        two = get_object_or_404(league.two_people, pk=whole_number(request.POST["back"]))
        take_back_two_people(two=two, by=user_of(request))
        return _("{first} and {second} may be proposed again.").format(first=two.first, second=two.second)
    characters = [whole_number(text) or 0 for text in request.POST.get("two", "").split("-")]
    say_two_people(league=league, characters=characters, by=user_of(request))
    return _("Noted. We won't suggest this pair again.")
