"""The head of an organiser's desk: the state of a tournament in a sentence, and the one thing to do next."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from engine.translatable import said, said_list, said_of
from league.tournaments.entries.rules import Places
from league.tournaments.formats import FORMATS
from league.tournaments.formats.format import Shortfall, most_rounds_without_repeats, recommended_rounds, sizes
from league.tournaments.formats.swiss import SWISS

Key = (
    Literal["settings", "open", "add", "teams", "check_in", "draw", "publish", "clock", "tables"]
    | Literal["end_round", "end_stage", "finish", ""]
)
Phase = Literal["plan", "start", "draw", "round", "open", "end", "finish", "over"]


@dataclass(frozen=True, slots=True)
class DeskStep:
    """Something to do. `key` says where: a page of the desk; "" is nowhere."""

    key: Key
    label: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Playing:
    """The position of a running tournament. `stage` "" is between stages. `round` is the newest one, 0 before the
    first, with its `tables` and `byes`; `settled` of the tables await nothing, `frozen` ones wait for the referee.
    `rounds` None: until it is decided."""

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
    name of the one to come. `teams_problem`: why the teams of a first stage of teams can't meet; None if everybody
    plays for themselves."""

    name: str
    status: str
    registration_open: bool
    places: Places
    table_size: int
    least: int
    shortfall: Shortfall
    first: str = "swiss"
    next_stage: str = ""
    playing: Playing = Playing()
    teams_problem: str | None = None


@dataclass(frozen=True, slots=True)
class FieldHint:
    """The tables of a round, and how many rounds, for that many characters. 0 rounds: not to be shown."""

    players: int
    tables: str
    why: str
    recommended: int
    most: int


def field_hint(players: int, table_size: int, shortfall: Shortfall, least: int) -> FieldHint:
    """Return the tables and rounds for that many characters. Raise ValueError with a sentence if they are too few."""
    needed = sizes(players, table_size, shortfall=shortfall, least=least)
    tables = [
        tables_of(number, size)
        for number, size in ((needed.full, table_size), (needed.small, table_size - 1))
        if number
    ]
    if needed.bots:
        tables.append(said_of(needed.bots, "{count:,} table with a bot", "{count:,} tables with a bot"))
    if needed.byes:
        tables.append(said_of(needed.byes, "{count:,} bye", "{count:,} byes"))
    recommended, most = recommended_rounds(players, table_size), most_rounds_without_repeats(players, table_size)
    return FieldHint(players, said_list(tables), needed.why, recommended, most)


def matches_of(teams: int, table_size: int, shortfall: Shortfall, least: int) -> str:
    """Return the matches of a round of that many teams. Raise ValueError if they are too few."""
    needed = sizes(teams, table_size, shortfall=shortfall, least=least)
    matches = [
        said_of(number, "{count:,} match of {size}", "{count:,} matches of {size}", size=size)
        for number, size in ((needed.full, table_size), (needed.small + needed.bots, table_size - 1))
        if number
    ]
    byes = [said_of(needed.byes, "{count:,} bye", "{count:,} byes")] if needed.byes else []
    return said_list([*matches, *byes])


def tables_of(number: int, size: int) -> str:
    return said_of(number, "{count:,} table of {size}", "{count:,} tables of {size}", size=size)


def state_sentence(now: Situation) -> str:
    """Return where the tournament is, in one sentence or two."""
    if now.status == "finished":
        return said("{tournament} is finished.", tournament=now.name)
    if now.status == "cancelled":
        return said("{tournament} is cancelled.", tournament=now.name)
    if now.status == "planned":
        return _before(now)
    on = now.playing
    if not on.stage:
        if now.next_stage:
            return said("{tournament} is between two stages.", tournament=now.name)
        return said("Every stage has been played.")
    if not FORMATS[on.format].drawn:
        if not on.tables:
            return said("{stage} is under way.", stage=on.stage)
        return said("{stage} is under way: {confirmed}.", stage=on.stage, confirmed=_reported(on))
    if not on.round:
        return said("{stage} has begun; no round is drawn yet.", stage=on.stage)
    return _round_sentence(on)


def _round_sentence(on: Playing) -> str:
    where = (
        said("{stage}, round {round} of {rounds}", stage=on.stage, round=on.round, rounds=on.rounds)
        if on.rounds
        else said("{stage}, round {round}", stage=on.stage, round=on.round)
    )
    match on.round_status:
        case "draft":
            return said("{round} is drawn, and only organisers see it.", round=where)
        case "published":
            return said("{round} is published; the clock has not been started.", round=where)
        case "running":
            return said("{round} is being played: {confirmed}.", round=where, confirmed=_reported(on))
        case "ended":
            return said("{round} has ended.", round=where)
    return where


def phase(status: str, on: Playing, *, planned: bool, staged: bool) -> Phase:
    """Return what the stages of a tournament wait for. `planned`: one is still to come; `staged`: there is one at
    all."""
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


def next_step(now: Situation) -> DeskStep:
    """Return the one thing to do next."""
    if now.status in ("finished", "cancelled"):
        return DeskStep("", said("Nothing is left to do"), said("The standings stay as they are but for corrections."))
    return _before_the_start(now) if now.status == "planned" else _under_way(now)


def explained_problems(now: Situation) -> list[str]:
    """Return what is in the way, each with what to do about it."""
    return list(_problems(now))


