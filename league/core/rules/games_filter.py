"""Filter a page about games by the game, by the variant it was played with, and by the year."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from games.rules.systems import SheetSystem


@dataclass(frozen=True, slots=True)
class GamesFilter:
    """`systems` and `years` (the newest first) are offered; `system`, `year` and `variant` of that game were chosen, ""
    and 0 for all."""

    systems: Sequence[SheetSystem]
    years: Sequence[int]
    system: str
    year: int
    variant: str

    @property
    def chosen(self) -> bool:
        return bool(self.system or self.year)

    @property
    def offers_any(self) -> bool:
        return len(self.systems) > 1 or len(self.years) > 1

    @property
    def system_choices(self) -> list[tuple[str, str]]:
        return [(system.ID, system.NAME) for system in self.systems] if len(self.systems) > 1 else []

    @property
    def variant_choices(self) -> list[tuple[str, str]]:
        """Return the variants of the chosen game, if it is one of the league's own."""
        own = next((one for one in self.systems if self.system == one.ID and not one.BY_THE_BOOK), None)
        return [(name, question.text) for name, question in own.QUESTIONS.items()] if own else []

    @property
    def year_choices(self) -> list[tuple[int, int]]:
        return [(year, year) for year in self.years] if len(self.years) > 1 else []

    def lookups(self, zone: ZoneInfo, *, system: str = "system", played_at: str = "played_at") -> dict[str, Any]:
        """Return what rows of this game and year must have, whose fields are called so; the `zone` says when a year
        begins."""
        of_system = {system: self.system} if self.system else {}
        return of_system | (_within(self.year, zone, played_at) if self.year else {})


def games_filter(asked: Mapping[str, str], systems: Sequence[SheetSystem], years: Sequence[int]) -> GamesFilter:
    """Return the filter that an address asks for; a game, a variant or a year that is not offered counts as none."""
    year = next((year for year in years if str(year) == asked.get("year")), 0)
    system = next((one.ID for one in systems if asked.get("system") == one.ID), "")
    without = GamesFilter(systems, years, system, year, "")
    variant = next((name for name, _ in without.variant_choices if name == asked.get("variant")), "")
    return replace(without, variant=variant)


def years_between(first: datetime | None, last: datetime | None, zone: ZoneInfo) -> list[int]:
    """Return the years from the first to the last game, the newest first; none without games."""
    if first is None or last is None:
        return []
    return [*range(last.astimezone(zone).year, first.astimezone(zone).year - 1, -1)]


def _within(year: int, zone: ZoneInfo, field: str) -> dict[str, datetime]:
    begin, end = datetime(year, 1, 1, tzinfo=zone), datetime(year + 1, 1, 1, tzinfo=zone)
    return {f"{field}__gte": begin, f"{field}__lt": end}
