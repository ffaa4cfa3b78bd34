"""The browsers and addresses from which people move in plays that count. They are stored for a while, so that
organisers can see which games were played from one browser or one address. Each play has its own hashes, so nothing
links one game, season or league to another."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User as Person
from django.db.models import Q
from django.utils.crypto import salted_hmac

from league.core.rules.origins import Origin
from league.models import PlayOrigin, SeasonPlay

DIGITS = 32
MOST = 20  # of one person in one play: a browser without cookies counts as a new one with every move
AFTER_SEASON = timedelta(days=30)
KEPT = timedelta(days=365)


def origin_at(play: int, *, network: str, device: str = "") -> Origin:
    """Return the browser and the address of a move in this play, as hashes that can't be compared with those of another
    play.

    `device` is the secret of the browser.
    """
    return Origin(_keyed(f"browser/{play}", device), _keyed(f"address/{play}", network))


def _keyed(what: str, value: str) -> str:
    mac = salted_hmac(f"league.play_origin/{what}", value, algorithm="sha256") if value else None
    return mac.hexdigest()[:DIGITS] if mac else ""


def note_origin(*, season_play: SeasonPlay, origin: Origin, by: Person) -> None:
    """Store the origin of a person's moves, once; for the service that takes the turn, behind the lock of the play."""
    here = {"browser": origin.device, "address": origin.address}
    origins = PlayOrigin.objects.filter(play=season_play, person=by)
    if any(here.values()) and not origins.filter(**here).exists() and origins.count() < MOST:
        PlayOrigin.objects.create(play=season_play, person=by, **here)


def forget_old_origins(now: datetime) -> int:
    """Delete the origins of seasons that ended a while ago, and old ones; return how many."""
    ended = Q(play__season__ends_on__lt=(now - AFTER_SEASON).date())
    return PlayOrigin.objects.filter(ended | Q(at__lt=now - KEPT)).delete()[0]
