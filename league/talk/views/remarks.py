"""What is said under a game: all of it on a page, and the buttons beside each comment."""

from contextlib import suppress

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
from league.models import GameComment, SeasonGame
from league.talk.forms import CommentForm, HideForm
from league.talk.queries.remarks import comment_view, comments_seen, may_hide, reader_of
from league.talk.services.remarks import delete_comment, hide_comment, post_comment, show_comment

PER_PAGE = 50


def _game(pk: int) -> SeasonGame:
    return get_object_or_404(SeasonGame.objects.select_related("season__league", "game"), game=pk)


def _comment(pk: int, comment: int) -> GameComment:
    return get_object_or_404(GameComment, pk=comment, game=pk)


def game_comments(request: HttpRequest, pk: int) -> HttpResponseBase:
    season_game = _game(pk)
    if request.method != "POST":
        return _page(request, season_game, CommentForm())
    if not request.user.is_authenticated:
        return sign_in_and_return(request)
    require(request.user, "comment", season_game.season.league)
    form = CommentForm(request.POST)
    if form.is_valid():
        try:
            made = post_comment(season_game=season_game, text=form.cleaned_data["text"], by=user_of(request))
        except ValidationError as error:
            add_refusal(form, error)
        else:
            messages.success(request, _("Your comment stands under the game."))
            return redirect(f"{season_game.game.get_absolute_url()}#comment-{made.pk}")
    return _page(request, season_game, form, status=422)


def _page(request: HttpRequest, season_game: SeasonGame, form: CommentForm, *, status: int = 200) -> HttpResponse:
    reader = reader_of(request.user, season_game.season.league)
    page = Paginator(comments_seen(season_game, reader), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "season_game": season_game,
        "game": season_game.game,
        "headline": headline_of(season_game),
        "page_obj": page,
        "comments": [comment_view(one, reader) for one in page][::-1],
        "reader": reader,
        "form": form,
    }
    return render(request, "league/talk/game_comments.html", context, status=status)


@login_required
@require_POST
def comment_delete(request: HttpRequest, pk: int, comment: int) -> HttpResponseBase:
    found = _comment(pk, comment)
    if found.by_id != request.user.pk:
        raise PermissionDenied(_("You delete what you have written yourself. Others' comments are reported."))
    with suppress(ValidationError):  # pressed twice: it is gone, as was wanted
        delete_comment(comment=found, by=user_of(request))
    messages.success(request, _("Your comment is deleted."))
    return redirect("game_detail", pk=pk)


@login_required
def comment_hide(request: HttpRequest, pk: int, comment: int) -> HttpResponseBase:
    """A reason is asked first; shown again it is at once."""
    season_game, found = _game(pk), _comment(pk, comment)
    if not may_hide(request.user, season_game.season.league):
        raise PermissionDenied(_("Only an organiser of this league can hide a comment. You can report it."))
    form = HideForm(request.POST or None)
    if request.method == "POST":
        try:
            said = _decide(request, found, form)
        except ValidationError as error:
            add_refusal(form, error)
        else:
            if said:
                messages.success(request, said)
                return redirect("game_detail", pk=pk)
    reader = reader_of(request.user, season_game.season.league)
    context = {
        "form": form,
        "season_game": season_game,
        "headline": headline_of(season_game),
        "comment": comment_view(found, reader),
    }
    return render(request, "league/talk/comment_hide.html", context, status=422 if form.errors else 200)


def _decide(request: HttpRequest, found: GameComment, form: HideForm) -> str:
    """What was done, in a sentence; empty for a form that is not filled in."""
    if "show" in request.POST:
        show_comment(comment=found, by=user_of(request))
        return _("The comment is shown again.")
    if not form.is_valid():
        return ""
    hide_comment(comment=found, why=form.cleaned_data["why"], by=user_of(request))
    return _("The comment is hidden. Its author still reads it, with your reason.")
