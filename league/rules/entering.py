"""Who may enter a tournament: the same that a score sheet of it would accept."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Applicant:
    """A character as far as entering is concerned. `division` is the id of its division of the season."""

    name: str
    league: int | None
    edition: str
    retired: bool
    division: int | None = None


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the tournament asks. `edition` None: the house rules let editions mix; `division` None: everybody."""

    league: int
    league_name: str
    edition: str | None
    edition_name: str
    division: int | None = None
    division_name: str = ""


def entry_refusal(who: Applicant, asked: Conditions) -> str:
    """Why this character cannot enter, in a sentence; "" if it can. Sources: R100 for editions, Golden Parachute."""
    if who.league != asked.league:
        return f"{who.name} does not belong to {asked.league_name}, and only its characters can enter."
    if asked.edition is not None and who.edition != asked.edition:
        return f"{who.name} belongs to another edition; this tournament is played on the board of {asked.edition_name}."
    if who.retired:
        return f"{who.name} has left by golden parachute. Start a new career first, then enter."
    if asked.division is not None and who.division != asked.division:
        return f"{who.name} does not play in {asked.division_name}, and this tournament is for that division."
    return ""
