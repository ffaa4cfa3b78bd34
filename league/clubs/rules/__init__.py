"""House rules in words: what a season plays by, what differs from the book, and what a change means."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Literal

from characters.rules.choices import QUESTIONS
from characters.rules.house_rules import DEFAULTS, SETTINGS, HouseRules, Setting, words_of
from engine import SYSTEMS
from engine.core.questions import BOTH, OPTION, Question
from engine.translatable import Translatable, said, said_of

Names = Mapping[str, str]  # the league's names of its own boards, by digest
NO_NAMES: Names = {}
KINDS = {OPTION: said("The book's options"), "reading": said("Our readings, where the book leaves room")}
CONCERNS = {
    True: said("Concerns play and the score sheet: points, winners and what a sheet may say."),
    False: said("Concerns play: what a table keeps to, and what bots play by."),
}
_LEAGUE_CONCERNS = {
    "Careers": said("Concerns the careers of the characters who play in this season."),
    "At the table": said("Concerns who may play together, and what may happen at a table of Careers."),
    "Standings": said("Concerns the standings of this season."),
}


@dataclass(frozen=True, slots=True)
class SettingAnswer:
    """One setting. `book` is the rule book's default reading if the league chose another, else empty."""

    question: str
    words: str
    clause: str
    book: str


@dataclass(frozen=True, slots=True)
class SettingGroup:
    name: str
    choices: tuple[SettingAnswer, ...]

    @property
    def different(self) -> tuple[SettingAnswer, ...]:
        """Return the answers that are not the book's."""
        return tuple(choice for choice in self.choices if choice.book)


@dataclass(frozen=True, slots=True)
class GameRules:
    """The settings that a season chooses for a game: all of them by kind, and what differs from the book."""

    system: str
    name: str
    groups: tuple[SettingGroup, ...]

    @property
    def different(self) -> tuple[SettingAnswer, ...]:
        return tuple(choice for group in self.groups for choice in group.different)


@dataclass(frozen=True, slots=True)
class Change:
    """One answer that a new version of the house rules changes, and who it concerns."""

    question: str
    before: str
    after: str
    concerns: str


def groups_of(rules: HouseRules, names: Names = NO_NAMES) -> list[SettingGroup]:
    """Return every setting of the league in the order of the rule book, by group."""
    return [
        SettingGroup(name, tuple(_choice(rules, setting, names) for setting in settings))
        for name, settings in groupby(SETTINGS, key=lambda setting: setting.group)
    ]


def game_rules(rules: HouseRules, system: str) -> GameRules | None:
    """Return what the rules say of one game's own settings; None if it has no settings."""
    questions = QUESTIONS.get(system)
    if questions is None:
        return None
    groups = (
        SettingGroup(
            title, tuple(_answer(rules, system, question) for question in questions.values() if question.of == kind)
        )
        for kind, title in KINDS.items()
    )
    return GameRules(system, SYSTEMS[system].title, tuple(group for group in groups if group.choices))


@dataclass(frozen=True, slots=True)
class SingleSetting:
    """A setting that one game may choose, as it is written: each answer with its words."""

    name: str
    clause: str
    text: str
    answers: tuple[tuple[str, str], ...]


def single_setting(question: Question) -> SingleSetting:
    if question.options is not None:
        words_of = {True: ("yes", ""), False: ("no", "")}
        answers = tuple(words_of.get(value, (str(value), words)) for value, words in question.options.items())
    elif isinstance(question.default, int):
        answers = ((f"{question.least} to {question.most}", ""),)
    else:
        answers = ()
    return SingleSetting(question.name, question.clause, question.text, answers)


def games_of(rules: HouseRules) -> list[GameRules]:
    """Return what the rules say of every game that has settings."""
    return [of_game for system in QUESTIONS if (of_game := game_rules(rules, system))]


def what_changes(before: HouseRules, after: HouseRules, names: Names = NO_NAMES) -> list[tuple[str, list[Change]]]:
    """Return the answers that differ, by group or game."""
    groups = dict[str, list[Change]]()
    for setting in SETTINGS:
        words = words_of(before, setting, names), words_of(after, setting, names)
        if words[0] != words[1]:
            change = Change(setting.question, *words, _LEAGUE_CONCERNS.get(setting.group, ""))
            groups.setdefault(setting.group, []).append(change)
    for system in QUESTIONS:
        for name, question in QUESTIONS.get(system, {}).items():
            old, new = (rules.choices(system).get(name, question.default) for rules in (before, after))
            if question.words(old) != question.words(new):
                change = Change(
                    question.text, question.words(old), question.words(new), CONCERNS[question.concerns == BOTH]
                )
                groups.setdefault(SYSTEMS[system].title, []).append(change)
    return list(groups.items())


def changes(before: HouseRules, after: HouseRules, names: Names = NO_NAMES) -> tuple[str, ...]:
    """Return the answers that differ, in sentences; those about a game's own settings name the game."""
    return tuple(
        said("{game}: {change}", game=group, change=_changed(change)) if group in _GAME_NAMES else _changed(change)
        for group, group_changes in what_changes(before, after, names)
        for change in group_changes
    )


def _changed(change: Change) -> Translatable:
    return said("{question} {before} → {after}", question=change.question, before=change.before, after=change.after)


def waiting_words(waiting: Mapping[str, int]) -> list[str]:
    """Return what happens to sheets that nobody has confirmed yet, a sentence for each game."""
    return [
        said_of(
            number,
            "{count} game of {system} waits to be confirmed: by the new rules, if they are saved.",
            "{count} games of {system} wait to be confirmed: by the new rules, if they are saved.",
            system=SYSTEMS[system].title,
        )
        for system, number in waiting.items()
        if system in QUESTIONS
    ]


_GAME_NAMES = frozenset(SYSTEMS[system].title for system in QUESTIONS)


def _choice(rules: HouseRules, setting: Setting, names: Names) -> SettingAnswer:
    words, book = words_of(rules, setting, names), words_of(DEFAULTS, setting)
    return SettingAnswer(setting.question, words, setting.clause, book if words != book else "")


def _answer(rules: HouseRules, system: str, question: Question) -> SettingAnswer:
    words = question.words(rules.choices(system).get(question.name, question.default))
    book = question.words(question.default)
    return SettingAnswer(question.text, words, question.clause, book if words != book else "")


_BEFORE = {
    "game": said("{season} begins on {day:%-d %B %Y}, and this game would count for it."),
    "tournament": said("{season} begins on {day:%-d %B %Y}, and every game of this tournament would count for it."),
}
_AFTER = {
    "game": said("{season} ends on {day:%-d %B %Y}, and this game would count for it."),
    "tournament": said("{season} ends on {day:%-d %B %Y}, and every game of this tournament would count for it."),
}


def outside_season(
    what: Literal["game", "tournament"], day: date, season: str, *, starts_on: date | None, ends_on: date | None
) -> str:
    """Return what speaks against a game or a tournament on a day outside of its season, as a sentence; "" on any other
    day. It moves the standings of the season."""
    if starts_on and day < starts_on:
        return said(_BEFORE[what], season=season, day=starts_on)
    if ends_on and day > ends_on:
        return said(_AFTER[what], season=season, day=ends_on)
    return ""
