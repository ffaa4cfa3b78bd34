"""Everybody at all doors of one table, as a state machine: what each may do, and what always holds."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.models import Decision, Sheet
from games.rules.sheets import ScoreSheet
from league.models import Table
from league.results.services.games import confirm_game, correct_game, dispute_game, resubmit_game, void_game
from league.tournaments.tables.queries.referee_desk import referee_desk
from league.tournaments.tables.queries.round_tables import progress_of, round_tables, table_rows
from league.tournaments.tables.queries.table_state import TableState
from league.tournaments.tables.services.acts import (
    confirm_report,
    contradict_table,
    end_countdown,
    end_countdowns,
    report_table,
)
from league.tournaments.tables.services.rulings import mark_absent, mark_present, rule_table
from tests.factories.compass_sheets import compass_sheet
from tests.factories.doors import DecisionRow, Doors, Picture, picture, same_everywhere
from tests.factories.people import owner_of
from tests.factories.tables import now, the_countdown_ends

HANDS = {
    4: ((20, 9, 3, 1), (19, 10, 3, 1), (10, 19, 3, 1)),
    3: ((20, 9, 4), (19, 10, 4), (10, 19, 4)),
    2: ((20, 13), (19, 14), (13, 20)),
    1: ((33,), (32,), (31,)),
}
DONE = (Sheet.CONFIRMED, Sheet.VOID)
DECISIVE = (Decision.CONFIRMED, Decision.CORRECTED, Decision.RULED)
SEATS = st.sampled_from((1, 2, 3, 4))
WHICH_HAND = st.sampled_from((0, 1, 2))
SURE = st.sampled_from((0, 1, 2, 3))  # what ends a table comes seldom
EITHER = st.sampled_from((False, True))
SIGHTS = st.sampled_from(("", "", "now", "now", "old"))  # what whoever acts says that they saw
TAKEN: Counter[str] = Counter()


class EveryDoor(RuleBasedStateMachine):
    doors: Doors

    @initialize()
    def begin(self) -> None:
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.keys, self.checked = 0, False
        self.seen: TableState | None = None
        self.drawn: Picture | None = None
        self.agreed: dict[int, set[int]] = {}  # by version: the seats that said so
        self.counted: tuple[Any, int] | None = None  # a countdown, and the version that was shown when it began

    def teardown(self) -> None:
        if hasattr(self, "atomic"):
            try:
                free = next((one.seat for one in now(self.table).voters if not one.device), None)
                state = now(self.table)
                if free and state.phase not in DONE and state.phase != "empty":
                    assert same_everywhere(self.table, free) == state.phase
            finally:
                transaction.set_rollback(True)
                self.atomic.__exit__(None, None, None)

    # What they see

    @property
    def table(self) -> Table:
        return self.doors.table

    @property
    def state(self) -> TableState:
        """The table as it is now, read once after each act."""
        if self.seen is None:
            self.seen = now(self.table)
        return self.seen

    @property
    def picture(self) -> Picture:
        """The rows as they are now: what an act left is what the next one begins with."""
        if self.drawn is None:
            self.drawn = picture(self.table)
        return self.drawn

    def sheet(self, which: int) -> ScoreSheet:
        present = self.state.present
        return compass_sheet(self.table, HANDS[len(present)][which], present)

    def act(self, what: str, door: Callable[[int | None], Any], sight: str, *, staff: bool) -> bool:
        """Whether it was done. What is refused changes nothing, and what was decided upon an old sight is refused."""
        before, version = self.picture, self.version
        log = [one.kind for one in before.decisions]
        revision = len(log)
        old = max((at for at, kind in enumerate(log, 1) if staff or kind != Decision.AGREED), default=0) - 1
        expected = {"": None, "now": revision, "old": old if old >= 0 else None}[sight]
        try:
            with transaction.atomic():
                door(expected)
        except ValidationError as refusal:
            assert refusal.messages
            assert picture(self.table) == before
            self.checked = True
            TAKEN[f"{what} refused"] += 1
            return False
        TAKEN[what] += 1
        self.seen, self.drawn, self.checked = None, None, False
        new = [one.kind for one in self.picture.decisions[revision:]]
        assert sight != "old" or expected is None or not new
        self.logged(what, new)
        self.follow(version)
        return True

    def logged(self, what: str, new: list[str]) -> None:
        """Every act is in the log once, and besides it what it leads to."""
        expected: dict[str, tuple[list[str], ...]] = {
            "report": (
                [],
                ["submitted"],
                ["submitted", "confirmed"],
                ["agreed"],
                ["agreed", "confirmed"],
                ["contradicted"],
                ["objected"],
            ),
            "agree": ([], ["agreed"], ["agreed", "confirmed"]),
            "contradict": ([], ["contradicted"], ["objected"]),
            "resubmit": (["submitted"],),
            "dispute": (["disputed"],),
            "confirm": (["confirmed"],),
            "correct": (["corrected"],),
            "void": (["voided"],),
            "rule": (["ruled"], ["submitted", "ruled"]),
            "absent": ([], ["ruled"]),
            "present": ([], ["ruled"]),
            "sweep": ([], ["confirmed"]),
        }
        assert new in expected[what], (what, new)

    def follow(self, before: int) -> None:
        """A countdown that began just now is for the version that everybody sees now."""
        table = self.state.table
        if table.confirm_by is None:
            self.counted = None
        elif self.counted is None or self.counted[0] != table.confirm_by:
            self.counted = (table.confirm_by, self.version)
        if self.version != before:
            self.agreed.setdefault(self.version, set())

    @property
    def version(self) -> int:
        return self.state.newest.version if self.state.newest else 0

    def say(self, number: int) -> None:
        """The seat said what the newest version says, if it did."""
        state = self.state
        report = state.report_of(next(one for one in state.seats if one.seat == number))
        if report and report.digest == state.digest:
            self.agreed.setdefault(self.version, set()).add(number)

    def key(self) -> str:
        self.keys += 1
        return f"key-{self.keys}"

    # The doors

    @rule(number=SEATS, which=WHICH_HAND, sight=SIGHTS)
    def a_phone_reports(self, number: int, which: int, sight: str) -> None:
        sheet, key = self.sheet(which), self.key()
        where = self.doors.seats[number]
        if self.act(
            "report",
            lambda seen: report_table(seat=where, sheet=sheet, key=key, expected_revision=seen),
            sight,
            staff=False,
        ):
            self.say(number)

    @rule(number=SEATS, sight=SIGHTS, older=EITHER)
    def a_phone_agrees(self, number: int, sight: str, older: bool) -> None:
        first = next((report.digest for report in self.state.all_reports), "0" * 64)
        shown, key = (first if older else self.state.digest), self.key()
        where = self.doors.seats[number]
        if self.act(
            "agree",
            lambda seen: confirm_report(seat=where, seen_digest=shown, key=key, expected_revision=seen),
            sight,
            staff=False,
        ):
            self.say(number)

    @rule(number=SEATS, sight=SIGHTS)
    def a_phone_contradicts_or_objects(self, number: int, sight: str) -> None:
        where = self.doors.seats[number]
        self.act(
            "contradict",
            lambda seen: contradict_table(seat=where, reason="Not so", expected_revision=seen),
            sight,
            staff=False,
        )

    @rule(who=st.sampled_from(("ada", "bo", "sam", "olga")), which=WHICH_HAND, sight=SIGHTS)
    def somebody_changes_the_figures_on_the_page_of_the_game(self, who: str, which: int, sight: str) -> None:
        if not self.version:
            return
        by = self.person(who)
        sheet = self.sheet(which)
        if self.act(
            "resubmit",
            lambda seen: resubmit_game(
                season_game=self.doors.game,
                sheet=sheet,
                source=Sheet.WEB,
                reason="typo",
                expected_version=None,
                expected_revision=seen,
                by=by,
            ),
            sight,
            staff=True,
        ):
            self.agreed[self.version] = set()
            if who in ("ada", "bo"):
                self.say(("ada", "bo").index(who) + 1)

    @rule(who=st.sampled_from(("ada", "bo", "sam")), sight=SIGHTS)
    def somebody_disputes_on_the_page_of_the_game(self, who: str, sight: str) -> None:
        if self.version:
            by = self.person(who)
            self.act(
                "dispute",
                lambda seen: dispute_game(season_game=self.doors.game, reason="Not so", expected_revision=seen, by=by),
                sight,
                staff=True,
            )

    @rule(sight=SIGHTS, sure=SURE)
    def the_organiser_confirms(self, sight: str, sure: int) -> None:
        if self.version and not sure:
            self.act(
                "confirm",
                lambda seen: confirm_game(season_game=self.doors.game, expected_revision=seen, by=self.doors.olga),
                sight,
                staff=True,
            )

    @rule(which=WHICH_HAND, sight=SIGHTS, command=EITHER)
    def the_organiser_corrects(self, which: int, sight: str, command: bool) -> None:
        if self.version:
            sheet = self.sheet(which)
            self.act(
                "correct",
                lambda seen: correct_game(
                    season_game=self.doors.game,
                    sheet=sheet,
                    reason="Right",
                    source=Sheet.CSV if command else Sheet.API,
                    expected_revision=seen,
                    by=None if command else self.doors.olga,
                ),
                sight,
                staff=True,
            )

    @rule(sight=SIGHTS, command=EITHER, sure=SURE)
    def the_organiser_voids(self, sight: str, command: bool, sure: int) -> None:
        if self.version and not sure:
            by = None if command else self.doors.olga
            self.act(
                "void",
                lambda seen: void_game(season_game=self.doors.game, reason="Void", expected_revision=seen, by=by),
                sight,
                staff=True,
            )

    @rule(how=st.sampled_from(("stands", "figures", "report")), which=WHICH_HAND, sight=SIGHTS, sure=SURE)
    def the_referee_rules(self, how: str, which: int, sight: str, sure: int) -> None:
        if sure:
            return
        sheet: Any = None
        if how == "figures":
            sheet = self.sheet(which)
        elif how == "report":
            sheet = next(reversed(self.state.all_reports), None)
        self.act(
            "rule",
            lambda seen: rule_table(
                table=self.table, reason="Seen", by=self.doors.sam, sheet=sheet, expected_revision=seen
            ),
            sight,
            staff=True,
        )

    @rule(number=SEATS, sure=SURE)
    def the_referee_marks_somebody_absent(self, number: int, sure: int) -> None:
        if len(self.state.present) > 1 and not sure:
            where = self.doors.seats[number]
            self.act("absent", lambda _: mark_absent(seat=where, reason="Gone", by=self.doors.sam), "", staff=True)

    @rule(number=SEATS)
    def the_referee_marks_somebody_present(self, number: int) -> None:
        where = self.doors.seats[number]
        self.act("present", lambda _: mark_present(seat=where, reason="Here", by=self.doors.sam), "", staff=True)

    @rule(ends=EITHER, by_phone=EITHER)
    def somebody_looks_whether_the_countdown_is_over(self, ends: bool, by_phone: bool) -> None:
        if ends and self.counted is not None:
            the_countdown_ends(self.table)
            self.seen = self.drawn = None
            self.counted = (self.state.table.confirm_by, self.counted[1])
        tournament = self.table.round.stage.tournament_id
        shown = self.counted
        done = self.act(
            "sweep",
            lambda _: end_countdown(self.table.pk, tournament) if by_phone else end_countdowns(),
            "",
            staff=True,
        )
        if done and shown and self.decisive and "Nobody objected in time" in self.decisive[-1].text:
            self.ended = (shown[1], self.decisive[-1].revision)

    def person(self, who: str) -> Any:
        seats = {"ada": 1, "bo": 2}
        return owner_of(self.doors.seats[seats[who]].entry.character) if who in seats else getattr(self.doors, who)

    # What always holds

    @property
    def decisive(self) -> list[DecisionRow]:
        """What made the newest version count, in its order."""
        return [one for one in self.picture.decisions if one.version == self.version and one.kind in DECISIVE]

    @invariant()
    def nothing_is_wrong(self) -> None:
        if not hasattr(self, "atomic") or self.checked:
            return
        self.a_confirmed_version_was_agreed_to_or_shown_for_the_whole_countdown_or_decided()
        self.every_reader_sees_the_same()
        self.the_log_has_every_decision_once()
        self.checked = True

    def a_confirmed_version_was_agreed_to_or_shown_for_the_whole_countdown_or_decided(self) -> None:
        state = self.state
        if state.phase != "confirmed" or state.newest is None:
            return
        first = self.decisive[0]
        if first.kind != Decision.CONFIRMED or first.by_id == self.doors.olga.pk:
            return
        if "Nobody objected in time" in first.text:
            assert self.ended == (state.newest.version, first.revision)
            assert self.agreed[state.newest.version]
        else:
            assert len(self.agreed[state.newest.version]) >= state.needed

    def every_reader_sees_the_same(self) -> None:
        state, played = self.state, self.state.table.round
        (progress,), (shown,) = progress_of(played), round_tables(played)
        [record] = table_rows(played.tables.all())
        told = "waiting" if record["state"] == "reported" else record["state"]
        assert {progress.phase, shown.phase, told} == {state.phase}
        desk = referee_desk(state.tournament, 0)
        assert bool(desk.frozen) == (state.phase == "frozen" or state.objected)
        assert bool(desk.waiting) == (state.phase == "waiting")
        assert bool(desk.silent) == (state.phase in ("open", "empty"))
        assert state.table.confirm_by is None or state.phase == "waiting"
        assert state.table.confirm_by is None or state.table.confirm_version == self.version

    def the_log_has_every_decision_once(self) -> None:
        revisions = [one.revision for one in self.picture.decisions]
        assert revisions == list(range(1, len(revisions) + 1))
        assert self.state.revision == len(revisions)
