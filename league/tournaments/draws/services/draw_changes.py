"""Changes of a draw by an organiser's hand: two places swapped, a table locked. Every change is logged with the cost
before and after; once the round is published it needs a reason.

A place is (table number, seat); (0, n) is the n-th of those without a table, by number of entry.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from engine.translatable import Translatable, said, said_list, spoken
from games.services.sheets import required_reason
from league.models import Bye, Draw, DrawChange, Entry, Round, Table, TableSeat
from league.tournaments.draws.rules.field import Cost, Seats
from league.tournaments.draws.rules.matches import is_of_teams, team_of
from league.tournaments.draws.rules.methods import swap_note
from league.tournaments.draws.rules.sources import BYES, cost_in, draw_of, swapped
from league.tournaments.draws.services.draws import (
    explain_again,
    open_round,
    placed,
    placed_instead,
    plan_now,
    reported,
)
from league.tournaments.entries.services.tournament_log import lock_tournament, log_round
from league.tournaments.formats import format_of

User = Person | None
Place = tuple[int, int]
PARTS = {
    "bans": said("pairs that must not meet"),
    "repeats": said("repeats"),
    "consecutive": said("repeats of the last round"),
    "spread": said("spread of points"),
    "second_shorts": said("second small tables, bots or byes"),
    "groups": said("shared clubs and households"),
    "seats": said("uneven seats"),
    "neighbours": said("old neighbours"),
}
POINT = 840


@dataclass(frozen=True, slots=True)
class Swap:
    """The effect of an exchange. `first` and `other` are the names of the people who move, "" for a bot."""

    first: str
    other: str
    before: Cost
    after: Cost

    @property
    def in_words(self) -> Translatable:
        """Return a sentence such as: Ada and Bo swap: repeats 0 → 4, spread of points 12 → 36."""
        return said(
            "{one} and {other} swap: {cost}.",
            one=self.first or said("A bot"),
            other=self.other or said("a bot"),
            cost=change_in_words(self.before, self.after),
        )

    @property
    def is_worse(self) -> bool:
        return self.after > self.before


def change_in_words(before: Cost, after: Cost) -> Translatable:
    """Return the parts of the cost that change."""
    parts = []
    for name, was, now in zip(Cost._fields, before, after, strict=True):
        if was != now:
            unit = POINT if name == "spread" else 1
            figures = {"was": f"{was // unit:,}", "now": f"{now // unit:,}"}
            parts.append(said("{what} {was} → {now}", what=PARTS[name], **figures))
    return said_list(parts) if parts else said("the cost stays as it is")


@transaction.atomic
def preview_swap(*, round: Round, place: Place, other: Place) -> Swap:
    """Return what the exchange would do. Raise ValidationError if it can't be made."""
    played = open_round(round)
    draw = newest_draw(played)
    before, after = _plans(played, place, other)
    return _swap(played, draw, before, after, place, other)


@transaction.atomic
def swap_seats(
    *,
    round: Round,
    place: Place,
    other: Place,
    reason: str = "",
    by: User = None,
    expected: tuple[str, str] | None = None,
) -> Swap:
    """Exchange two places. `expected`: the names that the organiser saw there; if others sit there by now it is refused
    (code `stale`). Refuse it too at a table that has reported or is locked."""
    lock_tournament(round.stage.tournament_id)
    played = open_round(round)
    reason = _reason(played, reason)
    draw = newest_draw(played)
    before, after = _plans(played, place, other)
    swap = _swap(played, draw, before, after, place, other)
    if expected is not None and expected != (swap.first, swap.other):
        raise ValidationError(_("Somebody changed these tables meanwhile. Look again."), code="stale")
    seated = placed(played)
    _write(played, before, after)
    change = DrawChange.objects.create(
        draw=draw,
        kind=DrawChange.SWAP,
        what={"one": list(place), "other": list(other), "names": [swap.first, swap.other]},
        cost_before=swap.before.to_json(),
        cost_after=swap.after.to_json(),
        reason=reason,
        by=by,
    )
    explain_again(played, draw, after, {place[0], other[0]} - {BYES}, swap_note(swap.first, swap.other, reason))
    sentence = said_list((swap.in_words, reason), " ") if reason else swap.in_words
    text = said("Round {round}: {sentence}", round=played.number, sentence=sentence)
    written = placed_instead(played, seated)
    written["rows"].append(change)
    log_round(played, "draw_changed", text, by, **written, draw=draw.number, change="swap")
    return swap


def lock_table(*, table: Table, by: User = None) -> None:
    """Keep the table as it is when the round is drawn again."""
    _set_locked(table, True, by)


def unlock_table(*, table: Table, by: User = None) -> None:
    _set_locked(table, False, by)


