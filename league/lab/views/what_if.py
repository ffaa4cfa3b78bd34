"""Other house rules tried out on a league's own games: ordered by organisers, read by everybody."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from characters.queries.history import rules_in
from characters.rules.house_rules import HouseRules
from engine.translatable import spoken
from league.boards.queries import board_choices, board_names
from league.clubs.queries import newest_house_rules, offered_boards
from league.core.forms import whole_number
from league.core.queries.access import may, require
from league.core.rules.roles import CLOSED
from league.core.views.access import refusals_on, refuse_unless, user_of
from league.core.views.live import Request
from league.lab.forms.what_if import PlayedWhatIfForm, WhatIfForm
from league.lab.models import WhatIf
from league.lab.queries.what_if import has_games, usual_format, what_ifs_of
from league.lab.queries.what_if_file import figures_csv
from league.lab.queries.what_if_words import in_short, report_of
from league.lab.rules.what_if_worlds import TableFormat
from league.lab.services.what_if import order_what_if
from league.lab.tasks import work_soon
from league.lab.views.orders import change_order
from league.models import League

PER_PAGE = 20


def what_if_list(request: HttpRequest, slug: str) -> HttpResponseBase:
    league = get_object_or_404(League, slug=slug)
    if request.method == "POST":
        return _order(request, league)
    return _list(request, league, _form(request, league))


def _form(request: HttpRequest, league: League) -> WhatIfForm:
    """Return the form for the source that the address names. It begins with today's rules, or with those of the
    comparison that it names (`from`)."""
    before = what_ifs_of(league).filter(pk=whole_number(request.GET.get("from", "")) or 0).first()
    today, usual = newest_house_rules(league), (usual_format(league),) * 2
    usual_source = WhatIf.RESULTS if has_games(league) else WhatIf.ENGINE
    source = request.GET.get("source") or (before.source if before else usual_source)
    rules = rules_in(before.other) if before else today
    data = request.POST if request.method == "POST" else None
    if source != WhatIf.ENGINE:
        return WhatIfForm(data, rules=rules, today=today)
    if before and before.source == WhatIf.ENGINE:
        usual = TableFormat.of(before.today_format), TableFormat.of(before.other_format)
    return PlayedWhatIfForm(data, rules=rules, today=today, boards=_boards(league, rules), usual=usual)


def _boards(league: League, rules: HouseRules) -> list[tuple[str, str]]:
    season = league.seasons.order_by("-id").first()
    return offered_boards(season, rules) if season else board_choices(league)


@login_required
def _order(request: HttpRequest, league: League) -> HttpResponseBase:
    require(request.user, "administer", league)
    refuse_unless(league.closed_at is None, spoken(CLOSED))
    form = _form(request, league)
    if form.is_valid():
        with refusals_on(form):
            what_if = order_what_if(league=league, by=user_of(request), **form.asked())
            work_soon()
            return redirect(what_if)
    return _list(request, league, form)


def _list(request: HttpRequest, league: League, form: WhatIfForm) -> HttpResponseBase:
    page = Paginator(what_ifs_of(league), PER_PAGE).get_page(request.GET.get("page"))
    names = board_names(league)
    context = {
        "league": league,
        "form": form,
        "page_obj": page,
        "rows": [(what_if, in_short(what_if, names)) for what_if in page],
        "may_order": may(request.user, "administer", league) and league.closed_at is None,
        "has_games": has_games(league),
    }
    return render(request, "league/lab/what_if_list.html", context, status=422 if form.errors else 200)


@require_safe
def what_if_detail(request: Request, slug: str, what_if_id: int) -> HttpResponse:
    """Show how far the comparison is, and what is known so far; the page completes itself while it runs."""
    what_if = _found(slug, what_if_id)
    context = {
        "what_if": what_if,
        "league": what_if.league,
        "report": report_of(what_if),
        "why": what_if.error,
        "may_change": may(request.user, "administer", what_if.league) and what_if.league.closed_at is None,
    }
    return render(request, "league/lab/what_if.html", context)


@require_safe
def what_if_file(request: HttpRequest, slug: str, what_if_id: int) -> HttpResponse:
    """Answer with the figures so far, as CSV."""
    what_if = _found(slug, what_if_id)
    answer = HttpResponse(figures_csv(what_if), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="what-if-{what_if.pk}.csv"'
    return answer


@login_required
@require_POST
def what_if_change(request: HttpRequest, slug: str, what_if_id: int) -> HttpResponseBase:
    """Stop a comparison, or let it go on."""
    what_if = _found(slug, what_if_id)
    require(request.user, "administer", what_if.league)
    refuse_unless(what_if.league.closed_at is None, spoken(CLOSED))
    change_order(request, what_if)
    return redirect(what_if)


def _found(slug: str, what_if_id: int) -> WhatIf:
    return get_object_or_404(
        WhatIf.objects.select_related("league", "today", "other", "asked_by"), pk=what_if_id, league__slug=slug
    )
