"""The sources of a draw, of the next round or of tables of an open one: the field, read from the standings of its stage
and the rounds before, and in Career Poker the positions that carry over.

Ids are numbers of entries. A no-show has met nobody; small tables, bots and byes count as short.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Q
from django.utils.crypto import salted_hmac

from characters.rules.choices import title_names
from engine.translatable import said
from games.rules import career_poker, game_of_the_year
from league.clubs.queries import house_rules_of
from league.core.rules.grouping import grouped
from league.models import Bye, Draw, Entry, KeptApart, Round, Stage, StageEntry, Table, TableSeat, Tournament
from league.results.queries.carry_over import last_positions
from league.tournaments.draws.queries.team_sources import (
    between_teams,
    groups_of_teams,
    rounds_before,
    team_places,
    teams_here,
    teams_problem,
)
from league.tournaments.draws.rules.field import CLUB, TEAM, Field, FieldPlayer, Pair, pair
from league.tournaments.draws.rules.seating import side_by_side
from league.tournaments.draws.rules.sources import commitment
from league.tournaments.entries.queries import least_of, present_entries, shortfall_of
from league.tournaments.formats import format_of
from league.tournaments.stages.queries.stage_standings import stage_table, survivors
from league.tournaments.teams.queries import contest_in, players_of

CARES_FOR_NEIGHBOURS = frozenset({game_of_the_year.ID})  # where players trade with those beside them


@dataclass(slots=True)
class Past:
    """The rounds of a stage before one, by numbers of entries."""

    meetings: Counter[Pair] = field(default_factory=Counter)
    last_met: set[Pair] = field(default_factory=set)
    neighbours: Counter[Pair] = field(default_factory=Counter)
    seats: defaultdict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    shorts: Counter[int] = field(default_factory=Counter)

    def sat(self, company: Sequence[tuple[int, int | None]], table_size: int, *, lately: bool) -> None:
        """Count a table that was played: `company` has seat and number of everybody there, None for a bot."""
        people = [who for _, who in company if who is not None]
        met = [pair(who, other) for place, who in enumerate(people) for other in people[place + 1 :]]
        self.meetings.update(met)
        if lately:
            self.last_met.update(met)
        self.neighbours.update(pair(left, other) for left, other in side_by_side([who for _, who in company]))
        for seat, who in company:
            if who is not None:
                self.seats[who][seat] += 1
        if len(people) < table_size:
            self.shorts.update(people)

    def seats_of(self, who: int, table_size: int) -> tuple[int, ...]:
        """Return how often they sat in seat 1, 2, ..."""
        had = self.seats.get(who, Counter())
        return tuple(had[seat] for seat in range(1, table_size + 1))


def field_of(
    stage: Stage, number: int, entries: Sequence[Entry], line_ups: Mapping[int, Sequence[Entry]] | None = None
) -> Field:
    """Return the field of round `number` with these entries (with their characters), best first; if teams meet,
    the field of the teams with these line-ups. The number of queries is constant."""
    tournament = stage.tournament
    size = tournament.table_size
    past = past_of(stage, number, size)
    groups = groups_of(tournament, entries)
    bans = bans_of(tournament, [entry.number for entry in entries])
    by_number: Collection[int] = {entry.number for entry in entries}
    if line_ups is None:
        order = _order(stage, number, entries)
    else:
        by_number, order = line_ups.keys(), team_places(stage, number, line_ups)
        groups, bans = groups_of_teams(groups, line_ups), between_teams(bans, line_ups)
    players = tuple(
        FieldPlayer(who, position, points, groups.get(who, frozenset()), past.seats_of(who, size), past.shorts[who])
        for who, position, points in order
    )
    keeps_positions = format_of(stage).carries_positions
    return Field(
        players=players,
        table_size=size,
        shortfall=shortfall_of(tournament),
        least=least_of(tournament),
        meetings=_among(past.meetings, by_number),
        last_met=frozenset(two for two in past.last_met if two[0] in by_number and two[1] in by_number),
        neighbours=_among(past.neighbours, by_number) if tournament.system in CARES_FOR_NEIGHBOURS else {},
        bans=bans,
        neighbours_matter=tournament.system in CARES_FOR_NEIGHBOURS and not keeps_positions,
        rounds_left=max((stage.rounds or number) - number + 1, 1),
        seats_matter=not keeps_positions,
    )


def past_of(stage: Stage, number: int, table_size: int) -> Past:
    """Return what the stage has played before round `number`; if teams meet, by their numbers. Two queries."""
    past = Past()
    if stage.line_up:
        for before in rounds_before(stage, number):
            for match in before.matches:
                past.sat(match, table_size, lately=before.number == number - 1)
            past.shorts.update(before.byes)
        return past
    rows = TableSeat.objects.filter(round__stage=stage, round__number__lt=number, absent=False)
    rows = rows.order_by("table", "seat")
    columns = rows.values_list("round__number", "table_id", "seat", "entry__number")
    tables = grouped(((in_round, table), (seat, who)) for in_round, table, seat, who in columns)
    for (in_round, _), company in tables.items():
        past.sat(company, table_size, lately=in_round == number - 1)
    byes = Bye.objects.filter(round__stage=stage, round__number__lt=number, through=False).order_by()
    past.shorts.update(byes.values_list("entry__number", flat=True))
    return past


def groups_of(tournament: Tournament, entries: Iterable[Entry]) -> dict[int, frozenset[str]]:
    """Return teams, clubs, households and owners that entries share, by number. Only teams and clubs are named,
    because a draw is public. The others are commitments: constant over the rounds of a tournament, different in the
    next tournament. Without the salt nobody finds out which household or owner a commitment stands for, or which of
    the two it is."""
    groups: defaultdict[int, set[str]] = defaultdict(set)
    here = list(entries)
    for team, number in _team_mates(tournament, here):
        groups[number].add(f"{TEAM}{team}")
    for kind, text, members in _shared(here):
        name = f"{CLUB}{members[0].club.strip()}" if kind == "club" else _hidden(tournament, kind, text)
        for entry in members:
            groups[entry.number].add(name)
    return {who: frozenset(names) for who, names in groups.items()}


def _team_mates(tournament: Tournament, entries: Iterable[Entry]) -> Iterator[tuple[int, int]]:
    """Yield the number of its team, and of its entry, for each entry that plays for a team."""
    contest = contest_in(tournament.season, tournament)
    players = players_of(contest) if contest is not None else {}
    for entry in entries:
        if entry.character_id in players:
            yield players[entry.character_id].team.number, entry.number


def opened_groups(tournament: Tournament) -> dict[str, Any]:
    """Return, for organisers, the salt and what each commitment of the tournament's draws stands for, as it is now."""
    groups = []
    for kind, text, members in _shared(tournament.entries.select_related("character").order_by("number")):
        if kind != "club":
            group = {"group": _hidden(tournament, kind, text), "kind": kind, "text": text}
            groups.append(group | {"entries": [member.number for member in members]})
    return {"tournament": tournament.slug, "salt": tournament.groups_salt, "groups": groups}


