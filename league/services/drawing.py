"""Writing a draw: the row that proves it, and the tables of the round. Within the transaction of `draws`."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db.models import Max

from league.models import Bye, Draw, Entry, Round, Table, TableSeat, Tournament
from league.queries.draw_sources import ToDraw
from league.rules.draws import seeds
from league.rules.draws.canonical import digest_of
from league.rules.draws.explained import explained
from league.rules.draws.field import Draw as Drawn
from league.rules.draws.methods import BYES, Seats, cost_in, draw_of, drawn, plan_of
from league.rules.draws.pairing import BannedPairs


def next_link(tournament: Tournament) -> tuple[int, str]:
    """Number and seed of the tournament's next draw."""
    number = (tournament.draws.aggregate(last=Max("number"))["last"] or 0) + 1
    try:
        return number, seeds.link(tournament.draw_secret, number)
    except ValueError as error:
        raise ValidationError("This tournament has used up its seeds; no more draws can be made.") from error


def result_of(wanted: ToDraw, seed: str) -> Drawn:
    """The draw. Raises ValidationError with the reason why there is none."""
    try:
        return drawn(wanted.method, wanted.source, seed)
    except BannedPairs as error:
        raise ValidationError(_apart(error, wanted.entries)) from error
    except ValueError as error:
        raise ValidationError(str(error)) from error


def write_draw(
    *, played: Round, wanted: ToDraw, link: tuple[int, str], found: Drawn, reason: str, by: Person | None
) -> Draw:
    """The row and the tables. Tables that were kept are not touched."""
    number, seed = link
    outcome = found.to_json()
    draw = Draw.objects.create(
        tournament=played.stage.tournament,
        round=played,
        number=number,
        method=wanted.method,
        seed=seed,
        source=wanted.source,
        outcome=outcome,
        cost=cost_in(wanted.source, found).to_json(),
        digest=digest_of(wanted.source, outcome),
        reason=reason,
        made_by=by,
    )
    plan = plan_of(wanted.source, found)
    kept = {table["number"] for table in wanted.source["locked"]}
    numbers = [*(table["number"] for table in wanted.source["locked"])]
    numbers += [table for table in plan if table not in (*kept, BYES)]
    reasons = dict(zip(numbers, explained(wanted.method, wanted.source, found), strict=True))
    _write_tables(played, {table: seats for table, seats in plan.items() if table not in kept}, reasons, wanted.entries)
    return draw


def _write_tables(
    played: Round, plan: Mapping[int, Seats], reasons: Mapping[int, list[str]], entries: Mapping[int, Entry]
) -> None:
    """`plan` says who sits at the tables that were drawn; the round has no others than these and those kept."""
    byes = plan.get(BYES, ())
    numbers = [number for number in plan if number != BYES]
    there = {table.number: table for table in played.tables.exclude(number__in=set(reasons) - set(numbers))}
    TableSeat.objects.filter(table__in=there.values()).delete()
    played.tables.filter(pk__in=[table.pk for number, table in there.items() if number not in plan]).delete()
    for number in numbers:
        if number in there:
            there[number].reasons, there[number].locked = reasons[number], False
    Table.objects.bulk_update([there[number] for number in numbers if number in there], ["reasons", "locked"])
    fresh = [Table(round=played, number=number, reasons=reasons[number]) for number in numbers if number not in there]
    there |= {table.number: table for table in Table.objects.bulk_create(fresh)}
    TableSeat.objects.bulk_create(
        TableSeat(table=there[number], round=played, seat=seat, entry=entries[who] if who is not None else None)
        for number in numbers
        for seat, who in enumerate(plan[number], start=1)
    )
    played.byes.all().delete()
    through = played.stage.format == "knock_out"
    Bye.objects.bulk_create(Bye(round=played, entry=entries[who], through=through) for who in byes if who is not None)


def names_of(entries: Mapping[int, Entry], numbers: Collection[int]) -> list[str]:
    return [entries[number].character.name for number in numbers]


def _apart(error: BannedPairs, entries: Mapping[int, Entry]) -> str:
    pairs = ", ".join(" and ".join(names_of(entries, pair)) for pair in error.pairs)
    return f"{pairs} must not meet, and no draw keeps them apart. Let them meet, or change the size of the tables."


def plan_now(played: Round) -> dict[int, Seats]:
    """Who sits where, by number of the table and numbers of entries; under `BYES` those without a table."""
    tables: defaultdict[int, list[int | None]] = defaultdict(list)
    rows = played.seats.order_by("table__number", "seat").values_list("table__number", "entry__number")
    for number, who in rows:
        tables[number].append(who)
    byes = tuple(sorted(played.byes.order_by().values_list("entry__number", flat=True)))
    return {BYES: byes, **{number: tuple(seats) for number, seats in tables.items()}}


def explain_again(played: Round, draw: Draw, plan: Mapping[int, Seats], numbers: Collection[int], note: str) -> None:
    """New reasons for these tables, and what the organiser did."""
    texts = explained(draw.method, draw.source, draw_of(plan))
    order = sorted(number for number in plan if number != BYES)
    for table in played.tables.filter(number__in=numbers):
        table.reasons = [*texts[order.index(table.number)], note]
        table.save(update_fields=["reasons"])
