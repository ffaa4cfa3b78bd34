"""Explain why everybody stands where they do in a stage: by points, or by how far somebody came in a knock-out."""

from dataclasses import dataclass, replace
from fractions import Fraction

from django.urls import reverse

from characters.models import Character
from engine.translatable import said
from games.rules.points import UNIT, in_points
from league.models import Bye, Result, Round, Ruling, Stage
from league.standings.queries.explanations import Explanation, Neighbour, explain, games_of, plain
from league.standings.rules.standings import Standing
from league.standings.rules.tiebreaks import Tally
from league.tournaments.formats import format_of
from league.tournaments.stages.queries.stage_standings import (
    LAST_PLACE,
    Run,
    StageTable,
    runs,
    stage_results,
    stage_table,
)
from league.tournaments.stages.rules.stage_points import (
    KNOCK_OUT,
    bye_units,
    knock_out_row,
    points_explanation,
    with_explanation,
)

ALL = slice(None)


def explained_rows(stage: Stage, table: StageTable, *, part: slice = ALL, until: int | None = None) -> list[Standing]:
    """Return this part of the rows from first to last, or of those after round `until`, which `table` must match."""
    if format_of(stage).order == "survival":
        rows = enumerate(runs(stage, until=until), start=1)
        return [_knock_out_row(at, run, table.standings.tallies[run.character]) for at, run in rows][part]
    part_rows = list(table.standings)[part]
    return [_told(table, row) for row in table.standings.explained(part_rows)]


@dataclass(frozen=True, slots=True)
class ExplainedRow:
    """A row with its character, the number of its entry, and what is in its points besides games, in units."""

    row: Standing
    who: Character
    entry: int | None
    byes: int
    penalties: int


def explained_table(
    stage: Stage, *, part: slice = ALL, until: int | None = None
) -> tuple[StageTable, list[ExplainedRow]]:
    """Return the table of a stage and these of its rows, as programs read them."""
    table = stage_table(stage, until=until)
    rows = explained_rows(stage, table, part=part, until=until)
    people = Character.objects.in_bulk([row.character for row in rows])
    numbers = dict(stage.tournament.entries.values_list("character_id", "number"))
    return table, [
        ExplainedRow(
            row=row,
            who=people[row.character],
            entry=numbers.get(row.character),
            byes=table.byes.get(row.character, 0),
            penalties=table.penalties.get(row.character, 0),
        )
        for row in rows
    ]


def plain_points(units: int) -> str:
    """Return table points as a program reads them, with two decimals."""
    return plain(Fraction(units, UNIT))


def why_in_stage(stage: Stage, character: Character) -> Explanation | None:
    """Return the explanations behind a row; None if the character is not in the stage."""
    table = stage_table(stage)
    if format_of(stage).order == "survival":
        return _why_in_knock_out(stage, table, character)
    explanation = explain(table.standings, stage_results(stage), character)
    return replace(explanation, standing=_told(table, explanation.standing)) if explanation else None


def _told(table: StageTable, row: Standing) -> Standing:
    who = row.character
    explanation = points_explanation(
        row.tally.games,
        table.played.get(who, 0),
        table.byes.get(who, 0),
        table.times_out.get(who, 0),
        table.penalties.get(who, 0),
    )
    return with_explanation(row, explanation, table.standings.draw_seed, table.standings.lot_of(who))


def _knock_out_row(position: int, run: Run, tally: Tally) -> Standing:
    place = 0 if run.place == LAST_PLACE else run.place
    return knock_out_row(position, tally, reached=run.reached, through=run.through, place=place, seeding=run.seeding)


def _why_in_knock_out(stage: Stage, table: StageTable, character: Character) -> Explanation | None:
    rows = explained_rows(stage, table)
    here = next((at for at, row in enumerate(rows) if row.character == character.pk), None)
    if here is None:
        return None
    counting = table.standings.counting
    return Explanation(
        standing=rows[here],
        of=len(rows),
        counting=counting,
        draw_seed=table.standings.draw_seed,
        games=games_of(stage_results(stage), character, counting),
        above=_beside(rows[here - 1], rows[here - 1], rows[here]) if here else None,
        below=_beside(rows[here + 1], rows[here], rows[here + 1]) if here + 1 < len(rows) else None,
    )


def _beside(row: Standing, upper: Standing, lower: Standing) -> Neighbour:
    who = Character.objects.get(pk=row.character)
    sentence = said(
        "{tiebreak}: {upper} {lower}",
        tiebreak=KNOCK_OUT,
        upper=upper.tiebreaks[-1].explanation,
        lower=lower.tiebreaks[-1].explanation,
    )
    return Neighbour(row.position, who.pk, who.name, who.slug, KNOCK_OUT, sentence)


@dataclass(frozen=True, slots=True)
class PointsPart:
    """The result of one round: `points` with two decimals, a penalty with a minus sign; `href` of the game, or ""."""

    round: int
    text: str
    points: str
    href: str = ""


def points_parts(stage: Stage, character: Character) -> list[PointsPart]:
    """Return what makes up the character's points, in order of the rounds."""
    results = Result.objects.filter(game__table__round__stage=stage, character=character).order_by("played_at")
    rows = list(
        results.values_list("game__table__round__number", "game__table__number", "place", "table_points", "game")
    )
    at = said("Table {table}, place {place}")
    parts = [
        PointsPart(number, said(at, table=table, place=place), in_points(units), reverse("game_detail", args=[game]))
        for number, table, place, units, game in rows
    ]
    each = bye_units(sum(row[3] for row in rows), len(rows))
    byes = Bye.objects.filter(round__stage=stage, entry__character=character).select_related("round")
    parts += [_bye(bye, each) for bye in byes]
    rulings = Ruling.objects.filter(round__stage=stage, entry__character=character, units__gt=0, rescinded_at=None)
    parts += [
        PointsPart(ruling.round.number, said("Penalty: {reason}", reason=ruling.reason), f"−{in_points(ruling.units)}")
        for ruling in rulings.select_related("round")
    ]
    return sorted(parts, key=lambda part: part.round)


def _bye(bye: Bye, units: int) -> PointsPart:
    if bye.through:
        return PointsPart(bye.round.number, said("Through to the next round without a table"), "–")
    if bye.round.status != Round.ENDED:
        return PointsPart(bye.round.number, said("Bye: counts when the round has ended"), "–")
    text = said("Bye: the average of the character's games in this stage, at most 48 points; no win, no opponents")
    return PointsPart(bye.round.number, text, in_points(units))