def newest_draw(played: Round) -> Draw:
    """Return the draw that holds. Raise ValidationError if nothing was drawn, as in open play."""
    draw = played.draws.order_by("number").last()
    if draw is None:
        raise ValidationError(_("Nothing was drawn in this round."))
    return draw


@transaction.atomic
def _set_locked(table: Table, locked: bool, by: User) -> None:
    lock_tournament(table.round.stage.tournament_id)
    played = open_round(table.round)
    draw = newest_draw(played)
    if is_of_teams(draw.source):
        raise ValidationError(_("Teams meet at all their tables. Draw the whole round again."))
    if not played.tables.filter(pk=table.pk, locked=not locked).update(locked=locked):
        return
    cost = cost_in(draw.source, draw_of(draw.source, plan_now(played))).to_json()
    kind = DrawChange.LOCK if locked else DrawChange.UNLOCK
    change = DrawChange.objects.create(
        draw=draw, kind=kind, what={"table": table.number}, cost_before=cost, cost_after=cost, by=by
    )
    text = said("Round {round}: table {table} is locked.")
    if not locked:
        text = said("Round {round}: table {table} is unlocked.")
    text = said(text, round=played.number, table=table.number)
    log_round(played, "draw_changed", text, by, rows=[change], draw=draw.number, change=kind)


def _plans(played: Round, place: Place, other: Place) -> tuple[dict[int, Seats], dict[int, Seats]]:
    """Return the plan before and after. Raise ValidationError for places that can't be exchanged."""
    if place == other:
        raise ValidationError(_("Choose two different seats."))
    tables = {place[0], other[0]} - {BYES}
    reported_tables = sorted(tables & set(reported(played)))
    if reported_tables:
        text = _("Table {number} has already reported; its seats stay as they are.")
        raise ValidationError(text.format(number=reported_tables[0]), code="reported")
    locked = played.tables.filter(number__in=tables, locked=True).order_by("number").first()
    if locked:
        raise ValidationError(_("Table {number} is locked. Unlock it first.").format(number=locked.number))
    before = plan_now(played)
    try:
        return before, swapped(before, place, other)
    except ValueError as error:
        raise ValidationError(spoken(error.args[0])) from error


def _swap(
    played: Round, draw: Draw, before: dict[int, Seats], after: dict[int, Seats], place: Place, other: Place
) -> Swap:
    who = [before[number][seat - 1] for number, seat in (place, other)]
    if who[0] is None and who[1] is None:
        raise ValidationError(_("Two bots are alike."))
    if is_of_teams(draw.source):
        teams = team_of(draw.source)
        if None in who or teams[who[0] or 0] != teams[who[1] or 0]:
            raise ValidationError(_("In a round of teams only members of one team can change places."))
    rows = Entry.objects.filter(tournament=played.stage.tournament_id, number__in=[number for number in who if number])
    names = dict(rows.values_list("number", "character__name"))
    costs = (cost_in(draw.source, draw_of(draw.source, plan)) for plan in (before, after))
    return Swap(names.get(who[0] or 0, ""), names.get(who[1] or 0, ""), *costs)


def _write(played: Round, before: dict[int, Seats], after: dict[int, Seats]) -> None:
    """Save who sits somewhere else now. A seat is emptied before it is given: nobody sits twice in a round, ever."""
    numbers: Collection[int] = {who for seats in after.values() for who in seats if who is not None}
    entries = dict(
        Entry.objects.filter(tournament=played.stage.tournament_id, number__in=numbers).values_list("number", "pk")
    )
    changed = [
        (table, seat, who)
        for table, seats in after.items()
        if table != BYES
        for seat, who in enumerate(seats, start=1)
        if before[table][seat - 1] != who
    ]
    rows = {(row.table.number, row.seat): row for row in TableSeat.objects.filter(round=played).select_related("table")}
    moved = [rows[table, seat] for table, seat, _ in changed]
    TableSeat.objects.filter(pk__in=[row.pk for row in moved]).update(
        entry=None, device="", claimed_at=None, absent=False
    )
    for table, seat, who in changed:
        if who is not None:
            TableSeat.objects.filter(pk=rows[table, seat].pk).update(entry=entries[who])
    if before[BYES] != after[BYES]:
        through = format_of(played.stage).eliminates
        gone = [who for who in before[BYES] if who is not None and who not in after[BYES]]
        Bye.objects.filter(round=played, entry__number__in=gone).delete()
        for who in after[BYES]:
            if who not in before[BYES] and who is not None:
                Bye.objects.create(round=played, entry_id=entries[who], through=through)


def _reason(played: Round, reason: str) -> str:
    """Return the reason. A draft that no player has seen needs no reason."""
    return required_reason(reason) if played.status != Round.DRAFT or reason.strip() else ""
