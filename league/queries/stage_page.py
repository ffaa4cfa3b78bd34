"""Standings of a stage for its pages: rows like those of a season, with why each stands where it does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from characters.models import Character
from league.models import Stage, Tournament
from league.queries.knock_out import LAST_PLACE, Run, runs
from league.queries.stage_order import final_order
from league.queries.stage_standings import StageTable, stage_results, stage_table
from league.queries.standings_page import ANY, StandingRow, StandingsPage, row_of, with_level
from league.queries.standings_why import Explanation, Neighbour, explain, games_of
from league.rules.stage_workings import KNOCK_OUT, knock_out_row, points_working, with_working
from league.rules.standings import Standing
from league.rules.tiebreaks import Tally


@dataclass(frozen=True, slots=True)
class FinalRow:
    """A place in the whole tournament; `stage` is the last one that the character played in."""

    position: int
    character: int
    name: str
    slug: str
    stage: str


def stage_page(stage: Stage, *, number: int = 1, size: int = 50) -> StandingsPage:
    """Page `number` of the stage's standings, brought into range. `movement` is since the round before the last one."""
    if stage.format == Stage.KNOCK_OUT:
        return _page(*_knock_out_part(stage, number, size), {})
    table, before = stage_table(stage), _before(stage)
    everybody = list(table.standings.tallies)
    pages, number, part = _part(len(everybody), number, size)
    table.standings.settle(sorted(everybody, key=table.standings.index)[part])
    shown = sorted(everybody, key=table.standings.index)[part]
    rows = [_told(table, row) for row in table.standings.rows(shown)]
    positions = before.standings.positions(shown) if before else {}
    return _page(rows, number, pages, len(everybody), positions)


def why_in_stage(stage: Stage, character: Character) -> Explanation | None:
    """The working behind a row; None for somebody who is not in the stage."""
    if stage.format == Stage.KNOCK_OUT:
        return _why_in_knock_out(stage, character)
    table = stage_table(stage)
    found = explain(table.standings, stage_results(stage), character)
    return replace(found, standing=_told(table, found.standing)) if found else None


def final_standings(tournament: Tournament) -> list[FinalRow]:
    """Everybody who played, best first: the last stage in its order, then those who were cut before."""
    order = final_order(tournament)
    names = dict(tournament.entries.values_list("character_id", "character__name"))
    slugs = dict(tournament.entries.values_list("character_id", "character__slug"))
    return [
        FinalRow(position, who, names[who], slugs[who], stage.name)
        for position, (stage, who) in enumerate(order, start=1)
        if who in names
    ]


def _before(stage: Stage) -> StageTable | None:
    last = stage.played_rounds.exclude(status="draft").order_by("number").last()
    return stage_table(stage, until=last.number - 1) if last and last.number > 1 else None


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


def _part(total: int, number: int, size: int) -> tuple[int, int, slice]:
    pages = max(1, -(-total // size))
    number = min(max(number, 1), pages)
    return pages, number, slice((number - 1) * size, number * size)


def _page(standings: Sequence[Standing], number: int, pages: int, total: int, before: dict[int, int]) -> StandingsPage:
    people = {one.pk: one for one in with_level([row.character for row in standings])}
    rows: list[StandingRow] = [row_of(row, people[row.character], before.get(row.character)) for row in standings]
    return StandingsPage(tuple(rows), number, pages, total, ANY)


def _knock_out_part(stage: Stage, number: int, size: int) -> tuple[list[Standing], int, int, int]:
    found, tallies = runs(stage), stage_table(stage).standings.tallies
    pages, number, part = _part(len(found), number, size)
    rows = [_knock_out_row(at, run, tallies[run.character]) for at, run in enumerate(found, start=1)]
    return rows[part], number, pages, len(found)


def _knock_out_row(position: int, run: Run, tally: Tally) -> Standing:
    place = 0 if run.place == LAST_PLACE else run.place
    return knock_out_row(position, tally, reached=run.reached, through=run.through, place=place, seeding=run.seeding)


def _why_in_knock_out(stage: Stage, character: Character) -> Explanation | None:
    found, table = runs(stage), stage_table(stage)
    rows = [_knock_out_row(at, run, table.standings.tallies[run.character]) for at, run in enumerate(found, start=1)]
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