def too_few(now: Situation, players: int) -> str:
    """Return why that many cannot play the first stage; "" if they can."""
    if now.teams_problem is not None:
        return now.teams_problem
    try:
        (FORMATS[now.first] if now.first else SWISS).check_players(players, now.table_size, now.shortfall, now.least)
    except ValueError as error:
        refusal: str = error.args[0]
        return refusal
    return ""


def _before(now: Situation) -> str:
    if not now.places.taken:
        if now.registration_open:
            return said("Registration is open; nobody has entered yet.")
        return said("Registration is closed; nobody has entered yet.")
    taken = (
        said("{taken:,} of {places:,} places taken", taken=now.places.taken, places=now.places.capacity)
        if now.places.capacity
        else said("{taken:,} registered", taken=now.places.taken)
    )
    waiting = [said("{number:,} waiting", number=now.places.waiting)] if now.places.waiting else []
    counts = said_list([taken, *waiting, said("{number:,} checked in", number=now.places.checked_in)])
    if now.registration_open:
        return said("Registration is open: {counts}.", counts=counts)
    return said("Registration is closed: {counts}.", counts=counts)


def _before_the_start(now: Situation) -> DeskStep:
    if not now.first:
        return DeskStep(
            "settings", said("Choose how it is played"), said("There is no stage yet, so nothing can be drawn.")
        )
    if now.teams_problem and not now.places.taken:
        return DeskStep("teams", said("Look at the teams"), now.teams_problem)
    if not now.places.taken and not now.registration_open:
        return DeskStep(
            "open", said("Open registration"), said("Nobody has entered, and players can't register themselves.")
        )
    if not now.places.taken:
        return DeskStep(
            "add",
            said("Register the first character"),
            said("Or send players the address below: they register themselves."),
        )
    if now.places.registered:
        why = said_of(
            now.places.registered,
            "{count:,} registered character is not checked in yet.",
            "{count:,} registered characters are not checked in yet.",
        )
        return DeskStep("check_in", said("Check in"), why)
    if now.teams_problem:
        return DeskStep("teams", said("Look at the teams"), now.teams_problem)
    if too_few(now, now.places.checked_in):
        return DeskStep(
            "add", said("Register another character"), said("Everybody who is registered is here, and that is too few.")
        )
    why = said_of(
        now.places.checked_in,
        "Everybody who is registered is here: {count:,} character.",
        "Everybody who is registered is here: {count:,} characters.",
    )
    return DeskStep("draw", said("Draw round {number}", number=1), why)


def _under_way(now: Situation) -> DeskStep:
    on = now.playing
    now_for = phase(now.status, on, planned=bool(now.next_stage), staged=True)
    if now_for == "start":
        return DeskStep("draw", said("Start {stage}", stage=now.next_stage), said("The stage before it has ended."))
    if now_for == "finish":
        return DeskStep(
            "finish", said("Close the tournament"), said("Every stage has been played; the standings become final.")
        )
    if not now.places.checked_in:
        return DeskStep(
            "add", said("Look at the entries"), said("Nobody is left to be drawn: reinstate somebody, or cancel.")
        )
    if now_for == "open":
        return DeskStep(
            "tables", said("Open a table"), said("Players who are here sit down together, as often as they like.")
        )
    if now_for == "round":
        return _open_round(on)
    if now_for == "end":
        return DeskStep(
            "end_stage",
            said("End {stage}", stage=on.stage),
            said("All its rounds are played ({number}).", number=on.round),
        )
    return DeskStep("draw", said("Draw round {number}", number=on.round + 1))


def _open_round(on: Playing) -> DeskStep:
    if on.round_status == "draft":
        return DeskStep(
            "publish",
            said("Publish round {number}", number=on.round),
            said("Look through the tables first; nobody else sees them."),
        )
    if on.round_status == "published":
        return DeskStep(
            "clock",
            said("Start the clock of round {number}", number=on.round),
            said("Once everybody has found their table."),
        )
    if on.frozen:
        why = said_of(on.frozen, "{count:,} table called the referee.", "{count:,} tables called the referee.")
        return DeskStep("tables", said("Go to the tables"), why)
    if on.settled < on.tables:
        why = said_of(
            on.tables - on.settled,
            "{count:,} table still to be confirmed before round {round} can end.",
            "{count:,} tables still to be confirmed before round {round} can end.",
            round=on.round,
        )
        return DeskStep("tables", said("Look at the tables"), why)
    return DeskStep("end_round", said("End round {number}", number=on.round), said("Every table is confirmed."))


def _reported(on: Playing) -> str:
    confirmed = said_of(
        on.tables,
        "{settled} of {count:,} table confirmed",
        "{settled} of {count:,} tables confirmed",
        settled=on.settled,
    )
    if not on.frozen:
        return confirmed
    return said("{confirmed}, {number} waiting for the referee", confirmed=confirmed, number=on.frozen)


def _problems(now: Situation) -> Iterator[str]:
    if now.status == "planned" and now.first:
        players = now.places.checked_in if now.places.checked_in and not now.places.registered else now.places.taken
        if players and (refusal := too_few(now, players)):
            yield refusal
    if now.status == "running" and now.playing.stage and not now.places.checked_in:
        yield said(
            "Everybody has dropped. Reinstate somebody to play on, or cancel the tournament; what was played stays."
        )
    if now.playing.frozen and now.playing.round_status == "running":
        yield said_of(
            now.playing.frozen,
            "{count:,} table disagrees and waits for a ruling; the other tables play on.",
            "{count:,} tables disagree and wait for a ruling; the other tables play on.",
        )