def _shared(entries: Iterable[Entry]) -> list[tuple[str, str, list[Entry]]]:
    groups: defaultdict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        owner = str(entry.character.owner_id or "")  # people are counted, not labels (R101)
        for kind, text in (("club", entry.club), ("household", entry.household), ("owner", owner)):
            if text.strip():
                groups[kind, " ".join(text.split()).casefold()].append(entry)
    return [(kind, text, members) for (kind, text), members in groups.items() if len(members) > 1]


def _hidden(tournament: Tournament, kind: str, text: str) -> str:
    if tournament.groups_salt:
        return commitment(tournament.groups_salt, kind, text)
    phrase = f"{tournament.pk}:{kind}:{text}"  # of a tournament from an archive, which has no salt
    return f"group {salted_hmac('league.draws.groups', phrase, algorithm='sha256').hexdigest()[:16]}"


def bans_of(tournament: Tournament, numbers: Iterable[int]) -> frozenset[Pair]:
    """Return the pairs among these numbers that are kept apart."""
    here = set(numbers)
    rows = KeptApart.objects.filter(tournament=tournament).order_by()
    return frozenset(
        pair(who, other)
        for who, other in rows.values_list("one__number", "other__number")
        if who in here and other in here
    )


def newcomers(stage: Stage) -> list[Entry]:
    """Return entries that checked in after the stage began and are not in it yet: they join with the next draw. Nobody
    joins after a cut, or a knock-out that is under way."""
    closed = stage.cut is not None or (format_of(stage).eliminates and stage.played_rounds.exists())
    if closed or Stage.objects.filter(tournament=stage.tournament_id, number__lt=stage.number).exists():
        return []
    here = Entry.objects.filter(tournament=stage.tournament_id, status=Entry.CHECKED_IN)
    waiting = here.filter(~Q(stage_entries__stage=stage))
    return list(waiting.select_related("character").order_by("number"))


