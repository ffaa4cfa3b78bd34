"""Read a character's history for pages (events in order, with the words of the character's edition, and memos), and its
life as the fold tells it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.urls import NoReverseMatch, reverse

from characters.models import Career, CareerEvent, Character, Fact, RuleSet
from characters.rules import career as rules
from characters.rules import ladder
from characters.rules.career import Life, fold, reason_in_words
from characters.rules.facts import CareerFact as FactValue
from characters.rules.facts import current_lines, decode
from characters.rules.house_rules import HouseRules, stored_rules
from characters.rules.words import Memo, Why, in_words, memo, missing, taken_back
from engine.translatable import said, spoken


def address_of(page: str, *args: object) -> str:
    """Return where a page is; "" if this installation does not have it."""
    try:
        return reverse(page, args=args)
    except NoReverseMatch:
        return ""


TAKEN_BACK = "taken_back"


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One event. `to_name` is given only if the level changed; `memo_href` only if somebody was told."""

    kind: str
    name: str
    href: str
    to_name: str
    because: str
    game: int | None
    game_label: str
    game_href: str
    when: datetime
    rescinded: str
    memo_href: str = ""


@dataclass(frozen=True, slots=True)
class MemoLetter:
    """A memo of Human Resources about one event, `event` being its id."""

    event: int
    kind: str
    subject: str
    to: str
    body: str
    when: datetime
    game: int | None
    game_label: str
    game_href: str


def why_of(event: CareerEvent, character: Character) -> str:
    """Return why it happened, in the words and the money of the character's edition."""
    names = character.names
    return in_words(
        _row(event),
        names.currency,
        degrees=[names.programs[key].name for key in (character.specialty, character.side_interest)],
        trips=[names.companies[key].name for key in (character.primary_company, character.secondary_company)],
    )


def why_in_currency(event: CareerEvent, currency: str) -> str:
    """Return the fold's own words, in the money of the edition."""
    return in_words(_row(event), currency, plain=True)


def _row(event: CareerEvent) -> Why:
    return Why(event.kind, event.career, event.from_level, event.points, event.yardstick, event.minimum, event.why)


def order_of_play(event: CareerEvent) -> tuple[object, ...]:
    """Return the sort key of an event. A restart opens its career, though it may be dated later than games that were
    reported after it."""
    return (
        event.career,
        event.kind != rules.RESTARTED,
        event.at,
        event.reference,
        event.game or 0,
        event.rescinded_at is None,
        event.kind == rules.PROMOTION,
        event.pk,
    )


def line(event: CareerEvent, character: Character) -> HistoryLine:
    moved = event.kind in (rules.PROMOTION, rules.DEMOTION, rules.RESTARTED)
    return HistoryLine(
        kind=event.kind,
        name=character.name,
        href=character.get_absolute_url(),
        to_name=character.level_name(event.to_level) if moved else "",
        because=why_of(event, character),
        game=event.game,
        game_label=event.reference,
        game_href=_game_href(event),
        when=event.at,
        rescinded=reason_in_words(event.rescinded),
        memo_href=_memo_href(event, character),
    )


def letters(events: Sequence[CareerEvent], character: Character, *, most: int) -> list[MemoLetter]:
    """Return the last `most` memos, newest first."""
    return written(filed(events)[:most], character)


def filed(events: Sequence[CareerEvent]) -> list[tuple[datetime, CareerEvent]]:
    """Return what memos are about and when they were written, newest first: of a game the weightiest event, and what
    was taken back since."""
    standing = [event for event in events if event.rescinded_at is None]
    weightiest = {event.game or f"career {event.career}": event for event in standing}
    dated = [(event.at, event) for event in weightiest.values()]
    dated += [(event.rescinded_at, event) for event in _taken_back(events) if event.rescinded_at is not None]
    return sorted(dated, key=lambda memo: memo[0])[::-1]


def latest(events: Sequence[CareerEvent], character: Character) -> MemoLetter | None:
    """Return the newest memo, but not what was missing then: for that the career is counted again."""
    return next((_letter(event, character, when, "") for when, event in filed(events)[:1]), None)


