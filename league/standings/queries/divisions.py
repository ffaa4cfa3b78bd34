"""The divisions of a season: who is in which, how they stand, and who would go up or down now."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from characters.models import Character
from characters.queries.people import Person, people
from characters.rules.names import by_name
from league.core.rules.grouping import grouped
from league.models import Division, DivisionPlace, Season
from league.standings.queries.standings import standings
from league.standings.rules.divisions import DivisionMove, Way, carried, explained, ways


@dataclass(frozen=True, slots=True)
class DivisionRow:
    """`position` within the division; `games` 0 and no `points` for a character without a game."""

    position: int
    person: Person
    games: int
    wins: int
    points: str
    way: Way


@dataclass(frozen=True, slots=True)
class DivisionTable:
    """A division of `size` characters, with the rows of one page."""

    division: Division
    size: int
    rows: tuple[DivisionRow, ...]


@dataclass(frozen=True, slots=True)
class Carried:
    """The moves that carrying over would make, with names, and remarks about odd sizes."""

    moves: tuple[tuple[Person, DivisionMove], ...]
    names: tuple[str, ...]
    remarks: tuple[str, ...]

    def moves_by(self, way: str) -> list[tuple[Person, DivisionMove]]:
        return [entry for entry in self.moves if entry[1].way == way]


def division_orders(season: Season) -> list[tuple[Division, list[int]]]:
    """Return the divisions from the top with their characters as they stand: the season's standings among them, then by
    name the ones without a game yet."""
    now = standings(season)
    places = DivisionPlace.objects.filter(season=season).order_by(*by_name("character__"))
    members = grouped(places.values_list("division", "character"))
    everybody = [who for row in members.values() for who in row]
    position = now.positions(everybody)
    last = len(now) + 1
    return [
        (division, sorted(members[division.pk], key=lambda who: position.get(who, last)))
        for division in season.divisions.order_by("tier")
    ]


def division_tables(season: Season, orders: Sequence[tuple[Division, list[int]]], part: slice) -> list[DivisionTable]:
    """Return every division with this part of its rows; a flat number of queries."""
    listed, now = [who for _, order in orders for who in order[part]], standings(season)
    persons = people(listed)
    played = {row.character: row for row in now.rows([who for who in listed if who in now])}
    tables = []
    for at, (division, order) in enumerate(orders):
        way = ways(order, top=at == 0, bottom=at == len(orders) - 1)
        rows = []
        for position, who in list(enumerate(order, 1))[part]:
            row = played.get(who)
            games, wins, points = (row.tally.games, row.tally.wins, row.tiebreaks[0].shown) if row else (0, 0, "")
            rows.append(DivisionRow(position, persons[who], games, wins, points, way[who]))
        tables.append(DivisionTable(division, len(order), tuple(rows)))
    return tables


def without_division(season: Season) -> QuerySet[Character]:
    """Return the characters of the league that are in no division, by name."""
    placed = DivisionPlace.objects.filter(season=season).values("character")
    free = Character.objects.filter(enrolment__league=season.league_id).exclude(pk__in=placed)
    return free.order_by(*by_name())


def carried_from(season: Season, *, newcomers: Collection[int] = ()) -> Carried:
    """Return where everybody of the season's divisions would go."""
    orders = division_orders(season)
    divisions = [order for _, order in orders]
    everybody = {who for order in divisions for who in order}
    enrolled = Character.objects.filter(enrolment__league=season.league_id, pk__in=everybody)
    left = everybody - set(enrolled.values_list("pk", flat=True))
    moves = carried(divisions, left=left, newcomers=[who for who in newcomers if who not in everybody])
    persons = people([*everybody, *newcomers])
    return Carried(
        tuple((persons[move.character], move) for move in moves),
        tuple(division.name for division, _ in orders),
        tuple(explained([len(order) for order in divisions])),
    )
