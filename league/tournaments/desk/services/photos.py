"""Photos that organisers add to the memories of a tournament that is over. Each change is in the ledger, without the
caption."""

from hashlib import sha256

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.charts.pictures import photo_jpeg
from characters.services.pictures import redraw
from engine.translatable import Translatable, said
from league.core.ledger.services import record
from league.core.services.quotas import use_quota
from league.models import EveningPhoto, Tournament
from league.tournaments.desk.rules.memories import LONGEST_CAPTION, MOST_PHOTOS
from league.tournaments.entries.services.tournament_log import lock_tournament


def add_photo(*, tournament: Tournament, content: bytes, caption: str, by: User) -> EveningPhoto:
    """Add a photo after the others. The day's quota counts it before it is opened, whatever the result. Raise
    ValidationError as `redraw`, beyond the quotas, for a photo that is already there, and before the tournament is
    over."""
    caption = _tidied(caption)
    with transaction.atomic():
        _with_room(tournament)
        use_quota("pictures", by=by, league=tournament.season.league)
    drawn = redraw(content, photo_jpeg)
    digest = sha256(drawn).hexdigest()
    with transaction.atomic():
        tournament = _with_room(tournament)
        if tournament.photos.filter(digest=digest).exists():
            raise ValidationError({"file": _("This photo is already among those of this tournament.")})
        photo = tournament.photos.create(digest=digest, content=drawn, caption=caption, uploaded_by=by)
        _record("photo_changed", said("A photo was added to {tournament}.", tournament=tournament.name), photo, by)
    return photo


@transaction.atomic
def caption_photo(*, photo: EveningPhoto, caption: str, by: User) -> None:
    """Give a photo another caption. Raise ValidationError for one that is too long, and for a photo that is gone or
    hidden."""
    photo = _shown(photo)
    photo.caption = _tidied(caption)
    photo.save(update_fields=["caption"])
    text = said("A photo of {tournament} has another caption.", tournament=photo.tournament.name)
    _record("photo_changed", text, photo, by)


@transaction.atomic
def remove_photo(*, photo: EveningPhoto, by: User) -> None:
    """Remove a photo for good. Raise ValidationError for one that is gone, or that the staff has hidden."""
    photo = _shown(photo)
    text = said("A photo of {tournament} was removed.", tournament=photo.tournament.name)
    _record("photo_removed", text, photo, by)
    photo.delete()


def _with_room(tournament: Tournament) -> Tournament:
    """Return the tournament under its lock if it is over and has room for a photo. A hidden one takes its room."""
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.FINISHED:
        raise ValidationError(_("Photos are added once the tournament is finished."))
    if tournament.photos.count() >= MOST_PHOTOS:
        full = _("A tournament has {most} photos at most. Remove one first.")
        raise ValidationError({"file": full.format(most=MOST_PHOTOS)})
    return tournament


def _shown(photo: EveningPhoto) -> EveningPhoto:
    lock_tournament(photo.tournament_id)
    shown = EveningPhoto.objects.filter(pk=photo.pk, hidden_at=None).select_related("tournament__season")
    found = shown.defer("content").first()
    if found is None:
        raise ValidationError(_("This photo is gone, or the staff of this site has hidden it."), code="stale")
    return found


def _tidied(caption: str) -> str:
    caption = " ".join(caption.split())
    if len(caption) > LONGEST_CAPTION:
        raise ValidationError({"caption": _("A caption has {most} letters at most.").format(most=LONGEST_CAPTION)})
    return caption


def _record(kind: str, text: Translatable, photo: EveningPhoto, by: User) -> None:
    record(kind=kind, text=text, by=by, season=photo.tournament.season, photo=photo.pk)
