"""A fixed schedule: every round is planned at the start, so no result changes a later table."""

from engine.translatable import said
from league.tournaments.formats.format import Format

FIXED = Format(
    key="fixed",
    name=said("Fixed schedule"),
    text=said("Everybody meets everybody as evenly as possible. The best choice for up to 24 characters."),
    method="fixed",
    of_teams=True,
    drawn_from="schedule",
)
