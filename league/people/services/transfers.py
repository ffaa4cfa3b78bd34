"""A character changes hands: its owner offers it, another member of the league agrees."""

from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import Character
from engine.translatable import Translatable, said
from league.core.ledger.services import record
from league.core.services.quotas import use_quota
from league.models import CharacterOffer
from league.people.queries.characters import league_of, open_offer
from league.people.services.registration import hand_over, league_locked

OVER = gettext_lazy("This offer is no longer valid.")


@transaction.atomic
def offer_character(*, character: Character, to: str, by: User) -> CharacterOffer:
    """Offer a character, by its owner, to a member of its league with this user name. Raise ValidationError, and
    PermissionDenied for others."""
    character = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
    if character.owner_id != by.pk:
        raise PermissionDenied(_("Only the owner of {character} can pass it on.").format(character=character))
    league = character.enrolment.league
    receiver = User.objects.filter(username__iexact=to.strip(), is_active=True, memberships__league=league).first()
    if receiver is None:
        text = _("Nobody in {league} has that user name. The new owner of {character} has to join first.")
        raise ValidationError({"to": text.format(league=league, character=character)})
    if receiver.pk == by.pk:
        raise ValidationError({"to": _("{character} is already yours.").format(character=character)})
    waiting = CharacterOffer.objects.filter(character=character, accepted_at=None, ended_at=None)
    earlier = list(waiting.exclude(made_by=by))
    for stale in earlier:  # of an earlier owner
        stale.ended_at = timezone.now()
        stale.save(update_fields=["ended_at"])
    if open_offer(character) is not None:
        text = _("{character} is already offered to somebody. Take that back first.")
        raise ValidationError(text.format(character=character))
    use_quota("character_offers", by=by, league=league)
    offer = CharacterOffer.objects.create(character=character, made_by=by, made_to=receiver)
    text = said("{name} was offered to another member.", name=character.name)
    _record(offer, "owner_offered", text, by, rows=[*earlier, offer])
    return offer


@transaction.atomic
def accept_character(*, offer: CharacterOffer, user: User) -> Character:
    """Give the character to the user, with everything on file. Raise ValidationError if the offer no longer holds,
    for a user who has left the league, and under R101."""
    league = league_locked(offer.character_id)
    character, offer = _locked(offer)
    if not holds(offer, character) or offer.made_to_id != user.pk:
        raise ValidationError(OVER)
    if not league.memberships.filter(user=user).exists():
        raise ValidationError(_("You are no longer a member of {league}. Join again first.").format(league=league))
    hand_over(character, league=league, to=user)
    offer.accepted_at = timezone.now()
    offer.save(update_fields=["accepted_at"])
    text = said("{name} was passed on to another member.", name=character.name)
    _record(offer, "owner_changed", text, user, rows=[character, offer])
    return character


@transaction.atomic
def end_offer(*, offer: CharacterOffer, by: User) -> None:
    """Decline an offer, or take it back. Raise ValidationError if it is over, and PermissionDenied for anybody
    else."""
    offer = _locked(offer)[1]
    if by.pk not in (offer.made_by_id, offer.made_to_id):
        raise PermissionDenied(_("Only the person who made the offer, or the one who got it, can end it."))
    if offer.accepted_at is not None or offer.ended_at is not None:
        raise ValidationError(OVER)
    offer.ended_at = timezone.now()
    offer.save(update_fields=["ended_at"])
    taken_back = by.pk == offer.made_by_id
    ended = said("The offer of {name} was taken back.") if taken_back else said("The offer of {name} was declined.")
    _record(offer, "owner_offer_ended", said(ended, name=offer.character.name), by, rows=[offer])


@transaction.atomic
def delete_offers(*, person: User) -> None:
    """Delete the offers by and to a person who leaves the site that nobody has accepted."""
    offers = CharacterOffer.objects.filter(Q(made_by=person) | Q(made_to=person), accepted_at=None)
    for offer in offers.select_related("character").order_by("pk"):
        text = said("The offer of {name} was taken back.", name=offer.character.name)
        _record(offer, "owner_offer_ended", text, person, gone=[offer])
        offer.delete()


def holds(offer: CharacterOffer, character: Character) -> bool:
    return offer.accepted_at is None and offer.ended_at is None and character.owner_id == offer.made_by_id


def _locked(offer: CharacterOffer) -> tuple[Character, CharacterOffer]:
    character = Character.objects.select_for_update(no_key=True).get(pk=offer.character_id)
    rows = CharacterOffer.objects.select_for_update(no_key=True, of=("self",)).select_related("character")
    return character, rows.get(pk=offer.pk)


def _record(offer: CharacterOffer, kind: str, text: Translatable, by: User, **which: Any) -> None:
    character = offer.character
    about: dict[str, Any] = {"character": character.pk, "from": offer.made_by_id, "to": offer.made_to_id}
    league = league_of(character)
    record(kind=kind, text=text, by=by, league=league, **which, **about)
