"""Pictures of a league's characters: who puts them there stands in the ledger, and a day has only so many."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from characters.models import Character
from characters.services import pictures
from league.core.ledger.services import record
from league.core.services.quotas import use_quota

KIND = "picture_changed"


@transaction.atomic
def upload_picture(*, character: Character, content: bytes, by: User) -> None:
    """Show this picture in place of the drawing. Raises ValidationError as `set_picture`, and beyond the
    day's quota."""
    pictures.set_picture(character=character, content=content, by=by)
    use_quota("pictures", by=by, league=character.enrolment.league)
    _record(character, text=f"{character.name} has another picture.", by=by)


@transaction.atomic
def withdraw_picture(*, character: Character, by: User) -> None:
    """Show the drawing again. Raises ValidationError where it is shown already."""
    if not pictures.remove_picture(character=character):
        raise ValidationError(f"{character} has no picture to take away.")
    _record(character, text=f"The picture of {character.name} was taken away.", by=by)


def _record(character: Character, *, text: str, by: User) -> None:
    record(kind=KIND, text=text, by=by, league=character.enrolment.league, character=character.pk)