def _order(stage: Stage, number: int, entries: Sequence[Entry]) -> list[tuple[int, int, int]]:
    """Return number, position and points of each entry, best first; by seeding if standings decide nothing."""
    if format_of(stage).ordered_by_seeding:
        return [(entry.number, position, 0) for position, entry in enumerate(entries, start=1)]
    table = stage_table(stage, until=number - 1)
    place = {who: position for position, who in enumerate(table.standings, start=1)}
    last, tallies = len(place) + 1, table.standings.tallies
    rows = [
        (place.get(entry.character_id, last), entry.number, tallies[entry.character_id].points)
        if entry.character_id in tallies
        else (last, entry.number, 0)
        for entry in entries
    ]
    return [(who, position, points) for position, who, points in sorted(rows)]


def _among(pairs: Counter[Pair], numbers: Iterable[int]) -> dict[Pair, int]:
    here = set(numbers)
    return {two: times for two, times in pairs.items() if two[0] in here and two[1] in here}


@dataclass(frozen=True, slots=True)
class ToDraw:
    """A draw without its seed; `entries` by number. `problem`: why it can't be made, "" if it can."""

    method: str
    source: dict[str, Any]
    entries: dict[int, Entry]
    problem: str = ""


def next_draw(stage: Stage, number: int, seed: str) -> ToDraw:
    """Return round `number` with everybody who is here. `seed`: the seed that it will be drawn with."""
    entries = participants(stage, number)
    to_draw = _to_draw(stage, number, entries, kept_tables=(), byes=())
    if format_of(stage).drawn_from == "schedule":
        to_draw.source["plan"] = _plan(stage, number, to_draw.source["field"], seed)
    return to_draw


def participants(stage: Stage, number: int) -> list[Entry]:
    """Return who plays round `number`: those still in, and newcomers if the stage is open to them."""
    if format_of(stage).eliminates:
        return survivors(stage, number)
    return [*present_entries(stage), *newcomers(stage)]


def redraw(played: Round, kept_tables: Sequence[Table], *, whole: bool, seed: str) -> ToDraw:
    """Return the round to be drawn again, with `kept_tables` (with seats and entries) as they are. Unless `whole`, only
    those at the other tables are drawn again; byes stay."""
    stage, number = played.stage, played.number
    held = [seat.entry for table in kept_tables for seat in table.seats.all() if seat.entry is not None]
    byes = (
        [] if whole else [bye.entry for bye in played.byes.select_related("entry__character").order_by("entry__number")]
    )
    here = participants(stage, number)
    if not whole and not format_of(stage).eliminates:
        seated = set(played.seats.exclude(entry=None).values_list("entry", flat=True))
        here = [entry for entry in here if entry.pk in seated]
    entries = list({entry.pk: entry for entry in (*held, *byes, *here)}.values())
    to_draw = _to_draw(stage, number, _by_seeding(stage, entries), kept_tables=kept_tables, byes=byes)
    if format_of(stage).drawn_from == "schedule":
        to_draw.source["plan"] = None if kept_tables or byes else _plan(stage, number, to_draw.source["field"], seed)
    if format_of(stage).eliminates and (kept_tables or not whole):
        drawn = played.tables.exclude(pk__in=[table.pk for table in kept_tables])
        free = len(entries) - len({entry.pk for entry in (*held, *byes)})
        rooms = [table.seats.count() for table in drawn.order_by("number")]
        to_draw.source["rooms"] = _filled(rooms, free, stage.tournament.table_size)
    return to_draw


