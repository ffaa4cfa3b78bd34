"""Rounds in which teams meet: a draw over teams, and the tables at which their members play.

Each table of the draw is a match. It is played at one table for each place of the line-ups, so nobody ever meets
somebody of their own team. Match 1 has tables 1 to `line_up`, match 2 the next ones. At each further table of a match
the seats move on by one, so no team has the first seat throughout. If a team is short of members its last places
stay empty, or are bots' if the tournament fills seats with bots; a player who would sit alone sits out.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain

from engine.translatable import said
from league.tournaments.draws.rules.field import DrawnRound, DrawnTable, Seats, Source


def is_of_teams(source: Source) -> bool:
    return "line_ups" in source


def team_of(source: Source) -> dict[int, int]:
    """Return the team of each entry in a line-up."""
    return {who: team for team, members in source["line_ups"] for who in members}


def match_of(source: Source, table: int) -> int:
    """Return the place in the draw, from 0, of the match that is played at the table with this number."""
    return int((table - 1) // source["line_up"])


def seated(source: Source, draw: DrawnRound) -> tuple[dict[int, Seats], tuple[int, ...]]:
    """Return who sits at which table, by its number, and who sits out."""
    line_ups = dict(source["line_ups"])
    out = [*chain.from_iterable(line_ups[team] for team in draw.byes)]
    tables: dict[int, Seats] = {}
    for at, match in enumerate(draw.tables):
        for place in range(source["line_up"]):
            seats = _company(source, line_ups, match, place)
            people = [who for who in seats if who is not None]
            if len(people) > 1 and len(seats) >= source["field"]["least"]:
                tables[at * source["line_up"] + place + 1] = seats
            else:
                out += people
    return tables, tuple(sorted(out))


def _company(source: Source, line_ups: Mapping[int, list[int]], match: DrawnTable, place: int) -> Seats:
    turn = place % len(match.seats)
    teams = match.seats[turn:] + match.seats[:turn]
    seats = [
        line_ups[team][place] if team is not None and place < len(line_ups[team]) else None
        for team in teams
        if team is None or place < len(line_ups[team]) or source["field"]["shortfall"] == "bot"
    ]
    return tuple(seats)


def matches(source: Source, tables: Mapping[int, Seats], out: Iterable[int]) -> DrawnRound:
    """Return the draw over teams that these tables belong to: everybody of a match sits at its first table."""
    teams = team_of(source)
    first = [seats for number, seats in sorted(tables.items()) if (number - 1) % source["line_up"] == 0]
    drawn = tuple(DrawnTable(tuple(None if who is None else teams[who] for who in seats)) for seats in first)
    playing = {team for table in drawn for team in table.players}
    return DrawnRound(drawn, tuple(sorted({teams[who] for who in out} - playing)))


def line_up_problems(source: Source) -> list[str]:
    """Return what is wrong with the line-ups of a source."""
    if not is_of_teams(source):
        return []
    numbers = [team for team, _members in source["line_ups"]]
    members = Counter(chain.from_iterable(who for _team, who in source["line_ups"]))
    sizes = [len(who) for _team, who in source["line_ups"]]
    teams = sorted(player["id"] for player in source["field"]["players"])
    if numbers != teams or max(members.values(), default=0) > 1:
        return [said("The line-ups are not those of the teams in the field, or somebody is in two of them.")]
    if not all(1 <= size <= source["line_up"] for size in sizes):
        return [said("A line-up has nobody, or more members than play.")]
    if source["locked"] or source["byes"]:
        return [said("A round of teams keeps no table of another draw.")]
    return []
