"""Another version of a sheet: a correction once it is confirmed or void, a new submission before that."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.translatable import spoken
from games.models import Sheet
from games.queries.sheets import decisions_of, score_sheet
from games.rules.sheets import ScoreSheet
from games.rules.systems import system_of
from games.tasks import review_soon
from league.clubs.queries import season_game_of
from league.core.forms import whole_number
from league.core.queries.access import may, require
from league.core.queries.games import headline_of
from league.core.rules.roles import Act, refusal
from league.core.views.access import forget_kept_form, kept_form, sign_in_and_return, user_of
from league.models import SeasonGame, Table
from league.results.services.games import correct_game, resubmit_game
from league.results.services.preview import Consequences, preview_correction
from league.results.views.result_entry import SheetWizard
from league.sheets.forms.drafts import Draft
from league.sheets.queries.sheet_text import compare


def game_correct(request: HttpRequest, pk: int) -> HttpResponseBase:
    if not request.user.is_authenticated:
        return sign_in_and_return(request)
    season_game, newest = game_and_newest(pk)
    wizard = AnotherVersion.of(request, season_game, newest)
    require(user_of(request), wizard.act, season_game.season.league, characters=characters_of(newest))
    form_kept = kept_form(request)
    if request.method == "POST":
        forget_kept_form(request)
        return wizard.respond()
    return wizard.show("figures", notice=_("Here is what you typed. Nothing has been sent yet.") if form_kept else "")


def game_and_newest(pk: int) -> tuple[SeasonGame, Sheet]:
    """Return the game and its newest version. Raise Http404."""
    try:
        season_game = season_game_of(pk)
    except SeasonGame.DoesNotExist as error:
        raise Http404(_("There is no such game.")) from error
    return season_game, season_game.game.sheets.select_related("game").prefetch_related("seats").latest("version")


def characters_of(sheet: Sheet) -> list[int]:
    return [seat.character_id for seat in sheet.seats.all() if seat.character_id is not None]


class AnotherVersion(SheetWizard):
    """The draft carries the version and the revision that the person saw; what was decided since is never undone. Every
    seat is folded, except the ones that need a look: mostly one figure of one seat is wrong."""

    first_step = "figures"
    season_game: SeasonGame
    newest: Sheet

    @classmethod
    def of(cls, request: HttpRequest, season_game: SeasonGame, newest: Sheet) -> "AnotherVersion":
        data = request.POST if request.method == "POST" else kept_form(request)
        draft = _posted(data, newest) if data is not None else _prefilled(newest)
        wizard = cls(request, season_game.season, draft, reference=season_game.reference)
        wizard.season_game, wizard.newest, wizard.game_id = season_game, newest, season_game.game_id
        return wizard

    @property
    def is_open(self) -> bool:
        return self.newest.status in (Sheet.SUBMITTED, Sheet.DISPUTED)

    @property
    def marks_later(self) -> bool:  # type: ignore[override]
        return self.is_open and not Table.objects.filter(game=self.game_id).exists()

    @property
    def act(self) -> Act:
        return "edit" if self.is_open else "correct"

    @property
    def expected_version(self) -> int:
        return whole_number(self.draft.fields.get("expected_version", "")) or 0

    @property
    def expected_revision(self) -> int | None:
        return whole_number(self.draft.fields.get("expected_revision", ""))

    @property
    def is_stale(self) -> bool:
        seen, now = self.expected_revision, self.newest.game.revision
        return self.expected_version != self.newest.version or seen not in (None, now)

    @property
    def wants_redraw(self) -> bool:
        return bool(self.draft.fields.get("redraw"))

    def words(self) -> dict[str, Any]:
        return {
            "title": _("Correct {game}").format(game=spoken(headline_of(self.season_game))),
            "back_href": self.season_game.game.get_absolute_url(),
            "back_label": headline_of(self.season_game),
            "check_title": _("Version {version} and yours").format(version=self.newest.version),
            "send_label": _("Submit the new version") if self.is_open else _("Correct the game"),
            "keep_label": _("Submit the new version"),
            "follows": _("Who is affected, and how"),
            "follows_text": _("Nothing follows until an organiser confirms this sheet.") if self.is_open else "",
            "asks_reason": True,
            "newest_version": self.newest.version,
            "newest_revision": self.newest.game.revision,
        }

    def not_allowed(self) -> str:
        allowed = may(self.user, self.act, self.season.league, characters=self.draft.character_ids)
        return "" if allowed else refusal(self.act)

    def context(self, step: str, checked: Any, *, refuse: bool = False) -> dict[str, Any]:
        context = super().context(step, checked, refuse=refuse) | {"folded": True}
        if step == "check" and checked.sheet:
            rows = compare(score_sheet(self.newest), checked.sheet, self.draft.board)
            context |= {"all_rows": rows, "differences": [row for row in rows if row.changed]}
            context["stale"] = self.is_stale
            if self.is_stale:
                seen = self.expected_revision
                context["meanwhile"] = [] if seen is None else decisions_of(self.newest.game_id, after=seen)
            if not context["differences"] and self.newest.status != Sheet.VOID:
                context["send_label"] = ""
        return context

    def consequences(self, sheet: ScoreSheet) -> Consequences | None:
        if self.is_open:
            return None
        return preview_correction(season_game=self.season_game, sheet=sheet, by=self.user)

    def respond(self) -> HttpResponseBase:
        if "rebase" in self.request.POST:
            version, _, revision = self.request.POST["rebase"].partition("-")
            self.draft.fields |= {"expected_version": version, "expected_revision": revision}
            return self.show("check")
        return super().respond()

    def send(self, sheet: ScoreSheet) -> HttpResponseBase:
        if self.is_stale:
            return self._somebody_was_faster()
        service = resubmit_game if self.is_open else partial(correct_game, redraw=self.wants_redraw)
        try:
            service(
                season_game=self.season_game,
                sheet=sheet,
                source=Sheet.WEB,
                reason=self.draft.fields.get("reason", ""),
                expected_version=self.expected_version,
                expected_revision=self.expected_revision,
                by=self.user,
            )
        except ValidationError as error:
            if getattr(error, "code", "") == "stale":
                self.newest = game_and_newest(self.season_game.game_id)[1]
                return self._somebody_was_faster()
            raise
        return self._done()

    def _somebody_was_faster(self) -> HttpResponseBase:
        return self.show("check", stale=True, status=409)

    def _done(self) -> HttpResponseBase:
        text = _("{game} has a new version; it waits for an organiser.")
        if not self.is_open:
            review_soon()
            text = _("{game} is corrected. The reviews follow within seconds.")
        messages.success(self.request, text.format(game=spoken(headline_of(self.season_game))))
        return redirect("game_detail", pk=self.season_game.game_id)


def _prefilled(newest: Sheet) -> Draft:
    draft = Draft.of(score_sheet(newest))
    at = timezone.localtime(newest.played_at).replace(tzinfo=None)
    exact = "milliseconds" if at.second or at.microsecond else "minutes"
    draft.fields |= {"expected_version": str(newest.version), "expected_revision": str(newest.game.revision)}
    draft.fields["played_at"] = at.isoformat(timespec=exact)
    return draft


def _posted(data: QueryDict, newest: Sheet) -> Draft:
    """Return what was posted; the system and the edition of a game never change."""
    data = data.copy()
    data["system"], data["edition"] = newest.game.system, newest.game.edition
    return Draft.read(data, system_of(score_sheet(newest)))
