"""The ownership of characters: claim links for those without an account, claims undone, and the end of ownership."""

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import Character
from characters.rules.names import search_key
from engine.translatable import Translatable, said
from league.clubs.services.leagues import join_league
from league.core.ledger.services import record
from league.core.services.quotas import use_quota
from league.models import CharacterMerge, ClaimLink, League
from league.people.queries.characters import league_of
from league.people.services.registration import hand_over, league_locked

CLAIM_VALID_FOR = timedelta(days=14)
NO_CLAIM = gettext_lazy("Ask an organiser of the league for a new link.")


@transaction.atomic
def make_claim_link(*, character: Character, by: User) -> str:
    """Make a claim link for the player of a character that has no owner, good for 14 days and one person, and return
    its secret. Earlier links no longer work. Raise ValidationError if somebody owns the character."""
    character = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
    if character.owner_id is not None:
        text = _("{character} has an owner: {owner_name}. Undo the claim first.")
        raise ValidationError(text.format(character=character, owner_name=character.owner_name))
    use_quota("claim_links", by=by, league=character.enrolment.league)
    secret = secrets.token_urlsafe(24)
    now = timezone.now()
    earlier = ended_claim_links(character, now=now)
    link = ClaimLink.objects.create(
        character=character, digest=ClaimLink.digest_of(secret), created_by=by, expires_at=now + CLAIM_VALID_FOR
    )
    text = said("A link to claim {name} was made.", name=character.name)
    _record_owner(character, kind="claim_link_made", text=text, by=by, rows=[*earlier, link])
    return secret


def ended_claim_links(character: Character, *, now: datetime) -> list[ClaimLink]:
    """End the open claim links of a character, within the transaction of the caller, and return them."""
    links = list(ClaimLink.objects.filter(character=character, used_at=None, expires_at__gt=now))
    for link in links:
        link.expires_at = now
        link.save(update_fields=["expires_at"])
    return links


@transaction.atomic
def withdraw_claim_link(*, link: ClaimLink, by: User) -> None:
    """Withdraw a claim link, so that it no longer works. Raise ValidationError for one that somebody has used."""
    link = ClaimLink.objects.select_for_update(no_key=True).get(pk=link.pk)
    if link.used_at is not None:
        raise ValidationError(_("Somebody has already used this link. Undo the claim instead."))
    if link.expires_at > timezone.now():
        link.expires_at = timezone.now()
        link.save(update_fields=["expires_at"])
        text = said("A link to claim {name} was withdrawn.", name=link.character.name)
        _record_owner(link.character, kind="claim_link_withdrawn", text=text, by=by, rows=[link])


@transaction.atomic
def delete_claim_links(*, by: User) -> None:
    """Delete the open claim links of a person who leaves the site."""
    for link in ClaimLink.objects.filter(created_by=by, used_by=None).select_related("character").order_by("pk"):
        text = said("A link to claim {name} was withdrawn.", name=link.character.name)
        _record_owner(link.character, kind="claim_link_withdrawn", text=text, by=by, gone=[link])
        link.delete()


def claim_problem(link: ClaimLink) -> str:
    """Return why this link no longer works; "" when it does."""
    if link.used_at is not None:
        return _("This link has already been used. {no_claim}").format(no_claim=NO_CLAIM)
    if link.expires_at <= timezone.now():
        return _("This link is too old. {no_claim}").format(no_claim=NO_CLAIM)
    if link.character.owner_id is not None:
        return _("{character} already has an owner.").format(character=link.character)
    return ""


@transaction.atomic
def claim_character(*, link: ClaimLink, user: User) -> Character:
    """Give the character to the user, with everything it did, and make the user a member of its league.

    Raise ValidationError for a link that no longer works, and under R101.
    """
    league = league_locked(link.character_id)
    character = Character.objects.select_for_update(no_key=True).get(pk=link.character_id)
    link = ClaimLink.objects.select_for_update(no_key=True, of=("self",)).select_related("character").get(pk=link.pk)
    problem = claim_problem(link)
    if problem:
        raise ValidationError(problem)
    _take_over(league, character, user)
    link.used_by, link.used_at = user, timezone.now()
    link.save(update_fields=["used_by", "used_at"])
    text = said("{name} was claimed.", name=character.name)
    _record_owner(character, kind="owner_changed", text=text, by=user, rows=[character, link])
    return character


