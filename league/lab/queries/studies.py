"""Studies of luck and decisions in a game, and what waits for the engine."""

from typing import Any

from django.db.models import QuerySet

from games.models import GameRecord, Play
from games.services.bot_turns import BOTS
from league.core.operations.queries import THINKERS
from league.lab.models import Experiment, GameStudy, WhatIf
from league.lab.queries.studied_games import StudiedGame
from league.lab.rules.story import METHOD


def running() -> dict[str, tuple[QuerySet[Any], str]]:
    """Return by the name of each queue the rows that wait, and the field that says since when."""
    return {
        "experiments": (Experiment.objects.filter(status=Experiment.RUNNING), "asked_at"),
        "studies": (GameStudy.objects.filter(status=GameStudy.RUNNING), "asked_at"),
        "what_ifs": (WhatIf.objects.filter(status=WhatIf.RUNNING), "asked_at"),
    }


def studies_of(studied: StudiedGame | None) -> tuple[GameStudy | None, GameStudy | None]:
    """Return the study of this game whose figures a page shows (by the current method once it is done, until then the
    newest older one), and the unfinished one by the current method: in progress, stopped or failed; both without their
    sums."""
    if studied is None:
        return None, None
    studies = GameStudy.objects.filter(**studied.of, record=studied.record).defer("results")
    ordered = sorted(studies.select_related("asked_by"), key=lambda study: (study.method != METHOD, -study.pk))
    finished = next((study for study in ordered if study.figures is not None), None)
    return finished, next((study for study in ordered if study.method == METHOD and study.figures is None), None)


def unstudied() -> QuerySet[GameRecord]:
    """Return the games that people played on the site, the newest first, whose chances nobody has worked out."""
    of_people = GameRecord.objects.filter(
        game__play__isnull=False, game__play__ordered_as="", game__season_game__isnull=False
    )
    studied = GameStudy.objects.filter(method=METHOD, game__isnull=False).values("game")
    return of_people.exclude(game__in=studied).order_by("-pk")


def thinkers_are_idle() -> bool:
    """Return whether nothing that somebody asked for waits in any queue."""
    waiting = (
        *(rows for rows, _since in running().values()),
        Play.objects.filter(BOTS.to_do),
        *(rows() for rows in THINKERS),
    )
    return not any(rows.exists() for rows in waiting)
