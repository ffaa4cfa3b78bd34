"""Make files of everything that is stored about a person: asked for, made by a worker, kept a few days. A row without a
file is the job, and what is made twice is the same file."""

from datetime import timedelta

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import Error, transaction
from django.db.models import Q
from django.utils import timezone

from engine.translatable import said, spoken
from games.services.jobs import Jobs
from league.accounts.queries.own_data import MOST, own_data, row_count
from league.accounts.rules import FILE_KEPT
from league.core.services.quotas import use_quota
from league.models import OwnDataFile

log = structlog.get_logger(__name__)
FILES = Jobs(OwnDataFile, to_do=Q(made_at=None, refusal=""), order=("pk",), lease=timedelta(minutes=10), tries=3)
TOO_MUCH = said("That is too much for the site. The people who run it can make the file for you.")
FAILED = said("The file could not be made. Try again later, or ask the people who run this site.")


@transaction.atomic
def ask_for_own_data(*, user: User) -> OwnDataFile:
    """Return the file under way or already made, or ask for a new one. Raise ValidationError if even a worker is
    too small or the person's quota is used up."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    file = OwnDataFile.objects.filter(user=user, refusal="").first()
    if file is not None:
        return file
    if row_count(user) > MOST:
        raise ValidationError(spoken(TOO_MUCH))
    use_quota("own_data", by=user)
    OwnDataFile.objects.filter(user=user).delete()
    return OwnDataFile.objects.create(user=user)


def make_own_data_file() -> bool:
    """Claim a file that is asked for and make it; return whether there was one."""
    file = FILES.claim(OwnDataFile.objects.select_related("user"), _give_up_file)
    if file is not None:
        with FILES.working_on(file):
            _make_file(file)
    return file is not None


def _give_up_file(file: OwnDataFile) -> None:
    FILES.release(file, refusal=FAILED)


def _make_file(file: OwnDataFile) -> None:
    try:
        content = own_data(file.user).read()
    except Error:
        raise
    except Exception:
        log.exception("own_data_failed", account=file.user_id)
        FILES.release(file, tries=file.tries, refusal=FAILED if file.tries >= FILES.tries else "")
    else:
        FILES.release(file, content=content, made_at=timezone.now())


def drop_own_data_file(*, user: User) -> None:
    OwnDataFile.objects.filter(user=user).delete()


def forget_own_data_files() -> None:
    """Delete the files that were made some days ago, or could not be made."""
    before = timezone.now() - FILE_KEPT
    OwnDataFile.objects.filter(Q(made_at__lt=before) | Q(made_at=None, asked_at__lt=before)).delete()
