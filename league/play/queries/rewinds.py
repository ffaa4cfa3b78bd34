"""Going back to an earlier move: what is proposed at a table, and the moves that its people can choose from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.models import User as Person

from engine.translatable import spoken
from games.models import Play, PlaySeat, PlayVote
from games.queries.rewinds import reach_of_play, why_no_rewind
from games.services.absence import people_who_play
from league.models import SeasonPlay
from league.play.queries.replays import ALL, ReplayStep, reel_of_play, step_of


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal to go back to after `to` actions. `name`: of the seat that made it; `seats`: the ones that
    agree, from 1; `voices` and `needed`: how many people agree and play; `has_agreed`: whether the reader does."""

    to: int
    name: str
    seats: tuple[int, ...]
    voices: int
    needed: int
    has_agreed: bool


def proposal_at(play: Play, seats: Sequence[PlaySeat], reader: Person | AnonymousUser) -> Proposal | None:
    """Return what is proposed at a running game; None for most, without a query."""
    if play.rewind_to is None:
        return None
    votes = PlayVote.objects.filter(play=play, kind=PlayVote.REWIND, about=play.number).order_by("id")
    agreed = [seats[number - 1] for number in votes.values_list("seat", flat=True)]
    voices = {seat.person_id for seat in agreed if seat.decides_herself}
    return Proposal(
        to=play.rewind_to,
        name=agreed[0].name if agreed else "",
        seats=tuple(seat.seat for seat in agreed),
        voices=len(voices),
        needed=len(people_who_play(seats)),
        has_agreed=reader.pk in voices,
    )


class MovesBack(NamedTuple):
    """`moves`: those to which the game can go back, the newest first; number 0 is its beginning. `why`: the sentence on
    why it goes back no further, or not at all."""

    moves: list[ReplayStep]
    why: str


def moves_back(season_play: SeasonPlay, reader: Person) -> MovesBack:
    """Return the moves of a running game to which a person who sits there may propose to go back, as they were told to
    this person."""
    play = season_play.play
    refusal = why_no_rewind(play)
    if refusal:
        return MovesBack([], spoken(refusal))
    reach, reel = reach_of_play(play), reel_of_play(season_play, reader)
    if reel.film is None:
        return MovesBack([], reel.trouble)
    assert reel.usual_eyes != ALL
    steps = [ReplayStep(0, ())] if reach.earliest == 0 and play.actions else []
    for frame in reel.film.frames():
        if reach.earliest <= frame.number + 1 < play.actions:
            steps.append(step_of(reel, frame, reel.usual_eyes))
    return MovesBack(steps[::-1], spoken(reach.why))
