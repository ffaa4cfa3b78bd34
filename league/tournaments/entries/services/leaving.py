"""Give up the places in tournaments of somebody who leaves the league, or the site."""

from django.contrib.auth.models import User
from django.db import transaction

from engine.translatable import said
from league.accounts.queries.ties import places_held
from league.models import Membership
from league.tournaments.entries.services.entries import give_up_entry


def leave_league(member: Membership) -> None:
    """Give up the places of a member whose membership ends, in this transaction."""
    _give_up(member.user, league=member.league_id)


def leave_site(user: User, label: str) -> None:
    """Give up all places of a person who is being forgotten, in this transaction."""
    _give_up(user)


@transaction.atomic
def _give_up(user: User, league: int | None = None) -> None:
    """Drop the person's entries: a place in a tournament that has not begun goes to the next on the waiting list, and a
    running one draws them no more."""
    for entry in places_held(user, league=league):
        give_up_entry(entry=entry, reason=said("the player has left"))
