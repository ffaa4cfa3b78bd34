"""Pages for somebody who sits at the laptop of a hall."""

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from engine.translatable import spoken
from league.accounts.services.demo import demo_passwords
from league.core.services.uploads import FileRefused
from league.core.views.access import refusals_on
from league.models import Hall, Membership, Tournament
from league.tournaments.hall.forms import OpenForm
from league.tournaments.hall.queries import hall_here
from league.tournaments.hall.rules.files import MOST_BYTES, BadHallFile, WrongWords
from league.tournaments.hall.services.laptops import open_here

ON_THIS_LAPTOP = ("127.0.0.1", "::1")


@never_cache
def open_hall(request: HttpRequest) -> HttpResponseBase:
    """Open the file of a hall on a laptop that was started without one; only somebody who sits at it does."""
    if not settings.HALL_HOSTS:
        raise Http404
    if hall_here():
        return redirect("home")
    here = request.META["REMOTE_ADDR"] in ON_THIS_LAPTOP
    form = OpenForm(request.POST or None, request.FILES or None)
    if here and request.method == "POST" and form.is_valid():
        data, words = form.cleaned_data["file"].read(MOST_BYTES + 1), form.cleaned_data["words"]
        with refusals_on(form):
            hall = _opened(data, words)
            assert hall.taken_by is not None  # as it was opened
            hall.taken_by.refresh_from_db()  # it has a password now
            login(request, hall.taken_by, backend=settings.AUTHENTICATION_BACKENDS[0])
            return redirect("tournament_hall", slug=hall.tournament.slug)
    context = {"form": form, "here": here, "address": f"http://127.0.0.1:{request.get_port()}/"}
    return render(request, "league/hall/open_hall.html", context, status=422 if form.errors else 200)


def _opened(data: bytes, words: str) -> Hall:
    try:
        return open_here(data=data, words=words)
    except WrongWords as error:
        raise ValidationError({"words": spoken(error.args[0])}) from error
    except BadHallFile as error:
        raise ValidationError({"file": spoken(error.args[0])}) from error
    except FileRefused as refused:
        raise ValidationError([f"{problem.column}: {problem.message}" for problem in refused.problems]) from refused


def sign_ins(request: HttpRequest, tournament: Tournament) -> dict[str, str]:
    """Return what each of the staff types, for somebody who sits at the laptop."""
    if request.META["REMOTE_ADDR"] not in ON_THIS_LAPTOP:
        return {}
    staff = Membership.objects.filter(league=tournament.season.league).order_by("user__username")
    return demo_passwords([*staff.values_list("user__username", flat=True)])
