"""Prove that nothing was altered: chains of facts hold, every stored career follows from the facts, and the database
still refuses to change what is append-only."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from hashlib import sha256
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.db.models import QuerySet

from characters.append_only import AppendOnly, append_only_tables
from characters.models import Career, CareerEvent, Character, Fact, RuleSet
from characters.queries.bulk import moment, moment_text, rows
from characters.queries.history import RulesByDigest
from characters.rules import career as rules
from characters.rules.career import RescindedRow, rescinded_digest, unexplained
from characters.rules.facts import FIRST_DIGEST, decode, first_broken_link
from characters.rules.ladder import Profile
from characters.rules.names import name_key, search_key, sort_key

TOTALS = tuple(field.name for field in fields(rules.CareerTotals) if field.name != "number")
EVENT = rules.Event._fields
_PERSON = ("id", "name", "last_fact", "last_digest", "reviewed_fact", "rescinded_digest")
_KEYS = {"name_key": name_key, "search_key": search_key, "sort_key": sort_key}
_PROFILE = ("specialty", "side_interest", "primary_company", "secondary_company", "edition")


def career_differences(first: int, last: int) -> Iterator[str]:
    """Yield a sentence for everything about the characters with ids from `first` to `last` that the facts do not bear
    out."""
    people = Character.objects.filter(pk__gte=first, pk__lte=last).order_by("pk")
    chains = _grouped(
        rows(
            Fact.objects.filter(character__gte=first, character__lte=last)
            .order_by("character_id", "number")
            .values_list("character_id", "number", "content", "digest")
        )
    )
    careers = _grouped(
        Career.objects.filter(character__gte=first, character__lte=last)
        .order_by("character_id", "number")
        .values_list("character_id", "number", "current", *TOTALS)
    )
    events = _events(first, last)
    gone = _rescinded(first, last)
    house = RulesByDigest()
    yield from _keys(people)
    for pk, name, last_fact, last_digest, reviewed, rescinded, *profile in people.values_list(*_PERSON, *_PROFILE):
        chain = chains.get(pk, [])
        broken = list(_chain(name, chain, last_fact, last_digest))
        yield from broken
        if broken:
            continue  # what a broken chain says of the career proves nothing
        if reviewed != last_fact:
            waiting = last_fact - reviewed
            wait = "1 fact waits for its review" if waiting == 1 else f"{waiting} facts wait for their review"
            yield f"{name}: {wait}; run review_pending first."
            continue
        try:
            facts = [decode(content) for _, content, _ in chain]
            life = rules.fold(facts, Profile(*profile), house)
            lost = list(unexplained(gone.get(pk, []), facts, Profile(*profile), house)) if pk in gone else []
        except (LookupError, TypeError, ValueError, ObjectDoesNotExist) as error:
            yield f"{name}: the facts make no career ({error})."
            continue
        yield from _gone(name, gone.get(pk, []), rescinded, lost)
        yield from _totals(name, careers.get(pk, []), life)
        yield from _history(name, events.get(pk, []), life)


def _keys(people: QuerySet[Character]) -> Iterator[str]:
    """Yield a sentence for every key that does not follow from its name: by them files and searches find somebody."""
    for label, label_key, name, *keys in people.values_list("owner_label", "label_search_key", "name", *_KEYS):
        expected = [key(name) for key in _KEYS.values()]
        if keys != expected or label_key != (label and search_key(label)):
            yield f"{name}: a key by which it is found does not follow from its name or from that of its player."


def rules_differences() -> Iterator[str]:
    """Yield a sentence for every set of house rules whose content does not match its digest."""
    for named, settings in RuleSet.objects.values_list("digest", "settings"):
        if sha256(settings.encode()).hexdigest() != named:
            yield f"House rules {named[:12]}: were altered; games that were played by them can't be reviewed."


def _grouped(read: Iterable[tuple[Any, ...]]) -> Mapping[int, list[tuple[Any, ...]]]:
    groups: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in read:
        groups[row[0]].append(row[1:])
    return groups


def _events(first: int, last: int) -> Mapping[int, list[rules.Event]]:
    """Return the rows of the history that hold, by character."""
    events: dict[int, list[rules.Event]] = defaultdict(list)
    standing = CareerEvent.objects.standing().filter(character__gte=first, character__lte=last).order_by()
    at = EVENT.index("at")
    standing_rows = standing.annotate(moment=moment_text("at")).values_list(
        "character_id", *EVENT[:at], "moment", *EVENT[at + 1 :]
    )
    for pk, *values in rows(standing_rows):
        values[at] = moment(values[at])
        events[pk].append(rules.Event._make(values))
    return events


def _chain(name: str, chain: list[tuple[Any, ...]], last_fact: int, last_digest: str) -> Iterator[str]:
    link = first_broken_link(chain)
    if link is not None:
        yield f"{name}: fact {link} was altered or removed; its digest does not follow from the facts before it."
    elif len(chain) != last_fact or (chain[-1][2] if chain else FIRST_DIGEST) != last_digest:
        yield f"{name}: the chain ends at fact {len(chain)}, the character's file says {last_fact}."


def _totals(name: str, stored: list[tuple[Any, ...]], life: rules.Life) -> Iterator[str]:
    numbers = [row[0] for row in stored]
    if numbers != [career.number for career in life.careers]:
        yield f"{name}: careers {numbers} are stored, the facts say {len(life.careers)}."
        return
    for (number, current, *totals), career in zip(stored, life.careers, strict=True):
        if current != (career is life.current):
            yield f"{name}, career {number}: current is {current}, the facts say {not current}."
        for field, value in zip(TOTALS, totals, strict=True):
            if value != getattr(career, field):
                yield f"{name}, career {number}: {field} is {value}, the facts say {getattr(career, field)}."


def _history(name: str, stored: list[rules.Event], life: rules.Life) -> Iterator[str]:
    expected, actual = set(life.events), set(stored)
    for row in sorted(expected - actual, key=str):
        yield f"{name}: the history lacks {_event(row)}."
    for row in sorted(actual - expected, key=str):
        yield f"{name}: the history has {_event(row)}, which the facts do not bear out."
    if len(actual) != len(stored):
        yield f"{name}: the history has {len(stored) - len(actual)} rows twice."


def _rescinded(first: int, last: int) -> Mapping[int, list[RescindedRow]]:
    """Return the rows that no longer hold, by character."""
    rescinded: dict[int, list[RescindedRow]] = defaultdict(list)
    rows = CareerEvent.objects.filter(character__gte=first, character__lte=last).exclude(rescinded_at=None).order_by()
    for pk, why, since, *values in rows.values_list("character_id", "rescinded", "rescinded_at", *EVENT):
        rescinded[pk].append((rules.Event(*values), why, since))
    return rescinded


def _gone(name: str, rows: list[RescindedRow], stored: str, unexplained: Iterable[RescindedRow]) -> Iterator[str]:
    for event, why, _ in unexplained:
        yield (
            f"{name}: the history has a rescinded {event.kind} after game {event.reference or '-'}, which never "
            f"followed from the facts or did not end because {why}."
        )
    if rescinded_digest("", rows) != stored:
        yield f"{name}: rescinded rows of the history were removed, added or altered."


def _event(event: rules.Event) -> str:
    return f"a {event.kind} after game {event.reference or '-'} ({event.why})"


_TRIGGERS = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s",
    "postgresql": """
        SELECT tgname, pg_get_triggerdef(pg_trigger.oid) || prosrc FROM pg_trigger
        JOIN pg_proc ON pg_proc.oid = tgfoid
        WHERE tgrelid = CAST(%s AS regclass) AND tgenabled IN ('O', 'A')
    """,
}


def guard_differences() -> Iterator[str]:
    """Yield a sentence for each trigger of an append-only table that is missing or refuses something else."""
    for guarded in append_only_tables():
        with connection.cursor() as cursor:
            cursor.execute(_TRIGGERS[connection.vendor], [guarded.table])
            triggers = {name: " ".join(text.split()) for name, text in cursor.fetchall()}
        for name, statement in guarded.triggers(connection.vendor).items():
            if not _refuses(guarded, triggers.get(name, ""), statement):
                lost = f"nothing keeps {guarded.table} from being altered"
                yield f"The database: the trigger {name} is missing or changed; {lost}."


def _refuses(guarded: AppendOnly, text: str, statement: str) -> bool:
    if connection.vendor == "sqlite":
        return text == statement
    # PostgreSQL writes a condition in words of its own.
    head = statement.partition("WHEN")[0].partition("EXECUTE")[0].replace(" ON ", " ON public.")
    raises = f"RAISE EXCEPTION '{guarded.refusal}'"
    columns = (*guarded.content, *guarded.once) if "BEFORE UPDATE" in statement else ()
    return (
        text.startswith(head) and raises in text and all(re.search(rf"\bold\.{column}\b", text) for column in columns)
    )
