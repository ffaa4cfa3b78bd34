"""Teams, their members, their standings, and how each figure of a team comes about."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.utils import timezone

from characters.models import Character
from characters.queries.people import Person, people
from engine.translatable import said
from games.rules.points import in_points
from league.core.queries.access import standing_of
from league.core.queries.games import headlines
from league.core.rules.grouping import grouped
from league.core.rules.parts import Parts
from league.models import (
    Bye,
    CharacterMerge,
    Entry,
    Rating,
    Result,
    Round,
    Ruling,
    Season,
    Stage,
    Team,
    TeamContest,
    TeamMember,
    Tournament,
)
from league.standings.queries.explanations import Neighbour
from league.standings.rules.ratings import RatingEstimate
from league.standings.rules.standings import Standing, Standings
from league.standings.rules.tiebreaks import TableSeatLine, separation
from league.tournaments.entries.queries import HAS_A_PLACE, OVER
from league.tournaments.stages.rules.stage_points import bye_units
from league.tournaments.teams.rules import (
    SIZES,
    MemberLine,
    Spell,
    Unit,
    counted_lines,
    counting_of,
    explained,
    round_unit,
    team_at,
    team_seats,
    team_tallies,
    unit_points,
)

NO_PLACE = 99
UNRATED = RatingEstimate().mu


def contest_in(season: Season, tournament: Tournament | None = None) -> TeamContest | None:
    """Return the contest of the teams of this tournament, or without one of the season itself."""
    contests = TeamContest.objects.filter(season=season, tournament=tournament)
    contest = contests.select_related("season__league", "tournament").first()
    if contest is not None and tournament is not None:
        contest.tournament = tournament
    return contest


def is_closed(contest: TeamContest) -> bool:
    """Return whether only organisers change teams now: after the deadline, and once the tournament has begun."""
    begun = contest.tournament is not None and contest.tournament.status != Tournament.PLANNED
    return begun or (contest.closes_at is not None and contest.closes_at <= timezone.now())


def is_away(contest: TeamContest) -> bool:
    """Return whether the tournament of the contest runs in a hall."""
    return contest.tournament is not None and contest.tournament.hall_id is not None


def leads(user: User | AnonymousUser, team: Team) -> bool:
    """Return whether somebody looks after this team: an organiser, or its captain while a member of the league."""
    standing = standing_of(user, team.contest.season.league)
    return standing.may("administer") or (standing.role is not None and team.captain_id == user.pk)


def may_change(user: User | AnonymousUser, team: Team) -> bool:
    """Return whether somebody may change this team now: a captain until the contest closes, organisers always; nobody
    while its tournament runs in a hall."""
    open_to = standing_of(user, team.contest.season.league).may("administer") or not is_closed(team.contest)
    here = team.withdrawn_at is None and not is_away(team.contest)
    return here and open_to and leads(user, team)


def name_of(team: Team) -> str:
    """Return the name of a team, or its number if the staff has hidden the name."""
    return team.name if team.hidden_at is None else said("Team {number}", number=team.number)


def members_of(team: Team) -> list[TeamMember]:
    """Return its members of today with their characters, in the order in which they came."""
    return list(team.members.filter(until=None).select_related("character__owner").order_by("id"))


def players_of(contest: TeamContest) -> dict[int, TeamMember]:
    """Return the members of today, with their teams, by the character that has their results: for a merged one, the one
    kept. Two queries."""
    merged = dict(CharacterMerge.objects.standing().values_list("merged", "kept"))
    members = contest.members.filter(until=None).select_related("team", "character").order_by("team__number", "id")
    return {_kept(member.character_id, merged): member for member in members}


def in_line_up(players: Mapping[int, TeamMember], contest: TeamContest) -> dict[int, list[int]]:
    """Return characters by the number of their team, in the order of its line-up: by place if the captain gave one,
    then the stronger player first, by the ratings of the tournament's game."""
    ratings = Rating.objects.filter(rating_list__league=contest.season.league_id, character__in=players)
    if contest.tournament is not None:
        ratings = ratings.filter(rating_list__system=contest.tournament.system)
    strength = dict(ratings.values_list("character", "mu"))

    def order(who: int) -> tuple[float, float, int]:
        return players[who].place or SIZES[-1] + 1, -strength.get(who, UNRATED), players[who].pk

    return grouped((players[who].team.number, who) for who in sorted(players, key=order))


