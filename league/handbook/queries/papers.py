"""Lay out score sheets for games outside of tournaments: of a season, or blank."""

from urllib.parse import urlencode

from django.urls import reverse

from engine.translatable import spoken
from games.rules.systems import SheetSystem
from league.handbook.rules import guide
from league.models import Season
from league.sheets.charts.score_sheets import FigureRow, SheetPaper
from league.sheets.rules.sheet_cells import cells_of


def blank_paper(system: SheetSystem, seats: int, season: Season | None, site: str) -> SheetPaper:
    """Return a sheet with lines for names, whose code opens the form for a result. `site` is put before the link."""
    of_season = {"season": season.slug} if season else {}
    return SheetPaper(
        table=None,
        title=season.name if season else system.NAME,
        subtitle=f"{season.league.name}. {system.NAME}" if season else "",
        seats=("",) * seats,
        rows=tuple(FigureRow(cell) for cell in cells_of(system)),
        link=f"{site}{reverse('result_enter')}?{urlencode(of_season | {'system': system.ID})}",
        foot=spoken(guide(system.ID).sheet),
        system=system.ID,
        made_by=system.content,
    )
