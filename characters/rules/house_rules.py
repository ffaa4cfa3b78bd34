"""Define house rules: every reading of the rule book that a league may choose, with its clause and its default.

A season stores one set of them. The set is fixed once the season's first game is confirmed, so a review made ten years
later reads the same rules. `house_rules.toml` is the data that the house rules page, the form and the check share;
`HouseRules` is the typed set.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from importlib import resources
from typing import Any, Literal

from characters.rules.choices import BadChoice, checked_choices
from engine.core.settings import refusal
from engine.translatable import said


class BadHouseRule(ValueError):
    """A house rule with an unknown name or a value that it cannot have."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """One league's choices. Field names are those of the readings (R73 to R104). `games` holds, by game, what the
    season chooses of its own settings, as far as it differs from the book."""

    cap_points_at_target: bool = False
    promotion_points: Literal["since_level_change", "cumulative"] = "since_level_change"
    trips: Literal["each", "combined"] = "each"
    post_doc: Literal["lifetime", "one_game"] = "lifetime"
    demotion: Literal["one", "to_fitting_level"] = "one"
    timed_performance: Literal["of_winner", "par", "exempt"] = "of_winner"
    par_per_30_minutes: int = 125
    leaver: Literal["reviewed", "zero"] = "reviewed"
    parachute_counts: Literal["all_spells", "current_spell"] = "all_spells"
    characters_per_owner: int = 1
    engine_games: Literal["count", "practice"] = "count"
    league_min_target: int = 100
    league_min_characters: int = 2
    cross_edition: bool = False
    board: str = "edition"
    unrelated: Literal["forbidden", "normal"] = "forbidden"
    boss_only: bool = True
    carry_over: Literal["none", "degrees_and_trips"] = "none"
    league_retire: Literal["both", "level_only"] = "both"
    layoff_from_hospital: bool = False
    reorg_scope: Literal["subordinates", "everyone_on_primary_path"] = "subordinates"
    earned_elsewhere: Literal["shown", "capped", "kept"] = "shown"
    earned_elsewhere_cap: Literal["senior", "manager", "director", "vp"] = "senior"
    count_games: Literal["all", "best", "average"] = "all"
    best_of: int = 10
    days_without_a_move: int = 60
    deserted: Literal["count", "of_bots"] = "count"
    games: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)

    def canonical(self) -> str:
        """Return the set as text that is the same for equal sets, on every machine."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))

    @property
    def leavers_place(self) -> bool:
        """Return whether a player who left early keeps the place and the spoils of the game (R86)."""
        return self.leaver != "zero"

    def choices(self, system: str) -> Mapping[str, Any]:
        """Return what the season chooses of a game's own settings, as far as it differs from the book."""
        return self.games.get(system, {})

    def counts(self, *, played_by_bots: bool) -> bool:
        """Return whether a game counts, for careers and standings alike, by who played it (R104)."""
        return not played_by_bots or self.engine_games == "count"

    @property
    def digest(self) -> str:
        """Return SHA-256 of the canonical text: the name by which facts refer to the set."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Setting:
    """One house rule as people read it; its words are sentences of the data. `options` maps each value to its words; a
    number has `least` and `most`. `own`: the words for something that the league has made itself, whose digest may be
    the value as well."""

    name: str
    clause: str
    group: str
    question: str
    options: Mapping[Any, str] | None = None
    least: int = 0
    most: int = 0
    own: str = ""


def _load_settings() -> tuple[Setting, ...]:
    raw = tomllib.loads((resources.files("characters.rules") / "house_rules.toml").read_text(encoding="utf-8"))
    return tuple(_setting(name, entry) for name, entry in raw.items())


def _setting(name: str, entry: Mapping[str, Any]) -> Setting:
    options: Mapping[Any, str] | None = None
    if "options" in entry:
        options = {value: said(words) for value, words in entry["options"]}
    if entry.get("yes_no"):
        options = {True: said("Yes"), False: said("No")}
    return Setting(
        name=name,
        clause=said(entry["clause"]),
        group=said(entry["group"]),
        question=said(entry["question"]),
        options=options,
        least=entry.get("least", 0),
        most=entry.get("most", 0),
        own=said(entry["own"]) if "own" in entry else "",
    )


SETTINGS = _load_settings()
DEFAULTS = HouseRules()
_DIGEST = re.compile("[0-9a-f]{64}")
_BY_NAME = {setting.name: setting for setting in SETTINGS}


def house_rules(values: Mapping[str, Any]) -> HouseRules:
    """Return a checked set: the defaults with `values` laid over them. Raise BadHouseRule naming the rule, its clause
    and what it allows."""
    for name, value in values.items():
        if name != "games":
            _check(name, value)
    return HouseRules(**{**values, "games": _games(values.get("games", {}))})


def _games(values: Any) -> dict[str, dict[str, Any]]:
    if not isinstance(values, Mapping):
        raise BadHouseRule(said("'games' must be an object: for each game, its settings."))
    try:
        choices = {system: checked_choices(system, chosen) for system, chosen in sorted(values.items())}
    except BadChoice as error:
        raise BadHouseRule(*error.args) from error
    return {system: chosen for system, chosen in choices.items() if chosen}


def stored_rules(text: str) -> HouseRules:
    """Return the set that was stored as `canonical` text."""
    return house_rules(json.loads(text))


def is_digest(value: object) -> bool:
    """Return whether a house rule's value names something of the league's own by its content (SHA-256)."""
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _check(name: str, value: Any) -> None:
    setting = _BY_NAME.get(name)
    if setting is None:
        raise BadHouseRule(said("There is no house rule '{name}'.", name=name))
    if setting.own and is_digest(value):
        return
    if setting.options is None:
        refused = refusal(value, bounds=(setting.least, setting.most))
    else:
        refused = refusal(value, options=[option for option in setting.options if isinstance(option, str)])
    if refused:
        raise BadHouseRule(
            said("House rule '{name}' ({clause}) {problem}.", name=name, clause=setting.clause, problem=refused)
        )


def words_of(rules: HouseRules, setting: Setting, names: Mapping[str, str] | None = None) -> str:
    """Return the choice that `rules` makes for `setting`, in words. `names`: the league's names for what it has made,
    by digest."""
    value = getattr(rules, setting.name)
    if setting.own and is_digest(value):
        return said("{own}: {name}", own=setting.own, name=(names or {}).get(value, value[:12]))
    return setting.options[value] if setting.options is not None else said("{number:,}", number=value)


assert {entry.name for entry in fields(HouseRules)} == {*_BY_NAME, "games"}
