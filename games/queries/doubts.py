"""Doubts about sheets: office politics that the levels of the time, as reviewed, don't allow."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from characters.models import CareerEvent, Character
from characters.rules import career, ladder
from characters.rules.house_rules import HouseRules
from games.rules.politics import politics_problems
from games.rules.sheets import Known, ScoreSheet, Seated

LEVEL_KINDS = (career.REVIEW, career.DEMOTION, career.PARACHUTE)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A confirmed sheet that leads to reviews, with the house rules that it was played by."""

    game: int
    sheet: ScoreSheet
    rules: HouseRules


def doubts_about(suspects: Collection[Suspect], *, names_of_the_time: bool = False) -> dict[int, list[str]]:
    """By game: what the levels held do not allow, as sentences. Characters bear the names of today, unless told to
    take those of their sheets."""
    held = levels_held([one.game for one in suspects])
    # Not prefetched with the seats: SQLite breaks off over the condition for more than 1,000 of them.
    people = Character.objects.in_bulk({pk for one in suspects for pk in one.sheet.character_ids})
    return {
        one.game: [
            str(problem) for problem in politics_problems(one.sheet, _known(one, held, people, names_of_the_time))
        ]
        for one in suspects
    }


def levels_held(game_ids: Iterable[int]) -> dict[tuple[int, int], str]:
    """The level that each character held in each game, by (game, character), from the reviewed history."""
    rows = CareerEvent.objects.standing().filter(game__in=game_ids, kind__in=LEVEL_KINDS).order_by()
    return {
        (game, character): level
        for game, character, level in rows.values_list("game", "character_id", "from_level")
        if game is not None
    }


def _known(
    one: Suspect, held: Mapping[tuple[int, int], str], people: Mapping[int, Character], names_of_the_time: bool
) -> Known:
    names = {line.character: line.name for line in one.sheet.seats}
    return Known(
        now=one.sheet.played_at,
        rules=one.rules,
        seated={
            who.pk: Seated(
                names[who.pk] if names_of_the_time else who.name,
                held.get((one.game, who.pk), ladder.RETIRED),
                who.primary_company,
                who.edition,
            )
            for who in map(people.__getitem__, one.sheet.character_ids)
        },
    )
