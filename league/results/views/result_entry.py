"""Entering a result: system and season, then the sheet in three steps. Every step posts all of it."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import Character
from engine.careers.editions import edition_ids
from engine.translatable import said, spoken
from games.models import Sheet
from games.queries.sheets import score_sheet
from games.rules.sheets import WARNING, Problem, ScoreSheet
from games.rules.systems import SheetSystem, marks_missing, seats_by, system_of
from games.tasks import review_soon
from league.clubs.queries import current_season, house_rules_of, league_for
from league.core.forms import readable, whole_number
from league.core.queries.access import is_superuser, may
from league.core.queries.games import headline_of
from league.core.queries.systems import system_for, systems_of
from league.core.rules.notes import Note
from league.core.rules.roles import refusal
from league.core.rules.words import listed
from league.core.views.access import forget_kept_form, kept_form, sign_in_and_return, user_of
from league.core.views.permissions import with_camera
from league.models import League, Season, SeasonGame
from league.models.organisation import Role
from league.nights.queries import present
from league.results.queries.notes import table_note
from league.results.services.games import next_reference
from league.results.services.preview import Consequences, preview_report
from league.results.services.sent_forms import report_once, sent_before
from league.sheets.forms.boxes import more_label, pointed, seat_boxes, show_photo
from league.sheets.forms.checking import STEPS, CheckedDraft, GameDetailsForm, check_draft, unnoticed
from league.sheets.forms.drafts import Draft, names_at, none_waits, refused, seat_name
from league.sheets.queries.companions import (
    candidates,
    last_sheet,
    last_table,
    nearly_called,
    own_marks,
    played_lately,
    still_here,
)
from league.sheets.queries.photos import fields_read, form_digest
from league.sheets.rules.sheet_cells import ReadField

SEARCHES = ("search", "enter")
SEND = "send"
STEP_NAMES = {"seats": said("Game"), "figures": said("Figures"), "check": said("Check")}


class SheetWizard:
    """`game_id` and `reference` are those of the game when it already has them. `marks_later`: whether a sheet without
    its marks is kept, to be confirmed once they are there. `takes_photo`: whether a photo can fill the figures in."""

    game_id: int | None = None
    first_step = "seats"
    marks_later = True
    takes_photo = False
    has_seated = False

    def __init__(self, request: HttpRequest, season: Season, draft: Draft, *, reference: str = "") -> None:
        self.request = request
        self.season = season
        self.draft = draft
        self.free_reference = reference or next_reference(season)
        self.reference = reference or draft.fields.get("reference", "").strip() or self.free_reference

    def words(self) -> dict[str, Any]:
        """Return the title of the page and the text of its last button."""
        raise NotImplementedError

    @property
    def path(self) -> str:
        """Return where the form is sent to."""
        return self.request.path

    def fields_read(self) -> Mapping[str, ReadField]:
        """Return what was read from a photo for this form, by field."""
        return {}

    def not_allowed(self) -> str:
        """Return why this person may not send this sheet; empty when they may."""
        raise NotImplementedError

    def consequences(self, sheet: ScoreSheet) -> Consequences | None:
        """Return what would follow. Raise ValidationError."""
        raise NotImplementedError

    def send(self, sheet: ScoreSheet) -> HttpResponseBase:
        """Do the last step. Raise ValidationError."""
        raise NotImplementedError

    @property
    def user(self) -> User:
        return user_of(self.request)

    @property
    def system(self) -> SheetSystem:
        return self.draft.game

    def game_has(self, kind: str) -> bool:
        return any(column.kind == kind for column in self.system.FIGURES)

    def respond(self) -> HttpResponseBase:
        """Do what the pressed button says."""
        go = self.request.POST.get("go", self.first_step)
        if self._change_seats() or self._seat_the_one_found() or go in SEARCHES:
            return self.show("seats")
        checked = self.check()
        if go == "live":
            return self._live(checked)
        target = go if go in (*STEPS, SEND) else self.first_step
        step = checked.first_refused(before=target)
        if step:
            return self.show(step, checked, refuse=True)
        if target != SEND or checked.sheet is None:
            return self.show(target, checked)
        try:
            return self.send(checked.sheet)
        except ValidationError as error:
            return self.refuse(checked, error)

    def check(self) -> CheckedDraft:
        checked = check_draft(
            self.draft, self.season, reference=self.reference, next_reference=self.free_reference, game_id=self.game_id
        )
        why = self.not_allowed()
        if why:
            checked.problems.append(Problem(why, figure="character"))
        if not self.marks_later:
            checked.problems = none_waits(checked.problems)
        return checked

    def show(
        self, step: str, checked: CheckedDraft | None = None, *, refuse: bool = False, **more: Any
    ) -> HttpResponse:
        """Show one step of the form; `refuse` shows above it what needs correction before the next one."""
        checked = checked or self.check()
        context = self.context(step, checked, refuse=refuse)
        if step == "check" and checked.sheet and not checked.waits:
            try:
                context["consequences"] = self.consequences(checked.sheet)
            except ValidationError as error:
                return self.refuse(checked, error)
        status = 422 if refuse else more.get("status", 200)
        return render(self.request, "league/results/result_form.html", context | more, status=status)

    def refuse(self, checked: CheckedDraft, error: ValidationError) -> HttpResponse:
        """Return to the step where the reasons of a service can be corrected."""
        checked.problems += refused(error)
        return self.show(checked.first_refused(before="send") or "figures", checked, refuse=True)

    def context(self, step: str, checked: CheckedDraft, *, refuse: bool = False) -> dict[str, Any]:
        at = STEPS.index(step)
        form = self._details_form(checked, refuse=refuse)
        inputs = {"seats": {*form.fields}, "check": {"reason", "redraw"}}.get(step, set())

        seats = seat_boxes(
            self.draft,
            names_at(self.draft, self.season),
            checked.sheet,
            checked.problems if refuse else checked.waits,
            own_marks(self.draft.character_ids) if step == "figures" else {},
        )

        def shown(name: str) -> bool:
            is_figure = name.startswith("seat-") and not name.endswith(("-character", "-name"))
            return name in inputs or (step == "figures" and (name == "winner" or is_figure))

        return {
            **self.words(),
            "step": step,
            "steps": [(name, STEP_NAMES[name], index < at) for index, name in enumerate(STEPS)],
            "season": self.season,
            "system": self.system,
            "draft": self.draft,
            "by_deals": self.game_has("positions"),
            "more_label": more_label(self.system),
            "hidden": [(name, value) for name, value in self.draft.wire() if not shown(name)],
            "form": form,
            "sheet": checked.sheet,
            "path": self.path,
            "takes_photo": self.takes_photo,
            "seats": seats,
            **(show_photo(seats, self.fields_read()) if step == "figures" else {}),
            "waits": [problem.sentence for problem in checked.waits],
            "warnings": [problem.sentence for problem in checked.problems if problem.severity == WARNING],
            "problems": [pointed(problem, checked.sheet) for problem in checked.at(step)] if refuse else [],
            **(self._search() if step == "seats" else {}),
        }

    def _details_form(self, checked: CheckedDraft, *, refuse: bool) -> GameDetailsForm:
        if not refuse:
            return checked.form.again()
        for problem in checked.at("seats"):
            if problem.figure in checked.form.fields and problem.figure not in checked.form.errors:
                checked.form.add_error(problem.figure, problem.spoken())
        return checked.form

    def _search(self) -> dict[str, Any]:
        data = self.request.POST
        text = readable(data.get("q", "")) if data.get("go") in SEARCHES and not self.has_seated else ""
        league, seated = self.season.league, self.draft.character_ids
        here = present(league, timezone.now(), apart_from=seated)
        first = [who.pk for who in here]
        matches = candidates(league, self.user, text=text, apart_from=seated, first=first)
        near = [] if matches or not text.strip() else nearly_called(league, self.user, text=text, apart_from=seated)
        last = None if self.draft.seats else last_table(self.season, self.system.ID, self.user)
        again = names_again(last, league)
        bounds = self._bounds()
        table = listed([who.name for who in here]) if bounds[0] <= len(here) <= bounds[1] and not seated else ""
        found = {"here": table, "q": text, "found": matches or near, "near": bool(near)}
        return {**found, "note": self._note(), "again": again, "bounds": bounds}

    def _bounds(self) -> tuple[int, int]:
        return seats_by(self.system, house_rules_of(self.season).choices(self.system.ID))

    def _note(self) -> Note | None:
        names = names_at(self.draft, self.season)
        table = [(seat.character_id, seat_name(seat, names) or _("Guest")) for seat in self.draft.seats]
        return table_note(self.season, self.system.ID, table)

    def _seat_the_one_found(self) -> bool:
        """Seat the only character that matches the search, after Enter; return whether there was one."""
        text = readable(self.request.POST.get("q", "")).strip()
        if self.request.POST.get("go") != "enter" or not text:
            return False
        matches = candidates(self.season.league, self.user, text=text, apart_from=self.draft.character_ids)
        self.has_seated = len(matches) == 1
        if self.has_seated:
            self.draft.add(character=str(matches[0].id))
        return self.has_seated

    def seat_again(self, table: ScoreSheet | None) -> None:
        for line in still_here(table, self.season.league):
            self.draft.add(str(line.character or ""), "" if line.character else line.name)

    def _change_seats(self) -> bool:
        data, draft = self.request.POST, self.draft
        order = list(range(1, len(draft.seats) + 1))
        if "add" in data:
            draft.add(character=data["add"])
        elif "again" in data and not draft.seats:
            self.seat_again(last_table(self.season, self.system.ID, self.user))
        elif "here" in data and not draft.seats:
            for who in present(self.season.league, timezone.now())[: self._bounds()[1]]:
                draft.add(character=str(who.pk))
        elif "guest" in data:
            draft.add(name=readable(data.get("q", "")))
        elif "remove" in data:
            draft.reorder([seat for seat in order if str(seat) != data["remove"]])
        elif data.get("up", "") in map(str, order[1:]):
            at = int(data["up"]) - 1
            order[at - 1], order[at] = order[at], order[at - 1]
            draft.reorder(order)
        elif sorted(data.get("order", "").split("-")) == sorted(map(str, order)):
            draft.reorder([int(seat) for seat in data["order"].split("-")])
        else:
            return False
        return True

    def _live(self, checked: CheckedDraft) -> HttpResponse:
        checked.problems = unnoticed(checked.problems, self.draft)
        context = self.context("figures", checked, refuse=True)
        context["general"] = [problem.sentence for problem in checked.at("figures") if problem.seat is None]
        return render(self.request, "league/sheets/result_live.html", context)


FEW_GAMES = 12  # beside each other; more of them are a menu
REPORTERS = (Role.ORGANISER, Role.SCORE_KEEPER, Role.PLAYER)


@with_camera
def result_enter(request: HttpRequest) -> HttpResponseBase:
    if not request.user.is_authenticated:
        return sign_in_and_return(request)
    data = request.POST if request.method == "POST" else kept_form(request)
    if data is None:
        return _start(request)
    season = seasons_to_report_in(request).filter(slug=data.get("season", "")).first()
    system = system_for(season.league, data.get("system", "")) if season else None
    if season is None or system is None:
        return _start(request)
    with timezone.override(ZoneInfo(season.league.zone)):
        wizard = NewSheet(request, season, Draft.read(data, system))
        if request.method == "POST":
            forget_kept_form(request)
            return wizard.respond()
        step = next((name for name in STEPS if name == data.get("step")), STEPS[0])
        return wizard.show(step, notice=_("Here is what you typed. Nothing has been sent yet."))


class NewSheet(SheetWizard):
    """`token` is this form's own: sent twice, it is one game."""

    takes_photo = True

    def __init__(self, request: HttpRequest, season: Season, draft: Draft) -> None:
        super().__init__(request, season, draft)
        self.token = draft.fields.setdefault("token", "") or secrets.token_urlsafe(16)
        draft.fields["token"] = self.token

    @property
    def path(self) -> str:
        return reverse("result_enter")

    @property
    def digest(self) -> str:
        """Return the key of a photo taken for this form."""
        return form_digest(self.user.pk, self.token)

    def fields_read(self) -> Mapping[str, ReadField]:
        return fields_read(None, self.digest, [seat.character_id for seat in self.draft.seats])

    def words(self) -> dict[str, Any]:
        confirms = may(self.user, "confirm", self.season.league)
        return {
            "title": _("Enter a result"),
            "back_href": self.season.get_absolute_url(),
            "back_label": self.season.name,
            "reported_as": ", ".join(filter(None, (self.called["name"], self.reference))),
            "send_label": _("Confirm") if confirms else _("Submit for confirmation"),
            "keep_label": _("Keep it, complete it later"),
            "follows": _("When you confirm") if confirms else _("When an organiser confirms it"),
        }

    def not_allowed(self) -> str:
        allowed = may(self.user, "submit", self.season.league, characters=self.draft.character_ids)
        return "" if allowed else refusal("submit")

    def consequences(self, sheet: ScoreSheet) -> Consequences:
        return preview_report(season=self.season, reference=self.reference, sheet=sheet, by=self.user, **self.called)

    @property
    def called(self) -> dict[str, str]:
        return {name: self.draft.fields.get(name, "") for name in ("name", "place")}

    def respond(self) -> HttpResponseBase:
        if self.request.POST.get("go") == "send":
            season_game = sent_before(token=self.token, by=self.user)
            if season_game is not None:
                return self._arrived_before(season_game)
        return super().respond()

    def send(self, sheet: ScoreSheet) -> HttpResponseBase:
        waits = bool(marks_missing(sheet))
        confirm = may(self.user, "confirm", self.season.league) and not waits
        season_game, is_new = report_once(
            token=self.token,
            season=self.season,
            reference=self.draft.fields.get("reference", ""),
            sheet=sheet,
            source=Sheet.WEB,
            by=self.user,
            confirm=confirm,
            **self.called,
        )
        if not is_new:
            return self._arrived_before(season_game)
        if confirm:
            review_soon()
            text = _("{game} is confirmed. The reviews follow within seconds.")
        elif waits:
            text = _("{game} is kept, to be completed later.")
        else:
            text = _("{game} waits for an organiser to confirm it.")
        messages.success(self.request, text.format(game=spoken(headline_of(season_game))))
        return redirect("game_detail", pk=season_game.game_id)

    def _arrived_before(self, season_game: SeasonGame) -> HttpResponseBase:
        text = _("This sheet had already arrived: it is {game}, entered once.")
        messages.info(self.request, text.format(game=spoken(headline_of(season_game))))
        return redirect("game_detail", pk=season_game.game_id)


