"""The page of a person, and the choice of what it shows."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from characters.queries.people import person as person_of
from league.core.forms import readable
from league.core.queries.introductions import introductions
from league.core.views.access import refusals_on, user_of
from league.core.views.live import Request
from league.models import Introduction, PersonPage
from league.people.forms.characters import PersonPageForm
from league.people.queries.person_pages import careers_of, people_shown_to, shown_of
from league.people.services.person_pages import choose_what_is_shown, introduce

PER_PAGE = 50
INTRODUCED = ("called", "pronouns", "spoken")


@require_safe
def person_page(request: Request, name: str) -> HttpResponseBase:
    """Show the page of a person, also under a name that they had; their own page is always there for themselves."""
    own = request.user.is_authenticated and request.user.get_username() == name
    people = User.objects.all() if own else people_shown_to(request.user)
    person = people.filter(username=readable(name)).first()
    if person is None and (now := people.filter(former_user_names__name=readable(name)).first()):
        return redirect("person_page", now.get_username())
    if person is None:
        raise Http404(_("There is no such page."))
    page = Paginator(careers_of(person, reader=request.user), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "person": person,
        "is_own": own,
        "page_obj": page,
        "characters": [person_of(career) for career in page],
        "shown": shown_of(person, reader=request.user),
        "introduction": introductions([person.pk]).get(person.pk),
    }
    return render(request, "league/people/person_page.html", context)


@never_cache
@login_required
def person_page_edit(request: HttpRequest) -> HttpResponseBase:
    user = user_of(request)
    if request.method == "POST":
        form = PersonPageForm(request.POST)
        if form.is_valid():
            chosen = form.cleaned_data
            with refusals_on(form):
                introduce(user=user, **{name: chosen[name] for name in INTRODUCED})
                choose_what_is_shown(
                    user=user, leagues=chosen["shows_leagues"], tournaments=chosen["shows_tournaments"]
                )
                messages.success(request, _("Your page shows what you chose."))
                return redirect("person_page", user.get_username())
    else:
        page = PersonPage.objects.filter(user=user).values("shows_leagues", "shows_tournaments").first()
        wished = Introduction.objects.filter(user=user).values(*INTRODUCED).first()
        form = PersonPageForm(initial={**(page or {}), **(wished or {})})
    return render(request, "league/people/person_page_edit.html", {"form": form})
