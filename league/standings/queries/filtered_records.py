"""Read the records of a league in one game, in one year, or both. If games are few, the page that asks works them
out; if they are many, a worker does it for every game and year at once."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy, ngettext

from engine.translatable import Translatable
from games.models import Sheet, SheetSeat
from games.models.games import SheetQuerySet
from games.rules.definitions import digest_of
from games.rules.systems import SheetSystem
from league.core.queries.cached import ROWS, cached
from league.core.queries.figures import figure
from league.core.queries.games_filter import condition
from league.core.queries.systems import find_system, in_order
from league.core.rules.games_filter import GamesFilter, games_filter
from league.models import League, Result
from league.standings.queries.league_records import LeagueRecord, feats_in, kept, records_told
from league.standings.queries.summaries import LEAGUE, Summariser, is_small
from league.standings.rules.records import Feat, SeatPlaced, Table, TableRecords

TITLES = {
    "best": (gettext_lazy("Best game"), gettext_lazy("As the game counts it.")),
    "closest": (gettext_lazy("Closest win"), gettext_lazy("By the points between the winner and the next.")),
    "longest": (gettext_lazy("Longest game"), gettext_lazy("By the minutes on its sheet. The best placed is named.")),
    "run": (gettext_lazy("Longest winning run"), gettext_lazy("Consecutive first places.")),
    "ahead": (gettext_lazy("Most often ahead of the same person"), gettext_lazy("In games that both played.")),
    "games": (gettext_lazy("Most games"), gettext_lazy("In every season of the league.")),
}


def records_filter(league: League, asked: Mapping[str, str]) -> GamesFilter:
    """Return the filters of the records of a league, and what the address asks for; nothing is offered before
    a worker has looked through many games."""
    if is_small(league):
        played = Result.objects.filter(season__league=league).order_by()
        years = played.datetimes("played_at", "year", order="DESC", tzinfo=ZoneInfo(league.zone))
        systems = in_order(played.values_list("system", flat=True).distinct())
        return games_filter(asked, systems, [first.year for first in years])
    found = GAME_FEATS.parts(league, "systems", "years")
    ids, kept_years = found.content if found else ((), ())
    return games_filter(asked, in_order(ids or ()), kept_years or ())


def _address(system: str, year: int, variant: str) -> str:
    """Return where the records of a game, a year and a variant are kept: ids may hold what no path in JSON may."""
    return f"{system.encode().hex()}y{year}v{variant.encode().hex()}"


def filtered_records(league: League, filters: GamesFilter) -> list[LeagueRecord]:
    """Return the records of one game, of one year or both, as far as somebody holds them, in a fixed order."""
    if is_small(league):
        feats = feats_in(_worked_out_for_page(league, filters))
    else:
        found = GAME_FEATS.parts(league, f"feats__{_address(filters.system, filters.year, filters.variant)}")
        feats = feats_in(found.content[0] or {}) if found else {}
    return records_told(feats, TITLES, _words)


def _worked_out_for_page(league: League, filters: GamesFilter) -> Mapping[str, Sequence[Any]]:
    results = Result.objects.filter(season__league=league).order_by()

    def work_out() -> dict[str, list[Any]]:
        records = _records_for(filters.system)
        for table in _tables(league, _sheets(league).filter(condition(filters, league.zone, system="game__system"))):
            records.show(table)
        return kept(records.feats())

    known = find_system(filters.system)
    made_by = f"{league.zone}_{digest_of(known.content) if known else ''}"  # what else the records follow from
    of = _address(filters.system, filters.year, filters.variant)
    return cached(f"feats_{league.pk}_{of}_{made_by}", work_out, (results, ROWS))


def _worked_out(league: League) -> dict[str, Any]:
    """Return the records of each year, and of each game and its variants in each year and in all."""
    records: dict[tuple[str, int, str], TableRecords] = {}
    zone = ZoneInfo(league.zone)
    for table in _tables(league, _sheets(league)):
        year = table.at.astimezone(zone).year
        played_as = product((table.system,), (0, year), ("", *table.variants))
        for key in (("", year, ""), *played_as):
            if key not in records:
                records[key] = _records_for(key[0])
            records[key].show(table)
    systems = in_order({system for system, _, _ in records if system})
    return {
        "systems": [system.ID for system in systems],
        "years": sorted({year for _, year, _ in records if year}, reverse=True),
        "feats": {_address(*of): kept(found.feats()) for of, found in records.items()},
    }


GAME_FEATS = Summariser("game_feats", LEAGUE, _worked_out)


def _records_for(system: str) -> TableRecords:
    known = find_system(system) if system else None
    if known is None:
        return TableRecords()
    return TableRecords(one_game=True, timed=not known.BY_THE_BOOK, points_decide=known.POINTS_DECIDE)


def _sheets(league: League) -> SheetQuerySet:
    return Sheet.objects.confirmed().counting().filter(game__season_game__season__league=league)


def _tables(league: League, sheets: SheetQuerySet) -> Iterator[Table]:
    """Yield these games of a league, in order of play."""
    seats = SheetSeat.objects.filter(sheet__in=sheets.order_by().values("pk"))
    rows: QuerySet[Any, tuple[Any, ...]] = seats.order_by("sheet__played_at", "sheet__game_id").values_list(
        *("sheet__game_id", "sheet__game__system", "sheet__played_at", "sheet__minutes", "sheet__own_settings"),
        *("character_id", "character__enrolment__league", "place", "points", "figures"),
    )
    systems: dict[str, SheetSystem | None] = {}
    for (game, played, at, minutes, settings), table in groupby(rows.iterator(2000), key=lambda row: row[:5]):
        if played not in systems:
            systems[played] = find_system(played)
        placed = [
            SeatPlaced(who if of == league.pk else None, place, points, *_best(systems[played], figures, points))
            for _, _, _, _, _, who, of, place, points, figures in table
        ]
        yield Table(
            game, played, at, minutes or 0, placed, [name for name, is_so in (settings or {}).items() if is_so is True]
        )


def _best(system: SheetSystem | None, figures: Any, points: int) -> tuple[tuple[Any, ...], Translatable | None]:
    return system.best(figures, points) if system else ((), None)


def _words(key: str, feat: Feat, other: str) -> str:
    """Return the words for what was done, in the reader's language."""
    if feat.words:
        return feat.words.spoken()
    patterns = {
        "closest": ngettext("{count} point", "{count} points", feat.figure),
        "longest": ngettext("{count} minute", "{count} minutes", feat.figure),
        "run": ngettext("{count} win in a row", "{count} wins in a row", feat.figure),
        "ahead": ngettext("{count} time ahead of {other}", "{count} times ahead of {other}", feat.figure),
        "games": ngettext("{count} game", "{count} games", feat.figure),
    }
    return patterns[key].format(count=figure(feat.figure), other=other)
