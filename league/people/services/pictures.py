"""Pictures of a league's characters: who puts them there is in the ledger, and their number a day is limited."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from characters.models import Character
from characters.services import pictures
from engine.translatable import Translatable, said
from league.core.ledger.services import record
from league.core.services.quotas import use_quota

KIND = "picture_changed"


def upload_picture(*, character: Character, content: bytes, by: User) -> None:
    """Show this picture in place of the drawing. The day's quota counts it before it is opened, whatever the result.
    Raise ValidationError as `redraw` and `set_picture`, and beyond the quota."""
    with transaction.atomic():
        use_quota("pictures", by=by, league=character.enrolment.league)
    drawn = pictures.redraw(content)
    with transaction.atomic():
        pictures.set_picture(character=character, drawn=drawn, by=by)
        _record(character, text=said("{name} has another picture.", name=character.name), by=by)


@transaction.atomic
def withdraw_picture(*, character: Character, by: User) -> None:
    """Show the drawing again. Raise ValidationError if it is already shown."""
    if not pictures.remove_picture(character=character):
        raise ValidationError(f"{character} has no picture to take away.")
    _record(character, text=said("The picture of {name} was taken away.", name=character.name), by=by)


def _record(character: Character, *, text: Translatable, by: User) -> None:
    record(kind=KIND, text=text, by=by, league=character.enrolment.league, character=character.pk)
