"""Name figures within a sentence, by their labels: a language may write them differently there."""

from collections.abc import Mapping

from engine.said import said

IN_TEXT: Mapping[str, str] = {
    "Happiness": said("happiness"),
    "Fame": said("fame"),
    "Cash": said("cash"),
    "Salary": said("salary"),
    "Insurance": said("insurance"),
    "Degrees": said("degrees"),
    "Trips": said("trips"),
    "Layoffs": said("layoffs"),
    "Reorgs": said("reorgs"),
    "Free passes": said("free passes"),
    "Checkpoints": said("checkpoints"),
    "Formula cash": said("formula cash"),
    "Formula happiness": said("formula happiness"),
    "Formula fame": said("formula fame"),
    "Laid off": said("laid off"),
    "Backstabbed": said("backstabbed"),
    "Bumped": said("bumped"),
    "Left early": said("left early"),
    "Career points": said("career points"),
    "Rank": said("rank"),
    "Rank by a card": said("rank by a card"),
    "Positions": said("positions"),
    "Cards": said("cards"),
    "Joker skill": said("joker skill"),
    "Fame Tokens": said("fame tokens"),
    "Family Tokens": said("family tokens"),
    "Red Letter Day Tokens": said("red letter day tokens"),
    "Holiday Cards": said("holiday cards"),
    "Money": said("money"),
}
