"""Every kind of write of a fault run, beside the form or serializer that reads it. `test_acts.py` holds each of them to
it, so a form that changes fails there and not in the next fault run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers

from league.lab.api.lab import ExperimentInput
from league.lab.forms.lab import LabForm
from league.play.api.plays import OpenInput, TurnInput
from league.play.api.seats import SitInput
from league.play.forms import GameOfBotsForm
from league.results.api.decisions import ConfirmInput, VoidInput
from league.results.api.inputs import CorrectionInput, ReportInput
from league.tournaments.desk.api.tournaments import TournamentInput
from league.tournaments.entries.api.entries import CheckInInput, EntryInput

SEASON = "chaos"
GAME, DECISION, TOURNAMENT, STEP, ROUND, REPORT = "game", "decision", "tournament", "step", "round", "report"
BOTS, PLAY, TURN, EXPERIMENT = "game of bots", "play", "turn", "experiment"
CARDS = {f"seat-{seat}-cards": str(cards) for seat, cards in enumerate((20, 9, 3, 1), 1)}
LAB_PAIRS = 40


class NothingInput(serializers.Serializer[Any]):
    """An address that reads no body."""


class PhoneInput(serializers.Serializer[Any]):
    """The body that `league.tournaments.tables.views.phone_reports` takes apart by hand."""

    seat = serializers.IntegerField()
    figures = serializers.DictField(required=False)
    confirm = serializers.CharField(required=False)


Reader = type[serializers.Serializer[Any]] | type[GameOfBotsForm] | type[LabForm]


@dataclass(frozen=True, slots=True)
class Act:
    """`makes`: what there is once more when it is done. `once`: sent again it is still done once, by its key or a token
    among its fields; otherwise it may be there as often as it was sent."""

    makes: str
    path: str
    body: Mapping[str, Any]
    read_by: Reader
    good: tuple[int, ...] = (200,)
    once: bool = True


def report_game(sheet: Mapping[str, Any], *, reference: str, confirm: bool) -> Act:
    body = {**sheet, "reference": reference, "confirm": confirm}
    return Act(GAME, "/api/v1/games/", body, ReportInput, (201,))


def confirm_game(pk: int, *, version: int, revision: int) -> Act:
    return _decide(pk, "confirm", ConfirmInput, expected_version=version, expected_revision=revision)


def void_game(pk: int, *, version: int, revision: int, reason: str) -> Act:
    return _decide(pk, "void", VoidInput, expected_version=version, expected_revision=revision, reason=reason)


def correct_game(pk: int, sheet: Mapping[str, Any], *, version: int, revision: int, reason: str) -> Act:
    kept = {name: value for name, value in sheet.items() if name not in ("season", "system", "edition")}
    told = {"expected_version": version, "expected_revision": revision, "reason": reason}
    return _decide(pk, "correct", CorrectionInput, **kept, **told)


def _decide(pk: int, kind: str, read_by: Reader, **body: Any) -> Act:
    return Act(DECISION, f"/api/v1/games/{pk}/{kind}/", body, read_by)


def announce(number: int, *, rounds: int) -> Act:
    body = {
        "season": SEASON,
        "name": f"Cup {number}",
        "system": "career_compass",
        "edition": "london",
        "stages": [{"format": "swiss", "name": "Swiss", "rounds": rounds}],
    }
    return Act(TOURNAMENT, "/api/v1/tournaments/", body, TournamentInput, (201,))


def enter(slug: str, character: str) -> Act:
    return Act(STEP, f"/api/v1/tournaments/{slug}/entries/", {"character": character}, EntryInput, (200, 201))


def check_in_all(slug: str) -> Act:
    return Act(STEP, f"/api/v1/tournaments/{slug}/check-in/", {}, CheckInInput)


def step_of(slug: str, step: str) -> Act:
    return Act(STEP, f"/api/v1/tournaments/{slug}/{step}/", {}, NothingInput)


def draw(slug: str) -> Act:
    return Act(ROUND, f"/api/v1/tournaments/{slug}/draw/", {}, NothingInput, (201,))


def report_table(path: str, seat: int, *, digest: str) -> Act:
    """The figures of all seats, or, where the table has reported, that they are right."""
    said = {"confirm": digest} if digest else {"figures": CARDS}
    return Act(REPORT, f"{path}report/", {"seat": seat, **said}, PhoneInput, (201,))


def order_bots(seated: Sequence[str], *, token: str) -> Act:
    fields = {"system": "office_job", "sure": "on", "token": token}
    for seat, who in enumerate(seated, 1):
        fields |= {f"who_{seat}": who, f"bot_{seat}": "random"}
    return Act(BOTS, f"/seasons/{SEASON}/play/", fields, GameOfBotsForm, (302,))


def open_play(system: str, *, seats: int, counts: bool) -> Act:
    body = {"season": SEASON, "system": system, "seats": seats, "counts": counts}
    return Act(PLAY, "/api/v1/plays/", body, OpenInput, (201,))


def sit(play: int, seat: int, **who: str) -> Act:
    return Act(STEP, f"/api/v1/plays/{play}/sit/", {"seat": seat, **who}, SitInput)


def start(play: int) -> Act:
    return Act(STEP, f"/api/v1/plays/{play}/start/", {}, NothingInput)


def take_turn(play: int, number: int, action: str) -> Act:
    body = {"number": number, "action": action, "key": f"turn {number}"}
    return Act(TURN, f"/api/v1/plays/{play}/turns/", body, TurnInput)


def order_on_the_page(seed: int) -> Act:
    """The one form without a token: sent again it may be there again."""
    fields = {"a_seats": 4, "a_bots": "random", "kind": "turns", "who": "", "most": LAB_PAIRS, "seed": seed}
    return Act(EXPERIMENT, "/lab/new/?game=career_compass", fields, LabForm, (302,), once=False)


def order_experiment(seed: int) -> Act:
    a = {"seats": 4, "bots": ["random"]}
    body = {"system": "career_compass", "a": a, "b": {"bots": ["greedy"]}, "measure": "turns", "most": LAB_PAIRS}
    return Act(EXPERIMENT, "/api/v1/experiments/", body | {"seed": seed}, ExperimentInput, (201,))
