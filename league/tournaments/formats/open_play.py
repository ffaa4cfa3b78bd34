"""Open play: no rounds and no draw; tables open as people come together."""

from engine.translatable import said
from league.tournaments.formats.format import Format, Shortfall, sizes


def _one_small_table(players: int, table_size: int, shortfall: Shortfall, least: int) -> object:
    """Accept any field that fills one table of the game's minimum. Raise ValueError for a smaller one."""
    return sizes(players, least, shortfall="bye", least=least)


def _no_draw(stage: str) -> str:
    return said("{stage} is open play: nothing is drawn. Open tables as people come together.", stage=stage)


OPEN_PLAY = Format(
    key="open",
    name=said("Open play"),
    text=said("No rounds: players who are here sit down together, as often as they like. Every game adds its points."),
    method="",
    drawn_from="",
    counted=False,
    within=said("open play"),
    check_players=_one_small_table,
    no_draw=_no_draw,
    rounds_text=said("without rounds"),
    rounds_text_after_cut=said("without rounds"),
)
