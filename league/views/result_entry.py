"""Entering a result: system, season, then the sheet."""

import secrets
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone

from characters.models import Character
from engine.careers.editions import edition_ids
from games.models import Sheet
from games.rules.sheets import ScoreSheet
from games.rules.systems import SYSTEMS
from games.tasks import review_soon
from league.forms.checking import STEPS
from league.forms.draft import Draft
from league.models import League, Season, SeasonGame
from league.models.organisation import Role
from league.queries.roles import may
from league.rules.roles import refusal
from league.services.entry import report_once, sent_before
from league.services.preview import Consequences, preview_report
from league.views.access import forget_kept_form, kept_form, sign_in_and_return, user_of
from league.views.result_wizard import SheetWizard

REPORTERS = (Role.ORGANISER, Role.SCORE_KEEPER, Role.PLAYER)


def result_enter(request: HttpRequest) -> HttpResponseBase:
    if not request.user.is_authenticated:
        return sign_in_and_return(request)
    data = request.POST if request.method == "POST" else kept_form(request)
    if data is None:
        return _start(request)
    season = seasons_to_report_in(request).filter(slug=data.get("season", "")).first()
    if season is None or data.get("system") not in SYSTEMS:
        return _start(request)
    wizard = NewSheet(request, season, Draft.read(data))
    if request.method == "POST":
        forget_kept_form(request)
        return wizard.respond()
    return wizard.show(_step(data), notice="Here is what you typed. Nothing was sent yet.")


class NewSheet(SheetWizard):
    """`token` is this form's own: sent twice, it is one game."""

    def __init__(self, request: HttpRequest, season: Season, draft: Draft) -> None:
        super().__init__(request, season, draft)
        self.token = draft.fields.setdefault("token", "") or secrets.token_urlsafe(16)
        draft.fields["token"] = self.token

    def words(self) -> dict[str, Any]:
        confirms = may(self.user, "confirm", self.season.league)
        return {
            "title": "Enter a result",
            "reported_as": self.reference,
            "send_label": "Confirm" if confirms else "Submit for confirmation",
            "follows": "When you confirm" if confirms else "When an organiser confirms it",
        }

    def not_allowed(self) -> str:
        allowed = may(self.user, "submit", self.season.league, characters=self.draft.character_ids)
        return "" if allowed else refusal("submit")

    def consequences(self, sheet: ScoreSheet) -> Consequences:
        return preview_report(season=self.season, reference=self.reference, sheet=sheet, by=self.user)

    def respond(self) -> HttpResponseBase:
        if self.request.POST.get("go") == "send":
            known = sent_before(token=self.token, by=self.user)
            if known is not None:
                return self._arrived_before(known)
        return super().respond()

    def send(self, sheet: ScoreSheet) -> HttpResponseBase:
        confirm = may(self.user, "confirm", self.season.league)
        made, is_new = report_once(
            token=self.token,
            season=self.season,
            reference=self.draft.fields.get("reference", ""),
            sheet=sheet,
            source=Sheet.WEB,
            by=self.user,
            confirm=confirm,
        )
        if not is_new:
            return self._arrived_before(made)
        if confirm:
            review_soon()
            messages.success(self.request, f"Game {made.reference} is confirmed. The reviews follow within seconds.")
        else:
            messages.success(self.request, f"Game {made.reference} waits for an organiser to confirm it.")
        return redirect("game_detail", pk=made.game_id)

    def _arrived_before(self, made: SeasonGame) -> HttpResponseBase:
        messages.info(self.request, f"This sheet had arrived already: it is game {made.reference}, entered once.")
        return redirect("game_detail", pk=made.game_id)


def seasons_to_report_in(request: HttpRequest) -> QuerySet[Season]:
    """The seasons of leagues in which this person reports games."""
    seasons = Season.objects.select_related("league")
    if user_of(request).is_superuser:
        return seasons
    leagues = League.objects.filter(memberships__user=user_of(request), memberships__role__in=REPORTERS)
    return seasons.filter(league__in=leagues)


def _start(request: HttpRequest) -> HttpResponseBase:
    """The first question: which system and season, unless there is only one answer."""
    seasons = list(seasons_to_report_in(request))
    systems = list(SYSTEMS.values())
    season = _chosen(seasons, "slug", request.GET.get("season"))
    system = _chosen(systems, "ID", request.GET.get("system"))
    if season is None or system is None:
        context = {"seasons": seasons, "systems": systems, "season": season}
        return render(request, "league/result_start.html", context)
    return NewSheet(request, season, _blank(request, season, system)).show("details")


def _chosen(options: list[Any], key: str, wanted: str | None) -> Any:
    if wanted is None and len(options) == 1:
        return options[0]
    return next((one for one in options if getattr(one, key) == wanted), None)


def _blank(request: HttpRequest, season: Season, system: Any) -> Draft:
    characters = Character.objects.filter(enrolment__league=season.league_id).order_by("-id")
    own = characters.filter(owner=user_of(request)).first() or characters.first()
    now = timezone.localtime().replace(tzinfo=None, second=0, microsecond=0)
    return Draft(
        {
            "system": system.ID,
            "season": season.slug,
            "edition": own.edition if own else edition_ids()[0],
            "mode": next(iter(system.MODES), ""),
            "played_at": now.isoformat(timespec="minutes"),
        }
    )


def _step(data: QueryDict) -> str:
    step = data.get("step", "")
    return step if step in STEPS else "details"
