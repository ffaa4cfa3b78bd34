"""The draws of a tournament as anybody can check them (`league.tournaments.draws.rules.proof`): seeds, costs, and what
was changed by hand. And why each table is composed as it is, in the reader's language."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language

from engine.translatable import Translatable, said
from league.core.rules.grouping import grouped
from league.models import Bye, Draw, DrawChange, Round, TableSeat, Tournament
from league.tournaments.draws.rules.field import Cost, DrawnRound
from league.tournaments.draws.rules.methods import explained, name_of, swap_note
from league.tournaments.draws.rules.proof import final_plan
from league.tournaments.draws.rules.sources import BYES, draw_of
from league.tournaments.stages.rules.seeds import verify_link

METHODS = {
    "swiss": said("by standings, improved by swapping seats"),
    "fixed": said("a schedule planned to the end"),
    "knock_out": said("knock-out by seeding"),
    "career_poker": said("by standings; seats by the positions held"),
}


@dataclass(frozen=True, slots=True)
class ChangeLine:
    change: DrawChange
    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DrawLine:
    """`holds`: it is the newest draw of its round; `linked`: its seed hashes to the one before, whose hash is
    `previous`; `linked` is None if that is unknown."""

    draw: Draw
    round: Round
    method: str
    cost: str
    holds: bool
    previous: str
    linked: bool | None
    changes: tuple[ChangeLine, ...]


def draw_lines(tournament: Tournament, *, drafts: bool = False) -> list[DrawLine]:
    """Return the draws, newest first. Three queries. Draws of draft rounds are included only with `drafts`."""
    every = list(tournament.draws.select_related("round__stage", "made_by").order_by("number"))
    changed = DrawChange.objects.filter(draw__tournament=tournament).select_related("by").order_by("id")
    changes = grouped((change.draw_id, _change(change)) for change in changed)
    newest = {draw.round_id: draw.pk for draw in every}
    seeds = {draw.number: draw.seed for draw in every} | {0: tournament.draw_commitment}
    lines = []
    for draw in reversed(every):
        if draw.round.status == Round.DRAFT and not drafts:
            continue
        previous, holds = seeds.get(draw.number - 1, ""), newest[draw.round_id] == draw.pk
        linked = verify_link(previous, draw.seed) if previous else None
        told = _method(draw.method), in_words(draw.cost)
        lines.append(DrawLine(draw, draw.round, *told, holds, previous, linked, tuple(changes[draw.pk])))
    return lines


def _method(method: str) -> str:
    title = METHODS.get(name_of(method))
    if not title:
        return method.replace("_", " ")
    return said("{method}; version {version}", method=title, version=method.partition("/")[2])


def in_words(cost: Any) -> str:
    """Return a stored cost as a line to read; one in another form is shown as it is."""
    if not isinstance(cost, Mapping) or not cost:
        return ""
    if set(cost) <= set(Cost._fields):
        return Cost.from_json(cost).in_words()
    return ", ".join(f"{name} {value}" for name, value in cost.items())


def draw_document(draw: Draw) -> str:
    """Return everything that a draw was made from and its outcome, as JSON to keep. Select round and stage
    beforehand."""
    tournament = draw.tournament
    document = {
        "tournament": tournament.slug,
        "draw": draw.number,
        "commitment": tournament.draw_commitment,
        **_draw_record(draw),
        "changes": [_change_record(change) for change in draw.changes.all()],
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _change(change: DrawChange) -> ChangeLine:
    return ChangeLine(change, _what(change), in_words(change.cost_before), in_words(change.cost_after))


def _what(change: DrawChange) -> str:
    what = change.what
    if change.kind == DrawChange.LOCK:
        return said("Table {number} locked", number=what["table"])
    if change.kind == DrawChange.UNLOCK:
        return said("Table {number} unlocked", number=what["table"])
    first, other = (name or said("a bot") for name in what["names"])
    return said(
        "{one} ({place}) and {other} ({other_place}) exchanged",
        one=first,
        place=_place(what["one"]),
        other=other,
        other_place=_place(what["other"]),
    )


def _place(place: Sequence[int]) -> str:
    table, seat = place
    return said("bye") if table == BYES else said("table {table}, seat {seat}", table=table, seat=seat)


def draw_records(tournament: Tournament, *, published_only: bool = False) -> list[dict[str, Any]]:
    """Return every draw of the tournament in order of the chain, ready for JSON. Five queries.

    Only the newest draw of a round says who sits where; a later draw has replaced the others.
    """
    draws = Draw.objects.filter(tournament=tournament).select_related("round__stage").order_by("number")
    if published_only:
        draws = draws.exclude(round__status="draft")
    rows = list(draws)
    newest = {draw.round_id: draw.pk for draw in rows}
    changed = DrawChange.objects.filter(draw__tournament=tournament).order_by("id")
    changes = grouped((change.draw_id, _change_record(change)) for change in changed)
    sits_out = Bye.objects.filter(round__stage__tournament=tournament).order_by("round", "entry__number")
    tables, byes = _tables(tournament), grouped(sits_out.values_list("round_id", "entry__number"))
    seeds = {
        0: tournament.draw_commitment,
        **dict(Draw.objects.filter(tournament=tournament).values_list("number", "seed")),
    }
    return [
        {
            "number": draw.number,
            "previous": seeds.get(draw.number - 1),
            **_draw_record(draw),
            "published_at": draw.round.published_at.isoformat() if draw.round.published_at else None,
            "changes": changes[draw.pk],
            "tables": tables[draw.round_id] if newest[draw.round_id] == draw.pk else None,
            "byes": byes[draw.round_id] if newest[draw.round_id] == draw.pk else None,
        }
        for draw in rows
    ]


def _draw_record(draw: Draw) -> dict[str, Any]:
    columns = ("method", "seed", "digest", "reason", "cost", "source", "outcome")
    place = {"stage": draw.round.stage.number, "round": draw.round.number, "made_at": draw.made_at.isoformat()}
    return place | {name: getattr(draw, name) for name in columns}


def _change_record(change: DrawChange) -> dict[str, Any]:
    columns = ("kind", "what", "cost_before", "cost_after", "reason")
    return {name: getattr(change, name) for name in columns} | {"at": change.at.isoformat()}


def _tables(tournament: Tournament) -> defaultdict[int, list[dict[str, Any]]]:
    """Return who sits where by round, as numbers of entries."""
    rows = TableSeat.objects.filter(round__stage__tournament=tournament).order_by("round", "table__number", "seat")
    columns = rows.values_list("round_id", "table__number", "entry__number")
    seats = grouped(((played, number), who) for played, number, who in columns)
    return grouped((played, {"number": number, "seats": who}) for (played, number), who in seats.items())


# A table stores in English why it is composed so; for other readers the sentences are made again from the draws of
# the round, and one that no draw has any more stays as it was written.
OPEN_PLAY = said("They sat down together: open play.")


def sayable_reasons(played: Round) -> Mapping[str, Translatable]:
    """Return every sentence that can be translated, by its English text. In English this is empty and needs no
    query."""
    if (get_language() or "en").startswith("en"):
        return {}
    draws = played.draws.prefetch_related("changes").order_by("number")
    return {text: text for text in (OPEN_PLAY, *(text for draw in draws for text in _readable(draw)))}


def _readable(draw: Draw) -> list[Translatable]:
    """Return the sentences of a draw; nothing if it is in a form other than that of draws here."""
    try:
        return list(_of_draw(draw))
    except (KeyError, ValueError, TypeError, IndexError, AttributeError):
        return []


def _of_draw(draw: Draw) -> Iterator[Translatable]:
    changes = [{"kind": change.kind, "what": change.what} for change in draw.changes.all()]
    now = final_plan({"source": draw.source, "outcome": draw.outcome, "changes": changes})
    for drawn in (DrawnRound.from_json(draw.outcome), draw_of(draw.source, now)):
        for texts in explained(draw.method, draw.source, drawn):
            yield from texts
    for change in draw.changes.all():
        if change.kind == DrawChange.SWAP:
            first, other = change.what["names"]
            yield swap_note(first, other, change.reason)
