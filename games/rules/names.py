"""Name a game: as people named it, else by what is known of it. Its reference is for files and programs."""

from datetime import date

from characters.rules.names import as_meant, can_be_shown, tidy
from engine.translatable import said

LONGEST_NAME = 80


def headline(*, name: str, place: str, system: str, day: date, table: str = "") -> str:
    """Return "Thursday at Ann's"; at a tournament "Spring Open, round 2, table 3"; else "Careers at Ann's, Thursday 19
    March"."""
    if name or table:
        return name or table
    if place:
        return said("{system} at {place}, {day:%A %-d %B}", system=system, place=place, day=day)
    return said("{system}, {day:%A %-d %B}", system=system, day=day)


def table_name(*, tournament: str, stage: int, in_round: int, table: int) -> str:
    """Return the name of a game at a tournament's table; the first stage goes without its number."""
    if stage > 1:
        pattern = said("{tournament}, stage {stage}, round {round}, table {table}")
    else:
        pattern = said("{tournament}, round {round}, table {table}")
    return said(pattern, tournament=tournament, stage=stage, round=in_round, table=table)


def refused_name(text: str) -> str:
    """Return why this can't be the name or the place of a game, as the end of a sentence, or "" when it can. An empty
    text can."""
    if len(tidy(text)) > LONGEST_NAME:
        return said("is too long; the limit is {most} letters", most=LONGEST_NAME)
    if tidy(text) and not can_be_shown(tidy(text)):
        return said("contains a character that can't be shown")
    if meant := as_meant(tidy(text)):
        return said("looks like “{meant}” read in the wrong code page", meant=meant)
    return ""
