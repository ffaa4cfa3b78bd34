"""What odds are drawn from: the games of a character and of its league, and the forecast that was made last."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, QuerySet

from characters.models import CareerEvent, Character, Fact
from characters.queries.history import RulesByDigest, facts_of
from characters.rules import career as rules
from characters.rules.career import Career
from characters.rules.facts import Line, current_lines, decode
from league.forecasts.rules.odds import ENOUGH, METHOD, Played
from league.models import Forecast, League

NEWEST = 3000  # games of a league that are looked at
PER_LEVEL = 150
BATCH = 500  # arguments of one query
_ONE_A_GAME = (rules.REVIEW, rules.DEMOTION, rules.PARACHUTE)


@dataclass(frozen=True, slots=True)
class OwnGames:
    """The present career and every game of Careers that counted for it or one before, in order of play."""

    career: Career
    lines: tuple[Line, ...]


def awaiting_forecast() -> QuerySet[Character]:
    """Those of a league whose newest fact is reviewed and not yet followed by a forecast of this method."""
    return _without_forecast().filter(last_fact__gte=1)


def newcomers_awaiting_forecast() -> QuerySet[Character]:
    """Those without a fact and without a forecast, once others of their league have played ENOUGH."""
    games = _games_in(OuterRef("pk")).order_by().values("pk")
    leagues = League.objects.filter(Exists(games[ENOUGH - 1 : ENOUGH])).order_by()
    return _without_forecast().filter(last_fact=0, enrolment__league__in=leagues.values("pk"))


def _without_forecast() -> QuerySet[Character]:
    made = Forecast.objects.filter(character=OuterRef("pk"), method=METHOD, after_fact=OuterRef("last_fact"))
    found = Character.objects.active().filter(last_fact=F("reviewed_fact"), enrolment__isnull=False)
    return found.filter(~Exists(made)).select_related("enrolment__league").order_by("enrolment__league", "pk")


def _games_in(league: League | OuterRef) -> QuerySet[CareerEvent]:
    """One for each character and game of Careers that counted."""
    return CareerEvent.objects.standing().filter(
        character__enrolment__league=league, kind__in=_ONE_A_GAME, game__isnull=False
    )


def own_games(characters: Collection[Character]) -> dict[int, OwnGames]:
    """By id. Three queries and one for each set of house rules."""
    facts, house = facts_of([one.pk for one in characters]), RulesByDigest()
    found = {}
    for one in characters:
        life = rules.fold(facts.get(one.pk, ()), one.profile, house)
        counted = tuple(line for line in current_lines(facts.get(one.pk, ())) if line.game in life.held)
        found[one.pk] = OwnGames(life.current, counted)
    return found


def league_games(league: League) -> dict[int, list[Played]]:
    """By character the newest games of Careers in the league, PER_LEVEL at each level."""
    newest = _games_in(league).order_by("-id").values_list("character", "game", "from_level")[:NEWEST]
    taken: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for character, game, level in newest:
        if game is not None and len(taken[level]) < PER_LEVEL:
            taken[level].append((character, game))
    held = {pair: level for level, pairs in taken.items() for pair in pairs}
    profiles = {one.pk: one.profile for one in Character.objects.filter(pk__in={who for who, _game in held})}
    found: dict[int, list[Played]] = defaultdict(list)
    for (character, _game), line in _lines(list(held)).items():
        found[character].append(Played(held[character, line.game], line, profiles[character]))
    return found


def _lines(pairs: Sequence[tuple[int, int]]) -> Mapping[tuple[int, int], Line]:
    """By character and game the line that stands."""
    wanted, found = set(pairs), {}
    for start in range(0, len(pairs), BATCH):
        some = pairs[start : start + BATCH]
        rows = Fact.objects.filter(game__in={game for _who, game in some}, character__in={who for who, _game in some})
        for character, game, content in rows.order_by("number").values_list("character", "game", "content"):
            line = decode(content).line if (character, game) in wanted else None
            if line is not None:
                found[character, line.game] = line
    return found


def newest_forecast(character: Character) -> Forecast | None:
    """The one that was made last by the method of today; None before there is one, and where it had nothing to go by.
    It may be of a moment before the newest game."""
    made = Forecast.objects.filter(character=character, method=METHOD).order_by("-after_fact").first()
    return made if made is not None and made.passes is not None else None