def seasons_to_report_in(request: HttpRequest) -> QuerySet[Season]:
    """Return the seasons of leagues in which this person reports games."""
    seasons = Season.objects.select_related("league")
    leagues = League.objects.filter(memberships__user=user_of(request), memberships__role__in=REPORTERS)
    return seasons if is_superuser(request.user) else seasons.filter(league__in=leagues)


def _start(request: HttpRequest) -> HttpResponseBase:
    """Ask the first question, which system and season, unless there is only one answer or a table plays again."""
    seasons = list(seasons_to_report_in(request).filter(league__closed_at=None))
    if table := _table_again(request, seasons):
        return _same_table(request, table)
    season = _chosen(seasons, "slug", request.GET.get("season"))
    systems = systems_of(season.league if season else league_for(user_of(request)))
    system = _chosen(systems, "ID", request.GET.get("system"))
    if season is None or system is None:
        today = timezone.localdate()
        going_on = [other for other in seasons if not other.is_over(today)]
        last = last_sheet([season] if season else going_on, user_of(request))
        remembered = last.game.season_game.season if last else _likely(request, seasons)
        shown = season or remembered
        context = {"seasons": seasons, "systems": systems, "season": shown, "last": last}
        if len(systems) > FEW_GAMES and shown:
            context["lately"] = [system for key in played_lately(shown) for system in systems if key == system.ID]
        context["add_to"] = shown.league if shown and may(request.user, "administer", shown.league) else None
        if last and remembered:
            context["again"] = names_again(score_sheet(last), remembered.league)
        return render(request, "league/results/result_start.html", context)
    with timezone.override(ZoneInfo(season.league.zone)):
        draft = _blank(request, season, system, last_table(season, system.ID, user_of(request)))
        return NewSheet(request, season, draft).show(STEPS[0])


