"""Draws as records that anybody can check (`league.rules.draws.proof`)."""

from collections import defaultdict
from typing import Any

from league.models import Bye, Draw, DrawChange, TableSeat, Tournament


def draw_records(tournament: Tournament, *, published_only: bool = False) -> list[dict[str, Any]]:
    """Every draw of the tournament in order of the chain, ready for JSON. Five queries.

    Only the newest draw of a round says who sits where; a later draw has replaced the others.
    """
    draws = Draw.objects.filter(tournament=tournament).select_related("round__stage").order_by("number")
    if published_only:
        draws = draws.exclude(round__status="draft")
    rows = list(draws)
    newest = {draw.round_id: draw.pk for draw in rows}
    changes, tables, byes = _changes(tournament), _tables(tournament), _byes(tournament)
    seeds = {
        0: tournament.draw_commitment,
        **dict(Draw.objects.filter(tournament=tournament).values_list("number", "seed")),
    }
    return [
        {
            "number": draw.number,
            "stage": draw.round.stage.number,
            "round": draw.round.number,
            "method": draw.method,
            "previous": seeds.get(draw.number - 1),
            "seed": draw.seed,
            "source": draw.source,
            "outcome": draw.outcome,
            "cost": draw.cost,
            "digest": draw.digest,
            "reason": draw.reason,
            "made_at": draw.made_at.isoformat(),
            "published_at": draw.round.published_at.isoformat() if draw.round.published_at else None,
            "changes": changes[draw.pk],
            "tables": tables[draw.round_id] if newest[draw.round_id] == draw.pk else None,
            "byes": byes[draw.round_id] if newest[draw.round_id] == draw.pk else None,
        }
        for draw in rows
    ]


def _changes(tournament: Tournament) -> defaultdict[int, list[dict[str, Any]]]:
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for change in DrawChange.objects.filter(draw__tournament=tournament).order_by("id"):
        found[change.draw_id].append(
            {
                "kind": change.kind,
                "what": change.what,
                "cost_before": change.cost_before,
                "cost_after": change.cost_after,
                "reason": change.reason,
                "at": change.at.isoformat(),
            }
        )
    return found


def _tables(tournament: Tournament) -> defaultdict[int, list[dict[str, Any]]]:
    """By round, who sits where as numbers of entries."""
    seats: defaultdict[int, dict[int, list[int | None]]] = defaultdict(dict)
    rows = TableSeat.objects.filter(round__stage__tournament=tournament).order_by("round", "table__number", "seat")
    for played, number, who in rows.values_list("round_id", "table__number", "entry__number"):
        seats[played].setdefault(number, []).append(who)
    return defaultdict(
        list,
        {
            played: [{"number": number, "seats": who} for number, who in tables.items()]
            for played, tables in seats.items()
        },
    )


def _byes(tournament: Tournament) -> defaultdict[int, list[int]]:
    found: defaultdict[int, list[int]] = defaultdict(list)
    rows = Bye.objects.filter(round__stage__tournament=tournament).order_by("round", "entry__number")
    for played, who in rows.values_list("round_id", "entry__number"):
        found[played].append(who)
    return found
