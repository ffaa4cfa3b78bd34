"""A game of the season that bots play, started by an organiser."""

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render

from characters.models import Character
from games.tasks import review_soon
from league.forms.play import PlayForm
from league.models import Season, SeasonGame
from league.queries.roles import require
from league.services.entry import sent_before
from league.services.played import Chair, play_game
from league.views.access import add_refusal, user_of


@login_required
def season_play(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The game is played within the request; sent twice, the form is one game."""
    season = get_object_or_404(Season.objects.select_related("league"), slug=slug)
    require(request.user, "administer", season.league)
    characters = Character.objects.filter(enrolment__league=season.league_id).active().order_by("name_key")
    form = PlayForm(request.POST or None, characters=characters, initial={"token": secrets.token_urlsafe(16)})
    if request.method == "POST" and form.is_valid():
        made = _play(request, season, form)
        if made is not None:
            return redirect("game_detail", pk=made.game_id)
    return render(
        request, "league/season_play.html", {"form": form, "season": season}, status=422 if form.errors else 200
    )


def _play(request: HttpRequest, season: Season, form: PlayForm) -> SeasonGame | None:
    token, confirm = form.cleaned_data["token"], form.cleaned_data["confirm"] == "yes"
    known = sent_before(token=token, by=user_of(request))
    if known is not None:
        messages.info(request, f"This game had been played already: it is game {known.reference}.")
        return known
    try:
        made = play_game(
            season=season,
            system=form.cleaned_data["system"],
            seats=[Chair(*chair) for chair in form.chairs()],
            rng_seed=form.cleaned_data["rng_seed"],
            by=user_of(request),
            confirm=confirm,
            token=token,
            **form.setup(),
        )
    except ValidationError as error:
        add_refusal(form, error)
        return None
    if confirm:
        review_soon()
    follows = "The reviews follow within seconds." if confirm else "It waits for an organiser to confirm it."
    messages.success(request, f"The bots have played game {made.reference}. {follows}")
    return made
