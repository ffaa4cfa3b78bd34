"""Why a character stands where it does in a stage, and what each round brought."""

from dataclasses import dataclass

from django.urls import reverse

from characters.models import Character
from league.models import Bye, Result, Round, Ruling, Stage
from league.queries.stage_explained import why_in_stage
from league.queries.standings_why import Explanation
from league.rules.byes import bye_units
from league.rules.workings import in_points


@dataclass(frozen=True, slots=True)
class Part:
    """What one round brought: `points` with two decimals, a penalty with a minus sign; `href` of the game, or ""."""

    round: int
    text: str
    points: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class StageWhy:
    """`parts` in order of the rounds."""

    why: Explanation
    parts: tuple[Part, ...]


def stage_why(stage: Stage, character: Character) -> StageWhy | None:
    """The working behind the character's row; None for who is not in the stage."""
    why = why_in_stage(stage, character)
    if why is None:
        return None
    return StageWhy(why, tuple(sorted(_parts(stage, character), key=lambda part: part.round)))


def _parts(stage: Stage, character: Character) -> list[Part]:
    results = Result.objects.filter(game__table__round__stage=stage, character=character).order_by("played_at")
    rows = list(
        results.values_list("game__table__round__number", "game__table__number", "place", "table_points", "game")
    )
    found = [
        Part(number, f"Table {table}, place {place}", in_points(units), reverse("game_detail", args=[game]))
        for number, table, place, units, game in rows
    ]
    each = bye_units(sum(row[3] for row in rows), len(rows))
    byes = Bye.objects.filter(round__stage=stage, entry__character=character).select_related("round")
    found += [_bye(bye, each) for bye in byes]
    rulings = Ruling.objects.filter(round__stage=stage, entry__character=character, units__gt=0, rescinded_at=None)
    found += [
        Part(ruling.round.number, f"Penalty: {ruling.reason}", f"−{in_points(ruling.units)}")
        for ruling in rulings.select_related("round")
    ]
    return found


def _bye(bye: Bye, units: int) -> Part:
    if bye.through:
        return Part(bye.round.number, "Through to the next round without a table", "–")
    if bye.round.status != Round.ENDED:
        return Part(bye.round.number, "Bye: counts when the round has ended", "–")
    text = "Bye: the average of all own games of this stage, at most 48 points; no win, no opponents"
    return Part(bye.round.number, text, in_points(units))
