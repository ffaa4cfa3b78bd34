"""The subjects of an event of the log. `about` names entries by id, and stages, rounds and tables by number; only this
module reads it. Nothing is found if an event names nothing, or what it named is gone."""

from django.db.models import QuerySet

from characters.models import Character
from league.models import Entry, LedgerEntry, Round, Table, Team, Tournament

OF_DRAFTS = ("drawn", "draw_changed")


def tournament_of(event: LedgerEntry) -> Tournament:
    """Return the tournament of an event. Raise ValueError for an entry of the ledger that belongs to no tournament."""
    if event.tournament is None:
        raise ValueError(f"Entry {event.pk} of the ledger belongs to no tournament.")
    return event.tournament


def entries_of(event: LedgerEntry) -> QuerySet[Entry]:
    named = Entry.objects.filter(tournament=event.tournament_id, pk__in=_numbers(event, "entries"))
    return named.select_related("character")


def team_of(event: LedgerEntry) -> Team | None:
    named = Team.objects.filter(contest__season=event.season_id, pk=_number(event, "team"))
    return named.select_related("contest__season", "contest__tournament").first()


def characters_of(event: LedgerEntry, what: str) -> QuerySet[Character]:
    """Return the characters that have `joined` or `left` a team."""
    return Character.objects.filter(pk__in=_numbers(event, what)).order_by("pk")


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


def _numbers(event: LedgerEntry, what: str) -> list[int]:
    named = event.about.get(what)
    return [value for value in named if isinstance(value, int)] if isinstance(named, list) else []


def _number(event: LedgerEntry, what: str) -> int:
    value = event.about.get(what)
    return value if isinstance(value, int) else 0
