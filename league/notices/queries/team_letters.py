"""The letters about teams, to the owners of characters that somebody else puts in one or takes out."""

from collections.abc import Callable, Iterator, Mapping

from league.core.rules.grouping import grouped
from league.models import Entry, LedgerEntry
from league.notices.queries.event_subjects import characters_of, team_of
from league.notices.queries.letters import Letter, composed
from league.tournaments.teams.queries import name_of


def _members(event: LedgerEntry) -> Iterator[Letter]:
    """Yield letters to owners. For a character that is entered in the tournament with the team, the letter about its
    entry names the team, and the event does not name the character."""
    team = team_of(event)
    if team is None:
        return
    contest = team.contest
    entries = Entry.objects.filter(tournament=contest.tournament).exclude(status=Entry.DROPPED)
    playing = set(entries.values_list("character", flat=True)) if contest.tournament else set()
    for deed in ("joined", "left"):
        told = (
            characters_of(event, deed)
            .filter(owner__isnull=False)
            .exclude(owner=event.by_id)
            .values_list("owner", "pk", "name")
        )
        for owner, own in grouped((owner, (pk, name)) for owner, pk, name in told).items():
            yield composed(
                owner,
                key=f"event-{event.pk}",
                kind="team",
                template="team",
                link=team.get_absolute_url(),
                deed=deed,
                by=event.who,
                names=", ".join(name for _pk, name in own),
                team=name_of(team),
                where=(contest.tournament or contest.season).name,
                withdrawn=team.withdrawn_at is not None,
                out=[name for pk, name in own if contest.tournament and pk not in playing],
            )


WRITERS: Mapping[str, Callable[[LedgerEntry], Iterator[Letter]]] = dict.fromkeys(("team_changed", "edited"), _members)
