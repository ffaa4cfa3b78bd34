"""What an organiser sees first: the state of a tournament in a sentence, and the one thing to do next."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from league.core.rules.words import counted
from league.tournaments.formats import FORMATS
from league.tournaments.formats.format import (
    Shortfall,
    most_rounds_without_repeats,
    recommended_rounds,
    sizes,
)
from league.tournaments.formats.swiss import SWISS

Key = Literal[
    "settings", "open", "add", "check_in", "draw", "publish", "clock", "tables", "end_round", "end_stage", "finish", ""
]
Phase = Literal["plan", "start", "draw", "round", "open", "end", "finish", "over"]


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do. `key` says where: a page of the desk; "" is nowhere."""

    key: Key
    label: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Playing:
    """Where a running tournament is. `stage` "" is between stages. `round` is the newest one, 0 before the first, with
    its `tables` and `byes`; `settled` of the tables await nothing, `frozen` ones wait for the referee. `rounds` None:
    until it is decided."""

    stage: str = ""
    format: str = ""
    rounds: int | None = None
    round: int = 0
    round_status: str = ""
    tables: int = 0
    settled: int = 0
    frozen: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True)
class Situation:
    """A tournament as its desk knows it. `first` is the format of its first stage, "" without one; `next_stage` the
    name of the one to come."""

    name: str
    status: str
    registration_open: bool
    registered: int
    checked_in: int
    waiting: int
    dropped: int
    capacity: int | None
    table_size: int
    least: int
    shortfall: Shortfall
    first: str = "swiss"
    next_stage: str = ""
    playing: Playing = Playing()

    @property
    def taken(self) -> int:
        return self.registered + self.checked_in


@dataclass(frozen=True, slots=True)
class FieldHint:
    """What so many characters come to: the tables of a round, and how many rounds. 0 rounds: not to be said."""

    players: int
    tables: str
    why: str
    recommended: int
    most: int


def field_hint(players: int, table_size: int, shortfall: Shortfall, least: int) -> FieldHint:
    """Tables and rounds for so many characters. ValueError with a sentence where there are too few."""
    found = sizes(players, table_size, shortfall=shortfall, least=least)
    parts = [(found.full, f"of {table_size}"), (found.small, f"of {table_size - 1}"), (found.bots, "with a bot")]
    tables = [f"{number:,} {'table' if number == 1 else 'tables'} {kind}" for number, kind in parts if number]
    if found.byes:
        tables.append(counted(found.byes, "bye"))
    recommended, most = recommended_rounds(players, table_size), most_rounds_without_repeats(players, table_size)
    return FieldHint(players, ", ".join(tables), found.why, recommended, most)


def state_sentence(now: Situation) -> str:
    """Where the tournament is, in one sentence or two."""
    if now.status in ("finished", "cancelled"):
        return f"{now.name} is {now.status}."
    if now.status == "planned":
        return _before(now)
    on = now.playing
    if not on.stage:
        return f"{now.name} is between two stages." if now.next_stage else "Every stage has been played."
    if not FORMATS[on.format].drawn:
        return f"{on.stage} is under way: {_reported(on)}." if on.tables else f"{on.stage} is under way."
    of = f" of {on.rounds}" if on.rounds else ""
    if not on.round:
        return f"{on.stage} has begun; no round is drawn yet."
    where = f"{on.stage}, round {on.round}{of}"
    said = {
        "draft": f"{where} is drawn, and only organisers see it.",
        "published": f"{where} is published; the clock has not been started.",
        "running": f"{where} is being played: {_reported(on)}.",
        "ended": f"{where} has ended.",
    }
    return said.get(on.round_status, where)


def phase(status: str, on: Playing, *, planned: bool, staged: bool) -> Phase:
    """What the stages of a tournament wait for. `planned`: one is still to come; `staged`: there is one at all."""
    if status in ("finished", "cancelled"):
        return "over"
    if not on.stage:
        return "start" if planned else "finish" if staged else "plan"
    played = FORMATS[on.format]
    if not played.drawn:
        return "open"
    if on.round and on.round_status != "ended":
        return "round"
    last = played.is_last(on.round, on.rounds, tables=on.tables, byes=on.byes)
    return "end" if on.round and last else "draw"


