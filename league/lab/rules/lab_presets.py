"""Experiments that people start from: a question in words, and what is chosen to answer it. Names are those of the
form: `b_...` says only what differs from `a_...`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.translatable import said


@dataclass(frozen=True, slots=True)
class Preset:
    key: str
    question: str
    system: str
    values: Mapping[str, Any]


PRESETS = (
    Preset(
        "bots",
        said("What is it worth to think? A greedy bot against a random one in Careers"),
        "careers",
        {"a_seats": 4, "a_bots": "random", "b_bots": "greedy, random, random, random", "kind": "wins", "who": "1"},
    ),
    Preset(
        "boards",
        said("Does the board matter? London against Jazz Age"),
        "careers",
        {"a_seats": 4, "a_bots": "greedy", "a_board": "london", "b_board": "jazz_age", "kind": "turns"},
    ),
    Preset(
        "targets",
        said("How much shorter is a game of 60 points than one of 100?"),
        "careers",
        {"a_seats": 4, "a_bots": "greedy", "a_target": 100, "b_target": 60, "kind": "turns"},
    ),
    Preset(
        "seats",
        said("Does the first seat of Office Job win more often with five players than with three?"),
        "office_job",
        {"a_seats": 3, "a_bots": "greedy", "b_seats": 5, "kind": "wins", "who": "1"},
    ),
    Preset(
        "deals",
        said("Career Poker: does a match of ten deals favour the greedy bot more than one of three?"),
        "career_poker",
        {
            "a_seats": 4,
            "a_bots": "greedy, random, random, random",
            "a_deals": 3,
            "b_deals": 10,
            "kind": "wins",
            "who": "1",
        },
    ),
    Preset(
        "year",
        said("Game of the Year: what does it bring to choose?"),
        "game_of_the_year",
        {"a_seats": 4, "a_bots": "random", "b_bots": "greedy, random, random, random", "kind": "points", "who": "1"},
    ),
)


def preset(key: str) -> Preset | None:
    return next((choice for choice in PRESETS if choice.key == key), None)