def line_up_of(contest: TeamContest, team: Team) -> dict[int, TeamMember]:
    """Return the members of a team by their characters, in the order of its line-up."""
    players = players_of(contest)
    return {who: players[who] for who in in_line_up(players, contest).get(team.number, ())}


@dataclass(frozen=True, slots=True)
class LineUpRow:
    """A member in the line-up; `here`: checked in, or expected before the tournament begins. `plays`: here, and among
    the first."""

    member: TeamMember
    here: bool
    plays: bool


@dataclass(frozen=True, slots=True)
class LineUp:
    """The next line-up of a team, for the people who look after it: the first `size` members who are here play.
    `chosen`: the captain has said the order."""

    size: int
    rows: Sequence[LineUpRow]
    chosen: bool


def next_line_up(user: User | AnonymousUser, team: Team) -> LineUp | None:
    """Return the line-up of the next round of teams that is still to be drawn; None for readers who do not look after
    the team, and if no such round follows."""
    tournament = team.contest.tournament
    away = is_away(team.contest)
    if tournament is None or away or team.withdrawn_at is not None or not leads(user, team):
        return None
    stages = tournament.stages.exclude(line_up=None).exclude(status=Stage.ENDED).exclude(tournament__status__in=OVER)
    to_draw = stages.annotate(drawn=Count("played_rounds")).filter(Q(rounds=None) | Q(drawn__lt=F("rounds")))
    stage = to_draw.order_by("number").first()
    if stage is None or stage.line_up is None:
        return None
    expected = HAS_A_PLACE if tournament.status == Tournament.PLANNED else (Entry.CHECKED_IN,)
    entries = Entry.objects.filter(tournament=tournament, status__in=expected)
    here, left, rows = set(entries.values_list("character", flat=True)), stage.line_up, []
    for who, member in line_up_of(team.contest, team).items():
        is_here = who in here
        rows.append(LineUpRow(member, is_here, is_here and left > 0))
        left -= is_here
    return LineUp(stage.line_up, rows, any(row.member.place for row in rows))


def free_characters(contest: TeamContest) -> QuerySet[Character]:
    """Return the characters of the league that are in no team of the contest, by name."""
    taken = TeamMember.objects.filter(contest=contest, until=None).values("character")
    rows = Character.objects.filter(enrolment__league=contest.season.league_id).exclude(pk__in=taken)
    return rows.order_by("sort_key", "name_key")


