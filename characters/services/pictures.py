"""A picture in place of a character's drawing. The only writer of `Character.picture`, which names what is shown, and
of `CharacterPicture`, which holds it."""

from hashlib import sha256

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.charts.pictures import BadPicture, square_jpeg
from characters.models import Character, CharacterPicture
from characters.services.hiding import hide, show
from engine.said import spoken

HIDDEN = gettext_lazy(
    "The staff of this site has hidden the picture of this character. The drawing stands in its place."
)


@transaction.atomic
def set_picture(*, character: Character, content: bytes, by: User) -> CharacterPicture:
    """Show this picture, drawn anew, from now on. Raises ValidationError for a file that is none, or too large, and
    where the staff has hidden the one before."""
    try:
        drawn = square_jpeg(content)
    except BadPicture as error:
        raise ValidationError({"file": spoken(error.args[0])}) from error
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
    """The drawing is shown again; false where it was already. One that the staff has hidden stays hidden."""
    character = _locked(character)
    gone, _rows = CharacterPicture.objects.filter(character=character, hidden_at=None).delete()
    _show(character, "")
    return bool(gone)


@transaction.atomic
def hide_picture(*, character: Character, why: str) -> None:
    """Nobody sees it, and none can take its place. Raises ValidationError where there is none to see."""
    character = _locked(character)
    if not hide(CharacterPicture.objects.filter(character=character), why=why):
        raise ValidationError(_("{character} has no picture that can be seen.").format(character=character))
    _show(character, "")


@transaction.atomic
def show_picture(*, character: Character) -> None:
    """Everybody sees it again. Raises ValidationError where none is hidden."""
    character = _locked(character)
    if not show(CharacterPicture.objects.filter(character=character)):
        raise ValidationError(_("{character} has no picture that is hidden.").format(character=character))
    _show(character, CharacterPicture.objects.get(character=character).digest)


@transaction.atomic
def remove_pictures_of(*, user: User) -> None:
    """Everything that somebody who leaves has uploaded and what their characters show, hidden or not."""
    theirs = CharacterPicture.objects.filter(Q(uploaded_by=user) | Q(character__owner=user))
    for picture in theirs.select_related("character").order_by("character_id"):
        _show(_locked(picture.character), "")
        picture.delete()


def _locked(character: Character) -> Character:
    return Character.objects.select_for_update(no_key=True).get(pk=character.pk)


def _show(character: Character, digest: str) -> None:
    character.picture = digest
    character.save(update_fields=["picture"])
