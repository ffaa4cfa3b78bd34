"""What a page about games can be asked for: one of the games that were played, and one of the years."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from games.rules.systems import SheetSystem


@dataclass(frozen=True, slots=True)
class GamesFilter:
    """`systems` and `years` (the newest first) are offered; `system` and `year` were chosen, "" and 0 for all."""

    systems: Sequence[SheetSystem]
    years: Sequence[int]
    system: str
    year: int

    @property
    def chosen(self) -> bool:
        return bool(self.system or self.year)

    @property
    def offers_any(self) -> bool:
        return len(self.systems) > 1 or len(self.years) > 1

    @property
    def system_choices(self) -> list[tuple[str, str]]:
        return [(system.ID, system.NAME) for system in self.systems] if len(self.systems) > 1 else []

    def lookups(self, zone: ZoneInfo, *, system: str = "system", played_at: str = "played_at") -> dict[str, Any]:
        """Return what rows must have, whose fields are called so; the `zone` says when a year begins."""
        of_system = {system: self.system} if self.system else {}
        return of_system | (_within(self.year, zone, played_at) if self.year else {})

    @property
    def year_choices(self) -> list[tuple[int, int]]:
        return [(year, year) for year in self.years] if len(self.years) > 1 else []


def games_filter(asked: Mapping[str, str], systems: Sequence[SheetSystem], years: Sequence[int]) -> GamesFilter:
    """Return the filter that an address asks for; a game or a year that is not offered counts as none."""
    ids, text = {system.ID for system in systems}, asked.get("year", "")
    system = asked.get("system", "")
    year = next((year for year in years if str(year) == text), 0)
    return GamesFilter(systems, years, system if system in ids else "", year)


def years_between(first: datetime | None, last: datetime | None, zone: ZoneInfo) -> list[int]:
    """Return the years from the first to the last game, the newest first; none without games."""
    if first is None or last is None:
        return []
    return [*range(last.astimezone(zone).year, first.astimezone(zone).year - 1, -1)]


def _within(year: int, zone: ZoneInfo, field: str) -> dict[str, datetime]:
    begin, end = datetime(year, 1, 1, tzinfo=zone), datetime(year + 1, 1, 1, tzinfo=zone)
    return {f"{field}__gte": begin, f"{field}__lt": end}
