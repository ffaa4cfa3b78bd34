"""The founding of a league: its name and its people, and everything else by default."""

from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from league.core.rules.words import listed
from league.core.views.access import add_refusal, user_of
from league.models.organisation import installation_zone
from league.people.forms.founding import FoundingForm
from league.people.rules.characters import guest_lines
from league.people.services.founding import Founding, found_league

ENOUGH_FOR_A_GAME = 2


@login_required
def league_create(request: HttpRequest) -> HttpResponseBase:
    zone = getattr(request, "readers_zone", "") or installation_zone()
    initial = {
        "zone": zone,
        "own_name": user_of(request).get_username(),
        "season": _("First season"),
        "starts_on": timezone.localdate(timezone=ZoneInfo(zone)),
    }
    form = FoundingForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid() and (founding := _founded(request, form)) is not None:
        return redirect(_next_page(founding, form.cleaned_data["system"]))
    return render(request, "league/people/league_create.html", {"form": form}, status=422 if form.errors else 200)


def _founded(request: HttpRequest, form: FoundingForm) -> Founding | None:
    values = form.cleaned_data
    try:
        founding = found_league(
            **{name: values[name] for name in ("name", "own_name", "season", "starts_on")},
            people=guest_lines(values["names"]),
            edition_id=values["edition"],
            place={name: values[name] for name in ("zone", "place", "date_order", "language")},
            by=user_of(request),
        )
    except ValidationError as error:
        add_refusal(form, error)
        return None
    messages.success(request, _("{league} is founded.").format(league=founding.season.league))
    if founding.numbered:
        text = _("On this site others have that name already, so here it is {names}.")
        messages.info(request, text.format(names=listed([character.name for character in founding.numbered])))
    return founding


def _next_page(founding: Founding, system: str) -> str:
    """Return where the first result is entered, or where people are invited as long as they are too few."""
    if len(founding.characters) < ENOUGH_FOR_A_GAME:
        return reverse("league_joining", args=[founding.season.league.slug])
    return f"{reverse('result_enter')}?{urlencode({'season': founding.season.slug, 'system': system})}"
