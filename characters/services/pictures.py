"""Put a picture in place of a character's drawing. The only writer of `Character.picture`, which names the picture
shown, and of `CharacterPicture`, which holds it. What people see is hidden and shown with a conditional UPDATE each: of
two people one is faster."""

from collections.abc import Callable
from hashlib import sha256
from typing import TypeVar

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.charts.pictures import BadPicture, square_jpeg
from characters.models import Character, CharacterPicture, Hideable
from engine.translatable import spoken

H = TypeVar("H", bound=Hideable)


def hide(rows: QuerySet[H], *, why: str) -> bool:
    """Return whether any of the rows was visible so far."""
    return bool(rows.filter(hidden_at=None).update(hidden_at=timezone.now(), hidden_why=why))


def show(rows: QuerySet[H]) -> bool:
    """Return whether any of the rows was hidden so far."""
    return bool(rows.filter(hidden_at__isnull=False).update(hidden_at=None, hidden_why=""))


HIDDEN = gettext_lazy("The staff of this site has hidden the picture of this character. The drawing is shown instead.")


def redraw(content: bytes, draw: Callable[[bytes], bytes] = square_jpeg) -> bytes:
    """Return the picture as it is kept; outside of transactions, because it may take seconds. Raise ValidationError for
    a file that is not a picture, or too large."""
    try:
        return draw(content)
    except BadPicture as error:
        raise ValidationError({"file": spoken(error.args[0])}) from error


@transaction.atomic
def set_picture(*, character: Character, drawn: bytes, by: User) -> CharacterPicture:
    """Show this picture, which was redrawn, from now on. Raise ValidationError if the staff has hidden the one
    before."""
    character = _locked(character)
    if CharacterPicture.objects.filter(character=character, hidden_at__isnull=False).exists():
        raise ValidationError({"file": HIDDEN})
    digest = sha256(drawn).hexdigest()
    values = {"digest": digest, "content": drawn, "uploaded_by": by, "uploaded_at": timezone.now()}
    picture, _made = CharacterPicture.objects.update_or_create(character=character, defaults=values)
    _show(character, digest)
    return picture


@transaction.atomic
def remove_picture(*, character: Character) -> bool:
    """Show the drawing again; return False if it was already shown. A picture that the staff has hidden stays
    hidden."""
    character = _locked(character)
    gone, _rows = CharacterPicture.objects.filter(character=character, hidden_at=None).delete()
    _show(character, "")
    return bool(gone)


@transaction.atomic
def hide_picture(*, character: Character, why: str) -> None:
    """Hide the picture from everybody, and let no other take its place. Raise ValidationError if no picture can be
    seen."""
    character = _locked(character)
    if not hide(CharacterPicture.objects.filter(character=character), why=why):
        raise ValidationError(_("{character} has no visible picture.").format(character=character))
    _show(character, "")


@transaction.atomic
def show_picture(*, character: Character) -> None:
    """Show the picture to everybody again. Raise ValidationError if no picture is hidden."""
    character = _locked(character)
    if not show(CharacterPicture.objects.filter(character=character)):
        raise ValidationError(_("{character} has no picture that is hidden.").format(character=character))
    _show(character, CharacterPicture.objects.get(character=character).digest)


@transaction.atomic
def remove_pictures_of(*, user: User) -> None:
    """Remove everything that a leaving user has uploaded and everything that their characters show, hidden or not."""
    theirs = CharacterPicture.objects.filter(Q(uploaded_by=user) | Q(character__owner=user))
    for picture in theirs.select_related("character").order_by("character_id"):
        _show(_locked(picture.character), "")
        picture.delete()


def _locked(character: Character) -> Character:
    return Character.objects.select_for_update(no_key=True).get(pk=character.pk)


def _show(character: Character, digest: str) -> None:
    character.picture = digest
    character.save(update_fields=["picture"])
