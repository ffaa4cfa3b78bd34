"""The standings of a stage with the working behind every row, whatever its format: by points, or by how far somebody
came in a knock-out. Pages, API, files and archives tell the same."""

from dataclasses import replace

from characters.models import Character
from league.models import Stage
from league.queries.knock_out import LAST_PLACE, Run, runs
from league.queries.stage_standings import StageTable, stage_results, stage_table
from league.queries.standings_why import Explanation, Neighbour, explain, games_of
from league.rules.stage_workings import KNOCK_OUT, knock_out_row, points_working, with_working
from league.rules.standings import Standing
from league.rules.tiebreaks import Tally

ALL = slice(None)


def explained_rows(stage: Stage, table: StageTable, *, part: slice = ALL, until: int | None = None) -> list[Standing]:
    """This part of the rows from first to last, or of those after round `until`, which `table` is then of too."""
    if stage.format == Stage.KNOCK_OUT:
        rows = enumerate(runs(stage, until=until), start=1)
        return [_knock_out_row(at, run, table.standings.tallies[run.character]) for at, run in rows][part]
    shown = list(table.standings)[part]
    return [_told(table, row) for row in table.standings.explained(shown)]


def why_in_stage(stage: Stage, character: Character) -> Explanation | None:
    """The working behind a row; None for somebody who is not in the stage."""
    table = stage_table(stage)
    if stage.format == Stage.KNOCK_OUT:
        return _why_in_knock_out(stage, table, character)
    found = explain(table.standings, stage_results(stage), character)
    return replace(found, standing=_told(table, found.standing)) if found else None


def _told(table: StageTable, row: Standing) -> Standing:
    who = row.character
    working = points_working(
        row.tally.games,
        table.played.get(who, 0),
        table.byes.get(who, 0),
        table.times_out.get(who, 0),
        table.penalties.get(who, 0),
    )
    return with_working(row, working)


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
    said = f"{KNOCK_OUT}: {upper.tiebreaks[-1].working} {lower.tiebreaks[-1].working}"
    return Neighbour(row.position, who.pk, who.name, who.slug, KNOCK_OUT, said)
