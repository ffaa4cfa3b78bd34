"""Notices: which kinds there are, by which ways they go, and when the reader is left alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from engine.said import said

MAIL, PUSH = WAYS = ("mail", "push")
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Kind:
    """`words` as the page of choices says it; `mail`: by e-mail too unless the reader decides otherwise; `now`: of use
    at this very moment, so quiet hours do not hold it up."""

    words: str
    mail: bool = True
    now: bool = False


KINDS: Mapping[str, Kind] = {
    "promotion": Kind(said("One of your characters is promoted")),
    "demotion": Kind(said("One of your characters is demoted")),
    "parachute": Kind(said("One of your characters leaves by golden parachute")),
    "taken_back": Kind(said("A promotion, demotion or golden parachute is taken back")),
    "result": Kind(said("Somebody enters a result of yours"), mail=False),
    "confirm": Kind(said("A result waits for you to confirm it"), mail=False),
    "correction": Kind(said("A result of yours is disputed, corrected or voided")),
    "comment": Kind(said("Somebody comments on a game in which you sat"), mail=False),
    "turn": Kind(said("It is your turn in a game that is played here")),
    "seat": Kind(said("Where you sit in the next round"), now=True),
    "referee": Kind(said("A table needs you as referee"), now=True),
    "entry": Kind(said("Your registrations and places from waiting lists")),
    "finished": Kind(said("A tournament of yours is finished or cancelled")),
}


def goes_by(way: str, kind: str, ways: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a notice of this kind goes this way too; `ways` is what the reader decided, by kind."""
    if kind in ways:
        return way in ways[kind]
    return way == PUSH or KINDS[kind].mail


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Quiet hours, from one full hour to another, over midnight where the second is the smaller one, as the clock of
    `zone` says."""

    start: int
    end: int
    zone: str

    def over_at(self, now: datetime) -> datetime | None:
        """Return when the reader may be disturbed again; None for now. Where the clocks are put forward over that hour,
        an hour later."""
        here = now.astimezone(ZoneInfo(self.zone))
        since = (here.hour - self.start) % 24
        if since >= (self.end - self.start) % 24:
            return None
        day = here.date() + timedelta(days=1 if self.end <= here.hour else 0)
        return datetime(day.year, day.month, day.day, self.end, tzinfo=here.tzinfo).astimezone(now.tzinfo)


def due_at(kind: str, now: datetime, quiet: QuietHours | None) -> datetime:
    """Return when a notice of this kind that is written now may go out."""
    if quiet is None or KINDS[kind].now:
        return now
    return quiet.over_at(now) or now


def shortened(text: str, most: int) -> str:
    """Return the text on one line, of so many characters at most."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."
