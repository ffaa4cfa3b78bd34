"""A character's way to its rating: what every game did to it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from characters.models import Character
from games.models import SheetSeat
from games.rules.systems import SYSTEMS
from league.models import Rating, RatingList, RatingStep
from league.queries.ratings import why_href
from league.rules.ratings import NEWCOMER, Estimate, Shown, shown

RECENT = 5


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one game did: the character's `number`-th, in which it took `place` among `seats`."""

    number: int
    reference: str
    href: str
    played_at: datetime
    place: int
    seats: int
    before: Shown
    after: Shown

    @property
    def change(self) -> int:
        return self.after.value - self.before.value


@dataclass(frozen=True, slots=True)
class CharacterRating:
    """A character's rating in one game system with the latest changes, the newest first."""

    name: str
    rating: Shown
    games: int
    href: str
    changes: Sequence[int]


def steps_of(ratings: RatingList, character: Character) -> QuerySet[RatingStep]:
    """From the newest to the first."""
    steps = RatingStep.objects.filter(rating_list=ratings, character=character)
    return steps.order_by("-played_at", "-games").select_related("rated_game__game__season_game")


def rating_changes(steps: Sequence[RatingStep], earlier: RatingStep | None) -> list[RatingChange]:
    """Of these steps in a row, newest first; `earlier` is the one before them, None if they begin with the first. One
    query."""
    befores = [*steps[1:], earlier]
    tables = _tables(steps)
    return [
        RatingChange(
            number=step.games,
            reference=step.rated_game.game.season_game.reference,
            href=step.rated_game.game.get_absolute_url(),
            played_at=step.played_at,
            place=tables[step.rated_game.sheet_id][0],
            seats=tables[step.rated_game.sheet_id][1],
            before=_shown(before),
            after=_shown(step),
        )
        for step, before in zip(steps, befores, strict=True)
    ]


def _tables(steps: Sequence[RatingStep]) -> Mapping[int, tuple[int, int]]:
    """The character's place and the number of seats, by sheet."""
    found = {step.rated_game.sheet_id: (0, 0) for step in steps}
    who = {step.character_id for step in steps}
    for sheet, character, place in SheetSeat.objects.filter(sheet__in=found).values_list(
        "sheet_id", "character_id", "place"
    ):
        known, seats = found[sheet]
        found[sheet] = (place if character in who else known, seats + 1)
    return found


def character_ratings(character: Character) -> list[CharacterRating]:
    """One for every system that the character has been rated in, in the order of the systems. Two queries."""
    rows = Rating.objects.filter(character=character).select_related("rating_list__league")
    by_system = {row.rating_list.system: row for row in rows}
    if not by_system:
        return []
    values = _latest(character)
    return [
        CharacterRating(
            name=SYSTEMS[system].NAME,
            rating=_shown(by_system[system]),
            games=by_system[system].games,
            href=why_href(by_system[system].rating_list, character.slug),
            changes=_differences(values[by_system[system].rating_list_id]),
        )
        for system in SYSTEMS
        if system in by_system
    ]


def _latest(character: Character) -> Mapping[int, list[int]]:
    """The shown values after the latest games, newest first, by list: one more than changes are shown."""
    newest = Window(RowNumber(), partition_by="rating_list", order_by=(F("played_at").desc(), F("games").desc()))
    steps = RatingStep.objects.filter(character=character).annotate(back=newest).filter(back__lte=RECENT + 1)
    found: dict[int, list[int]] = defaultdict(list)
    for step in steps.order_by("rating_list", "back"):
        found[step.rating_list_id].append(_shown(step).value)
    return {key: values if len(values) > RECENT else [*values, _shown(None).value] for key, values in found.items()}


def _differences(values: Sequence[int]) -> list[int]:
    return [after - before for after, before in pairwise(values)]


def _shown(step: RatingStep | Rating | None) -> Shown:
    return shown(Estimate(step.mu, step.sigma, step.games) if step else NEWCOMER)
