"""Other house rules tried out. The row is the job: some seasons at a time, in any worker, until all are lived."""

import secrets
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import lru_cache
from typing import Any

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.queries.history import rules_in
from characters.rules.house_rules import BadHouseRule, HouseRules, house_rules
from characters.services.facts import keep_rules
from engine.said import spoken
from league.clubs.queries import newest_house_rules
from league.core.services.quotas import use_quota
from league.insight.queries.what_if import club_of, has_games, inputs_of
from league.insight.rules.what_if import JUDGED, METHOD, SEASONS, Club, Totals, live
from league.models import League, WhatIf

log = structlog.get_logger(__name__)
LEAST_GAMES, MOST_GAMES = 10, 1000
LEASE = timedelta(minutes=2)  # far above reading a club and a portion
SECONDS = 1
MOST_CLAIMS = 5  # without a season that came of it: this one takes its worker down


@transaction.atomic
def order_what_if(
    *, league: League, values: Mapping[str, Any], begins: str, games: int, by: User | None = None
) -> WhatIf:
    """`values`: the house rules that are to be other ones. Raises ValidationError and QuotaError."""
    if begins not in WhatIf.BEGINNINGS:
        raise ValidationError({"begins": _("Choose where everybody begins.")})
    if not LEAST_GAMES <= games <= MOST_GAMES:
        raise ValidationError(
            {"games": _("From {least:,} to {most:,} games.").format(least=LEAST_GAMES, most=MOST_GAMES)}
        )
    today = newest_house_rules(league)
    other = _other(today, values)
    if other == today:
        raise ValidationError(_("These are the house rules of today. Change at least one of them."))
    if not has_games(league):
        raise ValidationError(_("Nobody has played Careers in this league yet, so there are no games to draw from."))
    use_quota("simulations", by=by)
    try:
        with transaction.atomic():
            return WhatIf.objects.create(
                league=league,
                method=METHOD,
                today=keep_rules(rules=today),
                other=keep_rules(rules=other),
                begins=begins,
                games=games,
                seasons=SEASONS,
                seed=secrets.token_hex(16),
                asked_by=by,
            )
    except IntegrityError as error:
        raise ValidationError(_under_way()) from error


def _other(today: HouseRules, values: Mapping[str, Any]) -> HouseRules:
    unknown = sorted(values.keys() - set(JUDGED))
    if unknown:
        raise ValidationError(
            _("'{name}' can't be judged from games that were played; known are {known}.").format(
                name=unknown[0], known=", ".join(JUDGED)
            )
        )
    told = {name: getattr(today, name) for name in JUDGED} | dict(values)
    try:
        checked = house_rules(told)
    except BadHouseRule as error:
        raise ValidationError(spoken(error.args[0])) from error
    return replace(today, **{name: getattr(checked, name) for name in JUDGED})


def stop_what_if(*, what_if: WhatIf) -> None:
    """What was lived is kept. Raises ValidationError when it is not under way."""
    if not WhatIf.objects.filter(pk=what_if.pk, status=WhatIf.RUNNING).update(status=WhatIf.STOPPED):
        raise ValidationError(_("This comparison is not under way."))


def resume_what_if(*, what_if: WhatIf) -> None:
    """Goes on where it stood. Raises ValidationError."""
    stood = WhatIf.objects.filter(pk=what_if.pk, status__in=(WhatIf.STOPPED, WhatIf.FAILED), method=METHOD)
    try:
        with transaction.atomic():
            found = stood.update(status=WhatIf.RUNNING, tries=0, leased_until=None)
    except IntegrityError as error:
        raise ValidationError(_under_way()) from error
    if not found:
        raise ValidationError(_("Only a comparison that was stopped can go on."))


def _under_way() -> str:
    return _("A comparison of this league is under way. Wait for it, or stop it.")


def live_what_if(*, seconds: float = SECONDS) -> bool:
    """Claim one that waits and live some of its seasons; whether there was one. Safe with any number of workers."""
    what_if = _claim()
    if what_if is None:
        return False
    try:
        _live(what_if, time.monotonic() + seconds)
    except DatabaseError:
        raise
    except Exception:
        # The same seasons again would fail again.
        log.exception("what_if_failed", what_if=what_if.pk, lived=what_if.lived)
        _mine(what_if).update(status=WhatIf.FAILED, leased_until=None)
    return True


def _claim() -> WhatIf | None:
    """The one that is least far on."""
    now = timezone.now()
    free = Q(status=WhatIf.RUNNING) & (Q(leased_until=None) | Q(leased_until__lt=now))
    WhatIf.objects.filter(free, tries__gte=MOST_CLAIMS).update(status=WhatIf.FAILED)
    for pk in WhatIf.objects.filter(free).order_by("lived", "pk").values_list("pk", flat=True):
        if WhatIf.objects.filter(free, pk=pk).update(leased_until=now + LEASE, tries=F("tries") + 1):
            return WhatIf.objects.select_related("league", "today", "other").get(pk=pk)
    return None


def _live(what_if: WhatIf, until: float) -> None:
    """At least one season. Of a league that changed while it was read nothing is lived; it waits for the next time."""
    inputs = inputs_of(what_if.league)
    club = _club(what_if.league_id, what_if.begins, inputs)
    if inputs_of(what_if.league) != inputs:
        _mine(what_if).update(leased_until=None)
        return
    totals = Totals.of(what_if.totals) if what_if.totals and what_if.inputs == inputs else Totals()
    today, other = rules_in(what_if.today), rules_in(what_if.other)
    while totals.seasons < what_if.seasons:
        totals.merge(live(club, today, other, what_if.games, seed=what_if.seed, season=totals.seasons))
        if time.monotonic() > until:
            break
    done = totals.seasons == what_if.seasons
    _mine(what_if).update(
        inputs=inputs,
        characters=len(club.members),
        totals=totals.kept(),
        lived=totals.seasons,
        leased_until=None,
        tries=0,
        **({"status": WhatIf.DONE, "finished_at": timezone.now()} if done else {}),
    )


def _mine(what_if: WhatIf) -> Any:
    """The row, unless the lease ran out and somebody else has it, or it was stopped."""
    return WhatIf.objects.filter(pk=what_if.pk, leased_until=what_if.leased_until, status=WhatIf.RUNNING)


@lru_cache(maxsize=2)
def _club(league: int, begins: str, inputs: str) -> Club:
    """Read once for all portions; `inputs` says of what."""
    return club_of(League.objects.get(pk=league), begins=begins)
