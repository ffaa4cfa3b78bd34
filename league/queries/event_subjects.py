"""What an event of the log is about: `about` holds the ids, and only this module reads them. Nothing is found where an
event names nothing, or what was named is gone."""

from league.models import Entry, Round, Table, TournamentEvent


def entry_of(event: TournamentEvent) -> Entry | None:
    entries = Entry.objects.filter(tournament=event.tournament_id)
    return entries.select_related("character").filter(pk=_number(event, "entry")).first()


def round_of(event: TournamentEvent) -> Round | None:
    """The round, unless it is a draft: that is nobody's business yet."""
    rounds = Round.objects.filter(stage__tournament=event.tournament_id).exclude(status=Round.DRAFT)
    return rounds.select_related("stage").filter(pk=_number(event, "round")).first()


def table_of(event: TournamentEvent) -> Table | None:
    tables = Table.objects.filter(round__stage__tournament=event.tournament_id)
    return tables.select_related("round").filter(pk=_number(event, "table")).first()


def _number(event: TournamentEvent, what: str) -> int:
    found = event.about.get(what)
    return found if isinstance(found, int) else 0
