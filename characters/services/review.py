"""Review characters: the only writer of careers and their events.

A review folds the facts again and writes the difference to what is stored. Running it twice changes nothing, so a job
that was killed is simply run again; late, corrected and voided games need no special case. Rows that no longer hold are
marked rescinded with the reason, never deleted.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from characters.models import Career, CareerEvent, Character
from characters.queries.history import RulesByDigest
from characters.rules import career as rules
from characters.rules.career import rescinded_digest, rescinded_reason
from characters.rules.facts import CareerFact, decode
from characters.services.rows import insert_rows

_TOTALS = [field.name for field in fields(rules.CareerTotals) if field.name != "number"]
_EVENT = rules.Event._fields
_key = attrgetter(*_EVENT)  # of a row: the event that it says
BATCH = 500


@dataclass(slots=True)
class _CareerFile:
    """A character's papers on the desk: what is known and what is stored."""

    character: Character
    facts: list[CareerFact]
    careers: dict[int, Career]
    events: dict[tuple[Any, ...], CareerEvent]

    @property
    def news(self) -> list[CareerFact]:
        """Return what became known since the last review."""
        return self.facts[self.character.reviewed_fact :]


@transaction.atomic
def review_characters(*, character_ids: Collection[int], wait: bool = False) -> set[int]:
    """Bring the careers of these characters up to their facts; return the ids of new games and of games with a changed
    event. A character that another worker holds is left to it, unless `wait`."""
    locked = Character.objects.select_for_update(
        no_key=True, skip_locked=not wait and connection.features.has_select_for_update_skip_locked
    )
    waiting = list(locked.awaiting_review().filter(pk__in=character_ids).order_by("pk"))
    if not waiting:
        return set()
    created: list[tuple[int, rules.Event]] = []
    rescinded: list[CareerEvent] = []
    games: set[int | None] = set()
    house = RulesByDigest()
    for file in _files(waiting):
        life = rules.fold(file.facts, file.character.profile, house)
        _write_careers(file, life.careers)
        new, gone = _difference(file, life.events)
        created += ((file.character.pk, event) for event in new)
        rescinded += gone
        games |= {fact.game for fact in file.news}
        file.character.reviewed_fact = file.character.last_fact
    CareerEvent.objects.bulk_update(rescinded, ["rescinded", "rescinded_at"], batch_size=BATCH)
    insert_rows(CareerEvent, ("character_id", "rescinded", *_EVENT), [(pk, "", *event) for pk, event in created])
    Character.objects.bulk_update(waiting, ["reviewed_fact", "rescinded_digest"], batch_size=BATCH)
    games |= {event.game for _, event in created} | {event.game for event in rescinded}
    return {game for game in games if game is not None}


def _files(characters: Sequence[Character]) -> Iterable[_CareerFile]:
    files = {character.pk: _CareerFile(character, [], {}, {}) for character in characters}
    papers = Character.objects.filter(pk__in=files)
    for pk, content in papers.order_by("pk", "facts__number").values_list("pk", "facts__content"):
        files[pk].facts.append(decode(content))
    for row in Career.objects.filter(character__in=files):
        files[row.character_id].careers[row.number] = row
    for event in CareerEvent.objects.standing().filter(character__in=files):
        files[event.character_id].events[_key(event)] = event
    return files.values()


def _difference(file: _CareerFile, expected: Sequence[rules.Event]) -> tuple[list[rules.Event], list[CareerEvent]]:
    """Return events to create and events to rescind, so that the standing ones are exactly `expected`."""
    keys = dict.fromkeys(expected)
    created = [key for key in keys if key not in file.events]
    gone = [event for key, event in file.events.items() if key not in keys]
    if gone:
        now, why = timezone.now(), rescinded_reason(file.facts, file.character.reviewed_fact)
        for event in gone:
            event.rescinded_at, event.rescinded = now, why
        rows = [(rules.Event._make(_key(event)), why, now) for event in gone]
        file.character.rescinded_digest = rescinded_digest(file.character.rescinded_digest, rows)
    return created, gone


def _write_careers(file: _CareerFile, careers: Sequence[rules.CareerTotals]) -> None:
    """Write the careers. Careers beyond the last one are removed first: only the newest may be current."""
    for number in sorted(set(file.careers) - {career.number for career in careers}):
        file.careers.pop(number).delete()
    for career in careers:
        totals = {name: getattr(career, name) for name in _TOTALS} | {"current": career is careers[-1]}
        row = file.careers.get(career.number)
        if row is None:
            Career.objects.create(character=file.character, number=career.number, **totals)
        elif any(getattr(row, name) != value for name, value in totals.items()):
            Career.objects.filter(pk=row.pk).update(**totals)
