"""Drawing, proving and explaining by method and version, such as `swiss/1`. Draws are made by the newest version and
proved by their own, for as long as there are draws."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any, Final, NamedTuple

from engine.translatable import Translatable, said, said_list, said_of
from games.rules.points import in_points
from league.core.rules.words import listed
from league.tournaments.draws.rules import version_1
from league.tournaments.draws.rules.field import CLUB, TEAM, DrawnRound, DrawnTable, Field, FieldPlayer, pair
from league.tournaments.draws.rules.matches import is_of_teams, line_up_problems
from league.tournaments.draws.rules.setting import METHODS
from league.tournaments.draws.rules.sources import field_in

Source = Mapping[str, Any]
_PROVED: Final = {str(version_1.VERSION): version_1}


class NewDraw(NamedTuple):
    """A draw with the method and the source to keep of it."""

    method: str
    source: dict[str, Any]
    draw: DrawnRound


def new_draw(method: str, source: Source, seed: str) -> NewDraw:
    """Draw a stage of this format. Raise ValueError if the numbers do not work out, BannedPairs if the bans do not,
    KeyError for a format that is not drawn."""
    if method not in METHODS:
        raise KeyError(method)
    drawn = version_1.make(method, source, seed)
    return NewDraw(f"{method}/{version_1.VERSION}", drawn.source, drawn.draw)


def name_of(method: str) -> str:
    """Return the method without its version: `swiss` for `swiss/1`."""
    return method.partition("/")[0]


def problems_of(method: str, source: Source, seed: str, outcome: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a draw, in sentences. Raise like `new_draw` for a source that cannot be read."""
    name, _, version = method.partition("/")
    if version not in _PROVED or name not in METHODS:
        raise KeyError(method)
    proved = _PROVED[version]
    problems: list[str] = [*line_up_problems(source), *proved.problems(name, source, seed)]
    if not problems and proved.outcome_of(name, source, seed).to_json() != outcome:
        problems = [proved.OTHER_TABLES]
    return problems


def explained(method: str, source: Mapping[str, Any], draw: DrawnRound) -> list[list[Translatable]]:
    """Return the sentences for each table of the draw; in a round of teams, for each match."""
    sentences = _explained(name_of(method), source, draw)
    if not is_of_teams(source):
        return sentences
    return [[said("Match {number} between teams.", number=at), *texts] for at, texts in enumerate(sentences, start=1)]


def _explained(method: str, source: Mapping[str, Any], draw: DrawnRound) -> list[list[Translatable]]:
    field = field_in(source)
    if method == "knock_out":
        return [[_seeds(field, table)] for table in draw.tables]
    if method == "fixed":
        return [[_planned(source), _met_in_a_schedule(field, table)] for table in draw.tables]
    sentences = [[text] for text in reasons(field, draw)]
    if method == "career_poker":
        return [[*texts, said("Seats run from the boss down, by the last positions held.")] for texts in sentences]
    return sentences


def swap_note(first: str, other: str, reason: str) -> Translatable:
    """Return that the organiser exchanged these two, "" for a bot; it is appended to what the draw says."""
    names = {"one": first or said("a bot"), "other": other or said("a bot")}
    if not reason:
        return said("The organiser swapped {one} and {other}.", **names)
    return said("The organiser swapped {one} and {other}: {reason}", **names, reason=reason)


def _seeds(field: Field, table: DrawnTable) -> Translatable:
    seeding = {player.id: place for place, player in enumerate(field.players, start=1)}
    places = [f"{place:,}" for place in sorted(seeding[who] for who in table.players)]
    return said(
        "Number {numbers} of the {all:,} who are still in, by seeding.", numbers=listed(places), all=len(field.players)
    )


def _planned(source: Mapping[str, Any]) -> Translatable:
    plan = source.get("plan")
    if plan is None:
        return said("Drawn again, apart from the schedule.")
    if plan["rounds"] == 1:
        return said("The last round of the schedule.")
    return said(
        "Round {number} of a schedule of {rounds} that was planned in one go.",
        number=plan["round"] + 1,
        rounds=plan["rounds"],
    )


def _met_in_a_schedule(field: Field, table: DrawnTable) -> Translatable:
    again = sum(pair(who, other) in field.meetings for who, other in combinations(table.players, 2))
    if not again:
        return said("Nobody here has met before.")
    return said_of(again, "{count:,} pair meets again.", "{count:,} pairs meet again.")


