"""Check-in, made for a noisy room: type and press Enter, or tap a row."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.models import Character
from characters.rules.names import name_key, tidy
from league.core.forms import readable, whole_number
from league.core.live.views import events_url
from league.core.views.access import user_of
from league.core.views.live import Request, unless_unchanged
from league.models import Entry, Tournament
from league.tournaments.entries.queries import (
    SHOWN,
    Candidate,
    entries_for_check_in,
    namesakes,
    places_of,
    seated_elsewhere,
)
from league.tournaments.entries.services.check_in import (
    NAMESAKE,
    check_in,
    check_in_everybody,
    enter_at_the_desk,
    undo_check_in,
    walk_in,
)
from league.tournaments.entries.views.staff import head, staff_tournament


def _version(request: Request, slug: str) -> str | None:
    """Return the version of the counts: 304 while nothing has happened."""
    if request.method != "GET" or "counts" not in request.GET or not request.user.is_authenticated:
        return None
    newest = Tournament.objects.filter(slug=slug, events__isnull=False).order_by("-events__id")
    return f"{newest.values_list('events__id', flat=True).first()}"


@login_required
@unless_unchanged(_version)
def desk_check_in(request: Request, slug: str) -> HttpResponseBase:
    tournament = staff_tournament(request, slug, "referee")
    if request.method == "POST":
        if "walk_in" in request.POST or "enter" in request.POST:
            return _walked_in(request, tournament)
        return _checked_in(request, tournament)
    return _page(request, tournament, readable(request.GET.get("q", "")))


def _checked_in(request: Request, tournament: Tournament) -> HttpResponseBase:
    q = readable(request.POST.get("q", ""))
    entries, problem, undone = _do(request, tournament, q)
    if request.htmx:
        q = "" if request.POST.get("first") else q
        return _page(request, tournament, q, entries=entries, problem=problem, undone=undone)
    if problem:
        messages.error(request, problem)
    elif entries:
        messages.success(request, _said(entries, undone))
    return redirect(reverse("desk_check_in", args=[tournament.slug]))


@dataclass(frozen=True, slots=True)
class WalkIn:
    """The outcome for somebody who is not on the list: an entry, a problem, or the characters of the league with that
    name."""

    name: str = ""
    label: str = ""
    entry: Entry | None = None
    problem: str = ""
    namesakes: Sequence[Candidate] = ()

    @property
    def said(self) -> str:
        if self.entry is None:
            return ""
        who = self.entry.character.name
        if self.entry.status == Entry.WAITING:
            return _("{character} is on the waiting list: every place is taken.").format(character=who)
        here = _("{character} is here as number {number}, to be drawn next.")
        here = here.format(character=who, number=self.entry.number)
        if self.name and name_key(self.name) != name_key(who):
            return " ".join((here, _("Somebody else on this site is called {name}.").format(name=self.name)))
        return here


def _walked_in(request: Request, tournament: Tournament) -> HttpResponseBase:
    done = _walk_in(request, tournament)
    if request.htmx or done.namesakes:
        return _page(request, tournament, "", walk=done, problem=done.problem)
    if done.problem:
        messages.error(request, done.problem)
    else:
        messages.success(request, done.said)
    return redirect(reverse("desk_check_in", args=[tournament.slug]))


def _walk_in(request: HttpRequest, tournament: Tournament) -> WalkIn:
    name, label = tidy(readable(request.POST.get("name", ""))), tidy(readable(request.POST.get("label", "")))
    try:
        if "enter" in request.POST:
            pk = whole_number(request.POST["enter"]) or 0
            character = get_object_or_404(Character, pk=pk, enrolment__league=tournament.season.league_id)
            return WalkIn(entry=enter_at_the_desk(tournament=tournament, character=character, by=user_of(request)))
        another = request.POST["walk_in"] == "another"
        entry = walk_in(tournament=tournament, name=name, label=label, another=another, by=user_of(request))
        return WalkIn(name, label, entry)
    except ValidationError as error:
        if getattr(error, "code", "") == NAMESAKE:
            return WalkIn(name, label, namesakes=namesakes(tournament, name))
        return WalkIn(name, label, problem=" ".join(error.messages))


def _do(request: HttpRequest, tournament: Tournament, q: str) -> tuple[Sequence[Entry], str, bool]:
    """Return who was checked in or out again, the problem, and whether it was undone."""
    by, undone = user_of(request), "undo" in request.POST
    try:
        if "everybody" in request.POST:
            entries = check_in_everybody(tournament=tournament, by=by)
            return entries, "" if entries else _("Everybody who is registered and can play is already here."), False
        chosen = _wanted(request, tournament, q)
        if not chosen:
            return [], _nobody(q), False
        act = undo_check_in if undone else check_in
        return act(tournament=tournament, entries=chosen, by=by) or chosen, "", undone
    except ValidationError as error:
        return [], " ".join(error.messages), undone


def _wanted(request: HttpRequest, tournament: Tournament, q: str) -> list[Entry]:
    """Return the entry whose button was pressed, or the first that matches what was typed and is not here yet."""
    if request.POST.get("first"):
        fits = entries_for_check_in(tournament, q).filter(status__in=(Entry.REGISTERED, Entry.WAITING))
        return list(fits[:1]) if q.strip() else []
    number = whole_number(request.POST.get("in") or request.POST.get("undo") or "")
    return list(Entry.objects.filter(tournament=tournament, number=number or 0).select_related("character"))


def _nobody(q: str) -> str:
    if not q.strip():
        return _("Type a name, then press Enter.")
    return _("Nobody who is still to arrive matches “{text}”.").format(text=q.strip())


def _page(
    request: Request,
    tournament: Tournament,
    q: str,
    *,
    entries: Sequence[Entry] = (),
    problem: str = "",
    undone: bool = False,
    walk: WalkIn | None = None,
) -> HttpResponse:
    events = events_url(request, f"tournament:{tournament.pk}")
    if "counts" in request.GET:
        counts = {"places": places_of(tournament), "events": events}
        return render(request, "league/entries/check_in_counts.html", counts)
    people = list(entries_for_check_in(tournament, q)[: SHOWN + 1])
    here = [entry.character_id for entry in ([walk.entry] if walk and walk.entry else entries)]
    context = {
        **head(request, tournament, "check_in"),
        "places": places_of(tournament),
        "events": events,
        "q": q,
        "people": people[:SHOWN],
        "more": len(people) > SHOWN,
        "done": walk.entry if walk else entries[0] if len(entries) == 1 else None,
        "said": walk.said if walk else _said(entries, undone) if entries else "",
        "undone": undone,
        "elsewhere": seated_elsewhere(tournament, here) if here and not undone else [],
        "problem": problem,
        "walk": walk or WalkIn(),
        "over": tournament.status in (Tournament.FINISHED, Tournament.CANCELLED),
    }
    template = "league/entries/check_in_people.html" if request.htmx else "league/entries/tournament_check_in.html"
    response = render(request, template, context)
    patch_vary_headers(response, ("HX-Request",))
    return response


def _said(entries: Sequence[Entry], undone: bool) -> str:
    count, name = len(entries), entries[0].character.name
    if undone:
        pattern = ngettext("{name} is not here after all.", "{count} characters are not here after all.", count)
    else:
        pattern = ngettext("{name} is here.", "{count} characters are here.", count)
    return pattern.format(name=name, count=f"{count:,}")
