"""House rules as people read them: each choice in words, and what changed from version to version."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from json import loads

from characters.rules.house_rules import DEFAULTS, SETTINGS, HouseRules, Setting, house_rules, words_of
from games.models import Sheet
from league.models import HouseRulesVersion, Season, SeasonGame


@dataclass(frozen=True, slots=True)
class Choice:
    """One setting. `book` is the rule book's default reading where the league chose another, else empty."""

    question: str
    words: str
    clause: str
    book: str


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """One version; `changes` are sentences against the version before, or the rule book for the first."""

    number: int
    set_by: str
    set_at: datetime
    rules: HouseRules
    changes: tuple[str, ...]


def versions_of(season: Season) -> list[Version]:
    """Every version with what it changed, newest first, in one query."""
    rows = season.house_rules.select_related("rules", "set_by").order_by("version")
    found: list[Version] = []
    before = DEFAULTS
    for row in rows:
        found.append(_version(row, before))
        before = found[-1].rules
    return found[::-1]


def _version(row: HouseRulesVersion, before: HouseRules) -> Version:
    rules = house_rules(loads(row.rules.settings))
    by = row.set_by.get_username() if row.set_by else ""
    return Version(row.version, by, row.set_at, rules, tuple(_changes(before, rules)))


def _changes(before: HouseRules, after: HouseRules) -> list[str]:
    return [
        f"{setting.question} {words_of(before, setting)} → {words_of(after, setting)}"
        for setting in SETTINGS
        if getattr(before, setting.name) != getattr(after, setting.name)
    ]


def groups_of(rules: HouseRules) -> list[Group]:
    """Every setting in the order of the rule book, by group."""
    return [
        Group(name, tuple(_choice(rules, setting) for setting in settings))
        for name, settings in groupby(SETTINGS, key=lambda setting: setting.group)
    ]


def _choice(rules: HouseRules, setting: Setting) -> Choice:
    words, book = words_of(rules, setting), words_of(DEFAULTS, setting)
    return Choice(setting.question, words, setting.clause, book if words != book else "")


def differing(groups: Sequence[Group]) -> int:
    return sum(bool(choice.book) for group in groups for choice in group.choices)


def first_confirmed(season: Season) -> tuple[SeasonGame, datetime] | None:
    """The game whose confirmation fixed the house rules, and when that was."""
    sheet = (
        Sheet.objects.filter(game__season_game__season=season, confirmed_at__isnull=False)
        .select_related("game__season_game")
        .order_by("confirmed_at", "pk")
        .first()
    )
    if sheet is None or sheet.confirmed_at is None:
        return None
    return sheet.game.season_game, sheet.confirmed_at
