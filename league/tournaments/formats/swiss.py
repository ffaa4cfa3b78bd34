"""Swiss: everybody plays every round, with others who have done about as well."""

from league.tournaments.formats.format import Format

SWISS = Format(
    key="swiss",
    name="Swiss",
    text="Everybody plays every round, with others who have done about as well; nobody meets anybody twice if it can "
    "be helped.",
    method="swiss",
)
