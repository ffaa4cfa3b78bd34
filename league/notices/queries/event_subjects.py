"""The subjects of an event of the log. `about` names entries by id, and stages, rounds and tables by number; only this
module reads it. Nothing is found where an event names nothing, or what it named is gone."""

from django.db.models import QuerySet

from league.models import Entry, LedgerEntry, Round, Table, Tournament

OF_DRAFTS = ("drawn", "draw_changed")


def tournament_of(event: LedgerEntry) -> Tournament:
    """Return the tournament of an event. Raise ValueError for an entry of the ledger that belongs to no tournament."""
    if event.tournament is None:
        raise ValueError(f"Entry {event.pk} of the ledger belongs to no tournament.")
    return event.tournament


def entries_of(event: LedgerEntry) -> QuerySet[Entry]:
    named = event.about.get("entries")
    ids = [value for value in named if isinstance(value, int)] if isinstance(named, list) else []
    return Entry.objects.filter(tournament=event.tournament_id, pk__in=ids).select_related("character")


def round_of(event: LedgerEntry) -> Round | None:
    """Return the round if everybody may see it. Draft rounds are never revealed, nor what was drawn or changed in
    them."""
    rounds = Round.objects.filter(stage__tournament=event.tournament_id, number=_number(event, "round"))
    if "stage" in event.about:
        rounds = rounds.filter(stage__number=_number(event, "stage"))
    if event.kind in OF_DRAFTS:
        rounds = rounds.filter(published_at__lt=event.at)
    return rounds.exclude(status=Round.DRAFT).select_related("stage").order_by("-stage__number").first()


def table_of(event: LedgerEntry) -> Table | None:
    round = round_of(event)
    return round.tables.filter(number=_number(event, "table")).first() if round else None


def _number(event: LedgerEntry, what: str) -> int:
    value = event.about.get(what)
    return value if isinstance(value, int) else 0
