"""What a game is called: as people named it, else by what is known of it. Its reference is for files and programs."""

from datetime import date

from characters.rules.names import can_be_shown, tidy

LONGEST_NAME = 80


def headline(*, name: str, place: str, system: str, day: date, table: str = "") -> str:
    """ "Thursday at Ann's"; at a tournament "Spring Open, round 2, table 3"; "Careers at Ann's, Thursday 19 March"."""
    where = f" at {place}" if place else ""
    return name or table or f"{system}{where}, {day:%A} {day.day} {day:%B}"


def table_name(*, tournament: str, stage: int, in_round: int, table: int) -> str:
    """The game of a tournament's table; the first stage goes without its number."""
    later = f"stage {stage}, " if stage > 1 else ""
    return f"{tournament}, {later}round {in_round}, table {table}"


def refused_name(text: str) -> str:
    """Why this can't be the name or the place of a game, as the end of a sentence; empty when it can. "" is none."""
    if len(tidy(text)) > LONGEST_NAME:
        return f"is too long; {LONGEST_NAME} letters are the most"
    return "contains a character that can't be shown" if tidy(text) and not can_be_shown(tidy(text)) else ""