class TeamTable:
    """The standings of the teams of a contest, or of a `stage` of its tournament after round `until`. The number of
    queries does not depend on teams or games."""

    def __init__(self, contest: TeamContest, stage: Stage | None = None, until: int | None = None) -> None:
        self.contest = contest
        self._rounds = {"stage": stage, "number__lte": until} if stage else {"stage__tournament": contest.tournament}
        members = Prefetch("members", TeamMember.objects.order_by("id"))
        self.teams = {team.pk: team for team in contest.teams.select_related("captain").prefetch_related(members)}

    def _played(self, way: str) -> dict[str, Any]:
        """Return the condition that a row belongs to the rounds of this table; `way` leads from it to its round."""
        return {f"{way}{name}": value for name, value in self._rounds.items()}

    @cached_property
    def _spells(self) -> Mapping[int, Sequence[Spell]]:
        """Return the spells of each character that has the results of a member today."""
        merged = dict(CharacterMerge.objects.standing().values_list("merged", "kept"))
        return grouped(
            (_kept(member.character_id, merged), Spell(team.pk, member.character_id, member.since, member.until))
            for team in self.teams.values()
            for member in team.members.all()
        )

    @cached_property
    def lines(self) -> list[MemberLine]:
        """Return the results of all members, by time; in a tournament their byes too."""
        tournament, zone = self.contest.tournament, ZoneInfo(self.contest.season.league.zone)
        rows = Result.objects.filter(character__in=self._spells).order_by("played_at", "game")
        columns = ("character", "game", "played_at", "table_points", "place", "share")
        each: list[tuple[Any, Unit]]
        if tournament is None:
            found = rows.filter(season=self.contest.season).values_list(*columns)
            each = [(row, (row[2].astimezone(zone).date().toordinal(),)) for row in found]
        else:
            way = "game__table__round__"
            place = f"{way}stage__number", f"{way}number", f"{way}stage__line_up", "game__table__number"
            in_rounds = rows.filter(**self._played(way)).values_list(*columns, *place)
            each = [(row[:6], round_unit(*row[6:])) for row in in_rounds]
        lines = [
            MemberLine(team, who, unit, game, points, at_place, share)
            for (who, game, moment, points, at_place, share), unit in each
            if (team := team_at(self._spells[who], moment)) is not None
        ]
        if tournament is None:
            return lines
        matches = {(line.team, *line.unit[:2]): line.unit for line in lines}
        return [*lines, *self._byes(grouped(((row[0], unit[0]), row[3]) for row, unit in each), matches)]

    def _byes(
        self, played: Mapping[tuple[int, int], Sequence[int]], matches: Mapping[tuple[int, ...], Unit]
    ) -> Iterable[MemberLine]:
        """Yield the byes of members, each worth the average of all that its character has `played` in the stage. A bye
        belongs to the match that others of the team play; without one the team is alone in it."""
        rows = Bye.objects.filter(
            **self._played("round__"), round__status=Round.ENDED, through=False, entry__character__in=self._spells
        )
        place = "round__stage__number", "round__number", "round__stage__line_up", "round__created_at"
        for who, stage, number, line_up, moment in rows.order_by("round").values_list("entry__character", *place):
            team, points = team_at(self._spells[who], moment), played[who, stage]
            if team is not None:
                alone = (stage, number, -team) if line_up else (stage, number)
                unit = matches.get((team, stage, number), alone)
                yield MemberLine(team, who, unit, 0, bye_units(sum(points), len(points)), NO_PLACE, 0)

    @cached_property
    def penalties(self) -> Mapping[int, int]:
        """Return what referees took from each team, in units of 1/840 point."""
        if self.contest.tournament is None:
            return {}
        in_rounds = self._played("round__") if "stage" in self._rounds else {"tournament": self.contest.tournament}
        rows = Ruling.objects.filter(**in_rounds, rescinded_at=None, units__gt=0, entry__character__in=self._spells)
        taken: dict[int, int] = {}
        for who, units, moment in rows.order_by("id").values_list("entry__character", "units", "at"):
            team = team_at(self._spells[who], moment)
            if team is not None:
                taken[team] = taken.get(team, 0) + units
        return taken

    @cached_property
    def standings(self) -> Standings:
        """Return the standings of the teams that take part, and of the ones that have scored."""
        scored = {line.team for line in self.lines}
        teams = [pk for pk, team in self.teams.items() if team.withdrawn_at is None or pk in scored]
        mode, best_of = self.contest.counting, self.contest.best_of
        tallies = team_tallies(teams, self.lines, mode, best_of, self.penalties)
        lots = {pk: team.lot for pk, team in self.teams.items() if team.lot is not None}
        return Standings(tallies, counting_of(mode, best_of), self.seed, self._seats, lots)

    @property
    def seed(self) -> str:
        tournament = self.contest.tournament
        return tournament.draw_commitment if tournament else self.contest.season.draw_seed

    def _seats(self, teams: Collection[int]) -> list[TableSeatLine]:
        return team_seats(self.lines)

    def explained(self, rows: Iterable[Standing]) -> list[Standing]:
        adding = grouped(
            (line.team, line) for line in counted_lines(self.lines, self.contest.counting, self.contest.best_of)
        )
        return [
            explained(
                row,
                adding[row.character],
                self.contest.counting,
                self.penalties.get(row.character, 0),
                self.seed,
                self.standings.lot_of(row.character),
            )
            for row in rows
        ]


