"""A tournament goes along to a hall, or is taken back without it.

One side writes at a time: `Tournament.hall` says at home that the hall does, and in the hall that home does again.
"""

import secrets

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.translatable import said
from league.core.ledger.services import record
from league.core.rules.signatures import public_key
from league.core.services.installation_key import signed_by_us
from league.models import FileImport, Hall, LedgerEntry, Tournament
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event, refuse_when_over
from league.tournaments.hall.queries import along
from league.tournaments.hall.rules.files import WORD_LIST, WORDS, seal_of, write_file


def new_words() -> str:
    """Return the words of a slip: 88 bits."""
    return " ".join(secrets.choice(WORD_LIST) for _ in range(WORDS))


@transaction.atomic
def take_along(*, tournament: Tournament, by: User) -> tuple[Hall, str]:
    """Hand the tournament over to a hall, and return the hall, with its file, and the words that open it. From now on
    nobody changes the tournament here. Raise ValidationError for one that is over, or already away."""
    words, key = new_words(), Ed25519PrivateKey.generate()
    seal = seal_of(words, secrets.token_bytes(16))
    here = lock_tournament(tournament.pk)
    refuse_when_over(here)
    hall = Hall.objects.create(tournament=here, key=public_key(key), seal=seal.stored(), taken_by=by)
    hall.refresh_from_db(fields=["taken_at"])
    here.hall = hall
    here.save(update_fields=["hall"])
    text = said("{tournament} runs in a hall from now on, and nobody changes it here.", tournament=here.name)
    log_event(tournament=here, kind="taken_along", text=text, by=by, rows=[here], key=hall.key)
    content = signed_by_us(along(hall, secret=key.private_bytes_raw().hex()))
    hall.file = write_file(content, seal=seal, nonce=secrets.token_bytes(12))
    hall.save(update_fields=["file"])
    return hall, words


@transaction.atomic
def recall(*, hall: Hall, by: User) -> None:
    """Go on with the tournament here without what the hall has written since. Raise ValidationError if it is not in
    this hall, or a file of it is being read."""
    here = lock_tournament(hall.tournament_id, hall=hall.pk)
    if here.imports.filter(status__in=(FileImport.WAITING, FileImport.RUNNING), kind=FileImport.HALL).exists():
        raise ValidationError(_("A file of the hall is being read. Wait until that is done."))
    here.hall = None
    here.save(update_fields=["hall"])
    hall.recalled_at = timezone.now()
    hall.save(update_fields=["recalled_at"])
    text = said("{tournament} was taken back without its hall.", tournament=here.name)
    record(kind="hall_recalled", text=text, by=by, season=here.season, rows=[here], hall=hall.pk)


@transaction.atomic
def hand_back(*, hall: Hall, by: User) -> None:
    """Let a hall that was given up go on after all, so that its file can be brought. Raise ValidationError once
    anything was decided here since."""
    here = lock_tournament(hall.tournament_id)
    recalled = LedgerEntry.objects.filter(kind="hall_recalled", season=here.season, about__hall=hall.pk).first()
    of_here = Q(tournament=here) | Q(game__table__round__stage__tournament=here)
    if recalled is None or LedgerEntry.objects.filter(of_here, pk__gt=recalled.pk).exists() or hall.recalled_at is None:
        text = _(
            "Something was decided here since, so the hall can't go on. Bring its file to compare it with what is here."
        )
        raise ValidationError(text)
    here.hall, hall.recalled_at = hall, None
    hall.save(update_fields=["recalled_at"])
    here.save(update_fields=["hall"])
    went_on = said("{tournament} runs in its hall again.", tournament=here.name)
    record(kind="hall_handed_back", text=went_on, by=by, season=here.season, rows=[here], hall=hall.pk)
