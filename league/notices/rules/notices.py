"""Notices: which kinds there are, by which ways they go, when the reader is left alone, and their parts as JSON."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from engine.translatable import Translatable, said, said_of, spoken

MAIL, PUSH = WAYS = ("mail", "push")
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Kind:
    """`words` as the page of choices says it; `mail`: by e-mail too unless the reader decides otherwise; `waits`: the
    reader is waited for; `now`: of use at this very moment, so quiet hours do not hold it up."""

    words: str
    mail: bool = True
    waits: bool = False
    now: bool = False


KINDS: Mapping[str, Kind] = {
    "promotion": Kind(said("One of your characters is promoted")),
    "demotion": Kind(said("One of your characters is demoted")),
    "parachute": Kind(said("One of your characters leaves by golden parachute")),
    "taken_back": Kind(said("A promotion, demotion or golden parachute is taken back")),
    "result": Kind(said("Somebody enters one of your results"), mail=False),
    "confirm": Kind(said("A result waits for you to confirm it"), mail=False, waits=True),
    "correction": Kind(said("One of your results is disputed, corrected or voided")),
    "comment": Kind(said("Somebody comments on a game in which you sat"), mail=False),
    "turn": Kind(said("It is your turn in a game played here, or somebody asks to go back"), waits=True),
    "dates": Kind(said("Somebody asks when you can come to a game night"), waits=True),
    "night": Kind(said("A game night is agreed, moved or called off, begins soon, or has a place for you")),
    "seat": Kind(said("Where you sit in the next round"), waits=True, now=True),
    "referee": Kind(said("A table needs you as referee"), waits=True, now=True),
    "left": Kind(said("Somebody leaves, and with them a place in a tournament that you run")),
    "entrant": Kind(said("Somebody enters a tournament that you run, or withdraws from it"), mail=False),
    "entry": Kind(said("Your registrations and places from waiting lists")),
    "team": Kind(said("Somebody puts one of your characters in a team, or takes it out")),
    "finished": Kind(said("One of your tournaments is finished or cancelled")),
}


NOTHING, WAITING, EVERYTHING = AMOUNTS = ("nothing", "waiting", "everything")


_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_NO_MAILBOX = (550, 551, 553)  # RFC 5321, 4.2.3


def refuses_for_good(code: int, words: str) -> bool:
    """Return whether a mail server that answered so to a recipient takes no letter for that address, now or later: a
    bad address (X.1.X of RFC 3463) or a mailbox that is switched off (X.2.1). Without such a status the code alone
    says so; what is refused for its content, its sender or a full mailbox may arrive another time."""
    if status := _STATUS.search(words):
        kind, subject, detail = status.groups()
        return kind == "5" and (subject == "1" or (subject, detail) == ("2", "1"))
    return code in _NO_MAILBOX


def reported_for_good(event: str, reason: str, raw: Mapping[str, Any], words: str) -> bool:
    """Return whether a provider's report, in the words of anymail and of the provider (`raw`), says that an address
    takes no letter, now or later. A soft bounce may be followed by a letter that arrives."""
    if event not in ("bounced", "rejected") or reason not in ("invalid", "bounced"):
        return False
    kinds = (str(raw.get(name, "")).lower() for name in ("Type", "type", "event"))
    if any(kind.startswith("soft") for kind in kinds):
        return False
    return refuses_for_good(_NO_MAILBOX[0], words)


def ways_of(amount: str) -> dict[str, list[str]]:
    """Return the ways of each kind for readers who want nothing sent, what waits for them, or everything."""
    sent = {NOTHING: False, EVERYTHING: True}
    return {kind: list(WAYS) if sent.get(amount, about.waits) else [] for kind, about in KINDS.items()}


def amount_of(ways: Mapping[str, Sequence[str]]) -> str:
    """Return which of the amounts the reader has chosen; empty for a reader who chose kind by kind, or has not yet."""
    return next((amount for amount in AMOUNTS if ways == ways_of(amount)), "")


def goes_by(way: str, kind: str, ways: Mapping[str, Sequence[str]]) -> bool:
    """Return whether a notice of this kind goes this way too; `ways` is what the reader decided, by kind."""
    if kind in ways:
        return way in ways[kind]
    return way == PUSH or KINDS[kind].mail


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Quiet hours, from one full hour to another, over midnight if the second is the smaller one, as the clock of
    `zone` says."""

    start: int
    end: int
    zone: str

    def over_at(self, now: datetime) -> datetime | None:
        """Return when the reader may be disturbed again; None for now. If the clocks are put forward over that hour,
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
    """Return the text on one line, of that many characters at most."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."


_SAID = "a sentence"
_KINDS: Mapping[str, tuple[type, Callable[[str], Any]]] = {
    "a moment": (datetime, datetime.fromisoformat),
    "a day": (date, date.fromisoformat),
    "a number": (Decimal, Decimal),
}


def packed(value: Any) -> Any:
    """Return a sentence of the rules as its patterns and values, in lists and mappings too; anything else as it is."""
    if isinstance(value, Translatable):
        values = {name: packed(part) for name, part in value.values.items()}
        return {_SAID: value.one, "many": value.many, "number": value.number, "values": values}
    if isinstance(value, Mapping):
        return {name: packed(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [packed(part) for part in value]
    for name, (kind, _) in _KINDS.items():
        if isinstance(value, kind):
            return {name: str(value)}
    return value


def unpacked(value: Any) -> Any:
    """Return what `packed` was given, in the reader's language."""
    if isinstance(value, Mapping):
        if _SAID in value:
            return spoken(_sentence(value))
        for name, (_, read) in _KINDS.items():
            if name in value:
                return read(value[name])
        return {name: unpacked(part) for name, part in value.items()}
    return [unpacked(part) for part in value] if isinstance(value, list) else value


def _sentence(stored: Mapping[str, Any]) -> Translatable:
    values = {name: unpacked(part) for name, part in stored["values"].items()}
    if stored["many"] is None:
        return said(stored[_SAID], **values)
    return said_of(stored["number"], stored[_SAID], stored["many"], **{**values, "count": stored["number"]})
