"""The paces of a play, and its visibility, in words."""

from collections.abc import Mapping

from engine.translatable import said

PACES: Mapping[str, str] = {
    "none": said("No clock: everybody takes the time they need"),
    "live": said("Live: 20 seconds a choice, and 5 minutes in reserve"),
    "day": said("A day: 24 hours a choice, and 7 days in reserve"),
    "three_days": said("Three days: 72 hours a choice, and 7 days in reserve"),
}
VISIBILITIES: Mapping[str, str] = {
    "league": said("The league: its members find it in the lobby"),
    "link": said("With the link: members of the league who have it; it is in no list"),
    "everybody": said("Everybody: people without an account may watch, too"),
}
