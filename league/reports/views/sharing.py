"""Pages that hand something out: a preview of its card, its text to copy; and the cards themselves."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.html import format_html
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from characters.queries import history
from league.core.queries.characters import find_character
from league.core.queries.games import with_headlines
from league.core.views.live import Request
from league.reports.queries.drawn import card_png
from league.reports.queries.shared import (
    annual_shared,
    character_shared,
    game_shared,
    memo_shared,
    moment_card,
    personal_shared,
    record_shared,
    season_of,
    season_shared,
    top_rows,
    tournament_shared,
)
from league.reports.rules import ShareCard, Shared

FRAMED = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
FRAMED_FOR = 60  # seconds for which standings in a frame may be old
THEMES = ("light", "dark")
KEPT = 600  # seconds for which others may keep a card without asking again
STANDARD_CARD = "league/card.png"
View = Callable[..., HttpResponseBase]


def _card_view(find: Callable[..., Shared]) -> View:
    @require_safe
    def view(request: Request, **which: Any) -> HttpResponseBase:
        with _language_of(request):
            return _sent(request, find(**which).card)

    return view


def _share_view(find: Callable[..., Shared]) -> View:
    @require_safe
    def view(request: Request, **which: Any) -> HttpResponseBase:
        return render(request, "league/reports/share.html", _context(request, find(**which)))

    return view


def _context(request: Request, shared: Shared) -> dict[str, Any]:
    address = request.build_absolute_uri(shared.path)
    card_path = _in_this_language(shared.card_path)
    return {"shared": shared, "card_path": card_path, "address": address, "text": f"{shared.text}\n{address}"}


def _in_this_language(address: str) -> str:
    """Return the address with the language of the page, for links that others store: the address alone says in which
    language it is; English if it names no other."""
    language = get_language()
    return address if language in (None, settings.LANGUAGE_CODE) else f"{address}?language={language}"


def _language_of(request: Request) -> override:
    language = request.GET.get("language", "")
    return override(language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE)


def _sent(request: Request, card: ShareCard) -> HttpResponseBase:
    """Answer with the card. It is not sent again to a browser that has this very content. If too many were asked
    for, the site's own card takes its place."""
    tag = f'"{card.digest[:32]}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    png = card_png(card)
    if png is None:
        return redirect(static(STANDARD_CARD))
    response = HttpResponse(png, content_type="image/png", headers={"ETag": tag})
    patch_cache_control(response, public=True, max_age=KEPT)
    return response


season_card = _card_view(season_shared)
tournament_share, tournament_card = _share_view(tournament_shared), _card_view(tournament_shared)
record_share, record_card = _share_view(record_shared), _card_view(record_shared)
game_share, game_card = _share_view(game_shared), _card_view(game_shared)
annual_report_share, annual_report_card = _share_view(annual_shared), _card_view(annual_shared)
personal_report_share, personal_report_card = _share_view(personal_shared), _card_view(personal_shared)
character_share, character_card = _share_view(character_shared), _card_view(character_shared)


@require_safe
def play_card(request: Request, pk: int) -> HttpResponseBase:
    """Answer with the card of a moment, as its page is asked for."""
    with _language_of(request):
        return _sent(request, moment_card(pk, request.GET.get("at", ""), request.GET.get("seat", "")))


@require_safe
def memo_card(request: Request, slug: str, pk: int) -> HttpResponseBase:
    with _language_of(request):
        return _sent(request, memo_shared(slug, pk)[0].card)


@require_safe
def memo_detail(request: Request, slug: str, pk: int) -> HttpResponse:
    """Show one memo at its own address, to be shared."""
    shared, event = memo_shared(slug, pk)
    character = find_character(slug)
    letter = with_headlines(history.letters([event], character, most=1))[0]
    context = {"character": character, "letter": letter, **_context(request, shared)}
    return render(request, "league/reports/memo.html", context)


@require_safe
def season_share(request: Request, slug: str) -> HttpResponse:
    season = season_of(slug)
    embed_path = _in_this_language(reverse("season_embed", args=[slug]))
    frame = '<iframe src="{}" title="{}" width="100%" height="560" loading="lazy"></iframe>'
    title = _("Standings of {season}").format(season=season.name)
    snippet = str(format_html(frame, request.build_absolute_uri(embed_path), title))
    context = {"season": season, "embed_path": embed_path, "snippet": snippet}
    context |= _context(request, season_shared(slug))
    return render(request, "league/reports/season_share.html", context)


@require_safe
@xframe_options_exempt
def season_embed(request: Request, slug: str) -> HttpResponse:
    """Show the top of the standings for a frame on any other site: nothing in it is the reader's own, and nothing can
    be done in it."""
    season, theme = season_of(slug), request.GET.get("theme", "")
    context = {
        "season": season,
        "rows": top_rows(season),
        "theme": theme if theme in THEMES else "",
        "address": request.build_absolute_uri(season.get_absolute_url()),
    }
    with _language_of(request):
        response = render(request, "league/reports/embed.html", context)
    response.headers["Content-Security-Policy"] = FRAMED
    patch_cache_control(response, public=True, max_age=FRAMED_FOR)
    return response
