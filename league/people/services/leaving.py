"""Forget what belongs to a person who leaves the site, in the same transaction."""

from django.contrib.auth.models import User

from characters.services.pictures import remove_pictures_of
from league.people.services.owners import delete_claim_links, end_ownership
from league.people.services.passport_bringing import forget_passports
from league.people.services.registration import forget_names
from league.people.services.transfers import delete_offers


def forget_papers(user: User, label: str) -> None:
    """Forget former names, pictures and passports of a person's characters while these are still theirs."""
    forget_names(owner=user)
    remove_pictures_of(user=user)
    forget_passports(person=user)


def forget_owner(user: User, label: str) -> None:
    """Leave the person's characters without an owner, and delete what they offered and asked for."""
    end_ownership(user=user, label=label)
    delete_claim_links(by=user)
    delete_offers(person=user)