@transaction.atomic
def claim_by_paper(*, character: Character, digest: str, user: User) -> Character:
    """Give the character to the user by a secret that was printed, which has no row before it is used. Raise
    ValidationError if somebody was faster, and under R101."""
    text = said("{name} was claimed by the code on its paper.", name=character.name)
    return _claim_at_once(character, digest, text, user=user, by=user)


@transaction.atomic
def recognise_guest(character: Character, user: User, by: User) -> None:
    """Give the character to the user, who an organiser says has played it all along (`league.signals`). Raise
    ValidationError if somebody was faster, and under R101."""
    text = said("{name} was claimed, and an organiser confirmed it.", name=character.name)
    _claim_at_once(character, ClaimLink.digest_of(secrets.token_urlsafe(24)), text, user=user, by=by)


def _claim_at_once(character: Character, digest: str, text: Translatable, *, user: User, by: User) -> Character:
    league = league_locked(character.pk)
    character = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
    if character.owner_id is not None or ClaimLink.objects.filter(digest=digest).exists():
        raise ValidationError(_("{character} already has an owner.").format(character=character))
    _take_over(league, character, user)
    now = timezone.now()
    link = ClaimLink.objects.create(
        character=character, digest=digest, created_by=by, expires_at=now, used_by=user, used_at=now
    )
    _record_owner(character, kind="owner_changed", text=text, by=by, rows=[character, link])
    return character


def _take_over(league: League, character: Character, user: User) -> None:
    alone = CharacterMerge.objects.standing().filter(kept=character, asked_by=user, agreed_by=user).first()
    if alone is not None:
        text = _(
            "You merged {merged} into {character} yourself. Undo that first: once {character} is yours, another "
            "organiser agrees to it."
        )
        raise ValidationError(text.format(merged=alone.merged, character=character))
    hand_over(character, league=league, to=user)
    join_league(league=league, user=user, by=user)


@transaction.atomic
def undo_claim(*, link: ClaimLink, by: User) -> Character:
    """Take the character back from the user who claimed it; it has no owner again, but its label. The membership stays.
    Raise ValidationError if the claim no longer holds."""
    character = Character.objects.select_for_update(no_key=True).get(pk=link.character_id)
    link = ClaimLink.objects.select_for_update(no_key=True).get(pk=link.pk)
    if link.used_at is None or link.undone_at is not None or character.owner_id != link.used_by_id:
        raise ValidationError(_("This claim is no longer valid."))
    character.owner = None
    character.save(update_fields=["owner"])
    link.undone_by, link.undone_at = by, timezone.now()
    link.save(update_fields=["undone_by", "undone_at"])
    text = said("The claim of {name} was undone.", name=character.name)
    _record_owner(character, kind="owner_changed", text=text, by=by, rows=[character, link])
    return character


@transaction.atomic
def end_ownership(*, user: User, label: str) -> None:
    """Leave all characters of a person who goes without an owner, under `label`."""
    for character in Character.objects.select_for_update(no_key=True).filter(owner=user).order_by("pk"):
        character.owner, character.owner_label, character.label_search_key = None, label, search_key(label)
        character.save(update_fields=["owner", "owner_label", "label_search_key"])
        text = said("The owner of {name} has left.", name=character.name)
        _record_owner(character, kind="owner_changed", text=text, by=user, rows=[character])


def _record_owner(character: Character, *, kind: str, text: Translatable, by: User, **which: Any) -> None:
    league = league_of(character)
    record(kind=kind, text=text, by=by, league=league, **which, character=character.pk, owner=character.owner_id)
