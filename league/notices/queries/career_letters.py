"""The letters about a character's career: what the reviews say now, against what its owner was told.

A correction may replace an event by the same one in other figures: a promotion to the same level in the same career.
Then nothing has happened to the owner, and nothing is said."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import timedelta

from django.urls import reverse

from characters.models import CareerEvent, Character
from characters.queries.history import address_of, memo_of, taken_back_memo
from characters.rules.words import Memo
from engine.translatable import said
from games.models import Sheet
from league.notices.queries.letters import Letter, of_sentences

HISTORY = timedelta(days=30)  # older games in a file are no news


@dataclass(slots=True)
class CareerNews:
    """Letters about a career. `announced` and `taken_back`: ids of the events that the letters settle, silently if
    there is no letter about them."""

    letters: list[Letter] = field(default_factory=list)
    announced: list[int] = field(default_factory=list)
    taken_back: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Same:
    """Events that say the same to the owner: those to be told, and those to be taken back."""

    new: list[CareerEvent] = field(default_factory=list)
    gone: list[CareerEvent] = field(default_factory=list)


def career_news(character: Character) -> CareerNews:
    """Return what to tell the owner of a locked character."""
    news, same = CareerNews(), defaultdict[tuple[int, str, str], _Same](_Same)
    for event in CareerEvent.objects.to_tell().filter(character=character).order_by("pk"):
        if event.rescinded_at is not None:
            news.taken_back.append(event.pk)
        if event.told_at is None:
            news.announced.append(event.pk)
        group = same[event.career, event.kind, event.to_level]
        if event.rescinded_at is None:
            group.new.append(event)
        elif event.told_at is not None:
            group.gone.append(event)
    if character.owner_id is not None:
        for group in same.values():
            still = min(len(group.new), len(group.gone))
            news.letters += (_taken_back(event, character) for event in group.gone[still:])
            news.letters += (_told(event, character) for event in group.new[still:] if not _is_history(event))
    return news


def _is_history(event: CareerEvent) -> bool:
    if event.at > event.recorded_at - HISTORY:
        return False
    return Sheet.objects.confirmed().filter(game=event.game, source=Sheet.CSV).exists()


def _told(event: CareerEvent, character: Character) -> Letter:
    memo = memo_of(event, character)
    link = address_of("memo_detail", character.slug, event.pk) or reverse("character_memos", args=[character.slug])
    return _letter(character, f"career-{event.pk}", event.kind, memo, link)


def _taken_back(event: CareerEvent, character: Character) -> Letter:
    memo = taken_back_memo(event, character)
    link = reverse("character_memos", args=[character.slug])
    return _letter(character, f"career-{event.pk}-taken-back", "taken_back", memo, link)


def _letter(character: Character, key: str, kind: str, memo: Memo, link: str) -> Letter:
    subject = said("{who}: {subject}", who=character.name, subject=memo.subject)
    return of_sentences(character.owner_id or 0, key=key, kind=kind, link=link, subject=subject, parts=memo.parts)
