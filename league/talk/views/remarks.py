"""All that is said under a game, and the buttons beside each remark, there and at the table of a play."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.core.queries.access import require
from league.core.queries.games import headline_of
from league.core.views.access import add_refusal, sign_in_and_return, user_of
from league.models import Remark, SeasonGame, SeasonPlay
from league.talk.forms import HideForm, RemarkForm
from league.talk.queries.remarks import Venue, reader_of, remark_view, remarks_seen
from league.talk.services.remarks import delete_remark, hide_remark, say, show_remark

PER_PAGE = 50


def game_comments(request: HttpRequest, game: int) -> HttpResponseBase:
    rows = SeasonGame.objects.select_related("season__league", "game")
    season_game = get_object_or_404(rows, game=game)
    if request.method != "POST":
        return _page(request, season_game, RemarkForm())
    if not request.user.is_authenticated:
        return sign_in_and_return(request)
    require(request.user, "comment", season_game.season.league)
    form = RemarkForm(request.POST)
    if form.is_valid():
        try:
            remark = say(venue=season_game, text=form.cleaned_data["text"], by=user_of(request))
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("Your comment stands under the game."))
            return redirect(f"{season_game.game.get_absolute_url()}#remark-{remark.pk}")
    return _page(request, season_game, form, status=422)


def _page(request: HttpRequest, season_game: SeasonGame, form: RemarkForm, *, status: int = 200) -> HttpResponse:
    reader = reader_of(request.user, season_game.season.league)
    page = Paginator(remarks_seen(season_game, reader), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "season_game": season_game,
        "game": season_game.game,
        "headline": headline_of(season_game),
        "page_obj": page,
        "remarks": [remark_view(remark, reader) for remark in page][::-1],
        "reader": reader,
        "form": form,
    }
    return render(request, "league/talk/game_comments.html", context, status=status)


@login_required
@require_POST
def remark_delete(request: HttpRequest, game: int, remark: int) -> HttpResponseBase:
    delete_remark(remark=get_object_or_404(Remark, pk=remark, game=game), by=user_of(request))
    messages.success(request, _("Your comment is deleted."))
    return redirect("game_detail", pk=game)


@login_required
def remark_hide(request: HttpRequest, remark: int, **venue: int) -> HttpResponseBase:
    """Hide a remark after asking for a reason, or show it again at once. `venue` is the `game` or the `play` of the
    remark."""
    row = get_object_or_404(Remark.objects.select_related("by"), pk=remark, **venue)
    reader = reader_of(request.user, row.venue.season.league)
    if not reader.hides:
        raise PermissionDenied(_("Only an organiser of this league can hide a remark. You can report it."))
    form, page = HideForm(request.POST or None), _page_of(row.venue)
    if request.method == "POST":
        try:
            outcome = _decide(request, row, form)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            if outcome:
                messages.success(request, outcome)
                return redirect(page["back_href"])
    context = {"form": form, "remark": remark_view(row, reader), **page}
    return render(request, "league/talk/remark_hide.html", context, status=422 if form.errors else 200)


def _page_of(venue: Venue) -> dict[str, str]:
    """Return the address of the page where something is said, and who reads it there."""
    if isinstance(venue, SeasonPlay):
        href, label, readers = venue.get_absolute_url(), venue.name, _("Every member of the league reads it then.")
    else:
        href, label = venue.game.get_absolute_url(), headline_of(venue)
        readers = _("Everybody who may see the game reads it then.")
    return {"back_href": href, "back_label": label, "readers": readers}


def _decide(request: HttpRequest, remark: Remark, form: HideForm) -> str:
    """Do what was asked for and return it in a sentence; "" for a form that is not filled in."""
    if "show" in request.POST:
        show_remark(remark=remark, by=user_of(request))
        return _("The remark is shown again.")
    if not form.is_valid():
        return ""
    hide_remark(remark=remark, why=form.cleaned_data["why"], by=user_of(request))
    return _("The remark is hidden. Who said it still reads it, with your reason.")
