"""Find characters of a league that may be one person, entered twice."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, islice

from django.utils.translation import gettext as _

from characters.models import Character, FormerName
from characters.rules.names import ORDER, SPELLING, alike, search_key
from games.models import Sheet, SheetSeat
from league.models import Alias, Bye, CharacterMerge, League, TableSeat, TwoPeople

MOST_SHOWN, LOOKED_AT_ONCE, MOST_LOOKED_AT = 20, 40, 400
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Double:
    """Hold two characters that may be one person, `first` registered first; `why` is a sentence."""

    first: Character
    second: Character
    why: str


def doubles(league: League) -> list[Double]:
    """Return pairs that may be one person. Leave out those known to be two: they sat at one table or played in one
    round, have two accounts, or somebody said so."""
    here = Character.objects.filter(enrolment__league=league).order_by("pk")
    rows = list(here.values_list("pk", "search_key", "owner"))
    owners, keys = {pk: owner for pk, _key, owner in rows if owner}, [(pk, key) for pk, key, _owner in rows]
    settled = _settled(league)
    reasons: dict[Pair, str] = {}
    pairs = chain(_by_another_name(league, keys), ((first, second, _reason(why)) for first, second, why in alike(keys)))
    open_pairs = (
        (first, second, why)
        for first, second, why in pairs
        if (first, second) not in settled and len({owners.get(first), owners.get(second)} - {None}) < 2
    )
    looked_at = islice(open_pairs, MOST_LOOKED_AT)
    while len(reasons) < MOST_SHOWN and (batch := list(islice(looked_at, LOOKED_AT_ONCE))):
        apart = _seated_together({pk for first, second, _why in batch for pk in (first, second)})
        for first, second, why in batch:
            if (first, second) not in apart:
                reasons.setdefault((first, second), why)
    listed = [*reasons.items()][:MOST_SHOWN]
    people = here.only("name", "slug").in_bulk({pk for pair, _why in listed for pk in pair})
    return [Double(people[first], people[second], why) for (first, second), why in listed]


def _reason(why: str) -> str:
    if why == SPELLING:
        return _("The same letters: only case, accents, spaces or signs differ.")
    return _("The same words in another order.") if why == ORDER else _("One letter differs.")


def _by_another_name(league: League, keys: Iterable[tuple[int, str]]) -> Iterator[tuple[int, int, str]]:
    """Yield characters one of which is or was called as the other one is now."""
    by_key = defaultdict[str, list[int]](list)
    for pk, key in keys:
        by_key[key].append(pk)
    aliases = [(pk, name, _("Files use “{name}” for {character}.")) for pk, name in _aliases(league)]
    former = FormerName.objects.filter(character__enrolment__league=league).values_list("character", "name")
    before = [(pk, name, _("{character} was called “{name}” before.")) for pk, name in former]
    called = dict(Character.objects.filter(pk__in={pk for pk, *_rest in (*aliases, *before)}).values_list("pk", "name"))
    for pk, name, words in (*aliases, *before):
        for other in by_key.get(search_key(name), ())[:1]:
            if other != pk:
                yield min(pk, other), max(pk, other), words.format(character=called[pk], name=name)


def _aliases(league: League) -> list[tuple[int, str]]:
    here = Alias.objects.filter(league=league, character__enrolment__league=league)
    return list(here.values_list("character", "name"))


def _settled(league: League) -> set[Pair]:
    """Return the pairs about which somebody has decided, or has already been asked."""
    told_apart = set(TwoPeople.objects.filter(league=league).values_list("first", "second"))
    waiting = CharacterMerge.objects.waiting().filter(league=league).values_list("kept", "merged")
    return told_apart | {(min(pair), max(pair)) for pair in waiting}


def _seated_together(characters: Collection[int]) -> set[Pair]:
    """Return the pairs of these characters that sat at one table or played in one round."""
    standing = (Sheet.CONFIRMED, Sheet.SUBMITTED, Sheet.DISPUTED)
    sheets = SheetSeat.objects.filter(character__in=characters, sheet__status__in=standing)
    seats = TableSeat.objects.filter(entry__character__in=characters)
    byes = Bye.objects.filter(entry__character__in=characters)
    in_rounds = (rows.values_list("round", "entry__character").order_by() for rows in (seats, byes))
    together: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
    for sheet, who in sheets.values_list("sheet", "character").order_by():
        together["sheet", sheet].add(who or 0)
    for round_, who in chain.from_iterable(in_rounds):
        together["round", round_].add(who)
    return {pair for people in together.values() for pair in combinations(sorted(people), 2)}
