"""Plays at which the people of a club sit."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F

from engine import may_be_taken_back
from games.models import Play, PlaySeat, PlayVote
from games.rules.fair_chance import TIME_TO_SHOW
from games.services.plays import game_of
from league.models import SeasonPlay
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import (
    begin,
    open_season_play,
    play_for_bots,
    seat_a_bot,
    sit_down,
    take_own_turn,
)
from tests.factories.families import family
from tests.factories.thursday_club import ThursdayClub

# The games for a test of what holds for every one of them: usually the shortest alone.
ANY_GAME = family(["career_compass", *sorted({*PLAYED_HERE} - {"career_compass"})])


def a_table_of(
    club: ThursdayClub,
    *names: str,
    system: str = "career_compass",
    bots: int = 1,
    counts: bool = False,
    visibility: str = Play.EVERYBODY,
    **opened: Any,
) -> SeasonPlay:
    """Open, with the characters of these people and bots in the seats after them."""
    by = club.users[names[0]]
    opened |= {"seats": len(names) + bots, "counts": counts, "visibility": visibility}
    play = open_season_play(season=club.season, system=system, by=by, **opened)
    season_play = SeasonPlay.objects.get(pk=play.pk)
    for seat, name in enumerate(names, 1):
        sit_down(season_play=season_play, seat=seat, character=club.characters[name.title()], by=club.users[name])
    for seat in range(len(names) + 1, len(names) + bots + 1):
        seat_a_bot(season_play=season_play, seat=seat, bot="greedy", by=by)
    return SeasonPlay.objects.get(pk=play.pk)


def a_running_play(club: ThursdayClub, *names: str, **table) -> SeasonPlay:
    season_play = a_table_of(club, *names, **table)
    begin(season_play=season_play, by=club.users[names[0]])
    return fresh(season_play)


def everybody_sits(club: ThursdayClub, season_play: SeasonPlay) -> SeasonPlay:
    """Those for whom the seats of a table of a tournament wait; Otto for guests."""
    for row in PlaySeat.objects.filter(play=season_play.pk, person=None).select_related("character__owner"):
        by = row.character.owner or club.users["otto"]
        sit_down(season_play=season_play, seat=row.seat, character=row.character, by=by)
    return fresh(season_play)


def fresh(season_play: SeasonPlay) -> SeasonPlay:
    return SeasonPlay.objects.get(pk=season_play.pk)


def out_of_time_to_show(season_play: SeasonPlay) -> None:
    """Let the time pass in which browsers show their salts."""
    Play.objects.filter(pk=season_play.pk).update(sealed_at=F("sealed_at") - TIME_TO_SHOW)


def decider(play: Play) -> User | None:
    """Who is at turn; nobody where a bot is."""
    return PlaySeat.objects.get(play=play, seat=play.actor + 1).person


def plays_on(season_play: SeasonPlay, most: int = 2000, *, choice: int = -1) -> Play:
    """Everybody takes the last choice that there is, or another one, and the bots theirs, to the end or for `most`
    turns of people."""
    play = fresh(season_play).play
    for _turn in range(most):
        while play.bot_decides and play_for_bots():
            play = fresh(season_play).play
        if play.status != Play.RUNNING:
            break
        action = game_of(play).legal[choice].text
        turn = {"number": play.number, "action": action, "key": "", "by": decider(play)}
        play = take_own_turn(season_play=season_play, **turn).play
    return fresh(season_play).play


def harmless(play: Play) -> list[str]:
    """The choices of who decides by which nobody learns anything."""
    game = game_of(play)
    return [one.text for one in game.legal if may_be_taken_back(game, one.action)]


def other(club: ThursdayClub, season_play: SeasonPlay, *names: str) -> str:
    """The first of these people who is not at turn."""
    return next(name for name in names if club.users[name] != decider(fresh(season_play).play))


def time_passes(season_play: SeasonPlay, by: timedelta) -> None:
    """Everything of the play that has a moment lies so much further back."""
    for rows, names in (
        (Play.objects.filter(pk=season_play.pk), ("decides_since", "decide_by", "paused_at", "changed_at")),
        (PlaySeat.objects.filter(play=season_play.pk), ("seen_at", "holiday_until")),
        (PlayVote.objects.filter(play=season_play.pk), ("at",)),
    ):
        rows.update(**{name: F(name) - by for name in names})
