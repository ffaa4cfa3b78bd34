"""Explain why a table is composed as it is, in the reader's language. A table stores the sentences in English; for
other readers they are made again from the draws of the round, and a sentence that no draw has any more stays as it was
written."""

from collections.abc import Iterator, Mapping

from django.utils.translation import get_language

from engine.translatable import Translatable, said
from league.models import Draw, DrawChange, Round
from league.tournaments.draws.rules.field import DrawnRound
from league.tournaments.draws.rules.methods import explained, swap_note
from league.tournaments.draws.rules.proof import final_plan
from league.tournaments.draws.rules.sources import draw_of

OPEN_PLAY = said("They sat down together: open play.")


def sayable_reasons(played: Round) -> Mapping[str, Translatable]:
    """Return every sentence that can be translated, by its English text. In English this is empty and needs no
    query."""
    if (get_language() or "en").startswith("en"):
        return {}
    draws = played.draws.prefetch_related("changes").order_by("number")
    return {text: text for text in (OPEN_PLAY, *(text for draw in draws for text in _readable(draw)))}


def _readable(draw: Draw) -> list[Translatable]:
    """Return the sentences of a draw; nothing if it is in another form than that of draws here."""
    try:
        return list(_of_draw(draw))
    except (KeyError, ValueError, TypeError, IndexError, AttributeError):
        return []


def _of_draw(draw: Draw) -> Iterator[Translatable]:
    changes = [{"kind": change.kind, "what": change.what} for change in draw.changes.all()]
    now = final_plan({"source": draw.source, "outcome": draw.outcome, "changes": changes})
    for drawn in (DrawnRound.from_json(draw.outcome), draw_of(now)):
        for texts in explained(draw.method, draw.source, drawn):
            yield from texts
    for change in draw.changes.all():
        if change.kind == DrawChange.SWAP:
            first, other = change.what["names"]
            yield swap_note(first, other, change.reason)
