"""Find doubts about sheets: office politics that the levels of the time, as reviewed, don't allow."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import get_language

from characters.models import CareerEvent, Character
from characters.queries.history import RulesByDigest
from characters.rules import career, ladder
from characters.rules.house_rules import HouseRules
from games.models import Sheet
from games.queries.sheets import score_sheet
from games.rules.politics import politics_problems
from games.rules.sheets import Knowledge, Problem, ScoreSheet, Seated

LEVEL_KINDS = (career.REVIEW, career.DEMOTION, career.PARACHUTE)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A confirmed sheet that leads to reviews, with the house rules that it was played by."""

    game: int
    sheet: ScoreSheet
    rules: HouseRules


def doubts_about(suspects: Collection[Suspect], *, names_of_the_time: bool = False) -> dict[int, list[str]]:
    """Return for each game what the levels held do not allow, as sentences. Characters bear their current names, or
    with `names_of_the_time` those of their sheets."""
    doubtful = _problems(suspects, names_of_the_time=names_of_the_time)
    return {game: [str(problem) for problem in problems] for game, problems in doubtful.items()}


def doubts_told(games: Collection[int]) -> dict[int, dict[str, str]]:
    """Return the doubts of each game, translatable, by the English text that rows hold; {} for a reader of English."""
    if not games or get_language() in (None, settings.LANGUAGE_CODE):
        return {}
    house = RulesByDigest()
    rows = Sheet.objects.confirmed().filter(game__in=games).select_related("game").prefetch_related("seats")
    doubtful = _problems([Suspect(row.game_id, score_sheet(row), house[row.rules_id]) for row in rows])
    return {game: {str(problem): problem.sentence for problem in problems} for game, problems in doubtful.items()}


def doubts_of(sheet: Sheet) -> list[str]:
    """Return the doubts of a stored sheet, in the reader's language as far as they still follow from the levels."""
    sentences = doubts_told([sheet.game_id]).get(sheet.game_id, {}) if sheet.doubts else {}
    return [sentences.get(doubt, doubt) for doubt in sheet.doubts]


def _problems(suspects: Collection[Suspect], *, names_of_the_time: bool = False) -> dict[int, list[Problem]]:
    held = levels_held([suspect.game for suspect in suspects])
    # Not prefetched with the seats: SQLite breaks off over the condition for more than 1,000 of them.
    people = Character.objects.in_bulk({pk for suspect in suspects for pk in suspect.sheet.character_ids})
    return {
        suspect.game: politics_problems(suspect.sheet, _known(suspect, held, people, names_of_the_time))
        for suspect in suspects
    }


def levels_held(game_ids: Iterable[int]) -> dict[tuple[int, int], str]:
    """Return the level that each character held in each game, by (game, character), from the reviewed history."""
    rows = CareerEvent.objects.standing().filter(game__in=game_ids, kind__in=LEVEL_KINDS).order_by()
    return {
        (game, character): level
        for game, character, level in rows.values_list("game", "character_id", "from_level")
        if game is not None
    }


def _known(
    suspect: Suspect, held: Mapping[tuple[int, int], str], people: Mapping[int, Character], names_of_the_time: bool
) -> Knowledge:
    names = {line.character: line.name for line in suspect.sheet.seats}
    return Knowledge(
        now=suspect.sheet.played_at,
        rules=suspect.rules,
        seated={
            who.pk: Seated(
                names[who.pk] if names_of_the_time else who.name,
                held.get((suspect.game, who.pk), ladder.RETIRED),
                who.primary_company,
                who.edition,
            )
            for who in map(people.__getitem__, suspect.sheet.character_ids)
        },
    )
