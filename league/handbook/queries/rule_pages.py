"""The rules of a game as its pages show them: sentences and readings, the house rules that change them, and how many
tests prove them. The numbers of tests are data, written by `python -m tests.rule_marks`."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from characters.rules.choices import QUESTIONS
from characters.rules.house_rules import DEFAULTS, SETTINGS
from engine import SYSTEMS
from engine.core.rulebook import Rule, rules_of
from engine.translatable import Translatable, said
from league.handbook.queries.rule_moments import game_of_rule

FILE = Path(__file__).parents[2] / "data" / "rule_proofs.toml"


@dataclass(frozen=True, slots=True)
class HouseRule:
    """`usual` is what the reading of the book says, `others` what may be played instead."""

    question: str
    usual: str
    others: tuple[str, ...]

    @property
    def is_name(self) -> bool:
        """Return whether it is a rule of the engine that no league is asked about: it has a name and no question."""
        return not self.question.endswith("?")


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule as a page shows it. `readings`: the rules that settle it; `tests`: how many name it; `has_moment`: whether
    a stored game shows it."""

    rule: Rule
    readings: tuple[Rule, ...]
    house_rules: tuple[HouseRule, ...]
    tests: int
    has_moment: bool = False

    def holds(self, words: Sequence[str]) -> bool:
        """Return whether every one of some words in lower case occurs somewhere in it."""
        texts = [self.rule.id, self.rule.section, self.rule.text, self.rule.note, *self.rule.settings]
        texts += [rule.question for rule in self.house_rules]
        texts += [f"{reading.id} {reading.text}" for reading in self.readings]
        text = " ".join(texts).casefold()
        return all(word in text for word in words)


class RuleSection(NamedTuple):
    title: str
    rows: tuple[RuleRow, ...]


class RuleBook(NamedTuple):
    """The rules of a game, or the ones that were looked for: `matches` of `rules`; `tests` counts a test once a rule,
    `moments` are the ones that a game shows."""

    system: str
    name: str
    sections: tuple[RuleSection, ...]
    matches: int
    rules: int
    readings: int
    tests: int
    moments: int


def book(system: str, search: str = "") -> RuleBook | None:
    """Return the rules of a game that contain every word of `search`; None if the game has no list."""
    rows = _rows(system)
    if not rows:
        return None
    words = search.casefold().split()
    matches = [row for row in rows if row.holds(words)]
    grouped = groupby(matches, key=lambda row: row.rule.section)
    return RuleBook(
        system=system,
        name=SYSTEMS[system].title,
        sections=tuple(RuleSection(title, tuple(rows)) for title, rows in grouped),
        matches=len(matches),
        rules=len(rows),
        readings=sum(row.rule.is_reading for row in rows),
        tests=sum(row.tests for row in rows),
        moments=sum(row.has_moment for row in rows),
    )


def books(search: str = "") -> list[RuleBook]:
    """Return the books of all games that have one."""
    return [rule_book for rule_book in (book(system, search) for system in QUESTIONS) if rule_book is not None]


def rule_row(system: str, rule: str) -> RuleRow | None:
    """Return one rule; None if the game has no such rule."""
    return next((row for row in _rows(system) if row.rule.id == rule), None)


@cache
def _rows(system: str) -> tuple[RuleRow, ...]:
    rules, tests = rules_of(system), _proofs().get(system, {})
    house_rules = {name: _house_rule(system, name) for rule in rules.values() for name in rule.settings}
    return tuple(
        RuleRow(
            rule=rule,
            readings=tuple(rules[reading] for reading in rule.readings),
            house_rules=tuple(house_rules[name] for name in rule.settings),
            tests=tests.get(rule.id, 0),
            has_moment=game_of_rule(system, rule.id) is not None,
        )
        for rule in rules.values()
    )


@cache
def _proofs() -> Mapping[str, Mapping[str, int]]:
    with FILE.open("rb") as file:
        return tomllib.load(file)


def _house_rule(system: str, name: str) -> HouseRule:
    """Return the house rule by the question that a league is asked, else by the engine's setting."""
    setting = next((setting for setting in SETTINGS if setting.name == name), None) if system == "careers" else None
    if setting is None:
        return _engine_setting(system, name)
    usual = getattr(DEFAULTS, name)
    if setting.options is None:
        return HouseRule(setting.question, f"{usual:,}", (_between(setting.least, setting.most),))
    others = tuple(words for value, words in setting.options.items() if value != usual)
    return HouseRule(setting.question, setting.options[usual], others)


def _engine_setting(system: str, name: str) -> HouseRule:
    if (question := QUESTIONS.get(system, {}).get(name)) is not None:
        others = [words for value, words in (question.options or {}).items() if value != question.default]
        if question.options is None and question.most:
            others = [_between(question.least, question.most)]
        return HouseRule(question.text, question.words(question.default), tuple(others))
    module = import_module(f"engine.{system}.settings")
    usual = next((field.default for field in fields(module.Settings) if field.name == name), None)
    return HouseRule(name.replace("_", " ").capitalize(), _words(usual), tuple(_others(module, name, usual)))


def _others(module: Any, name: str, usual: Any) -> Iterator[str]:
    if isinstance(usual, bool):
        yield _words(not usual)
    elif name in module.CHOICES:
        yield from (_words(choice) for choice in module.CHOICES[name] if choice != usual)
    elif name in module.RANGES:
        least, most = module.RANGES[name]
        yield _between(least, most)


def _between(least: int, most: int) -> Translatable:
    return said("{least:,} to {most:,}", least=least, most=most)


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return said("Yes") if value else said("No")
    if isinstance(value, int):
        return said("{number:,}", number=value)
    return value.replace("_", " ") if value and isinstance(value, str) else said("Up to the table")
