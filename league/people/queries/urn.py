"""The games from which future games are drawn: those of a character and of its league."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, QuerySet

from characters.models import CareerEvent, Character, Fact
from characters.queries.history import RulesByDigest, facts_of
from characters.rules import career as rules
from characters.rules.career import CareerTotals
from characters.rules.facts import FactLine, current_lines, decode
from league.models import League
from league.people.rules.urn import UrnGame

NEWEST = 3000  # games of a league that are looked at
PER_LEVEL = 150
BATCH = 500  # arguments of one query
_ONE_A_GAME = (rules.REVIEW, rules.DEMOTION, rules.PARACHUTE)


@dataclass(frozen=True, slots=True)
class OwnGames:
    """The current career and every game of Careers that counted for it or one before, in order of play."""

    career: CareerTotals
    lines: tuple[FactLine, ...]


def games_of(league: League | OuterRef) -> QuerySet[CareerEvent]:
    """Return an event for each character and game of Careers that counted."""
    return CareerEvent.objects.standing().filter(
        character__enrolment__league=league, kind__in=_ONE_A_GAME, game__isnull=False
    )


def own_games(characters: Collection[Character]) -> dict[int, OwnGames]:
    """Return own games by id. Three queries and one for each set of house rules."""
    facts, house = facts_of([character.pk for character in characters]), RulesByDigest()
    games = {}
    for character in characters:
        life = rules.fold(facts.get(character.pk, ()), character.profile, house)
        counted = tuple(line for line in current_lines(facts.get(character.pk, ())) if line.game in life.held)
        games[character.pk] = OwnGames(life.current, counted)
    return games


def league_games(league: League) -> dict[int, list[UrnGame]]:
    """Return by character the newest games of Careers in the league, PER_LEVEL at each level."""
    newest = games_of(league).order_by("-id").values_list("character", "game", "from_level")[:NEWEST]
    taken: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for character, game, level in newest:
        if game is not None and len(taken[level]) < PER_LEVEL:
            taken[level].append((character, game))
    held = {pair: level for level, pairs in taken.items() for pair in pairs}
    profiles = {
        character.pk: character.profile for character in Character.objects.filter(pk__in={who for who, _game in held})
    }
    played: dict[int, list[UrnGame]] = defaultdict(list)
    for (character, _game), line in _lines(list(held)).items():
        played[character].append(UrnGame(held[character, line.game], line, profiles[character]))
    return played


def _lines(pairs: Sequence[tuple[int, int]]) -> Mapping[tuple[int, int], FactLine]:
    """Return the line that stands, by character and game."""
    keys, lines = set(pairs), {}
    for start in range(0, len(pairs), BATCH):
        some = pairs[start : start + BATCH]
        rows = Fact.objects.filter(game__in={game for _who, game in some}, character__in={who for who, _game in some})
        for character, game, content in rows.order_by("number").values_list("character", "game", "content"):
            line = decode(content).line if (character, game) in keys else None
            if line is not None:
                lines[character, line.game] = line
    return lines