def next_step(now: Situation) -> Step:
    """The one thing to do next."""
    if now.status in ("finished", "cancelled"):
        return Step("", "Nothing is left to do", "The standings stay as they are but for corrections.")
    return _before_the_start(now) if now.status == "planned" else _under_way(now)


def explained_problems(now: Situation) -> list[str]:
    """What is in the way, with what to do about it."""
    return list(_problems(now))


def too_few(now: Situation, players: int) -> str:
    """Why so many cannot play the first stage; "" if they can."""
    try:
        (FORMATS[now.first] if now.first else SWISS).check_players(players, now.table_size, now.shortfall, now.least)
    except ValueError as error:
        return str(error)
    return ""


def _before(now: Situation) -> str:
    registration = "Registration is open" if now.registration_open else "Registration is closed"
    if not now.taken:
        return f"{registration}; nobody has entered yet."
    of = f" of {now.capacity:,} places taken" if now.capacity else " registered"
    waiting = f", {now.waiting:,} waiting" if now.waiting else ""
    return f"{registration}: {now.taken:,}{of}{waiting}, {now.checked_in:,} checked in."


def _before_the_start(now: Situation) -> Step:
    if not now.first:
        return Step("settings", "Choose how it is played", "There is no stage yet, so nothing can be drawn.")
    if not now.taken and not now.registration_open:
        return Step("open", "Open registration", "Nobody has entered, and players can't enter by themselves.")
    if not now.taken:
        return Step(
            "add", "Register the first character", "Or send players the address below: they register themselves."
        )
    if now.registered:
        are = "character is" if now.registered == 1 else "characters are"
        return Step("check_in", "Check in", f"{now.registered:,} registered {are} not checked in yet.")
    if too_few(now, now.checked_in):
        return Step("add", "Register another character", "Everybody who is registered is here, and that is too few.")
    return Step("draw", "Draw round 1", f"Everybody who is registered is here: {counted(now.checked_in, 'character')}.")


def _under_way(now: Situation) -> Step:
    on = now.playing
    now_for = phase(now.status, on, planned=bool(now.next_stage), staged=True)
    if now_for == "start":
        return Step("draw", f"Start {now.next_stage}", "The stage before it has ended.")
    if now_for == "finish":
        return Step("finish", "Close the tournament", "Every stage has been played; the standings become final.")
    if not now.checked_in:
        return Step("add", "Look at the entries", "Nobody is left to be drawn: reinstate somebody, or cancel.")
    if now_for == "open":
        return Step("tables", "Open a table", "Players who are here sit down together, as often as they like.")
    if now_for == "round":
        return _open_round(on)
    if now_for == "end":
        return Step("end_stage", f"End {on.stage}", f"All its rounds are played ({on.round}).")
    return Step("draw", f"Draw round {on.round + 1}")


def _open_round(on: Playing) -> Step:
    if on.round_status == "draft":
        return Step("publish", f"Publish round {on.round}", "Look through the tables first; nobody else sees them.")
    if on.round_status == "published":
        return Step("clock", f"Start the clock of round {on.round}", "Once everybody has found their table.")
    if on.frozen:
        return Step("tables", "Go to the tables", f"{counted(on.frozen, 'table')} called the referee.")
    if on.settled < on.tables:
        left = counted(on.tables - on.settled, "table")
        return Step("tables", "Look at the tables", f"{left} still to be confirmed before round {on.round} can end.")
    return Step("end_round", f"End round {on.round}", "Every table is confirmed.")


def _reported(on: Playing) -> str:
    frozen = f", {on.frozen} waiting for the referee" if on.frozen else ""
    return f"{on.settled} of {counted(on.tables, 'table')} confirmed{frozen}"


def _problems(now: Situation) -> Iterator[str]:
    if now.status == "planned" and now.first:
        players = now.checked_in if now.checked_in and not now.registered else now.taken
        if players and (refusal := too_few(now, players)):
            yield refusal
    if now.status == "running" and now.playing.stage and not now.checked_in:
        yield "Everybody has dropped. Reinstate somebody to play on, or cancel the tournament; what was played stays."
    if now.playing.frozen and now.playing.round_status == "running":
        yield f"{counted(now.playing.frozen, 'table')} disagree and wait for a ruling; the other tables play on."
