"""What a draw is made from: the field of a round, read from the standings of its stage and the rounds before.

Ids are numbers of entries. Who did not show up has met nobody; small tables, bots and byes count as short.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from games.rules import game_of_the_year
from games.rules.systems import SYSTEMS
from league.models import Bye, Entry, KeptApart, Stage, StageEntry, TableSeat, Tournament
from league.queries.stage_standings import stage_table
from league.rules.draws.field import Field, Pair, Player, pair
from league.rules.draws.seating import side_by_side

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
        """A table: seat and number of everybody there, None for a bot."""
        people = [who for _, who in company if who is not None]
        met = [pair(one, other) for place, one in enumerate(people) for other in people[place + 1 :]]
        self.meetings.update(met)
        if lately:
            self.last_met.update(met)
        self.neighbours.update(pair(one, other) for one, other in side_by_side([who for _, who in company]))
        for seat, who in company:
            if who is not None:
                self.seats[who][seat] += 1
        if len(people) < table_size:
            self.shorts.update(people)

    def seats_of(self, who: int, table_size: int) -> tuple[int, ...]:
        """How often they sat in seat 1, 2, ..."""
        had = self.seats.get(who, Counter())
        return tuple(had[seat] for seat in range(1, table_size + 1))


def field_of(stage: Stage, number: int, entries: Sequence[Entry]) -> Field:
    """The field of round `number` with these entries (with their characters), best first. Queries do not grow."""
    tournament = stage.tournament
    size = tournament.table_size
    past = past_of(stage, number, size)
    by_number = {entry.number: entry for entry in entries}
    order = _order(stage, number, entries)
    groups = groups_of(entries)
    players = tuple(
        Player(who, position, points, groups.get(who, frozenset()), past.seats_of(who, size), past.shorts[who])
        for who, position, points in order
    )
    keeps_positions = stage.format == Stage.CAREER_POKER
    return Field(
        players=players,
        table_size=size,
        shortfall=tournament.shortfall,  # type: ignore[arg-type] # one of SHORTFALLS, by constraint
        least=least_of(tournament),
        meetings=_among(past.meetings, by_number),
        last_met=frozenset(two for two in past.last_met if two[0] in by_number and two[1] in by_number),
        neighbours=_among(past.neighbours, by_number) if tournament.system in CARES_FOR_NEIGHBOURS else {},
        bans=bans_of(tournament, by_number),
        neighbours_matter=tournament.system in CARES_FOR_NEIGHBOURS and not keeps_positions,
        rounds_left=max((stage.rounds or number) - number + 1, 1),
        seats_matter=not keeps_positions,
    )


def least_of(tournament: Tournament) -> int:
    """The fewest people at a table of this game."""
    return max(SYSTEMS[tournament.system].SEATS[0], 2)


def past_of(stage: Stage, number: int, table_size: int) -> Past:
    """The stage before round `number`. Two queries."""
    past = Past()
    rows = TableSeat.objects.filter(round__stage=stage, round__number__lt=number, absent=False)
    rows = rows.order_by("table", "seat")
    tables: defaultdict[tuple[int, int], list[tuple[int, int | None]]] = defaultdict(list)
    for in_round, table, seat, who in rows.values_list("round__number", "table_id", "seat", "entry__number"):
        tables[in_round, table].append((seat, who))
    for (in_round, _), company in tables.items():
        past.sat(company, table_size, lately=in_round == number - 1)
    byes = Bye.objects.filter(round__stage=stage, round__number__lt=number, through=False).order_by()
    past.shorts.update(byes.values_list("entry__number", flat=True))
    return past


def groups_of(entries: Iterable[Entry]) -> dict[int, frozenset[str]]:
    """Clubs, households and owners that entries share, by number. Only a club is named: what people wrote as household
    and who owns them is not for everybody to read."""
    told: defaultdict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        owner = str(entry.character.owner_id)
        for kind, text in (("club", entry.club), ("household", entry.household), ("owner", owner)):
            if text.strip():
                told[kind, " ".join(text.split()).casefold()].append(entry)
    groups: defaultdict[int, set[str]] = defaultdict(set)
    for (kind, _), members in told.items():
        if len(members) > 1:
            first = members[0]
            name = f"the club {first.club.strip()}" if kind == "club" else f"the {kind} of {first.character.name}"
            for entry in members:
                groups[entry.number].add(name)
    return {who: frozenset(names) for who, names in groups.items()}


def bans_of(tournament: Tournament, numbers: Iterable[int]) -> frozenset[Pair]:
    """Pairs that are kept apart, among these numbers."""
    here = set(numbers)
    rows = KeptApart.objects.filter(tournament=tournament).order_by()
    return frozenset(
        pair(one, other)
        for one, other in rows.values_list("one__number", "other__number")
        if one in here and other in here
    )


def present_entries(stage: Stage) -> list[Entry]:
    """Who plays on in the stage, by seeding: checked in and not dropped."""
    rows = StageEntry.objects.filter(stage=stage, entry__status=Entry.CHECKED_IN)
    return [row.entry for row in rows.select_related("entry__character").order_by("seeding")]


def newcomers(stage: Stage) -> list[Entry]:
    """Checked in since the stage began, and not in it yet: they join with the next draw. Nobody joins after a cut, or a
    knock-out that is under way."""
    closed = stage.cut is not None or (stage.format == Stage.KNOCK_OUT and stage.played_rounds.exists())
    if closed or Stage.objects.filter(tournament=stage.tournament_id, number__lt=stage.number).exists():
        return []
    here = Entry.objects.filter(tournament=stage.tournament_id, status=Entry.CHECKED_IN)
    waiting = here.filter(~Q(stage_entries__stage=stage))
    return list(waiting.select_related("character").order_by("number"))


def _order(stage: Stage, number: int, entries: Sequence[Entry]) -> list[tuple[int, int, int]]:
    """Number, position and points of each entry, best first; by seeding where standings decide nothing."""
    if stage.format in (Stage.KNOCK_OUT, Stage.FIXED):
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
