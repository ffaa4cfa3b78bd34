"""The log of a tournament: its part of the ledger, which is also the queue of notices. Called within the transaction of
the event."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db.models import Model

from engine.translatable import Translatable, said, spoken
from league.core.ledger.services import new_entry
from league.models import Round, Tournament

IN_HALL = "in_hall"  # the code of refusals because the tournament runs in a hall


def log_event(
    *,
    tournament: Tournament,
    kind: str,
    text: Translatable,
    by: Person | None = None,
    rows: Iterable[Model] = (),
    gone: Iterable[Model] = (),
    **about: Any,
) -> None:
    """Log one sentence; `about` holds the data for programs (ids, numbers, names), `rows` the deciding rows that were
    written, and `gone` the deleted ones."""
    belongs: Any = {"tournament": tournament, "game": about.get("game"), "rows": rows, "gone": gone}
    new_entry(kind=kind, text=text, by=by, about=about, **belongs).save()


def log_round(played: Round, kind: str, text: Translatable, by: Person | None, **about: Any) -> None:
    """Log an event of a round, whose numbers go into `about`. Select its stage and tournament beforehand."""
    place: dict[str, Any] = {"stage": played.stage.number, "round": played.number}
    log_event(tournament=played.stage.tournament, kind=kind, text=text, by=by, **place, **about)


def lock_tournament(pk: int, *, hall: int | None = None) -> Tournament:
    """Return the tournament under an exclusive lock: the first lock of draws, ends of rounds, drops and all that
    changes it. A change of one table shares this lock (`lock_state`), so each waits for the other. Raise
    ValidationError unless it runs in that `hall`; None is this site."""
    rows = Tournament.objects.select_for_update(no_key=True, of=("self",))
    tournament = rows.select_related("season__league").get(pk=pk)
    refuse_other_hall(tournament, hall)
    return tournament


def refuse_other_hall(tournament: Tournament, hall: int | None = None) -> None:
    """Raise ValidationError with the code `in_hall` unless the tournament runs in that hall; None is this site. Its row
    is locked, or shared."""
    if tournament.hall_id != hall:
        refusal = away_refusal(tournament) or said(_NOT_THERE, tournament=tournament.name)
        raise ValidationError(spoken(refusal), code=IN_HALL)


def away_refusal(tournament: Tournament) -> str:
    """Return why this site changes nothing of a tournament that runs in a hall; "" for one that runs here."""
    return said(_AWAY, tournament=tournament.name) if tournament.hall_id else ""


_AWAY = said("{tournament} runs in a hall: until it is back, it can only be changed there.")
_NOT_THERE = said("{tournament} does not run in this hall.")


def over_refusal(tournament: Tournament) -> str:
    """Return why nothing of the tournament can be changed, as it is finished or cancelled; "" if it can."""
    if tournament.status == Tournament.FINISHED:
        return said("{tournament} is finished; it can no longer be changed.", tournament=tournament.name)
    if tournament.status == Tournament.CANCELLED:
        return said("{tournament} is cancelled; it can no longer be changed.", tournament=tournament.name)
    return ""


def refuse_when_over(tournament: Tournament) -> None:
    """Raise ValidationError for a tournament that is finished or cancelled."""
    refusal = over_refusal(tournament)
    if refusal:
        raise ValidationError(spoken(refusal))
