"""A person's own: characters with the figure nearest to a promotion, who they play with, and where their characters
stand. A fixed number of queries, and a few more for every league with new results."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.contrib.auth.models import User
from django.db.models import Count, Max

from characters.charts.lines import Sparkline
from characters.models import Career, Character
from characters.queries import dossier, history
from characters.queries.dossier import Progress
from characters.queries.history import MemoLetter
from characters.queries.people import Person, people, person
from characters.rules.career import RETIRED
from characters.rules.house_rules import DEFAULTS, HouseRules
from characters.rules.names import by_name
from league.clubs.queries import current_seasons, house_rules_by_league, league_for
from league.models import Desk, League, Result, Season
from league.people.queries.characters import briefs_of
from league.site.rules.home import Memory, Positions, key_of, nearest
from league.standings.queries.season_race import sparklines
from league.standings.queries.standings import standings_by_season
from league.standings.rules.standings import Standings

RECENT_GAMES = 60
COMPANIONS = 6


@dataclass(frozen=True, slots=True)
class OwnCharacter:
    """`figure` is the requirement of the next step that is nearest to done, `left` how many more things it asks; both
    empty when nothing is missing. `next_name` is empty if the golden parachute comes next. `brief` says what the
    next game must bring, None after a golden parachute and if no app says it."""

    person: Person
    league: League
    next_name: str
    figure: Progress | None
    left: int
    brief: object


def own_characters(user: User) -> list[OwnCharacter]:
    """Return all characters of a user, in every league: working ones before retired ones, the one that played most
    first."""
    careers = list(
        Career.objects.filter(current=True, character__owner=user, character__enrolment__isnull=False)
        .select_related("character__enrolment__league")
        .order_by(*by_name("character__"))
    )
    house = house_rules_by_league({career.character.enrolment.league_id for career in careers})
    played = _played([career.character_id for career in careers])
    briefs = briefs_of(careers, house)
    owned = [_own(career, house, briefs.get(career.character_id)) for career in careers]
    return sorted(owned, key=lambda character: (character.person.retired, -played[character.person.pk]))


def main_character(user: User) -> Character | None:
    """Return the character of a user in the league they are in, else the one that played most, before all who have
    left; None without any."""
    careers = Career.objects.filter(current=True, character__owner=user, character__enrolment__isnull=False)
    rows = list(careers.select_related("character__enrolment").order_by(*by_name("character__")))
    league, played = league_for(user), _played([career.character_id for career in rows])

    def rank(career: Career) -> tuple[bool, bool, int]:
        who = career.character
        elsewhere = league is None or who.enrolment.league_id != league.pk
        return (career.status == RETIRED, elsewhere, -played[who.pk])

    return min(rows, key=rank).character if rows else None


def last_memo(character: int) -> MemoLetter | None:
    """Return the newest memo to a character."""
    who = Character.objects.prefetch_related("events").get(pk=character)
    return history.latest(sorted(who.events.all(), key=history.order_of_play), who)


def _played(characters: Sequence[int]) -> Counter[int]:
    rows = Result.objects.filter(character__in=characters).order_by().values_list("character")
    return Counter(dict(rows.annotate(Count("pk"))))


def _own(career: Career, house: Mapping[int, HouseRules], brief: object) -> OwnCharacter:
    who = career.character
    league = who.enrolment.league
    higher = dossier.next_level(career)
    figures = dossier.progress(who, career, house.get(league.pk, DEFAULTS))
    missing = [figure for figure in figures if figure.have < figure.need]
    next_name = who.level_name(higher) if higher else ""
    return OwnCharacter(person(career), league, next_name, nearest(figures), max(len(missing) - 1, 0), brief)


def companions(own: Collection[int]) -> list[tuple[Person, int]]:
    """Return the characters who sat with these most often in their last games, each with the number of games."""
    if not own:
        return []
    games = Result.objects.filter(character__in=own).order_by("-played_at").values("game")[:RECENT_GAMES]
    others = Result.objects.filter(game__in=games).exclude(character__in=own).order_by()
    counted = others.values_list("character").annotate(games=Count("pk"), last=Max("played_at"))
    most = counted.order_by("-games", "-last", "character")[:COMPANIONS]
    together = {who: games for who, games, _ in most}
    persons = people(together)
    return [(persons[who], games) for who, games in together.items() if who in persons]


@dataclass(frozen=True, slots=True)
class Stand:
    """The places of a person's characters now (by `key_of`) in the season of each league, and those seasons'
    standings."""

    positions: Positions
    seasons: Mapping[int, Season]
    tables: Mapping[int, Standings]


def stand_of(own: Collection[int], leagues: Collection[int], *, today: date) -> Stand:
    seasons = {season.pk: season for season in current_seasons(leagues, today=today).values()}
    played = Result.objects.filter(season__in=seasons, character__in=own).order_by()
    positions: dict[str, int] = {}
    theirs = groupby(sorted(played.values_list("season", "character").distinct()), itemgetter(0))
    played_in = {season: [character for _, character in rows] for season, rows in theirs}
    tables = standings_by_season([seasons[season] for season in played_in])
    for season, characters in played_in.items():
        there = tables[season].positions(characters)
        positions |= {key_of(season, character): position for character, position in there.items()}
    return Stand(positions, seasons, tables)


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """The place of a character in its season. `line`: its points so far, None with fewer than two."""

    season: Season
    position: int
    line: Sparkline | None


def own_place(own: OwnCharacter, stand: Stand) -> OwnPlace | None:
    """Return where a character stands; None before its first game of the season."""
    who = own.person.pk
    for season in stand.seasons.values():
        if season.league_id == own.league.pk and (position := stand.positions.get(key_of(season.pk, who))):
            return OwnPlace(season, position, sparklines(season, [who]).get(who))
    return None


def memory_of(user: User) -> Memory:
    row = Desk.objects.filter(user=user).values_list("since", "stood", "seen_at", "stands").first()
    return Memory(*row) if row else Memory(None, {}, None, {})