def _table_again(request: HttpRequest, seasons: Sequence[Season]) -> Sheet | None:
    """Return the newest sheet of the game whose table plays again, if it is in one of these seasons."""
    game = whole_number(request.GET.get("again", ""))
    sheets = Sheet.objects.filter(game=game, game__season_game__season__in=seasons)
    related = sheets.select_related("game__season_game__season__league").prefetch_related("seats")
    return related.order_by("-version").first() if game else None


def _same_table(request: HttpRequest, sheet: Sheet) -> HttpResponseBase:
    """Show the figures of a new game with the people and the settings of that one, unless something is missing before
    that."""
    season, table = sheet.game.season_game.season, score_sheet(sheet)
    with timezone.override(ZoneInfo(season.league.zone)):
        wizard = NewSheet(request, season, _blank(request, season, _newest(season, table), table))
        wizard.seat_again(table)
        checked = wizard.check()
        return wizard.show(checked.first_refused(before="figures") or "figures", checked)


def _newest(season: Season, table: ScoreSheet) -> SheetSystem:
    return system_for(season.league, table.system) or system_of(table)


def names_again(table: ScoreSheet | None, league: League) -> str:
    return listed([line.name or _("a guest") for line in still_here(table, league)])


def _likely(request: HttpRequest, seasons: Sequence[Season]) -> Season | None:
    """Return the current season of the league that the person is in, if they may report in it."""
    league = league_for(user_of(request))
    now = current_season(league, today=timezone.localdate(timezone=ZoneInfo(league.zone))) if league else None
    return now if now in seasons else None


def _chosen(options: list[Any], key: str, value: str | None) -> Any:
    if value is None and len(options) == 1:
        return options[0]
    return next((option for option in options if getattr(option, key) == value), None)


def _blank(request: HttpRequest, season: Season, system: SheetSystem, last: ScoreSheet | None) -> Draft:
    characters = Character.objects.filter(enrolment__league=season.league_id).order_by("-id")
    own = characters.filter(owner=user_of(request)).first() or characters.first()
    return Draft(
        system,
        {
            "system": system.ID,
            "season": season.slug,
            "edition": last.edition if last else own.edition if own else edition_ids()[0],
            "mode": last.mode if last else next(iter(system.MODES), ""),
            "target": str(last.target or "") if last else "",
            "played_at": timezone.localtime().replace(tzinfo=None).isoformat(timespec="minutes"),
        },
    )
