"""Studies of luck and decisions in a game."""

from django.db.models import QuerySet

from games.models import GameRecord, Play
from games.services.bot_turns import BOTS
from league.core.operations.queries import THINKERS
from league.lab.models import GameStudy
from league.lab.queries.running import running
from league.lab.rules.story import METHOD, digest_of


def studies_of(record: GameRecord) -> list[GameStudy]:
    """Return the studies of this very record, without their sums: that of the present method first, then older ones,
    the newest first."""
    studies = GameStudy.objects.filter(game=record.game_id, record=digest_of(record.text)).defer("results")
    return sorted(studies.select_related("asked_by"), key=lambda study: (study.method != METHOD, -study.pk))


def shown_of(studies: list[GameStudy]) -> GameStudy | None:
    """Return the study whose figures a page shows: that of the present method once it is done, until then an older
    one."""
    return next((study for study in studies if study.figures is not None), None)


def under_way_of(studies: list[GameStudy]) -> GameStudy | None:
    """Return the study of the present method that is being made, was stopped or failed."""
    return next((study for study in studies if study.method == METHOD and study.figures is None), None)


def unstudied() -> QuerySet[GameRecord]:
    """Return the games that people played on the site, the newest first, whose chances nobody has worked out."""
    of_people = GameRecord.objects.filter(
        game__play__isnull=False, game__play__ordered_as="", game__season_game__isnull=False
    )
    studied = GameStudy.objects.filter(method=METHOD).values("game")
    return of_people.exclude(game__in=studied).order_by("-pk")


def thinkers_are_idle() -> bool:
    """Return whether nothing that somebody asked for waits in any queue."""
    waiting = (
        *(rows for rows, _since in running().values()),
        Play.objects.filter(BOTS.to_do),
        *(rows() for rows in THINKERS),
    )
    return not any(rows.exists() for rows in waiting)
