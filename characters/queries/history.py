"""A character's history as pages show it: events in order, with the words of the character's edition, and memos."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from characters.models import CareerEvent, Character
from characters.rules import career as rules
from characters.rules.memos import memo


@dataclass(frozen=True, slots=True)
class Line:
    """One event. `to_name` only where the level changed."""

    kind: str
    name: str
    href: str
    to_name: str
    because: str
    game_label: str
    game_href: str
    when: datetime
    rescinded: str


@dataclass(frozen=True, slots=True)
class Letter:
    """A memo of Human Resources about one event."""

    kind: str
    subject: str
    to: str
    body: str
    when: datetime
    game_label: str
    game_href: str


def order_of_play(event: CareerEvent) -> tuple[object, ...]:
    """A restart opens its career, though it may be dated later than games that were reported after it."""
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


def line(event: CareerEvent, character: Character) -> Line:
    moved = event.kind in (rules.PROMOTION, rules.DEMOTION, rules.RESTARTED)
    return Line(
        kind=event.kind,
        name=character.name,
        href=character.get_absolute_url(),
        to_name=character.level_name(event.to_level) if moved else "",
        because=event.why,
        game_label=event.reference,
        game_href=_game_href(event),
        when=event.at,
        rescinded=event.rescinded,
    )


def letters(events: Sequence[CareerEvent], character: Character, *, most: int) -> list[Letter]:
    """Memos about the last `most` games, newest first; of a game the weightiest event."""
    weightiest = {event.game or f"career {event.career}": event for event in events}
    return [_letter(event, character) for event in list(weightiest.values())[: -most - 1 : -1]]


def _letter(event: CareerEvent, character: Character) -> Letter:
    old, new = character.level_name(event.from_level), character.level_name(event.to_level)
    text = memo(event.kind, on=event.at.date(), old=old, new=new, why=event.why)
    return Letter(
        kind=event.kind,
        subject=text.subject,
        to=f"{character.name}, {old}",
        body=text.body,
        when=event.at,
        game_label=event.reference,
        game_href=_game_href(event),
    )


def feed(*, most: int, characters: Iterable[int] | None = None) -> list[Line]:
    """The newest promotions, demotions, parachutes and restarts that still hold, in one query."""
    found = CareerEvent.objects.standing().of_note().select_related("character").order_by("-at", "-id")
    if characters is not None:
        found = found.filter(character__in=characters)
    return [line(event, event.character) for event in found[:most]]


def _game_href(event: CareerEvent) -> str:
    return reverse("game_detail", args=[event.game]) if event.game is not None else ""
