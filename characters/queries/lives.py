"""Lives as the fold tells them, and the level that a character held at a moment."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from json import loads

from django.db.models import OuterRef, Subquery

from characters.models import Career, Character, CharacterQuerySet, Fact, RuleSet
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
    characters: CharacterQuerySet, order: tuple[datetime, str], *, apart_from: int | None = None
) -> dict[int, str]:
    """The level that each character held, or would have held, in a game at `order` (time, reference); `retired` after a
    golden parachute. `apart_from` is a game to leave out, because it is about to be corrected.

    A game later than all others of a reviewed character needs no fold: its level is the current one.
    """
    told = Fact.objects.filter(game=apart_from).order_by() if apart_from is not None else Fact.objects.none()
    in_it = set(told.values_list("character_id", flat=True))
    latest = EventRow.objects.filter(character=OuterRef("pk"), rescinded_at=None).order_by("-at")
    current = Career.objects.filter(character=OuterRef("pk"), current=True)
    known_of = characters.annotate(
        latest_at=Subquery(latest.values("at")[:1]),
        now_level=Subquery(current.values("level")[:1]),
        now_status=Subquery(current.values("status")[:1]),
    )
    levels: dict[int, str] = {}
    to_fold: list[int] = []
    for pk, facts_known, facts_reviewed, latest_at, level, status in known_of.values_list(
        "pk", "last_fact", "reviewed_fact", "latest_at", "now_level", "now_status"
    ):
        later_games = latest_at is not None and latest_at >= order[0]
        if facts_known != facts_reviewed or later_games or pk in in_it:
            to_fold.append(pk)
        else:
            levels[pk] = ladder.RETIRED if status == career.RETIRED else level or ladder.ENTRY
    if not to_fold:
        return levels
    facts = facts_of(to_fold)
    rules = RulesByDigest()
    for character in Character.objects.filter(pk__in=to_fold):
        known = [fact for fact in facts.get(character.pk, ()) if apart_from is None or fact.game != apart_from]
        levels[character.pk] = _level_before(known, character, order, rules)
    return levels


def _level_before(
    known: Sequence[FactValue], character: Character, order: tuple[datetime, str], rules: Mapping[str, HouseRules]
) -> str:
    earlier = {line.game for line in current_lines(known) if (line.at, line.reference) < order}
    life = fold([fact for fact in known if fact.game is None or fact.game in earlier], character.profile, rules)
    return ladder.RETIRED if life.current.status == career.RETIRED else life.current.level
