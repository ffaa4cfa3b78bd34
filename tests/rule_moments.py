"""Finds, for every rule that a game cites when it tells what happens, a moment that shows it.

`python -m tests.rule_moments` plays seeded games of every system with bots, by the book first, then with every other
setting in turn, and writes the beginnings of those few in which all clauses come up: `league/data/rule_moments.toml`.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from characters.rules.choices import QUESTIONS, engine_settings
from engine import SYSTEMS, EngineError, HostAction
from engine.core.chance import key_of_seed
from engine.core.questions import READING
from engine.core.records import play_keyed
from engine.core.rng import Stream
from engine.core.rulebook import clauses_in, rules_of
from engine.core.simulation import Players, bot_streams, seat_bots
from league.handbook.queries.rule_moments import FILE, NAMES

HEAD = """\
# Games in which rules do their work, as far as the last of those moments and a little further. Written by
# `python -m tests.rule_moments`; see league.handbook.queries.rule_moments.
"""
SEEDS, MOST_ACTIONS, FURTHER = range(12), 900, 12
# Where a clause is cited for its whole subject: what a sentence must say to show that very rule.
NEVER = "$^"
SHOWN_BY = {
    "careers": {
        "R5": "success formula",
        "R23": NEVER,
        "R24": NEVER,
        "R34": NEVER,
        "R35": NEVER,
        "R36": "takes a chance at",
        "R40": "sets .* free",
        "R53": NEVER,
        "R55": NEVER,
        "R59": NEVER,
        "R61": "“Extra turn”",
        "R65": NEVER,
        "R68": "backstabs (?!nobody)",
        "R69": "the policy is used up",
        "R70": "is bankrupt",
        "R94": NEVER,
    },
    "career_poker": {"10": NEVER, "19": NEVER},
    "office_job": {"19": "throws it away"},
    "game_of_the_year": {"21": "buys [0-9]+ days?", "22": "pays \\$", "37": "buys a token", "38": NEVER},
}
_STAFF = ("c_level", "vp", "manager", "senior")
Options = dict[str, Any]


@dataclass(frozen=True)
class Played:
    system: str
    seats: int
    seed: int
    options: Options
    actions: tuple[int | str, ...]  # numbers of a seat's, texts of the host's
    moments: Mapping[str, int]


def play(system: str, seats: int, seed: int, options: Options, bot: str, *, host: bool = False) -> Played:
    """A game as bots play it, and the first action that cites each clause, save those that its own settings overrule.
    `host`: the host of the table acts after a while."""
    made, key = SYSTEMS[system], key_of_seed(seed)
    game = made.new_game(seats, options=options, key=key)
    players = Players(seat_bots(made, seats, [bot]), bot_streams(seed, 0, seats))
    chance, actions, moments = Stream(seed), list[int | str](), dict[str, int]()
    while not game.over and len(actions) < MOST_ACTIONS:
        hosts = game.host_actions() if host and len(actions) > 8 and not chance.below(20) else ()
        action = chance.choice(hosts) if hosts else players.choose(game, game.legal_actions())
        reader = None if isinstance(action, HostAction) else game.actor
        events = play_keyed(game, action, key, len(actions))
        for sentence in game.told(events, reader):
            for clause in clauses_in(sentence.why):
                if shows(system, clause, sentence.spoken(NAMES)):
                    moments.setdefault(clause, len(actions))
        actions.append(action.text if isinstance(action, HostAction) else action)
    known, overruled = rules_of(system), overruled_clauses(system, game.setup.get("settings", {}))
    kept = {clause: number for clause, number in moments.items() if clause in known and clause not in overruled}
    return Played(system, seats, seed, game.setup, tuple(actions), kept)


def overruled_clauses(system: str, settings: Options) -> set[str]:
    """The clauses of which a game with these settings may show the opposite: their own house rule is not the book's."""
    changed = {
        name
        for name, question in QUESTIONS[system].items()
        for value in question.options or ()
        if question.of == READING and value != question.default
        if (other := engine_settings(system, {name: value})) and other.items() <= settings.items()
    }
    return {rule.id for rule in rules_of(system).values() if changed & set(rule.settings)}


