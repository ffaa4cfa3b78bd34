"""Reporting a page to the staff, and the staff's page of reports, hidden leagues and blocked accounts."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from characters.models import Character
from league.core.forms import whole_number
from league.core.queries.access import is_staff
from league.core.views.access import add_refusal, user_of
from league.models import Block, League, Report
from league.talk.forms import ReportForm
from league.talk.queries.reports import (
    blocks,
    decided_reports,
    hidden_leagues,
    hidden_pictures,
    names_to_block,
    open_reports,
    pictures_reported,
)
from league.talk.services.moderation import (
    block_person,
    dismiss_report,
    hide_league,
    hide_picture,
    report_page,
    show_league,
    show_picture,
    unblock_person,
)

PER_PAGE = 20


@login_required
def report_create(request: HttpRequest) -> HttpResponseBase:
    form = ReportForm(request.POST or None, initial={"page": request.GET.get("page", "")})
    if request.method == "POST" and form.is_valid():
        try:
            report_page(by=user_of(request), **form.cleaned_data)
        except ValidationError as error:
            add_refusal(form, error)
        else:
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
        try:
            messages.success(request, _act(request))
        except ValidationError as error:
            messages.error(request, " ".join(error.messages))
        return redirect("moderation")
    page = Paginator(open_reports(), PER_PAGE).get_page(request.GET.get("page"))
    reports = list(page)
    pictured = pictures_reported(reports)
    context: dict[str, Any] = {
        "page_obj": page,
        "reports": [(report, pictured.get(report.pk)) for report in reports],
        "names": names_to_block(reports),
        "hidden": hidden_leagues(),
        "pictures": hidden_pictures(),
        "blocks": blocks(),
        "decided": decided_reports()[:PER_PAGE],
    }
    return render(request, "league/talk/moderation.html", context)


def _act(request: HttpRequest) -> str:
    """Press one of the page's buttons and return what was done, as a sentence. Raises ValidationError."""
    data, by = request.POST, user_of(request)
    why = data.get("why", "")
    report = get_object_or_404(Report, pk=whole_number(data["report"])) if data.get("report") else None
    if "dismiss" in data and report:
        dismiss_report(report=report, note=why, by=by)
        return _("The report is dismissed. Who sent it is told.")
    if "hide" in data:
        league = report.league if report else League.objects.filter(slug=data["hide"]).first()
        if league is None:
            raise ValidationError(_("There is no such league."))
        hide_league(league=league, why=why, by=by, report=report)
        return _("{league} is hidden. Its organisers are told, and you can show it again below.").format(league=league)
    if "hide_picture" in data:
        character = _character(data["hide_picture"])
        hide_picture(character=character, why=why, by=by, report=report)
        text = _("The picture of {character} is hidden; the drawing stands in its place. You can show it again below.")
        return text.format(character=character)
    if "show_picture" in data:
        character = _character(data["show_picture"])
        show_picture(character=character, by=by)
        return _("The picture of {character} is shown again.").format(character=character)
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