def _kept(character: int, merged: Mapping[int, int]) -> int:
    for _merge in merged:
        character = merged.get(character, character)
    return character


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A row of the standings of teams, as a page shows it. `more` counts members beyond those named."""

    standing: Standing
    team: Team
    name: str
    members: tuple[Person, ...]
    more: int
    points: str


NAMED = 6


class TeamRows(Parts[TeamRow]):
    """The rows of the standings of teams, in order."""

    def __init__(self, table: TeamTable) -> None:
        self._table, self._order = table, list(table.standings)

    def __len__(self) -> int:
        return len(self._order)

    def part(self, part: slice) -> list[TeamRow]:
        teams = self._table.teams
        staff = {
            pk: [member.character_id for member in teams[pk].members.all() if member.until is None]
            for pk in self._order[part]
        }
        persons = people(who for members in staff.values() for who in members[:NAMED])
        return [
            TeamRow(
                row,
                teams[row.character],
                name_of(teams[row.character]),
                tuple(persons[who] for who in staff[row.character][:NAMED]),
                max(len(staff[row.character]) - NAMED, 0),
                row.tiebreaks[0].shown,
            )
            for row in self._table.explained(self._table.standings.rows(staff))
        ]


@dataclass(frozen=True, slots=True)
class UnitLine:
    """One result of a member in a unit. `game` and `name` are empty for a bye."""

    person: Person
    game: int
    name: str
    points: str
    counts: bool


@dataclass(frozen=True, slots=True)
class TeamUnit:
    """A game day (`day`) or a `round` of a team: what it is worth, and of what."""

    day: date | None
    round: int
    points: str
    lines: tuple[UnitLine, ...]


@dataclass(frozen=True, slots=True)
class TeamWhy:
    """The explanation of a row: as `Explanation` of a character, which the same template shows."""

    standing: Standing
    of: int
    above: Neighbour | None
    below: Neighbour | None


def why_team(table: TeamTable, team: Team) -> TeamWhy | None:
    """Return how the team stands where it does; None for a team that is not in the standings."""
    if team.pk not in table.standings:
        return None
    around = table.explained(table.standings.around(team.pk))
    here = [row.character for row in around].index(team.pk)
    return TeamWhy(
        around[here],
        len(table.standings),
        _neighbour(table, 0, around) if here else None,
        _neighbour(table, 1, around[here:]) if around[here + 1 :] else None,
    )


def _neighbour(table: TeamTable, index: int, pair: Sequence[Standing]) -> Neighbour:
    upper, lower = pair[0], pair[1]
    team = table.teams[pair[index].character]
    words = separation(upper.tiebreaks, lower.tiebreaks, lower.decided_by)
    return Neighbour(pair[index].position, team.pk, name_of(team), "", lower.decided_by, words)


class TeamUnits(Parts[TeamUnit]):
    """The units of a team, the newest first. Names and games are read for the ones shown."""

    def __init__(self, table: TeamTable, team: Team) -> None:
        contest = table.contest
        self._contest, self._team = contest, team.pk
        self._worth = unit_points(table.lines, contest.counting, contest.best_of)
        lines = [line for line in table.lines if line.team == team.pk]
        self._counted = set(counted_lines(lines, contest.counting, contest.best_of))
        self._units = sorted(grouped((line.unit, line) for line in lines).items(), reverse=True)

    def __len__(self) -> int:
        return len(self._units)

    def part(self, part: slice) -> list[TeamUnit]:
        shown = self._units[part]
        lines = [line for _unit, of_unit in shown for line in of_unit]
        persons = people({line.character for line in lines})
        names = headlines([line.game for line in lines if line.game])
        return [
            TeamUnit(
                None if self._contest.tournament else date.fromordinal(unit[0]),
                unit[1] if self._contest.tournament else 0,
                in_points(self._worth.get((self._team, unit), 0)),
                tuple(
                    UnitLine(
                        persons[line.character],
                        line.game,
                        names.get(line.game, ""),
                        in_points(line.points),
                        line in self._counted,
                    )
                    for line in of_unit
                ),
            )
            for unit, of_unit in shown
        ]