def shows(system: str, clause: str, text: str) -> bool:
    """Whether a sentence that cites a clause shows that very rule."""
    return re.search(SHOWN_BY.get(system, {}).get(clause, ""), text) is not None


def variants(system: str) -> Iterator[tuple[Options, bool]]:
    """By the book; with whoever runs the table; then every other answer to every question."""
    yield {}, False
    yield {}, True
    if system == "careers":
        staff = [{"level": one, "specialty": "law", "side_interest": "journalism"} for one in _STAFF]
        yield {"players": staff}, False
        yield {"settings": {"mode": "timed", "timed_minutes": 8}}, False
        yield {"settings": {"mode": "timed", "clock": "host", "timed_minutes": 8}}, True
        yield {"settings": {"mode": "timed", "timed_minutes": 1, "target": 20}}, False
        yield {"settings": {"checkpoints": [10, 20]}}, False
        yield {"settings": {"payday_raise_every": 1}}, False
    for name, one in QUESTIONS[system].items():
        for value in one.options or ():
            if value != one.default:
                settings = engine_settings(system, {name: value})
                if settings:
                    yield {"settings": settings}, False
    if system == "career_poker":
        yield {"settings": {"time_limit": 30}}, True


def candidates(system: str) -> Iterator[list[Played]]:
    """The games of each variant."""
    least, most = SYSTEMS[system].seats
    for options, host in variants(system):
        found = []
        for seed in SEEDS:
            seats = 4 if "players" in options else min(max(least, 3 + seed % 3), most)
            for bot in ("greedy", "random"):
                try:
                    found.append(play(system, seats, seed, options, bot, host=host))
                except EngineError:
                    continue  # a setting that needs another beside it
        yield found


def covering(system: str) -> list[Played]:
    """A few games that show all clauses which any shows: of each variant, by the book first, again and again the one
    with most that is new, the shorter of equals; each with those moments alone."""
    shown, kept = set[str](), list[Played]()
    for games in candidates(system):
        while games:
            best = max(games, key=lambda one: (len(one.moments.keys() - shown), -_length(one, shown)))
            fresh = {clause: number for clause, number in best.moments.items() if clause not in shown}
            if not fresh:
                break
            shown |= fresh.keys()
            actions = best.actions[: max(fresh.values()) + 1 + FURTHER]
            kept.append(Played(system, best.seats, best.seed, best.options, actions, fresh))
    return kept


def _length(one: Played, shown: set[str]) -> int:
    return max((number for clause, number in one.moments.items() if clause not in shown), default=0)


def as_toml(one: Played) -> str:
    key = key_of_seed(one.seed)
    game = SYSTEMS[one.system].new_game(one.seats, options=one.options, key=key)
    for number, action in enumerate(one.actions):
        play_keyed(game, HostAction(action) if isinstance(action, str) else action, key, number)
    moments = ", ".join(f'"{clause}" = {number}' for clause, number in sorted(one.moments.items(), key=lambda m: m[1]))
    return (
        f'\n[[game]]\nsystem = "{one.system}"\nseats = {one.seats}\nseed = {one.seed}\n'
        f"rules = {SYSTEMS[one.system].version}\noptions = '{json.dumps(one.options)}'\n"
        f"actions = {json.dumps(one.actions, separators=(',', ':'))}\n"
        + f'digest = "{game.digest()}"\nmoments = {{ {moments} }}\n'
    )


if __name__ == "__main__":
    systems = sys.argv[1:] or list(QUESTIONS)
    games = [one for system in systems for one in covering(system)]
    FILE.write_text(HEAD + "".join(map(as_toml, games)), encoding="utf-8")
    for system in systems:
        clauses = sorted({clause for one in games if one.system == system for clause in one.moments})
        print(
            f"{system}: {len(clauses)} of {len(rules_of(system))} in {sum(one.system == system for one in games)} games"
        )
