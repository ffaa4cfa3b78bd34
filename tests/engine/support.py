"""What the engine tests share: option sets that reach every corner, random playouts, and a Careers game put into a
given position."""

from collections.abc import Callable
from itertools import groupby
from operator import itemgetter
from typing import Any, cast

import pytest

from engine import SYSTEMS
from engine.careers import actions as a
from engine.careers.game import Careers
from engine.careers.rules.succession import start_turn
from engine.careers.state import Prompt
from engine.core.game import Game
from engine.core.rng import Stream
from tests.engine.pig import PIG

# Character tables with every relation: superiors, subordinates, peers, strangers, a seat without a character.
CAST: list[dict[str, Any]] = [
    {"name": "Ada", "level": "vp", "specialty": "law", "side_interest": "journalism"},
    {"name": "Bo", "level": "senior", "specialty": "law", "side_interest": "engineering"},
    {"name": "Cleo", "level": "manager", "specialty": "law", "side_interest": "pharmacology"},
    {"name": "Dev", "level": "senior", "specialty": "engineering", "side_interest": "law"},
    {"name": "Eva", "level": "c_level", "specialty": "engineering", "side_interest": "journalism"},
    {},
]
UNUSUAL: dict[str, Any] = {
    "formula": "random", "experience_deck": "62", "opportunity_deck": "json_mix", "pfizer_layout": "later19",
    "win_check": "turn_end", "loans": "tracked", "donate_refusal": "unemployment", "point_loss_rounding": "up",
    "curious_card": "random", "holiday_choice": "before_roll", "retire_any_mix": True, "bump_all": True,
    "extra_turn_plus_card": True, "same_turn_experience": True, "backstab_needs_hearts": True,
    "fees_insured": True, "bankrupt_salary_reset": False, "bankrupt_keeps_retirement": False,
    "doubles_extra_turn": True, "payday_raise_every": 3, "payday_raise": "10%", "random_points": True,
    "checkpoints": [30, 60], "formulas_hidden": False, "rolls_royce_exit_pays": True, "card_moves_pay": False,
    "backward_landing_pays": False, "travel_card_rides_on": False, "knocks_rolls_again": False,
    "extra_cards": [{"deck": "experience", "id": "minus3", "count": 2},
                    {"deck": "experience", "id": "e12pm", "count": 2},
                    {"deck": "opportunity", "count": 6, "name": "Night shift",
                     "does": [["lose_cash", 500], ["fame", 3], ["lose_turn", 1], ["extra_turn", 2]]}],
}  # fmt: skip
OPTIONS: dict[str, dict[str, Any]] = {
    "standard": {},
    "unusual": {"settings": UNUSUAL},
    "timed": {"settings": {"mode": "timed", "timed_minutes": 12, "timed_start_cards": True}},
    "characters": {"settings": {}},
    "strangers": {"settings": {"unrelated": "normal", "league_retire": "level_only", "boss_only": False,
                               "layoff_from_hospital": True, "reorg_scope": "everyone_on_primary_path"}},
}  # fmt: skip


# The same for the other games: by system and name, the settings for a number of seats.
SETTINGS: dict[str, dict[str, Callable[[int], dict[str, Any]]]] = {
    "office_job": {
        "standard": lambda seats: {},
        "unusual": lambda seats: {"delegate_csuite": False, "second_csuite": "return", "max_turns": 8,
                                  "first_player": "lowest_career", "careers": [3, 1] + [1] * (seats - 2)},
    },
    "career_poker": {
        "standard": lambda seats: {"deals": 2},
        "unusual": lambda seats: {"deals": 2, "return_cards": "choice", "leftovers_before_exchange": False,
                                  "first_lead": "random", "score_first_deal": False, "auto_pass": True,
                                  "points": [seats * 2, *range(seats - 2, -1, -1)]},
        "seeded": lambda seats: {"deals": 1, "start_positions": [*range(1, seats), 0], "scoring": "last_deal"},
    },
    "game_of_the_year": {
        "standard": lambda seats: {},
        "unusual": lambda seats: {"lucky": "choose", "birth_shield": "ask", "token_timing": "any", "leap_year": True,
                                  "vacation_timing": "before_others", "end_when": "first", "category_rule": "ignore",
                                  "points": [3, 4, 2], "birthdays": ["1990-02-29", "05-06", *[""] * (seats - 2)]},
        "quarter": lambda seats: {"start_date": "04-01", "finish_date": "06-30", "first_player": "random",
                                  "year_end_bonus": False, "token_timing": "start", "max_chain": 1, "max_turns": 30},
    },
    "career_compass": {
        "standard": lambda seats: {},
        "unusual": lambda seats: {"uneven": "set_aside", "bottom_order": "shuffled", "rethrow": False,
                                  "no_card_tie": "split", "choice_cards": 5, "ties": "joker_sum", "max_rounds": 25,
                                  "joker": "teamwork"},
    },
}  # fmt: skip


def option_names(system: str) -> list[str]:
    """The names of the sets of options that a system is tried with."""
    return list(OPTIONS if system == "careers" else SETTINGS.get(system, ["standard"]))


def options_for(system: str, name: str, seats: int, turns: int = 120) -> dict[str, Any]:
    """A named set of options for a number of seats; Careers is broken off after that many turns."""
    if system in SETTINGS:
        return {"settings": SETTINGS[system][name](seats)}
    if system != "careers":
        return {}
    options = {**OPTIONS[name]}
    options["settings"] = {**options.get("settings", {}), "turn_limit": turns}
    if name in ("characters", "strangers"):
        options["players"] = CAST[:seats]
    return options


