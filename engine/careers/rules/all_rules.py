"""Imports every module of the rules once, in a fixed order: all decisions, steps and purposes are registered."""

from engine.careers.rules import (
    dice,
    effects,
    encounters,
    journeys,
    leaving,
    losses,
    movement,
    opening,
    opportunities,
    politics,
    shops,
    succession,
    trading,
    turns,
    winning,
)

MODULES = (dice, effects, encounters, journeys, leaving, losses, movement, opening, opportunities, politics, shops,
           succession, trading, turns, winning)  # fmt: skip