def written(memos: Sequence[tuple[datetime, CareerEvent]], character: Character) -> list[MemoLetter]:
    """Return these memos of `filed` as letters."""
    lacking = _missing_after(character, [event for _, event in memos if event.kind == rules.REVIEW])
    return [_letter(event, character, when, lacking.get(event.pk, "")) for when, event in memos]


def _taken_back(events: Sequence[CareerEvent]) -> list[CareerEvent]:
    """Return the events that somebody was told of and that no longer hold, unless another game now leads to the
    same."""
    still = {(event.career, event.kind, event.to_level) for event in events if event.rescinded_at is None}
    gone = (event for event in events if event.rescinded_at is not None and event.kind in CareerEvent.OF_NOTE)
    last = {(event.career, event.kind, event.to_level): event for event in gone}
    return [event for key, event in last.items() if key not in still]


def _letter(event: CareerEvent, character: Character, when: datetime, missing: str) -> MemoLetter:
    taken_back = event.rescinded_at is not None
    text = taken_back_memo(event, character) if taken_back else memo_of(event, character, missing=missing)
    old = character.level_name(event.from_level)
    return MemoLetter(
        event=event.pk,
        kind=TAKEN_BACK if taken_back else event.kind,
        subject=spoken(text.subject),
        to=character.name if taken_back else f"{character.name}, {old}",
        body=text.spoken_body,
        when=when,
        game=event.game,
        game_label=event.reference,
        game_href=_game_href(event),
    )


def memo_of(event: CareerEvent, character: Character, *, missing: str = "") -> Memo:
    """Return the memo of Human Resources about an event."""
    old, new = character.level_name(event.from_level), character.level_name(event.to_level)
    why = why_of(event, character)
    return memo(event.kind, on=event.at.date(), old=old, new=new, why=why, missing=missing)


def taken_back_memo(event: CareerEvent, character: Character) -> Memo:
    """Return the memo of Human Resources about an event that no longer holds."""
    return taken_back(
        event.kind, on=event.at.date(), new=character.level_name(event.to_level), why=reason_in_words(event.rescinded)
    )


def _missing_after(character: Character, events: Sequence[CareerEvent]) -> dict[int, str]:
    """Return by event what was missing for the next step after its game, as far as was known of the games before it."""
    if not events:
        return {}
    house, reviews = RulesByDigest(), {event.game: event for event in events}
    gaps = {}
    for line, life in rules.stages(facts_of([character.pk])[character.pk], character.profile, house):
        event = reviews.get(line.game)
        if event is not None and event.career <= len(life.careers):
            gaps[event.pk] = _missing(character, life.careers[event.career - 1], house[line.rules])
    return gaps


def _missing(character: Character, now: rules.CareerTotals, house: HouseRules) -> str:
    higher = ladder.above(now.level)
    if higher is None:
        needs: Sequence[ladder.Need] = (ladder.Need("points", "", now.c_level_points, ladder.PARACHUTE_POINTS),)
        return missing(needs, said("your golden parachute"), {})
    edition, profile = character.names, character.profile
    companies = [edition.companies[entry].name for entry in (profile.primary_company, profile.secondary_company)]
    names = {
        **{key: entry.name for key, entry in edition.programs.items()},
        **{key: entry.name for key, entry in edition.companies.items()},
        "": said("{one} and {other}", one=companies[0], other=companies[1]),
    }
    return missing(ladder.needs_for(higher, now, profile, house), character.level_name(higher), names)


def _memo_href(event: CareerEvent, character: Character) -> str:
    is_told = event.rescinded_at is None or event.kind in CareerEvent.OF_NOTE
    return address_of("memo_detail", character.slug, event.pk) if is_told and event.pk else ""


def _game_href(event: CareerEvent) -> str:
    return reverse("game_detail", args=[event.game]) if event.game is not None else ""


def rules_of(digest: str) -> HouseRules:
    """Return the house rules with this digest. Raise RuleSet.DoesNotExist."""
    return _parsed(RuleSet.objects.values_list("settings", flat=True).get(pk=digest))


