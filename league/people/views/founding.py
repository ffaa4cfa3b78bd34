"""The founding of a league: its name and its people, and everything else by default. A stranger signs up on the same
page."""

from typing import Any
from zoneinfo import ZoneInfo

from allauth.account.views import SignupView
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from league.core.rules.words import listed
from league.core.views.access import refusals_on, user_of
from league.models.organisation import installation_zone
from league.people.forms.founding import FoundersAccountForm, FoundingForm, StrangersFoundingForm
from league.people.rules.characters import guest_lines
from league.people.services.founding import Founding, found_league

ENOUGH_FOR_A_GAME = 2
TEMPLATE = "league/people/league_create.html"


def league_create(request: HttpRequest) -> HttpResponseBase:
    if not request.user.is_authenticated:
        answer: HttpResponseBase = StrangersLeague.as_view()(request)
        return answer
    user = user_of(request)
    form = FoundingForm(request.POST or None, initial={"own_name": user.get_username(), **_defaults(request)})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            founding = _found(form, user)
            _tell(request, founding)
            return redirect(_next_page(founding, form.cleaned_data["system"]))
    return render(request, TEMPLATE, {"form": form}, status=422 if form.errors else 200)


class StrangersLeague(SignupView):  # type: ignore[misc]
    """An account and its league, both or neither."""

    template_name = TEMPLATE
    league_form: StrangersFoundingForm
    founding: Founding | None = None

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.league_form = StrangersFoundingForm(request.POST or None, initial=_defaults(request))

    def get_form_class(self) -> type[FoundersAccountForm]:
        return FoundersAccountForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "found": self._found}

    def _found(self, founder: User) -> None:
        self.founding = _found(self.league_form, founder)

    def form_valid(self, form: FoundersAccountForm) -> HttpResponseBase:
        if not self.league_form.is_valid():
            return self.form_invalid(form)
        with refusals_on(self.league_form):
            answer: HttpResponseBase = super().form_valid(form)
            if self.founding is not None:
                _tell(self.request, self.founding)
            return answer
        return self.form_invalid(form)

    def form_invalid(self, form: FoundersAccountForm) -> HttpResponse:
        return render(self.request, TEMPLATE, self.get_context_data(form=form), status=422)

    def get_success_url(self) -> str:
        return _next_page(self.founding, self.league_form.cleaned_data["system"]) if self.founding else reverse("home")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"account": context["form"], "form": self.league_form}


def _defaults(request: HttpRequest) -> dict[str, Any]:
    zone = getattr(request, "readers_zone", "") or installation_zone()
    today = timezone.localdate(timezone=ZoneInfo(zone))
    return {"zone": zone, "season": _("First season"), "starts_on": today}


def _found(form: FoundingForm, by: User) -> Founding:
    """Found the league of a valid form. Raise ValidationError by field."""
    values = form.cleaned_data
    return found_league(
        **{name: values[name] for name in ("name", "season", "starts_on")},
        own_name=form.own_name_of(by),
        people=guest_lines(values["names"]),
        edition_id=values["edition"],
        place={name: values[name] for name in ("zone", "place", "date_order", "language")},
        by=by,
    )


def _tell(request: HttpRequest, founding: Founding) -> None:
    messages.success(request, _("{league} is founded.").format(league=founding.season.league))
    if founding.numbered:
        text = _("On this site others already have that name, so here it is {names}.")
        messages.info(request, text.format(names=listed([character.name for character in founding.numbered])))


def _next_page(founding: Founding, system: str) -> str:
    """Return where the first result is entered, or where people are invited as long as they are too few."""
    if len(founding.characters) < ENOUGH_FOR_A_GAME:
        return reverse("league_joining", args=[founding.season.league.slug])
    return f"{reverse('result_enter')}?{urlencode({'season': founding.season.slug, 'system': system})}"
