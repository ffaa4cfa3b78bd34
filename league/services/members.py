"""Members of a league: joining by invitation, changing roles, leaving."""

import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from league.models import Invitation, League, Membership
from league.models.organisation import Role

VALID_FOR = timedelta(days=14)


@transaction.atomic
def invite(*, league: League, role: str, by: User) -> Invitation:
    """A link for one person, good for 14 days."""
    if role not in Role.values:
        raise ValidationError({"role": "Choose a role."})
    return Invitation.objects.create(
        league=league,
        role=role,
        token=secrets.token_urlsafe(24),
        created_by=by,
        expires_at=timezone.now() + VALID_FOR,
    )


@transaction.atomic
def accept_invitation(*, invitation: Invitation, user: User) -> Membership:
    """Join, or take the wider role for somebody who is a member already.

    Raises ValidationError when the link was used or is too old.
    """
    invitation = Invitation.objects.select_for_update(no_key=True).get(pk=invitation.pk)
    if invitation.used_at is not None:
        raise ValidationError("This invitation was used already. Ask the organiser for a new one.")
    if invitation.expires_at < timezone.now():
        raise ValidationError("This invitation is too old. Ask the organiser for a new one.")
    member, created = Membership.objects.get_or_create(
        league=invitation.league, user=user, defaults={"role": invitation.role}
    )
    if not created and Role.values.index(invitation.role) < Role.values.index(member.role):
        member.role = invitation.role
        member.save(update_fields=["role"])
    invitation.used_by, invitation.used_at = user, timezone.now()
    invitation.save(update_fields=["used_by", "used_at"])
    return member


def revoke_invitation(*, invitation: Invitation) -> None:
    """The link of an open invitation no longer works."""
    Invitation.objects.filter(pk=invitation.pk, used_at=None).update(expires_at=timezone.now())


@transaction.atomic
def change_role(*, member: Membership, role: str) -> Membership:
    """Another role. Raises ValidationError when the league would be left without an organiser."""
    if role not in Role.values:
        raise ValidationError({"role": "Choose a role."})
    _keep_an_organiser(member, stays=role == Role.ORGANISER)
    member.role = role
    member.save(update_fields=["role"])
    return member


@transaction.atomic
def remove_member(*, member: Membership) -> None:
    """End a membership. Characters and results stay."""
    _keep_an_organiser(member, stays=False)
    member.delete()


def _keep_an_organiser(member: Membership, *, stays: bool) -> None:
    League.objects.select_for_update(no_key=True).get(pk=member.league_id)
    others = Membership.objects.filter(league=member.league_id, role=Role.ORGANISER).exclude(pk=member.pk)
    if member.role == Role.ORGANISER and not stays and not others.exists():
        raise ValidationError("A league needs at least one organiser. Make somebody else an organiser first.")
