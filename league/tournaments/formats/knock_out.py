"""A knock-out: only the winner of a table goes on, down to one final table."""

from engine.translatable import said
from league.tournaments.formats.format import Format, Shortfall, knockout


def _down_to_one_table(players: int, table_size: int, shortfall: Shortfall, least: int) -> object:
    return knockout(players, table_size, least)


KNOCK_OUT = Format(
    key="knock_out",
    name=said("Knock-out"),
    text=said("Only the winner of a table goes on, down to one final table."),
    method="knock_out",
    drawn_from="winners",
    order="survival",
    counted=False,
    eliminates=True,
    within=said("knock-out"),
    check_players=_down_to_one_table,
    nothing_follows=said("a knock-out ends with one final table"),
    needs_every_result=said("A knock-out needs every result; let the referee rule."),
    rounds_text=said("until one table is left"),
    rounds_text_after_cut="",
    byes_title=said("Through without playing"),
    remarks_title=said("Reached"),
)
