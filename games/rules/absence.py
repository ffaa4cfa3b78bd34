"""Who is away, and when the others may let a bot play on."""

from collections.abc import Collection
from datetime import datetime, timedelta

UNSEEN = timedelta(days=3)  # where no clock runs: neither decided nor looked for so long
UNTOLD = timedelta(seconds=60)  # who has looked within it needs no letter
VOICE_HOLDS = timedelta(days=1)  # a wish to pause, or to go on


def is_late(*, decide_by: datetime | None, since: datetime, seen_at: datetime | None, now: datetime) -> bool:
    """Whether a bot may play for who decides since `since`: the clock is out, or, without one, nobody has seen them."""
    if decide_by is not None:
        return decide_by <= now
    return since <= now - UNSEEN and (seen_at is None or seen_at <= now - UNSEEN)


def most_agree(voices: Collection[int], people: Collection[int]) -> bool:
    """Whether more than half of `people` want it."""
    return 2 * len(set(people) & set(voices)) > len(set(people))


def all_agree(voices: Collection[int], people: Collection[int]) -> bool:
    return bool(people) and set(people) <= set(voices)
