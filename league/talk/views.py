"""Remarks under a game with the buttons beside each, reports to the staff, and what the staff decides."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from characters.models import Character
from league.core.forms import whole_number
from league.core.queries.access import is_staff, require
from league.core.queries.games import headline_of
from league.core.views.access import refusals_on, refusals_told, sign_in_and_return, user_of
from league.core.views.sent_once import makes_once
from league.models import Block, EveningPhoto, League, Remark, Report, SeasonGame, SeasonPlay
from league.talk.forms import HideForm, RemarkForm, ReportForm
from league.talk.queries import (
    Venue,
    WordsAt,
    blocks,
    decided_reports,
    hidden_leagues,
    hidden_photos,
    hidden_pictures,
    hidden_words,
    names_to_block,
    open_reports,
    photos_at,
    photos_of_evenings,
    pictures_reported,
    reader_of,
    remark_view,
    remarks_seen,
    words_at,
    words_by_key,
)
from league.talk.services import (
    block_person,
    delete_remark,
    dismiss_report,
    hide_league,
    hide_photo,
    hide_picture,
    hide_remark,
    hide_words,
    report_page,
    require_author,
    say,
    show_league,
    show_photo,
    show_picture,
    show_remark,
    show_words,
    unblock_person,
)

PER_PAGE = 50
REPORTS_PER_PAGE = 20


@makes_once
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
        with refusals_on(form):
            remark = say(venue=season_game, text=form.cleaned_data["text"], by=user_of(request))
            messages.success(request, _("Your comment appears under the game."))
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
    """Delete one's own comment once `sure` is sent: the dialog of the page sends it, or the page that asks without
    a script."""
    row, by = get_object_or_404(Remark.objects.select_related("by"), pk=remark, game=game), user_of(request)
    require_author(row, by)
    if "sure" in request.POST:
        delete_remark(remark=row, by=by)
        messages.success(request, _("Your comment is deleted."))
        return redirect("game_detail", pk=game)
    context = {"remark": remark_view(row, reader_of(by, row.venue.season.league)), **_page_of(row.venue)}
    return render(request, "league/talk/remark_delete.html", context)


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
        with refusals_on(form):
            outcome = _decide(request, row, form)
            if outcome:
                messages.success(request, outcome)
                return redirect(page["back_href"])
    context = {"form": form, "remark": remark_view(row, reader), **page}
    return render(request, "league/talk/remark_hide.html", context, status=422 if form.errors else 200)


def _page_of(venue: Venue) -> dict[str, str]:
    """Return the address of the page where something is said, and who reads it there."""
    if isinstance(venue, SeasonPlay):
        href, label, readers = venue.get_absolute_url(), venue.name, _("Every member of the league can read it then.")
    else:
        href, label = venue.game.get_absolute_url(), headline_of(venue)
        readers = _("Everybody who may see the game can read it then.")
    return {"back_href": href, "back_label": label, "readers": readers}


def _decide(request: HttpRequest, remark: Remark, form: HideForm) -> str:
    """Do what was asked for and return it in a sentence; "" for a form that is not filled in."""
    if "show" in request.POST:
        show_remark(remark=remark, by=user_of(request))
        return _("The remark is shown again.")
    if not form.is_valid():
        return ""
    hide_remark(remark=remark, why=form.cleaned_data["why"], by=user_of(request))
    return _("The remark is hidden. Its author still sees it, with your reason.")


@login_required
def report_create(request: HttpRequest) -> HttpResponseBase:
    form = ReportForm(request.POST or None, initial={"page": request.GET.get("page", "")})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            report_page(by=user_of(request), **form.cleaned_data)
            messages.success(request, _("Thank you. The staff of this site will look at it."))
            return redirect("home")
    return render(request, "league/talk/report_create.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@login_required
def moderation(request: HttpRequest) -> HttpResponseBase:
    """Show the staff of the site what waits, what is hidden and blocked, and what was decided."""
    if not is_staff(request.user):
        raise PermissionDenied(_("Only the staff of this site can do that."))
    if request.method == "POST":
        with refusals_told(request):
            messages.success(request, _act(request))
        return redirect("moderation")
    page = Paginator(open_reports(), REPORTS_PER_PAGE).get_page(request.GET.get("page"))
    reports = list(page)
    pictured, photos = pictures_reported(reports), photos_at(report.page for report in reports)
    words = words_at(report.page for report in reports)
    context: dict[str, Any] = {
        "page_obj": page,
        "reports": [
            (report, pictured.get(report.pk), photos.get(report.page), words.get(report.page)) for report in reports
        ],
        "names": names_to_block(reports),
        "hidden": hidden_leagues(),
        "pictures": hidden_pictures(),
        "photos": hidden_photos(),
        "words": hidden_words(),
        "blocks": blocks(),
        "decided": decided_reports()[:REPORTS_PER_PAGE],
    }
    return render(request, "league/talk/moderation.html", context)


def _act(request: HttpRequest) -> str:
    """Press one of the page's buttons and return what was done, as a sentence. Raise ValidationError."""
    data, by = request.POST, user_of(request)
    why = data.get("why", "")
    report = get_object_or_404(Report, pk=whole_number(data["report"])) if data.get("report") else None
    if "dismiss" in data and report:
        dismiss_report(report=report, note=why, by=by)
        return _("The report is dismissed. Its sender will be told.")
    if "hide" in data:
        league = report.league if report else League.objects.filter(slug=data["hide"]).first()
        if league is None:
            raise ValidationError(_("There is no such league."))
        hide_league(league=league, why=why, by=by, report=report)
        return _("{league} is hidden. Its organisers are told, and you can show it again below.").format(league=league)
    if "hide_picture" in data:
        character = _character(data["hide_picture"])
        hide_picture(character=character, why=why, by=by, report=report)
        text = _("The picture of {character} is hidden; the drawing is shown instead. You can show it again below.")
        return text.format(character=character)
    if "show_picture" in data:
        character = _character(data["show_picture"])
        show_picture(character=character, by=by)
        return _("The picture of {character} is shown again.").format(character=character)
    if "hide_words" in data:
        hide_words(words=_words(data["hide_words"]), why=why, by=by, report=report)
        return _("It is hidden. You can show it again below.")
    if "show_words" in data:
        show_words(words=_words(data["show_words"]), by=by)
        return _("It is shown again.")
    if "hide_photo" in data:
        hide_photo(photo=_photo(data["hide_photo"]), why=why, by=by, report=report)
        return _("The photo is hidden. You can show it again below.")
    if "show_photo" in data:
        show_photo(photo=_photo(data["show_photo"]), by=by)
        return _("The photo is shown again.")
    if "show" in data:
        league = get_object_or_404(League, pk=whole_number(data["show"]))
        show_league(league=league, by=by)
        return _("{league} is shown again.").format(league=league)
    if "block" in data:
        block = block_person(username=data.get("username", ""), why=why, by=by, report=report)
        return _("{name} is blocked and told so. You can lift that below.").format(name=block.user)
    if "unblock" in data:
        block = get_object_or_404(Block.objects.select_related("user"), pk=whole_number(data["unblock"]))
        unblock_person(block=block, by=by)
        return _("{name} can sign in again.").format(name=block.user)
    raise ValidationError(_("Choose what to do."))


def _character(pk: str) -> Character:
    return get_object_or_404(Character.objects.select_related("enrolment__league"), pk=whole_number(pk))


def _words(key: str) -> WordsAt:
    words = words_by_key(key)
    if words is None:
        raise Http404
    return words


def _photo(pk: str) -> EveningPhoto:
    return get_object_or_404(photos_of_evenings(), pk=whole_number(pk))
