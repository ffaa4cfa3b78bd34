"""Open play: no rounds and no draw; tables open as people come together."""

from league.tournaments.formats.format import Format, Shortfall, sizes


def _one_small_table(players: int, table_size: int, shortfall: Shortfall, least: int) -> object:
    """One table of the game's minimum is enough."""
    return sizes(players, least, shortfall="bye", least=least)


OPEN_PLAY = Format(
    key="open",
    name="Open play",
    text="No rounds: players who are here sit down together, as often as they like. Every game adds its points.",
    method="",
    drawn_from="",
    counted=False,
    check_players=_one_small_table,
    no_draw="is open play: nothing is drawn. Open tables as people come together.",
    rounds_text="without rounds",
    rounds_text_after_cut="without rounds",
)
