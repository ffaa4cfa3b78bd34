"""Luck and decisions of a game that was played. The row is the job: some tasks at a time, in any worker, until all are
done. Each task is fixed by the record and its number, so it does not matter who does it, or how often."""

import time
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import SYSTEMS, BadRecord
from engine.core.luck import Study
from games.models import Sheet
from games.services.jobs import Jobs
from games.services.thinking import refuse_spent
from league.core.queries.access import may
from league.core.services.quotas import use_quota
from league.lab.models import GameStudy
from league.lab.queries.studied_games import StudiedGame, recorded_game, studied_game
from league.lab.queries.studies import thinkers_are_idle, unstudied
from league.lab.rules.story import METHOD, digest_of, seed_of
from league.lab.services.orders import Work, resume_order, stop_order
from league.models import League, SeasonGame
from league.play.queries.replays import Reel

ROWS = Jobs(GameStudy, to_do=Q(status=GameStudy.RUNNING), order=("done", "pk"))  # the least advanced first


def begin_study(*, season_game: SeasonGame, by: User | None = None) -> tuple[GameStudy, bool]:
    """Return the study of a game of a season, as `begin_study_of` does. Raise ValidationError and QuotaError."""
    if not Sheet.objects.confirmed().filter(game=season_game.game_id).exists():
        raise ValidationError(_("The chances of a game are worked out once its result is confirmed."))
    studied = recorded_game(season_game)
    if studied is None:
        raise ValidationError(_("Nobody wrote this game down move by move, so its chances can't be worked out."))
    return begin_study_of(studied=studied, by=by)


@transaction.atomic
def begin_study_of(*, studied: StudiedGame, by: User | None = None) -> tuple[GameStudy, bool]:
    """Return the study of a game, and whether this began it or let it go on: a study done or under way stays as it
    is and costs nothing. Raise ValidationError and QuotaError."""
    key = {**studied.of, "record": studied.record, "method": METHOD}
    study = GameStudy.objects.select_for_update().filter(**key).first()
    if study is None:
        return _begun(studied.reel, key, by)
    stood = study.status in (GameStudy.STOPPED, GameStudy.FAILED)
    if stood:
        resume_order(order=study, by=by)
        study.refresh_from_db()
    return study, stood


def _begun(reel: Reel, key: dict[str, Any], by: User | None) -> tuple[GameStudy, bool]:
    refuse_spent(by)
    if reel.film is None:
        raise ValidationError(reel.trouble)
    if not reel.film.at(reel.last)[0].over:
        raise ValidationError(_("The record of this game stops before its end, so its chances can't be worked out."))
    study, is_new = GameStudy.objects.get_or_create(**key, defaults={"asked_by": by})
    if is_new:
        use_quota("orders", by=by)
    return study, is_new


def may_stop(study: GameStudy, league: League | None, by: User) -> bool:
    return study.asked_by_id == by.pk or (league is not None and may(by, "administer", league))


def stop_study(*, study: GameStudy, league: League | None, by: User) -> None:
    """Stop a study, for the person who asked for it or an organiser. What was done stays. Raise ValidationError."""
    if not may_stop(study, league, by):
        raise ValidationError(_("Only the person who asked for it, or an organiser, can stop this."))
    stop_order(order=study)


def begin_study_of_a_play() -> bool:
    """Begin a study of the newest game that people played here, when nobody waits for anything else; return whether
    there was such a game."""
    record = unstudied().first() if thinkers_are_idle() else None
    if record is None:
        return False
    key: dict[str, Any] = {"game_id": record.game_id, "record": digest_of(record.text), "method": METHOD}
    GameStudy.objects.get_or_create(**key)
    return True


def _work(study: GameStudy, until: float) -> None:
    """Do at least one task of a study."""
    looked_at = _looked_at(study)
    if not ROWS.hold(study):  # a long record takes its time
        return
    results, tasks = list(study.results), looked_at.plan.tasks
    while len(results) < tasks:
        results.append(looked_at.next_result(results))
        if time.monotonic() > until:
            break
    done: dict[str, Any] = {"results": results}
    if len(results) == tasks:
        done = {
            "results": [],
            "figures": looked_at.figures(results),
            "status": GameStudy.DONE,
            "finished_at": timezone.now(),
        }
    ROWS.release(study, **done, tasks=tasks, done=len(results))


def _looked_at(study: GameStudy) -> Study:
    """Return the study to work on. Raise EngineError for a game that can't be played again, stops before the end, or
    is forgotten."""
    studied = studied_game(study)
    if studied is None or studied.reel.film is None:
        raise BadRecord(studied.reel.trouble if studied else "This game is forgotten.")
    return Study(studied.reel.film, SYSTEMS[studied.reel.system], seed_of(study.record))


STUDIES = Work(ROWS, GameStudy.objects.all, _work)
