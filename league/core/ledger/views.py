"""The ledger of a league and of the installation, and the heads that anybody may keep."""

import json
from typing import Any
from urllib.parse import quote

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.core.ledger.queries.ends import head_file
from league.core.ledger.queries.pages import entries_of, shown
from league.core.ledger.rules.kinds import GROUPS, TOURNAMENTS
from league.core.queries.access import is_staff, may
from league.core.rules.signatures import public_key
from league.core.services.installation_key import installation_key
from league.models import HeadSubscription, League, MailNotice, SignedHead

PER_PAGE, HEADS_PER_PAGE = 25, 25


@require_safe
def league_ledger(request: HttpRequest, slug: str) -> HttpResponse:
    league = get_object_or_404(League, slug=slug)
    return _ledger(request, league, everything=may(request.user, "administer", league))


@require_safe
def installation_ledger(request: HttpRequest) -> HttpResponse:
    """Show what concerns accounts and tokens, to people who run the site."""
    if not is_staff(request.user):
        raise PermissionDenied(_("Only the people who run this site can read its own ledger."))
    return _ledger(request, None, everything=True)


def _ledger(request: HttpRequest, league: League | None, *, everything: bool) -> HttpResponse:
    group = request.GET.get("group", "")
    entries = entries_of(league, group=group, everything=everything)
    page = Paginator(entries, PER_PAGE).get_page(request.GET.get("page"))
    groups = [TOURNAMENTS, *GROUPS]
    context = {
        "league": league,
        "page_obj": page,
        "entries": shown(league, page.object_list, everything=everything),
        "groups": [(str(choice), choice) for choice in groups],
        "group": next((choice for choice in groups if choice == group), group),
        "everything": everything,
    }
    return render(request, "league/core/ledger/ledger.html", context)


@require_safe
def head_list(request: HttpRequest) -> HttpResponse:
    page = Paginator(SignedHead.objects.all(), HEADS_PER_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"page_obj": page, "key": public_key(installation_key())}
    if request.user.is_authenticated:
        context["subscription"] = HeadSubscription.objects.filter(user=request.user).first()
        context["last_letter"] = MailNotice.objects.filter(user=request.user, head__isnull=False).last()
    return render(request, "league/core/ledger/head_list.html", context)


@require_safe
def head_download(request: HttpRequest, pk: int) -> HttpResponse:
    """Send the whole file of a head, or only its statement once the file is deleted."""
    head = get_object_or_404(SignedHead, pk=pk)
    content = head_file(head) or json.dumps(head.statement, sort_keys=True, indent=1)
    answer = HttpResponse(content, content_type="application/json")
    name = f"head-{head.made_at:%Y-%m-%d-%H%M}.json"
    answer.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(name)}"
    return answer
