"""Lives as the fold tells them, and the level that a character held at a moment."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from json import loads

from characters.models import Career, Character, Fact, RuleSet
from characters.models import CareerEvent as EventRow
from characters.rules import career, ladder
from characters.rules.career import Life, fold
from characters.rules.facts import Fact as FactValue
from characters.rules.facts import current_lines, decode
from characters.rules.house_rules import HouseRules, house_rules


def rules_of(digest: str) -> HouseRules:
    """The set with this digest. RuleSet.DoesNotExist when there is none."""
    return _parsed(RuleSet.objects.values_list("settings", flat=True).get(pk=digest))


def rules_in(stored: RuleSet) -> HouseRules:
    """A stored set as its value."""
    return _parsed(stored.settings)


class RulesByDigest(dict[str, HouseRules]):
    """Sets of house rules by digest, each fetched when first asked for."""

    def __missing__(self, digest: str) -> HouseRules:
        self[digest] = rules_of(digest)
        return self[digest]


@lru_cache(maxsize=256)
def _parsed(settings: str) -> HouseRules:
    return house_rules(loads(settings))


def facts_of(character_ids: Iterable[int]) -> Mapping[int, list[FactValue]]:
    """The facts of each character in order of recording."""
    found: dict[int, list[FactValue]] = defaultdict(list)
    rows = Fact.objects.filter(character__in=list(character_ids)).order_by("character_id", "number")
    for character_id, content in rows.values_list("character_id", "content").iterator(chunk_size=5000):
        found[character_id].append(decode(content))
    return found


def lives_of(
    characters: Iterable[Character], *, changes: Mapping[int, Sequence[FactValue]] | None = None
) -> dict[int, Life]:
    """The life of each character by id; with `changes`, the life that would follow if those facts were added."""
    wanted = list(characters)
    facts = facts_of(character.pk for character in wanted)
    rules = RulesByDigest()
    return {
        character.pk: fold(
            [*facts.get(character.pk, ()), *(changes or {}).get(character.pk, ())], character.profile, rules
        )
        for character in wanted
    }


def levels_at(
    characters: Collection[Character], order: tuple[datetime, str], *, apart_from: int | None = None
) -> dict[int, str]:
    """The level that each character held, or would have held, in a game at `order` (time, reference); `retired` after a
    golden parachute. `apart_from` is a game to leave out, because it is about to be corrected.

    A game later than all others of a reviewed character needs no fold: its level is the current one.
    """
    ids = [character.pk for character in characters]
    later = EventRow.objects.standing().filter(character__in=ids, at__gte=order[0])
    to_fold = set(later.order_by().values_list("character_id", flat=True))
    to_fold |= {character.pk for character in characters if character.last_fact != character.reviewed_fact}
    if apart_from is not None:
        told = Fact.objects.filter(game=apart_from, character__in=ids)
        to_fold |= set(told.order_by().values_list("character_id", flat=True))
    current = Career.objects.filter(character__in=ids, current=True).order_by()
    levels = dict.fromkeys(ids, ladder.ENTRY) | {
        pk: ladder.RETIRED if status == career.RETIRED else level
        for pk, level, status in current.values_list("character_id", "level", "status")
    }
    if to_fold:
        facts, rules = facts_of(to_fold), RulesByDigest()
        for character in characters:
            if character.pk in to_fold:
                known = [fact for fact in facts.get(character.pk, ()) if apart_from is None or fact.game != apart_from]
                levels[character.pk] = _level_before(known, character, order, rules)
    return levels


def _level_before(
    known: Sequence[FactValue], character: Character, order: tuple[datetime, str], rules: Mapping[str, HouseRules]
) -> str:
    earlier = {line.game for line in current_lines(known) if (line.at, line.reference) < order}
    life = fold([fact for fact in known if fact.game is None or fact.game in earlier], character.profile, rules)
    return ladder.RETIRED if life.current.status == career.RETIRED else life.current.level
