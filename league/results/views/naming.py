"""The page on which a game gets its name and its place."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from engine.translatable import spoken
from league.core.queries.games import headline_of
from league.core.views.access import refusals_on, refuse_unless, user_of
from league.models import SeasonGame
from league.results.queries.naming import MAY_NOT_NAME, may_name
from league.results.services.games import name_game
from league.sheets.forms.checking import NameForm


@login_required
def game_name(request: HttpRequest, pk: int) -> HttpResponseBase:
    season_game = get_object_or_404(SeasonGame.objects.select_related("season__league", "game"), game=pk)
    refuse_unless(may_name(user_of(request), season_game), str(MAY_NOT_NAME))
    form = NameForm(request.POST or None, initial={"name": season_game.name, "place": season_game.place})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            name_game(season_game=season_game, by=user_of(request), **form.cleaned_data)
            messages.success(request, _("This game is called {game}.").format(game=spoken(headline_of(season_game))))
            return redirect("game_detail", pk=pk)
    context = {"form": form, "season_game": season_game, "headline": headline_of(season_game)}
    return render(request, "league/results/game_name.html", context, status=422 if form.errors else 200)
