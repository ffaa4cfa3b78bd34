"""The file with everything that is stored about somebody, where it is too much for a page: asked for, made by a worker,
kept a few days.

A row without a file is the job, claimed by one conditional update; what is made twice is the same file."""

from datetime import timedelta

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q
from django.utils import timezone

from league.core.services.quotas import use_quota
from league.models import OwnDataFile
from league.personal.queries.own_data import MOST, own_data, row_count
from league.personal.rules import FILE_KEPT

log = structlog.get_logger(__name__)
LEASE = timedelta(minutes=10)
MOST_TRIES = 3
TOO_MUCH = "That is too much for the site. Whoever runs it can make the file for you."
FAILED = "The file could not be made. Try again later, or ask whoever runs this site."


@transaction.atomic
def ask_for_own_data(*, user: User) -> OwnDataFile:
    """The file under way or made already, or a new one. Raises ValidationError where even a worker is too small or the
    person's quota is used up."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    found = OwnDataFile.objects.filter(user=user, refusal="").first()
    if found is not None:
        return found
    if row_count(user) > MOST:
        raise ValidationError(TOO_MUCH)
    use_quota("own_data", by=user)
    OwnDataFile.objects.filter(user=user).delete()
    return OwnDataFile.objects.create(user=user)


def make_own_data_file() -> bool:
    """Claim one that is asked for and make it; whether there was one."""
    file = _claim()
    if file is None:
        return False
    mine = OwnDataFile.objects.filter(pk=file.pk, leased_until=file.leased_until)
    try:
        content = own_data(file.user).read()
    except (OperationalError, InterfaceError):  # the database, not the data: no try
        mine.update(leased_until=None, tries=F("tries") - 1)
        raise
    except Exception:
        log.exception("own_data_failed", account=file.user_id)
        mine.update(leased_until=None, refusal=FAILED if file.tries >= MOST_TRIES else "")
    else:
        mine.update(content=content, made_at=timezone.now(), leased_until=None)
    return True


def drop_own_data_file(*, user: User) -> None:
    OwnDataFile.objects.filter(user=user).delete()


def forget_own_data_files() -> None:
    """Those that were made some days ago, or could not be made."""
    before = timezone.now() - FILE_KEPT
    OwnDataFile.objects.filter(Q(made_at__lt=before) | Q(made_at=None, asked_at__lt=before)).delete()


def _claim() -> OwnDataFile | None:
    now = timezone.now()
    waiting = OwnDataFile.objects.filter(Q(leased_until=None) | Q(leased_until__lt=now), made_at=None, refusal="")
    waiting.filter(tries__gte=MOST_TRIES).update(refusal=FAILED, leased_until=None)
    for pk in waiting.order_by("pk").values_list("pk", flat=True)[:5]:
        if waiting.filter(pk=pk).update(leased_until=now + LEASE, tries=F("tries") + 1):
            return OwnDataFile.objects.select_related("user").get(pk=pk)
    return None
