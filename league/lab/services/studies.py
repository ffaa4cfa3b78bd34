"""Luck and decisions of a game that was played. The row is the job: some tasks at a time, in any worker, until all are
done. Each task is fixed by the record and its number, so it does not matter who does it, or how often."""

import time
from datetime import timedelta
from typing import Any

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import SYSTEMS, EngineError, replay
from engine.core.films import film_of
from engine.core.luck import Study
from engine.core.reckoning import figures
from games.models import GameRecord, Sheet
from games.services.thinking import counted, refuse_spent
from league.core.queries.access import may
from league.core.services.quotas import use_quota
from league.lab.models import GameStudy
from league.lab.queries.studies import thinkers_are_idle, unstudied
from league.lab.rules.story import METHOD, digest_of, seed_of
from league.models import SeasonGame
from league.play.queries.replays import reel_of_record

log = structlog.get_logger(__name__)
LEASE = timedelta(minutes=2)  # far above opening a record and a portion
SECONDS = 1
MOST_CLAIMS = 5  # without a task that came of it: this one takes its worker down


def order_study(*, season_game: SeasonGame, by: User | None = None) -> GameStudy:
    """The study of a game, which is worked on from now on unless it is done. Raises ValidationError and QuotaError."""
    return begin_study(season_game=season_game, by=by)[0]


@transaction.atomic
def begin_study(*, season_game: SeasonGame, by: User | None = None) -> tuple[GameStudy, bool]:
    """The study of a game, and whether this began it or let it go on: one that is done or under way stays as it is and
    costs nothing. Raises ValidationError and QuotaError."""
    if not Sheet.objects.confirmed().filter(game=season_game.game_id).exists():
        raise ValidationError(_("The chances of a game are worked out once its result is confirmed."))
    record = GameRecord.objects.filter(game=season_game.game_id).first()
    if record is None:
        raise ValidationError(_("Nobody wrote this game down move by move, so its chances can't be worked out."))
    key = {"game": season_game.game, "record": digest_of(record.text), "method": METHOD}
    known = GameStudy.objects.select_for_update().filter(**key).first()
    if known is None:
        return _begun(season_game, record, key, by)
    stood = known.status in (GameStudy.STOPPED, GameStudy.FAILED)
    if stood:
        use_quota("resumptions", by=by)
        GameStudy.objects.filter(pk=known.pk).update(status=GameStudy.RUNNING, tries=0, leased_until=None)
        known.refresh_from_db()
    return known, stood


def _begun(season_game: SeasonGame, record: GameRecord, key: dict[str, Any], by: User | None) -> tuple[GameStudy, bool]:
    refuse_spent(by)
    reel = reel_of_record(season_game, record)
    if reel.film is None:
        raise ValidationError(reel.trouble)
    if not reel.film.at(reel.last)[0].over:
        raise ValidationError(_("The record of this game stops before its end, so its chances can't be worked out."))
    made, is_new = GameStudy.objects.get_or_create(**key, defaults={"asked_by": by})
    if is_new:
        use_quota("simulations", by=by)
    return made, is_new


def stop_study(*, study: GameStudy, season_game: SeasonGame, by: User) -> None:
    """By who asked for it, or who runs the league. What was done is kept. Raises ValidationError."""
    if study.asked_by_id != by.pk and not may(by, "administer", season_game.season.league):
        raise ValidationError(_("Only those who asked for it, and organisers, can stop this."))
    if not GameStudy.objects.filter(pk=study.pk, status=GameStudy.RUNNING).update(status=GameStudy.STOPPED):
        raise ValidationError(_("This is not under way."))


def begin_study_of_a_play() -> bool:
    """Of the newest game that people played here, when nobody waits for anything else; whether there was one."""
    record = unstudied().first() if thinkers_are_idle() else None
    if record is None:
        return False
    key: dict[str, Any] = {"game_id": record.game_id, "record": digest_of(record.text), "method": METHOD}
    GameStudy.objects.get_or_create(**key)
    return True


def work_on_study(*, seconds: float = SECONDS) -> bool:
    """Claim one that waits and do some of its tasks; whether there was one. Safe with any number of workers."""
    study = _claim()
    if study is None:
        return False
    try:
        with counted(study.asked_by_id):
            _work(study, time.monotonic() + seconds)
    except DatabaseError:
        raise
    except EngineError as error:
        log.warning("study_refused", study=study.pk, why=str(error))
        _mine(study).update(status=GameStudy.FAILED, leased_until=None)
    except Exception:
        # The same task again would fail again.
        log.exception("study_failed", study=study.pk, done=study.done)
        _mine(study).update(status=GameStudy.FAILED, leased_until=None)
    return True


def _claim() -> GameStudy | None:
    """The one that is least far on. What another method began is nobody's business any more."""
    now = timezone.now()
    free = Q(status=GameStudy.RUNNING) & (Q(leased_until=None) | Q(leased_until__lt=now))
    GameStudy.objects.filter(free).filter(Q(tries__gte=MOST_CLAIMS) | ~Q(method=METHOD)).update(status=GameStudy.FAILED)
    for pk in GameStudy.objects.filter(free).order_by("done", "pk").values_list("pk", flat=True):
        if GameStudy.objects.filter(free, pk=pk).update(leased_until=now + LEASE, tries=F("tries") + 1):
            return GameStudy.objects.select_related("game__record").get(pk=pk)
    return None


def _work(study: GameStudy, until: float) -> None:
    """At least one task."""
    looked_at = _looked_at(study)
    results, tasks = list(study.results), looked_at.plan.tasks
    while len(results) < tasks:
        results.append(looked_at.next_result(results))
        if time.monotonic() > until:
            break
    done: dict[str, Any] = {"results": results}
    if len(results) == tasks:
        found = figures(looked_at.plan, results)
        done = {"results": [], "figures": found, "status": GameStudy.DONE, "finished_at": timezone.now()}
    _mine(study).update(**done, tasks=tasks, done=len(results), leased_until=None, tries=0)


def _looked_at(study: GameStudy) -> Study:
    """Raises EngineError for a record that does not hold, or stops before the end."""
    lines = study.game.record.text.splitlines()
    replay(lines)
    return Study(film_of(lines, SYSTEMS), SYSTEMS[study.game.system], seed_of(study.record))


def _mine(study: GameStudy) -> Any:
    """The row, unless the lease ran out and somebody else has it, or it was stopped."""
    return GameStudy.objects.filter(pk=study.pk, leased_until=study.leased_until, status=GameStudy.RUNNING)