def _to_draw(
    stage: Stage, number: int, entries: Sequence[Entry], *, kept_tables: Sequence[Table], byes: Iterable[Entry]
) -> ToDraw:
    teams = teams_here(stage, entries) if stage.line_up else None
    field = field_of(stage, number, entries, None if teams is None else teams.by_team)
    left = len(field.players)
    if format_of(stage).eliminates and number > 1 and field.least <= left < field.table_size:
        field = replace(field, table_size=left)  # no full table is left to play a knock-out
    source: dict[str, Any] = {
        "field": field.to_json(),
        "locked": [kept_table(table) for table in sorted(kept_tables, key=lambda table: table.number)],
        "byes": sorted(entry.number for entry in byes),
    }
    if teams is not None:
        source |= {"line_up": stage.line_up, "line_ups": teams.numbers}
    if format_of(stage).carries_positions:
        held = last_positions(stage.tournament.season, stage=stage, before=number)
        former = ((entry.number, held.get(entry.character_id)) for entry in entries)
        source["former"] = sorted([who, last.position, last.seats] for who, last in former if last is not None)
    problem = "" if teams is None else teams_problem(stage, teams)
    return ToDraw(format_of(stage).method, source, {entry.number: entry for entry in entries}, problem)


def kept_table(table: Table) -> dict[str, Any]:
    seats = [seat.entry.number if seat.entry else None for seat in table.seats.all()]
    return {"number": table.number, "seats": seats, "locked": table.locked}


def _by_seeding(stage: Stage, entries: Iterable[Entry]) -> list[Entry]:
    seeding = dict(StageEntry.objects.filter(stage=stage).order_by().values_list("entry", "seeding"))
    return sorted(entries, key=lambda entry: (seeding.get(entry.pk, len(seeding) + entry.number), entry.number))


def _plan(stage: Stage, number: int, field: dict[str, Any], seed: str) -> dict[str, Any]:
    """Return the schedule of the round before while it holds (the same people, nothing changed by hand), else a new one
    for the rounds that are left."""
    last = Draw.objects.filter(round__stage=stage, round__number=number - 1).order_by("number").last()
    plan = last.source.get("plan") if last else None
    changed = last is not None and not stage.line_up and last.changes.filter(kind="swap").exists()
    if plan and plan["round"] + 1 < plan["rounds"] and not changed:
        same = sorted(player["id"] for player in plan["field"]["players"]) == sorted(
            player["id"] for player in field["players"]
        )
        if same and plan["field"]["bans"] == field["bans"]:
            return {**plan, "round": plan["round"] + 1}
    return {"field": field, "seed": seed, "rounds": max((stage.rounds or number) - number + 1, 1), "round": 0}


def _filled(rooms: list[int], people: int, table_size: int) -> list[int]:
    """Return the sizes of these tables adapted to as many people, changed as little as possible."""
    while sum(rooms) > people:
        rooms[rooms.index(max(rooms))] -= 1
    while sum(rooms) < people and min(rooms, default=table_size) < table_size:
        rooms[rooms.index(min(rooms))] += 1
    return rooms


@dataclass(frozen=True, slots=True)
class Start:
    """`title` at this table, "" if seats do not follow positions; `was` is the last title, "" for a newcomer."""

    title: str
    was: str


def start_positions_of(played: Round, seats: Mapping[int, Sequence[TableSeat]]) -> dict[tuple[int, int], Start]:
    """Return start positions by table and seat, for rounds of Career Poker after the first; `seats` by table with their
    entries selected. In a stage of that format the seats are drawn from the boss down."""
    stage = played.stage
    if stage.tournament.system != career_poker.ID or played.number <= 1:
        return {}
    chosen = house_rules_of(stage.tournament.season).choices(career_poker.ID)
    held = last_positions(stage.tournament.season, stage=stage, before=played.number)
    least, most = career_poker.SEATS
    starts = {}
    for table, at_table in seats.items():
        present = [seat for seat in at_table if not seat.absent]
        by_position = format_of(stage).carries_positions and least <= len(present) <= most
        names = title_names(len(present), chosen) if by_position else [""] * len(present)
        for title, seat in zip(names, present, strict=True):
            was = held.get(seat.entry.character_id) if seat.entry else None
            starts[table, seat.seat] = Start(
                title, said("{title} of {seats}", title=was.title, seats=was.seats) if was else ""
            )
    return starts