def rules_in(stored: RuleSet) -> HouseRules:
    """Return a stored set as its value."""
    return _parsed(stored.settings)


class RulesByDigest(dict[str, HouseRules]):
    """Sets of house rules by digest, each fetched on first use."""

    def __missing__(self, digest: str) -> HouseRules:
        self[digest] = rules_of(digest)
        return self[digest]


@lru_cache(maxsize=256)
def _parsed(settings: str) -> HouseRules:
    return stored_rules(settings)


def facts_of(character_ids: Iterable[int]) -> Mapping[int, list[FactValue]]:
    """Return the facts of each character in order of recording."""
    facts: dict[int, list[FactValue]] = defaultdict(list)
    rows = Fact.objects.filter(character__in=list(character_ids)).order_by("character_id", "number")
    # No iterator(): when its cursor on the server is gone, the driver's own error comes through, which no caller knows.
    for character_id, content in rows.values_list("character_id", "content"):
        facts[character_id].append(decode(content))
    return facts


def lives_of(
    characters: Iterable[Character], *, changes: Mapping[int, Sequence[FactValue]] | None = None
) -> dict[int, Life]:
    """Return the life of each character by id; with `changes`, the life that would follow if those facts were added."""
    people = list(characters)
    facts = facts_of(character.pk for character in people)
    rules = RulesByDigest()
    return {
        character.pk: fold(
            [*facts.get(character.pk, ()), *(changes or {}).get(character.pk, ())], character.profile, rules
        )
        for character in people
    }


def levels_at(
    characters: Collection[Character], order: tuple[datetime, str], *, apart_from: int | None = None
) -> dict[int, str]:
    """Return the level that each character held, or would have held, in a game at `order` (time, reference); `retired`
    after a golden parachute. `apart_from` is a game to leave out, because it is about to be corrected. A game later
    than all others of a reviewed character needs no fold: its level is the current one."""
    ids = [character.pk for character in characters]
    if not ids:
        return {}
    later = CareerEvent.objects.standing().filter(character__in=ids, at__gte=order[0]).order_by()
    to_fold = set(later.values_list("character_id", flat=True))
    to_fold |= {character.pk for character in characters if character.last_fact != character.reviewed_fact}
    if apart_from is not None:
        corrected = Fact.objects.filter(game=apart_from, character__in=ids)
        to_fold |= set(corrected.order_by().values_list("character_id", flat=True))
    current = Career.objects.filter(character__in=ids, current=True).only("character_id", "level", "status").order_by()
    levels = dict.fromkeys(ids, ladder.ENTRY) | {
        held.character_id: ladder.RETIRED if held.status == rules.RETIRED else held.level for held in current
    }
    if to_fold:
        folded = [character for character in characters if character.pk in to_fold]
        lives = _lives_before(folded, order, apart_from)
        levels |= {pk: ladder.RETIRED if life.away(order[0]) else life.current.level for pk, life in lives.items()}
    return levels


def degrees_before(
    characters: Iterable[Character], order: tuple[datetime, str], *, apart_from: int | None = None
) -> dict[int, Mapping[str, int]]:
    """Return the degrees that each character has brought together in this career before a game at `order`, by
    program."""
    return {pk: life.current.degrees for pk, life in _lives_before(list(characters), order, apart_from).items()}


def _lives_before(
    characters: Collection[Character], order: tuple[datetime, str], apart_from: int | None
) -> dict[int, Life]:
    facts, house = facts_of(character.pk for character in characters), RulesByDigest()
    lives = {}
    for who in characters:
        own = [fact for fact in facts.get(who.pk, ()) if apart_from is None or fact.game != apart_from]
        lives[who.pk] = life_before(own, who, order, house)
    return lives


def life_before(
    facts: Sequence[FactValue], character: Character, order: tuple[datetime, str], rules: Mapping[str, HouseRules]
) -> Life:
    """Return the life up to a game at `order` (time, reference), as these facts tell it."""
    earlier = {line.game for line in current_lines(facts) if (line.at, line.reference) < order}
    return fold([fact for fact in facts if fact.game is None or fact.game in earlier], character.profile, rules)
