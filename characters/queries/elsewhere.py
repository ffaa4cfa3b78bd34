"""Read what a character earned at another installation, as its personnel file shows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.models import Character, Fact
from characters.queries.history import rules_of
from characters.rules import ladder, words
from characters.rules.facts import EARNED_ELSEWHERE, Earned, decode


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A career elsewhere. `level` is the one held there, `counts` says in a sentence how it counts here."""

    earned: Earned
    level: str
    counts: str
    made_on: datetime
    tiles: list[dict[str, str]]
    tallies: str


def earned_elsewhere(character: Character) -> Elsewhere | None:
    """Return the career elsewhere, which can only be the first fact: nothing is brought along to a career that has
    begun."""
    marked = Fact.objects.filter(character=character, number=1, content__contains=f'"kind":"{EARNED_ELSEWHERE}"')
    text = marked.values_list("content", flat=True).first()
    earned = decode(text).earned if text else None
    if earned is None:
        return None
    return Elsewhere(
        earned=earned,
        level=ladder.NAMES.get(earned.level, earned.level),
        counts=words.counted(earned, rules_of(earned.rules)),
        made_on=datetime.fromisoformat(earned.made_at),
        tiles=_tiles(character, earned),
        tallies=", ".join(_tallies(character, earned)),
    )


def _tiles(character: Character, earned: Earned) -> list[dict[str, str]]:
    values = [f"{number:,}" for number in (earned.games, earned.wins, earned.happiness, earned.fame)]
    values.append(f"{character.names.currency}{earned.cash:,}")
    labels = (_("Games"), _("Wins"), _("Happiness"), _("Fame"), _("Cash"))
    return [{"label": label, "value": value} for label, value in zip(labels, values, strict=True)]


def _tallies(character: Character, earned: Earned) -> Iterator[str]:
    names = character.names
    for program, number in sorted(earned.degrees.items()):
        program_words = names.programs.get(program)
        pattern = ngettext("{count} degree in {program}", "{count} degrees in {program}", number)
        yield pattern.format(count=number, program=program_words.name if program_words else program)
    for company, number in sorted(earned.trips.items()):
        path = names.companies.get(company)
        pattern = ngettext("{count} trip through {company}", "{count} trips through {company}", number)
        yield pattern.format(count=number, company=path.name if path else company)
