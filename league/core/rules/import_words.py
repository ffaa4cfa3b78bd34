"""Report the outcome of an uploaded file."""

from collections.abc import Mapping

from engine.translatable import Translatable, said, said_of
from league.core.rules.bounds import MOST_PROBLEMS

ASKED = said("Is this how you mean it? Nothing is stored yet.")
UNANSWERED = said("Dismissed before anybody said how it was meant; nothing was changed.")
INTERRUPTED = said("The import was interrupted {times} times. Nothing was changed; split the file and try again.")
FAILED = said("The import failed: {error}")
TOO_MANY_LEFT = said("More than {most:,} rows can't be imported: too many to list. Split the file.")
# By what a file records: what is recorded, and the same where some of it was known.
_PATTERNS: Mapping[str, tuple[Translatable, Translatable]] = {
    "game": (
        said_of(2, "{count:,} game recorded", "{count:,} games recorded"),
        said_of(
            2,
            "{count:,} game recorded; {known:,} known already and skipped",
            "{count:,} games recorded; {known:,} known already and skipped",
            known=0,
        ),
    ),
    "character": (
        said_of(2, "{count:,} character recorded", "{count:,} characters recorded"),
        said_of(
            2,
            "{count:,} character recorded; {known:,} known already and skipped",
            "{count:,} characters recorded; {known:,} known already and skipped",
            known=0,
        ),
    ),
    "registration": (
        said_of(2, "{count:,} registration recorded", "{count:,} registrations recorded"),
        said_of(
            2,
            "{count:,} registration recorded; {known:,} known already and skipped",
            "{count:,} registrations recorded; {known:,} known already and skipped",
            known=0,
        ),
    ),
    "tournament": (
        said_of(2, "{count:,} tournament recorded", "{count:,} tournaments recorded"),
        said_of(
            2,
            "{count:,} tournament recorded; {known:,} known already and skipped",
            "{count:,} tournaments recorded; {known:,} known already and skipped",
            known=0,
        ),
    ),
}


def recorded(noun: str, count: int, known_before: int) -> Translatable:
    """Return how many entries of a file were recorded, and how many were known with the same content."""
    plain, skipping = _PATTERNS[noun]
    pattern = skipping if known_before else plain
    return said_of(count, pattern.one, pattern.many or pattern.one, known=known_before)


def games_left_out(count: int) -> Translatable:
    return said_of(count, "{count:,} game left out", "{count:,} games left out")


def problems_found(count: int) -> Translatable:
    if count >= MOST_PROBLEMS:
        return said("{count:,} problems, and there may be more; nothing was changed.", count=MOST_PROBLEMS)
    return said_of(count, "{count:,} problem; nothing was changed.", "{count:,} problems; nothing was changed.")