def reasons(field: Field, draw: DrawnRound) -> list[Translatable]:
    """Return a sentence or two for each table, in the order of the draw."""
    player_of = {player.id: player for player in field.players}
    place = {player.id: number for number, player in enumerate(field.players, start=1)}
    level = len({player.points for player in field.players}) == 1
    return [_reason(field, table, player_of, place, level) for table in draw.tables]


def _reason(
    field: Field, table: DrawnTable, player_of: dict[int, FieldPlayer], place: dict[int, int], level: bool
) -> Translatable:
    people = [player_of[who] for who in table.players]
    if not people:
        return said("Only bots sit here.")
    sentences = [_standing(people, place, level=level), _met(field, table)]
    sentences += [_short(field, table, people), _clubs(people)]
    if table.locked:
        sentences.append(said("The organiser set this table."))
    return said_list([text for text in sentences if text], " ")


def _standing(people: list[FieldPlayer], place: dict[int, int], *, level: bool) -> Translatable:
    if level:
        return said("Everybody is level, so chance decided.")
    places = sorted(place[player.id] for player in people)
    points = [player.points for player in people]
    where = _places(places)
    if min(points) == max(points):
        if len(people) == 1:
            return said("{places}.", places=where)
        return said("{places}, all with {points} points.", places=where, points=in_points(points[0]))
    least, most = in_points(min(points)), in_points(max(points))
    return said("{places}, {least} to {most} points.", places=where, least=least, most=most)


def _places(places: list[int]) -> Translatable:
    if len(places) == 1:
        return said("Place {place:,}", place=places[0])
    if places[-1] - places[0] == len(places) - 1:
        return said("Places {first:,} to {last:,}", first=places[0], last=places[-1])
    return said("Places {places}", places=listed([f"{place:,}" for place in places]))


def _met(field: Field, table: DrawnTable) -> str:
    if not field.meetings or len(table.players) < 2:
        return ""
    met = [field.meetings.get(pair(who, other), 0) for who, other in combinations(table.players, 2)]
    again = sum(times > 0 for times in met)
    if not again:
        return said("Nobody here has met before.")
    running = sum(pair(who, other) in field.last_met for who, other in combinations(table.players, 2))
    choice = said("the organiser chose so") if table.locked else said("no exchange that was tried avoids it")
    if not running:
        return said_of(again, "{count:,} pair meets again: {why}.", "{count:,} pairs meet again: {why}.", why=choice)
    return said_of(
        again,
        "{count:,} pair meets again, {running} of them in the last round: {why}.",
        "{count:,} pairs meet again, {running} of them in the last round: {why}.",
        running=said_of(running, "{count:,} pair", "{count:,} pairs"),
        why=choice,
    )


def _short(field: Field, table: DrawnTable, people: list[FieldPlayer]) -> str:
    if not table.is_short(field.table_size):
        return ""
    what = said("A bot has the empty seat") if None in table.seats else said("A table of {size}", size=len(people))
    before = max(player.shorts for player in people)
    if not before:
        return said("{what}, because the numbers do not divide; nobody here has had that before.", what=what)
    fewest = min(player.shorts for player in field.players)
    if before == fewest:
        return said("{what}, because the numbers do not divide; everybody has had that equally often.", what=what)
    return said(
        "{what}, because the numbers do not divide; it was the turn of the players who had had it least.", what=what
    )


def _clubs(people: list[FieldPlayer]) -> str:
    """Return what people at the table share. Clubs and teams are named: the rest is not for everybody to read."""
    shared = {name for player, other in combinations(people, 2) for name in player.groups & other.groups}
    clubs = sorted(name for name in shared if name.startswith(CLUB))
    teams = sorted(name for name in shared if name.startswith(TEAM))
    shares = [said("the club {name}", name=name.removeprefix(CLUB)) for name in clubs]
    shares += [said("the team {name}", name=name.removeprefix(TEAM)) for name in teams]
    if len(clubs) + len(teams) < len(shared):
        shares.append(said("a household or an owner"))
    return (
        said("Two here share {shared}: no exchange that was tried separates them.", shared=listed(shares))
        if shares
        else ""
    )
