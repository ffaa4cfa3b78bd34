"""Why each table is composed as it is, for those who sit there."""

from itertools import combinations

from games.rules.points import in_points
from league.core.rules.words import counted, listed
from league.tournaments.draws.rules.field import Draw, DrawnTable, Field, Player, pair


def reasons(field: Field, draw: Draw) -> list[str]:
    """A sentence or two for each table, in the order of the draw."""
    known = {player.id: player for player in field.players}
    place = {player.id: number for number, player in enumerate(field.players, start=1)}
    level = len({player.points for player in field.players}) == 1
    return [_reason(field, table, known, place, level) for table in draw.tables]


def _reason(field: Field, table: DrawnTable, known: dict[int, Player], place: dict[int, int], level: bool) -> str:
    people = [known[who] for who in table.players]
    if not people:
        return "Only bots sit here."
    said = [_standing(people, place, level=level), _met(field, table)]
    said += [_short(field, table, people), _clubs(people)]
    if table.locked:
        said.append("The organiser set this table.")
    return " ".join(text for text in said if text)


def _standing(people: list[Player], place: dict[int, int], *, level: bool) -> str:
    if level:
        return "Everybody is level, so chance decided."
    places = sorted(place[player.id] for player in people)
    points = [player.points for player in people]
    if places[-1] - places[0] == len(places) - 1:
        where = f"Places {places[0]:,} to {places[-1]:,}" if len(places) > 1 else f"Place {places[0]:,}"
    else:
        where = f"Places {listed([f'{one:,}' for one in places])}"
    if min(points) == max(points):
        return f"{where}, all with {in_points(points[0])} points." if len(people) > 1 else f"{where}."
    return f"{where}, {in_points(min(points))} to {in_points(max(points))} points."


def _met(field: Field, table: DrawnTable) -> str:
    if not field.meetings or len(table.players) < 2:
        return ""
    met = [field.meetings.get(pair(one, other), 0) for one, other in combinations(table.players, 2)]
    again = sum(times > 0 for times in met)
    if not again:
        return "Nobody here has met before."
    running = sum(pair(one, other) in field.last_met for one, other in combinations(table.players, 2))
    tail = f", {counted(running, 'pair')} of them in the last round" if running else ""
    choice = "the organiser chose so" if table.locked else "no exchange that was tried avoids it"
    verb = "meets" if again == 1 else "meet"
    return f"{counted(again, 'pair')} {verb} again{tail}: {choice}."


def _short(field: Field, table: DrawnTable, people: list[Player]) -> str:
    if not table.is_short(field.table_size):
        return ""
    what = "A bot has the empty seat" if None in table.seats else f"A table of {len(people)}"
    before = max(player.shorts for player in people)
    if not before:
        return f"{what}, because the numbers do not divide; nobody here has had that before."
    fewest = min(player.shorts for player in field.players)
    if before == fewest:
        return f"{what}, because the numbers do not divide; everybody has had that as often."
    return f"{what}, because the numbers do not divide; it was the turn of those who had it least."


def _clubs(people: list[Player]) -> str:
    shared = sorted({name for one, other in combinations(people, 2) for name in one.groups & other.groups})
    return f"Two here share {listed(shared)}: no exchange that was tried parts them." if shared else ""
