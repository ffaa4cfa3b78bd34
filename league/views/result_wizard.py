"""The score sheet form, step by step, for a new game and for another version of one. Every step posts all of it."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from games.rules.sheets import WARNING, Problem, ScoreSheet
from games.rules.systems import SYSTEMS, System
from league.forms.boxes import pointed, seat_boxes
from league.forms.checking import STEPS, Checked, check_draft, names_at, refused, seat_name, unnoticed
from league.forms.details import GameDetailsForm
from league.forms.draft import Draft
from league.forms.plain import readable
from league.models import Season
from league.queries.companions import candidates
from league.queries.table_notes import table_note
from league.rules.notes import Note
from league.services.games import next_reference
from league.services.preview import Consequences
from league.views.access import user_of

STEP_NAMES = {"details": "Game", "seats": "Seats", "figures": "Figures", "check": "Check"}


class SheetWizard:
    """`game_id` and `reference` are those of the game when it has them already."""

    game_id: int | None = None
    first_step = "details"

    def __init__(self, request: HttpRequest, season: Season, draft: Draft, *, reference: str = "") -> None:
        self.request = request
        self.season = season
        self.draft = draft
        self.free_reference = reference or next_reference(season)
        self.reference = reference or draft.fields.get("reference", "").strip() or self.free_reference

    def words(self) -> dict[str, Any]:
        """What the page is called and what its last button says."""
        raise NotImplementedError

    def not_allowed(self) -> str:
        """Why this person may not send this sheet; empty when they may."""
        raise NotImplementedError

    def consequences(self, sheet: ScoreSheet) -> Consequences | None:
        """What would follow. Raises ValidationError."""
        raise NotImplementedError

    def send(self, sheet: ScoreSheet) -> HttpResponseBase:
        """The last step. Raises ValidationError."""
        raise NotImplementedError

    @property
    def user(self) -> User:
        return user_of(self.request)

    @property
    def system(self) -> System:
        return SYSTEMS[self.draft.fields["system"]]

    def game_has(self, kind: str) -> bool:
        return any(column.kind == kind for column in self.system.FIGURES)

    def respond(self) -> HttpResponseBase:
        """Do what the pressed button says."""
        go = self.request.POST.get("go", self.first_step)
        if self._change_seats() or go == "search":
            return self.show("seats")
        checked = self.check()
        if go == "live":
            return self._live(checked)
        target = go if go in STEPS else "send"
        step = checked.first_refused(before=target)
        if step:
            return self.show(step, checked, refuse=True)
        if target != "send" or checked.sheet is None:
            return self.show(target, checked)
        try:
            return self.send(checked.sheet)
        except ValidationError as error:
            return self.refuse(checked, error)

    def check(self) -> Checked:
        checked = check_draft(
            self.draft,
            self.season,
            reference=self.reference,
            next_reference=self.free_reference,
            game_id=self.game_id,
        )
        why = self.not_allowed()
        if why:
            checked.problems.append(Problem(why, figure="character"))
        return checked

    def show(self, step: str, checked: Checked | None = None, *, refuse: bool = False, **more: Any) -> HttpResponse:
        """One step of the form; `refuse` says above it what needs mending before the next one."""
        checked = checked or self.check()
        context = self.context(step, checked, refuse=refuse)
        if step == "check" and checked.sheet:
            try:
                context["consequences"] = self.consequences(checked.sheet)
            except ValidationError as error:
                return self.refuse(checked, error)
        return render(
            self.request, "league/result_form.html", context | more, status=422 if refuse else more.get("status", 200)
        )

    def refuse(self, checked: Checked, error: ValidationError) -> HttpResponse:
        """Back to where the reasons of a service can be mended."""
        checked.problems += refused(error)
        return self.show(checked.first_refused(before="send") or "figures", checked, refuse=True)

    def context(self, step: str, checked: Checked, *, refuse: bool = False) -> dict[str, Any]:
        at = STEPS.index(step)
        form = self._details_form(checked, refuse=refuse)
        inputs = {"details": {*form.fields}, "check": {"reason", "redraw"}}.get(step, set())

        def shown(name: str) -> bool:
            return name in inputs or (step == "figures" and _is_figure(name))

        return {
            **self.words(),
            "step": step,
            "steps": [(name, STEP_NAMES[name], index < at) for index, name in enumerate(STEPS)],
            "season": self.season,
            "system": self.system,
            "draft": self.draft,
            "by_deals": self.game_has("positions"),
            "more_label": "Office politics and other notes" if self.game_has("seats") else "Notes",
            "hidden": [(name, value) for name, value in self.draft.wire() if not shown(name)],
            "form": form,
            "sheet": checked.sheet,
            "seats": seat_boxes(
                self.draft, names_at(self.draft, self.season), checked.sheet, checked.problems if refuse else ()
            ),
            "warnings": [str(one) for one in checked.problems if one.severity == WARNING],
            "problems": [pointed(one, checked.sheet) for one in checked.at(step)] if refuse else [],
            **(self._search() if step == "seats" else {}),
        }

    def _details_form(self, checked: Checked, *, refuse: bool) -> GameDetailsForm:
        if not refuse:
            return checked.form.again()
        for one in checked.at("details"):
            if one.figure in checked.form.fields and one.figure not in checked.form.errors:
                checked.form.add_error(one.figure, str(one))
        return checked.form

    def _search(self) -> dict[str, Any]:
        text = readable(self.request.POST.get("q", "")) if self.request.POST.get("go") == "search" else ""
        found = candidates(self.season.league, self.user, text=text, apart_from=self.draft.character_ids)
        return {"q": text, "found": found, "note": self._note()}

    def _note(self) -> Note | None:
        names = names_at(self.draft, self.season)
        table = [(seat.character_id, seat_name(seat, names) or "Guest") for seat in self.draft.seats]
        return table_note(self.season, self.system.ID, table)

    def _change_seats(self) -> bool:
        data, draft = self.request.POST, self.draft
        order = list(range(1, len(draft.seats) + 1))
        if "add" in data:
            draft.add(character=data["add"])
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

    def _live(self, checked: Checked) -> HttpResponse:
        checked.problems = unnoticed(checked.problems, self.draft)
        context = self.context("figures", checked, refuse=True)
        context["general"] = [str(one) for one in checked.at("figures") if one.seat is None]
        return render(self.request, "league/result_live.html", context)


def _is_figure(name: str) -> bool:
    """Whether the input is one of those that the step with the figures shows; who sits there is always hidden."""
    return name == "winner" or (name.startswith("seat-") and not name.endswith(("-character", "-name")))
