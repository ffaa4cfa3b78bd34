"""The decisions of a player that cost most in a game, by its study. Each is compared with the choice of the greedy bot,
in worlds that the player could not tell from the real one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person
from django.utils.translation import gettext as _

from engine import Game
from games.models import PlaySeat
from league.core.queries.figures import figure
from league.lab.queries.studied_games import StudiedGame
from league.lab.queries.study_words import said_by, tenths


@dataclass(frozen=True, slots=True)
class CostlyMoment:
    """`at`: as many actions were played before it. `href`: the moment, through the eyes of its player, or ""."""

    at: int
    title: str
    text: str
    href: str


def seats_of_reader(game: int, reader: Person | AnonymousUser) -> list[int]:
    """Return the seats, from 0, at which this person played a game on the site."""
    own = PlaySeat.objects.filter(play__game=game, person=reader.pk) if reader.pk else PlaySeat.objects.none()
    return [seat - 1 for seat in own.order_by("seat").values_list("seat", flat=True)]


def costly_moments(
    figures: Mapping[str, Any], studied: StudiedGame, seats: Collection[int]
) -> list[CostlyMoment] | None:
    """Return the costliest decisions of these seats, the worst first; None if an older method did not look for them."""
    reel = studied.reel
    if "costly" not in figures or reel.film is None:
        return None
    rows = {row["at"]: row for row in figures["costly"] if row["seat"] in seats}
    moments = {0: _moment(reel.film.opened, rows[0], studied)} if 0 in rows else {}
    for frame in reel.film.frames():
        if frame.number + 1 in rows:
            moments[frame.number + 1] = _moment(frame.game, rows[frame.number + 1], studied)
    return [moments[row["at"]] for row in sorted(rows.values(), key=lambda row: -row["cost"])]


def _moment(before: Game, row: Mapping[str, Any], studied: StudiedGame) -> CostlyMoment:
    reel = studied.reel
    chosen, better = (said_by(reel, row[which], before, row["seat"]) for which in ("chosen", "better"))
    text = _("You chose “{chosen}”. “{better}” would have won {cost} more of 100 such games, give or take {give}.")
    return CostlyMoment(
        at=row["at"],
        title=_("Choice {at} of {of}").format(at=figure(row["at"] + 1), of=figure(reel.last)),
        text=text.format(chosen=chosen, better=better, cost=tenths(row["cost"]), give=tenths(row["give"])),
        href=studied.moment(row["at"], row["seat"] + 1),
    )
