"""What a phone at a table sees: who it is, what it can enter, what the others said."""

from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest

from games.rules.sheets import ERROR, WARNING, Problem
from games.rules.systems import SYSTEMS
from league.models import TableSeat
from league.results.forms.boxes import pointed, seat_boxes
from league.results.forms.checking import Draft, names_at, unnoticed
from league.tournaments.tables.forms import TableEntry, asks_target, entry_of
from league.tournaments.tables.queries.own_tables import likely_seat, present_table, seat_of_device
from league.tournaments.tables.queries.table_links import table_path
from league.tournaments.tables.queries.table_state import TableState, can_report, seat_name
from league.tournaments.tables.rules.phases import FROZEN, OBJECT, SEAT, WAITING, allowed
from league.tournaments.tables.services.table_seats import OVER

STATUS = {OVER: 410, "stale": 409, "taken": 409, "early": 409}
YES, OTHER, NO = "yes", "other", "no"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as the page lists it; `note` is what there is to say besides the name."""

    seat: TableSeat
    name: str
    note: str
    agreed: bool
    differs: bool
    mine: bool
    likely: bool

    @property
    def speaks(self) -> bool:
        return self.note not in ("bot", "absent", "dropped")


def status_of(error: ValidationError) -> int:
    """409 when somebody was faster, 410 when the round is over, 422 when it can be mended and sent again."""
    codes = {one.code for one in error.error_list} if not hasattr(error, "error_dict") else set()
    return next((STATUS[code] for code in codes if code in STATUS), 422)


def table_now(request: HttpRequest, state: TableState, device: str) -> dict[str, Any]:
    """The part of the page that changes by itself. `device` is the digest of the phone's secret."""
    mine = seat_of_device(state, device)
    likely = None if mine else likely_seat(state, device, request.user)
    return {
        "state": state,
        "table": state.table,
        "tournament": state.tournament,
        "mine": mine,
        "mine_name": seat_name(mine) if mine else "",
        "own": state.report_of(mine) if mine else None,
        "mine_agrees": mine is not None and mine in state.agreed,
        "places": [_place(state, seat, mine, likely) for seat in state.seats],
        "enter": may_enter(state, mine),
        "may_object": mine is not None and may_object(state),
        "key": token_urlsafe(16),
        "path": table_path(state.table),
        "present": _present(request, state, device),
        **sheet_context(state),
    }


def sheet_context(state: TableState) -> dict[str, Any]:
    """The table's sheet as `league/tables/result_summary.html` shows it."""
    if state.sheet is None:
        return {"sheet": None}
    draft = Draft.of(state.sheet)
    names = names_at(draft, state.tournament.season)
    return {"sheet": state.sheet, "seats": seat_boxes(draft, names, state.sheet, ()), "reported_as": ""}


def may_enter(state: TableState, mine: TableSeat | None) -> str:
    """Whether this phone enters figures: yes, other ones than those that the table has, or no."""
    if not state.takes_reports:
        return NO
    if not state.shows_sheet:
        return YES
    own = state.report_of(mine) if mine else None
    if own is None:
        return OTHER if state.phase in (WAITING, FROZEN) and mine else NO
    return OTHER if state.phase == WAITING and len(state.reports) == 1 else NO


def may_object(state: TableState) -> bool:
    """Whether a seat can say now that a confirmed result is wrong."""
    return allowed(state.phase, OBJECT, SEAT) and not state.objected


def entry_context(
    state: TableState, entry: TableEntry | None = None, *, step: str = "figures", refuse: bool = False
) -> dict[str, Any]:
    """The figures; with `refuse` the problems beside them and above."""
    entry = entry or entry_of(state)
    shown = entry if refuse else TableEntry(entry.draft, entry.sheet, [])
    system = SYSTEMS[state.tournament.system]
    inputs = {name for name, _ in entry.draft.wire() if step == "figures" and _is_figure(name)}
    return {
        "step": step,
        "system": system,
        "draft": entry.draft,
        "entry_sheet": entry.sheet,
        "entry_seats": shown.boxes(state.tournament.season),
        "by_deals": any(column.kind == "positions" for column in system.FIGURES),
        "more_label": "Office politics and other notes" if _has(system, "seats") else "Notes",
        "asks_target": asks_target(state),
        "hidden": [pair for pair in entry.draft.wire() if pair[0] not in inputs and not _is_fixed(pair[0])],
        "problems": [pointed(one, entry.sheet) for one in shown.problems if one.severity == ERROR],
        "warnings": [str(one) for one in entry.problems if one.severity == WARNING],
    }


def live_context(state: TableState, entry: TableEntry) -> dict[str, Any]:
    """What stands beside the inputs while somebody types."""
    entry.problems = unnoticed(entry.problems, entry.draft)
    general = [str(one) for one in entry.problems if one.seat is None]
    return {"seats": entry.boxes(state.tournament.season), "general": general}


def has_errors(problems: list[Problem]) -> bool:
    return any(one.severity == ERROR for one in problems)


def _place(state: TableState, seat: TableSeat, mine: TableSeat | None, likely: TableSeat | None) -> Place:
    if seat.entry is None:
        note = "bot"
    elif seat.absent:
        note = "absent"
    elif not can_report(seat):
        note = "dropped"
    elif mine is not None and seat.pk == mine.pk:
        note = "you"
    else:
        note = "another phone" if seat.device else ""
    said = state.report_of(seat)
    agrees = said is not None and said.digest == state.digest
    return Place(seat, seat_name(seat), note, agrees, said is not None and not agrees, seat == mine, seat == likely)


def _present(request: HttpRequest, state: TableState, device: str) -> Any:
    """Table and path of where this phone's player sits now, once this round is over."""
    if state.takes_reports:
        return None
    table = present_table(state.table, device, request.user)
    return {"table": table, "path": table_path(table)} if table else None


def _is_figure(name: str) -> bool:
    return name in ("winner", "target") or (name.startswith("seat-") and not name.endswith(("-character", "-name")))


def _is_fixed(name: str) -> bool:
    return name in ("system", "season", "edition", "mode", "minutes", "key") or name.endswith("-name")


def _has(system: Any, kind: str) -> bool:
    return any(column.kind == kind for column in system.FIGURES)
