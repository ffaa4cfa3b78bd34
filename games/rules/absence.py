"""Decide who is looking at a table, who is away, and when the others may let a bot play on."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from games.rules.play_records import ACT, BOT, HOST, PERSON, RESIGNED, TurnLine

UNSEEN = timedelta(days=3)  # where no clock runs: neither decided nor looked for so long
UNTOLD = timedelta(seconds=60)  # who has looked within it needs no letter
VOICE_HOLDS = timedelta(days=1)  # a wish to pause, or to go on


def is_late(*, decide_by: datetime | None, since: datetime, seen_at: datetime | None, now: datetime) -> bool:
    """Return whether a bot may play for the seat that has been deciding since `since`. It may when the clock is out or,
    without a clock, when nobody has seen the player for long enough."""
    if decide_by is not None:
        return decide_by <= now
    return since <= now - UNSEEN and (seen_at is None or seen_at <= now - UNSEEN)


def most_agree(voices: Collection[int], people: Collection[int]) -> bool:
    """Return whether more than half of `people` agree."""
    return 2 * len(set(people) & set(voices)) > len(set(people))


def half_agree(voices: Collection[int], people: Collection[int]) -> bool:
    """Return whether at least half of `people` agree, and there is somebody."""
    return bool(people) and 2 * len(set(people) & set(voices)) >= len(set(people))


def all_agree(voices: Collection[int], people: Collection[int]) -> bool:
    """Return whether everybody of `people` agrees, and there is somebody."""
    return bool(people) and set(people) <= set(voices)


def seats_of_bots(turns: Iterable[TurnLine]) -> set[int]:
    """Return the seats, from 0, in which bots made more choices than the person."""
    margin = Counter[int]()
    for turn in turns:
        if turn.kind == ACT and turn.seat is not None:
            margin[turn.seat] += (turn.author == BOT) - (turn.author == PERSON)
    return {seat for seat, more in margin.items() if more > 0}


def nobody_played(turns: Iterable[TurnLine], people: Mapping[int, int], *, deserted_count: bool = True) -> bool:
    """Return whether a game that ended counts as one of bots, by its turns in order.

    It does if all people gave up, if bots made most choices in each of their seats, or if fewer than two people stayed
    to decide anything. A person who had decided something and then did not go on, so that the host gave up for them,
    changes nothing: otherwise they would escape the result. Nor does a person whose seat bots mostly played, unless the
    season says so (`deserted_count`). `people`: the person in each seat, from 0, that has one.
    """
    gave_up, out_of_time, decided, lines = set[int](), set[int](), set[int](), list(turns)
    for turn in lines:
        if turn.seat is not None and turn.kind == RESIGNED:
            (out_of_time if turn.author == HOST else gave_up).add(turn.seat)
        elif turn.seat is not None and turn.kind == ACT and turn.author == PERSON:
            decided.add(turn.seat)
    by_bots = seats_of_bots(lines)
    absent = (gave_up | out_of_time) - decided
    if not deserted_count:
        absent |= by_bots
    stayed = {person for seat, person in people.items() if seat not in absent}
    return len(stayed) < 2 or gave_up >= set(people) or by_bots - out_of_time >= set(people)


NOTED_EVERY = timedelta(minutes=1)
LOOKS_FOR = timedelta(minutes=2)  # a page asks at least every 45 seconds while it can be seen


def is_here(seen_at: datetime | None, now: datetime) -> bool:
    """Return whether a player has looked recently enough to count as being at the table."""
    return seen_at is not None and now - seen_at < LOOKS_FOR
