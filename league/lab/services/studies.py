"""Luck and decisions of a game that was played. The row is the job: some tasks at a time, in any worker, until all are
done. Each task is fixed by the record and its number, so it does not matter who does it, or how often."""

import time
from typing import Any

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import Error, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import SYSTEMS, EngineError, replay
from engine.core.films import film_of
from engine.core.luck import Study
from engine.core.reckoning import figures
from engine.said import said
from games.models import GameRecord, Sheet
from games.services.jobs import Jobs
from games.services.thinking import counted, refuse_spent
from league.core.queries.access import may
from league.core.services.quotas import use_quota
from league.lab.models import GameStudy
from league.lab.queries.studies import thinkers_are_idle, unstudied
from league.lab.rules.story import METHOD, digest_of, seed_of
from league.models import SeasonGame
from league.play.queries.replays import reel_of_record

log = structlog.get_logger(__name__)
SECONDS = 1
STUDIES = Jobs(GameStudy, to_do=Q(status=GameStudy.RUNNING), order=("done", "pk"))  # the least advanced first
INTERRUPTED = said("The work was interrupted {times} times at part {part}.")
OLD = said("The method is not that of this site any more.")
ENDS = (INTERRUPTED, OLD)  # what `error` may say, besides what went wrong


def order_study(*, season_game: SeasonGame, by: User | None = None) -> GameStudy:
    """Return the study of a game, which is worked on from now on unless it is done. Raises ValidationError and
    QuotaError."""
    return begin_study(season_game=season_game, by=by)[0]


@transaction.atomic
def begin_study(*, season_game: SeasonGame, by: User | None = None) -> tuple[GameStudy, bool]:
    """Return the study of a game, and whether this began it or let it go on: one that is done or under way stays as it
    is and costs nothing. Raises ValidationError and QuotaError."""
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
        GameStudy.objects.filter(pk=known.pk).update(status=GameStudy.RUNNING, error="", tries=0, leased_until=None)
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
    """Stop a study, for the person who asked for it or an organiser. What was done stays. Raises ValidationError."""
    if study.asked_by_id != by.pk and not may(by, "administer", season_game.season.league):
        raise ValidationError(_("Only those who asked for it, and organisers, can stop this."))
    if not GameStudy.objects.filter(pk=study.pk, status=GameStudy.RUNNING).update(status=GameStudy.STOPPED):
        raise ValidationError(_("This is not under way."))


def begin_study_of_a_play() -> bool:
    """Begin a study of the newest game that people played here, when nobody waits for anything else; return whether
    there was such a game."""
    record = unstudied().first() if thinkers_are_idle() else None
    if record is None:
        return False
    key: dict[str, Any] = {"game_id": record.game_id, "record": digest_of(record.text), "method": METHOD}
    GameStudy.objects.get_or_create(**key)
    return True


def work_on_study(*, seconds: float = SECONDS) -> bool:
    """Claim a study that waits and do some of its tasks; return whether there was one. Safe with any number of
    workers."""
    study = _claim()
    if study is not None:
        with STUDIES.working_on(study):
            _work_on(study, seconds)
    return study is not None


def _claim() -> GameStudy | None:
    return STUDIES.claim(GameStudy.objects.select_related("game__record"), _give_up)


def _give_up(study: GameStudy) -> None:
    _fail(study, said(INTERRUPTED, times=STUDIES.tries, part=study.done + 1))


def _fail(study: GameStudy, why: str) -> None:
    STUDIES.release(study, status=GameStudy.FAILED, error=why[:300])


def _work_on(study: GameStudy, seconds: float) -> None:
    if study.method != METHOD:
        _fail(study, OLD)
        return
    try:
        with counted(study.asked_by_id):
            _work(study, time.monotonic() + seconds)
    except Error:
        raise
    except EngineError as error:
        log.warning("study_refused", study=study.pk, why=str(error))
        _fail(study, str(error))
    except Exception as error:
        # The same task again would fail again.
        log.exception("study_failed", study=study.pk, done=study.done)
        _fail(study, f"{error}" or type(error).__name__)


def _work(study: GameStudy, until: float) -> None:
    """Do at least one task of a study."""
    looked_at = _looked_at(study)
    if not STUDIES.hold(study):  # a long record takes its time
        return
    results, tasks = list(study.results), looked_at.plan.tasks
    while len(results) < tasks:
        results.append(looked_at.next_result(results))
        if time.monotonic() > until:
            break
    done: dict[str, Any] = {"results": results}
    if len(results) == tasks:
        found = figures(looked_at.plan, results)
        done = {"results": [], "figures": found, "status": GameStudy.DONE, "finished_at": timezone.now()}
    STUDIES.release(study, **done, tasks=tasks, done=len(results))


def _looked_at(study: GameStudy) -> Study:
    """Return the study to work on. Raises EngineError for a record that does not hold, or stops before the end."""
    lines = study.game.record.text.splitlines()
    replay(lines)
    return Study(film_of(lines, SYSTEMS), SYSTEMS[study.game.system], seed_of(study.record))
