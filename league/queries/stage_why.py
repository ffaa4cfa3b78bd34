"""Why a character stands where it does in a stage: tie-breaks, tables, byes, penalties, neighbours."""

from dataclasses import dataclass

from django.urls import reverse

from characters.models import Character
from league.models import Bye, Result, Round, Ruling, Stage
from league.queries.stage_standings import stage_table
from league.queries.standings_why import Neighbour
from league.rules.standings import Standing
from league.rules.workings import in_points, separation


@dataclass(frozen=True, slots=True)
class Part:
    """What one round brought: `points` with two decimals, negative with a minus sign; `href` of the game, or ""."""

    round: int
    text: str
    points: str
    href: str


@dataclass(frozen=True, slots=True)
class StageWhy:
    """`standing` has every tie-break; `parts` in order of the rounds."""

    standing: Standing
    of: int
    parts: tuple[Part, ...]
    draw_seed: str
    above: Neighbour | None
    below: Neighbour | None


def stage_why(stage: Stage, character: Character) -> StageWhy | None:
    """The working behind the character's row; None for who is not in the stage."""
    table = stage_table(stage)
    if character.pk not in table.standings:
        return None
    around = table.standings.around(character.pk)
    names = Character.objects.in_bulk([row.character for row in around])
    here = [row.character for row in around].index(character.pk)

    def neighbour(at: int, upper: int) -> Neighbour:
        above, below, who = around[upper], around[upper + 1], names[around[at].character]
        told = separation(above.tiebreaks, below.tiebreaks, below.decided_by)
        return Neighbour(around[at].position, who.pk, who.name, who.slug, below.decided_by, told)

    return StageWhy(
        standing=around[here],
        of=len(table.standings),
        parts=tuple(sorted(_parts(stage, character, table.byes.get(character.pk, 0)), key=lambda part: part.round)),
        draw_seed=table.standings.draw_seed,
        above=neighbour(here - 1, here - 1) if here else None,
        below=neighbour(here + 1, here) if here + 1 < len(around) else None,
    )


def _parts(stage: Stage, character: Character, bye_units: int) -> list[Part]:
    results = Result.objects.filter(game__table__round__stage=stage, character=character)
    found = [
        Part(number, f"Table {table}, place {place}", in_points(units), reverse("game_detail", args=[game]))
        for number, table, place, units, game in results.order_by("played_at").values_list(
            "game__table__round__number", "game__table__number", "place", "table_points", "game"
        )
    ]
    byes = Bye.objects.filter(round__stage=stage, entry__character=character).select_related("round")
    counted = sum(bye.round.status == Round.ENDED and not bye.through for bye in byes)
    for bye in byes:
        found.append(_bye(bye, bye_units // counted if counted else 0))
    rulings = Ruling.objects.filter(round__stage=stage, entry__character=character, units__gt=0, rescinded_at=None)
    for ruling in rulings.select_related("round"):
        found.append(Part(ruling.round.number, f"Penalty: {ruling.reason}", f"−{in_points(ruling.units)}", ""))
    return found


def _bye(bye: Bye, units: int) -> Part:
    if bye.through:
        return Part(bye.round.number, "Through to the next round without a table", "–", "")
    if bye.round.status != Round.ENDED:
        return Part(bye.round.number, "Bye: counts when the round has ended", "–", "")
    text = "Bye: the average of all own games of this stage, at most 48 points; no win, no opponents"
    return Part(bye.round.number, text, in_points(units), "")