def cases() -> list[tuple[str, int, str]]:
    """Every system, every number of seats up to a dozen and the most, every set of options that it has."""
    found = []
    for key in {**SYSTEMS, PIG.key: PIG}:
        system = SYSTEMS[key]
        fewest, most = system.seats
        for seats in {*range(fewest, min(most, 12) + 1), most}:
            found += [(key, seats, name) for name in option_names(key)]
    return found


def usual_cases() -> set[tuple[str, int, str]]:
    """Return cases that have each number of seats and each set of options, but not every pair of the two."""
    found = set()
    for system, group in groupby(cases(), key=itemgetter(0)):
        every = [*group]
        numbers, names = [*{seats: None for _, seats, _ in every}], option_names(system)
        most = max(len(numbers), len(names))
        found |= {(system, numbers[at % len(numbers)], names[at % len(names)]) for at in range(most)}
    return found


def every_game(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test with each case; those that are not usual are `further` members of the family."""
    found, usual = cases(), usual_cases()
    marked = [pytest.param(*case, marks=() if case in usual else pytest.mark.further) for case in found]
    ids = ["-".join(map(str, case)) for case in found]
    return pytest.mark.parametrize(("system", "seats", "name"), marked, ids=ids)(test)


def play_randomly(game: Game, seed: int, steps: int | None = None, each: Callable[[Game], None] | None = None) -> None:
    """Plays legal actions at random, to the end or for that many steps; `each` sees the game before every action."""
    stream = Stream(seed)
    while not game.over and steps != 0:
        if each is not None:
            each(game)
        game.apply(stream.choice(game.legal_actions()))
        if steps is not None:
            steps -= 1


def careers(
    seats: int = 3, seed: int = 1, players: list[dict[str, Any]] | None = None, board: Any = "london", **settings: Any
) -> Careers:
    """A game in which seat 0 is about to take its turn and nobody can win by accident (a target of 900 points)."""
    base = {"target": 900, "formula": "common", "common_formula": [300, 300, 300]}
    if settings.get("mode") == "timed":
        base = {}
    options: dict[str, Any] = {"settings": {**base, **settings}, "board": board}
    if players is not None:
        options["players"] = players
    g = cast(Careers, SYSTEMS["careers"].new_game(seats, seed, options))
    if g.prompt == "turn":
        start_turn(g, 0)
    return g


def place(g: Careers, seat: int, name: str) -> int:
    """Puts a piece on a location by its id, such as `payday` or `agrivi 3`; returns the location."""
    g.where[seat] = g.table.board.location(name)
    return g.where[seat]


def at(g: Careers, seat: int) -> str:
    """The id of the location where a piece stands."""
    return g.table.board.ids[g.where[seat]]


def hold(g: Careers, seat: int, *cards: str) -> None:
    """Gives a seat cards by their ids, out of the piles, so that nothing is made."""
    for card in cards:
        if card in a.EXPERIENCE_NUMBER:
            kind, pile = a.EXPERIENCE_NUMBER[card], list(g.experience_pile)
            at_index = pile.index(kind, g.experience_top)
            pile[at_index], pile[g.experience_top] = pile[g.experience_top], pile[at_index]
            g.experience_pile, g.experience_top = tuple(pile), g.experience_top + 1
            g.experience[seat] = tuple(sorted((*g.experience[seat], kind)))
        else:
            kind, pile = a.OPPORTUNITY_NUMBER[card], list(g.opportunity_pile)
            at_index = pile.index(kind, g.opportunity_top)
            pile[at_index], pile[g.opportunity_top] = pile[g.opportunity_top], pile[at_index]
            g.opportunity_pile, g.opportunity_top = tuple(pile), g.opportunity_top + 1
            g.opportunity[seat] = tuple(sorted((*g.opportunity[seat], kind)))


def cards(g: Careers, seat: int) -> list[str]:
    """The ids of all cards that a seat holds."""
    experience = [a.EXPERIENCE[kind]["id"] for kind in g.experience[seat]]
    return experience + [a.OPPORTUNITY[kind]["id"] for kind in g.opportunity[seat]]


def legal(g: Careers) -> list[str]:
    """The texts of the legal actions."""
    return [a.TABLE.text(action) for action in g.legal_actions()]


def degrees(g: Careers, seat: int, program: str, count: int) -> None:
    g.degrees[seat * len(a.PROGRAM_IDS) + a.PROGRAM_IDS.index(program)] = count


def trips(g: Careers, seat: int, path: str, count: int) -> None:
    g.trips[seat * len(a.PATH_IDS) + a.PATH_IDS.index(path)] = count


def trips_of(g: Careers, seat: int, path: str) -> int:
    return g.trips[seat * len(a.PATH_IDS) + a.PATH_IDS.index(path)]


def dice(g: Careers, *pips: int) -> None:
    """Chooses the state of chance so that the next throws of single dice show these pips."""
    for seed in range(2_000_000):
        stream = Stream(seed)
        if all(stream.below(6) + 1 == wanted for wanted in pips):
            g.rng = Stream(seed).state
            return
    raise AssertionError("No such throw was found.")


def turn_of(g: Careers, seat: int) -> None:
    """Makes it the start of a seat's turn."""
    start_turn(g, seat)
    g.todo.clear()


def prompt(g: Careers) -> str:
    assert g.decision != Prompt.OVER or g.over
    return g.prompt


def roll(g, *pips):
    """The seat in turn rolls these dice."""
    dice(g, *pips)
    g.play("roll")
