"""Importing this module registers every decision and every step of the game."""

from engine.game_of_the_year.rules import effects, ending, money, opening, stops, tokens, turns

MODULES = (effects, ending, money, opening, stops, tokens, turns)
