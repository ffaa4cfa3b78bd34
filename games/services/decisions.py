"""Keep the decision log of a game: every decision raises the revision, and says which one it was made upon.

All of it happens behind the lock of the game (`games.services.sheets.lock_game`).
"""

from collections.abc import Sequence

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.said import spoken
from games.models import Decision, Game
from games.queries.sheets import DecisionLine, decisions_of

User = Person | None
TOLD = 5  # as many of the decisions in between are told


def record_decision(game: Game, kind: str, *, version: int, by: User = None, text: str = "") -> None:
    """Enter one decision; `game` is locked, and its revision is raised."""
    game.revision += 1
    game.save(update_fields=["revision"])
    Decision.objects.create(game=game, revision=game.revision, kind=kind, version=version, by=by, text=text[:300])


class OutdatedError(ValidationError):
    """A decision made by somebody else in the meantime: nothing is changed. `since` says what they decided, oldest
    first."""

    def __init__(self, since: Sequence[DecisionLine]) -> None:
        text = _("Somebody was faster. Since you looked at this game: {what}. Look again, then decide.")
        super().__init__(text.format(what=_told(since) or _("it changed")), code="stale")
        self.since = list(since)


def _told(since: Sequence[DecisionLine]) -> str:
    more = len(since) - TOLD
    sentences = [spoken(line.told) for line in since[:TOLD]]
    if more > 0:
        sentences.append(ngettext("and {count} more", "and {count} more", more).format(count=more))
    return "; ".join(sentences)


def check_revision(game: Game, expected: int | None) -> None:
    """Raise OutdatedError when `game` is not at the expected revision."""
    if expected is not None and expected != game.revision:
        raise OutdatedError(decisions_of(game.pk, after=expected))
