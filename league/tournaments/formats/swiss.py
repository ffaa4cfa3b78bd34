"""Swiss: everybody plays every round, with others who have done about as well."""

from engine.translatable import said
from league.tournaments.formats.format import Format

SWISS = Format(
    key="swiss",
    name=said("Swiss"),
    text=said(
        "Everybody plays every round, with others who have done about as well; nobody meets anybody twice if it can "
        "be helped."
    ),
    method="swiss",
    of_teams=True,
)
