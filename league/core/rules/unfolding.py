"""Unfold the site: a feature shows itself once its first objects exist, and not before.

A newcomer meets one thing after the other, and nobody meets an empty one. Every page asks here, so that a threshold is
in one place."""

from dataclasses import dataclass
from typing import Literal

ROWS_TO_FILTER = 10
GAMES_FOR_CHANCES = 5
GAMES_FOR_A_RATING = 5
DAYS_FOR_A_COURSE = 2
COMPANIES_TO_COMPARE = 2

SeasonTab = Literal["standings", "games", "divisions", "teams", "odds", "rules"]
SeasonExtra = Literal["records", "report", "files"]
LeaguePage = Literal["ratings", "records"]
FirstStep = Literal["register", "first result", "result"]


@dataclass(frozen=True, slots=True)
class SeasonContents:
    """Describe what a season has so far. `reported` says whether any game was handed in, whatever its state; `games`
    counts the confirmed ones up to `GAMES_FOR_CHANCES`, and only if odds can be: in a season with a last day
    (`ends`), and once it is over only if some were worked out before."""

    characters: bool
    reported: bool
    games: int
    divisions: bool
    teams: bool
    ends: bool


def enough_for_filters(rows: int) -> bool:
    """Return whether a list of that many rows is worth sorting and filtering."""
    return rows >= ROWS_TO_FILTER


def enough_for_chances(games: int) -> bool:
    """Return whether that many games support a percentage or a forecast."""
    return games >= GAMES_FOR_CHANCES


def enough_for_a_rating(games: int) -> bool:
    """Return whether that many games of a character say how well it plays."""
    return games >= GAMES_FOR_A_RATING


def enough_for_a_course(days: int) -> bool:
    """Return whether that many game days make a line."""
    return days >= DAYS_FOR_A_COURSE


def enough_to_compare(companies: int) -> bool:
    return companies >= COMPANIES_TO_COMPARE


def season_tabs(season: SeasonContents) -> list[SeasonTab]:
    """Return the tabs of a season's pages that have something to show."""
    tabs: dict[SeasonTab, bool] = {
        "standings": True,
        "games": season.reported,
        "divisions": season.divisions,
        "teams": season.teams,
        "odds": season.ends and enough_for_chances(season.games),
        "rules": True,
    }
    return [tab for tab, has_something in tabs.items() if has_something]


def season_extras(season: SeasonContents) -> list[SeasonExtra]:
    """Return what a season has to read and to take away besides its tabs."""
    extras: dict[SeasonExtra, bool] = dict.fromkeys(("records", "report", "files"), season.reported)
    return [extra for extra, has_something in extras.items() if has_something]


def league_pages(games: int) -> list[LeaguePage]:
    """Return what a league shows of its games, given their number."""
    pages: dict[LeaguePage, bool] = {"ratings": enough_for_a_rating(games), "records": games > 0}
    return [page for page, has_something in pages.items() if has_something]


def first_step(season: SeasonContents) -> FirstStep:
    """Return the one thing to do next in a season."""
    if season.reported:
        return "result"
    return "first result" if season.characters else "register"
