"""Decide who is looking at a table, who is away, and when the others may let a bot play on."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from games.rules.play_records import ACT, REPLACED, RESIGNED, RETURNED, TurnLine

UNSEEN = timedelta(days=3)  # where no clock runs: neither decided nor looked for so long
UNTOLD = timedelta(seconds=60)  # who has looked within it needs no letter
VOICE_HOLDS = timedelta(days=1)  # a wish to pause, or to go on


def is_late(*, decide_by: datetime | None, since: datetime, seen_at: datetime | None, now: datetime) -> bool:
    """Return whether a bot may play for the seat that has been deciding since `since`.

    It may when the clock is out or, without a clock, when nobody has seen the player for long enough.
    """
    if decide_by is not None:
        return decide_by <= now
    return since <= now - UNSEEN and (seen_at is None or seen_at <= now - UNSEEN)


def most_agree(voices: Collection[int], people: Collection[int]) -> bool:
    """Return whether more than half of `people` agree."""
    return 2 * len(set(people) & set(voices)) > len(set(people))


def all_agree(voices: Collection[int], people: Collection[int]) -> bool:
    """Return whether everybody of `people` agrees, and there is somebody."""
    return bool(people) and set(people) <= set(voices)


def nobody_played(turns: Iterable[TurnLine], people: Mapping[int, int]) -> bool:
    """Return whether a game that ended counts as one of bots, by its turns in order.

    It does if all people gave up, if bots decided more often than people in each of their seats, or if fewer than two
    people stayed to decide anything. A person who had decided something and then did not go on, so that the rule gave
    up for them (by nobody), changes nothing: otherwise they would escape the result. `people`: the person in each seat,
    from 0, that has one.
    """
    away, gave_up, out_of_time = set[int](), set[int](), set[int]()
    decided, by_bots = Counter[int](), Counter[int]()
    for turn in turns:
        if turn.kind == RESIGNED and turn.by is None:
            out_of_time.add(turn.seat)
        elif turn.kind in (RESIGNED, REPLACED):
            away.add(turn.seat)
        elif turn.kind == RETURNED:
            away.discard(turn.seat)
        elif turn.kind == ACT and turn.by is not None:
            decided[turn.seat] += 1
        elif turn.kind == ACT and turn.seat in away:
            by_bots[turn.seat] += 1
        if turn.kind == RESIGNED and turn.by is not None:
            gave_up.add(turn.seat)
    stayed = {person for seat, person in people.items() if seat not in gave_up | out_of_time or decided[seat]}
    return len(stayed) < 2 or gave_up >= set(people) or all(by_bots[seat] > decided[seat] for seat in people)


NOTED_EVERY = timedelta(minutes=1)
LOOKS_FOR = timedelta(minutes=2)  # a page asks at least every 45 seconds while it can be seen


def is_here(seen_at: datetime | None, now: datetime) -> bool:
    """Return whether a player has looked recently enough to count as being at the table."""
    return seen_at is not None and now - seen_at < LOOKS_FOR
