"""Facts and lines of the pure fold: a named cast's games, without a database."""

from collections.abc import Mapping, Sequence
from typing import Any

from characters.rules.career import Event, Life, fold
from characters.rules.facts import EARNED_ELSEWHERE, RESTART, RESULT, WITHDRAWAL, CareerFact, Earned, FactLine
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Profile
from tests.factories.days import on_day

BOARD, LAW, NEWS = "board", "law", "journalism"
LISTER, BBC = "lister_bacon", "bbc_news"
ADAS_PROFILE = Profile(
    specialty=LAW, side_interest=NEWS, primary_company=LISTER, secondary_company=BBC, edition="london"
)
EVERYTHING: Mapping[str, Any] = {"degrees": {LAW: 4, NEWS: 4}, "trips": {LISTER: 12, BBC: 12}}
"""All degrees and trips that any promotion asks for, at once."""


def a_line(day: int, points: int = 0, **changes: Any) -> FactLine:
    """Game number `day`, played that day for 200 points; `points` are hearts."""
    values: dict[str, Any] = {
        "game": day,
        "reference": f"g{day:04}",
        "at": on_day(day),
        "version": 1,
        "system": "careers",
        "edition": "london",
        "rules": BOARD,
        "won": False,
        "mode": "formula",
        "target": 200,
        "happiness": points,
    }
    if changes.get("mode") == "timed":
        values["target"] = None
    return FactLine(**{**values, **changes})


def fact_of(line: FactLine) -> CareerFact:
    return CareerFact(kind=RESULT, at=line.at, game=line.game, line=line)


def a_result(day: int, points: int = 0, **changes: Any) -> CareerFact:
    return fact_of(a_line(day, points, **changes))


def withdrawn(day: int) -> CareerFact:
    return CareerFact(kind=WITHDRAWAL, at=on_day(900), game=day)


def a_restart(day: int) -> CareerFact:
    return CareerFact(kind=RESTART, at=on_day(day))


def earned(**changes: Any) -> CareerFact:
    """A career that Ada Afar, a Director, had at the Thursday Club."""
    values: dict[str, Any] = {
        "passport": "f" * 64,
        "installation": "Thursday Club",
        "address": "https://thursday.example",
        "league": "Thursday Evenings",
        "league_slug": "thursday-evenings",
        "key": "a" * 64,
        "slug": "ada-afar",
        "name": "Ada Afar",
        "made_at": "2026-06-30T20:00:00Z",
        "rules": BOARD,
        "level": "director",
        "status": "active",
        "career": 1,
        "games": 40,
        "wins": 12,
        "happiness": 900,
        "fame": 800,
        "cash": 700_000,
        "degrees": {"law": 3},
        "trips": {"lister_bacon": 7},
    }
    return CareerFact(kind=EARNED_ELSEWHERE, at=on_day(0), earned=Earned(**values | changes))


def life_of(
    facts: Sequence[CareerFact],
    *,
    profile: Profile = ADAS_PROFILE,
    rules: Mapping[str, HouseRules] | None = None,
    **settings: Any,
) -> Life:
    """The life under one set of house rules, the defaults changed by `settings`."""
    return fold(facts, profile, rules or {BOARD: HouseRules(**settings)})


def a_climb(*, to: str) -> list[CareerFact]:
    """Games 1, 2, ... that lead straight from Entry to `to`, one promotion in each."""
    needed = {"senior": 500, "manager": 500, "director": 1000, "vp": 2500, "c_level": 2500}
    levels = list(needed)[: list(needed).index(to) + 1] if to != "entry" else []
    return [
        a_result(day, needed[level], **(EVERYTHING if day == 1 else {})) for day, level in enumerate(levels, start=1)
    ]


def told(events: Sequence[Event]) -> list[tuple[int | None, str, str, str]]:
    """(game, kind, from, to) of everything but passed reviews."""
    return [(event.game, event.kind, event.from_level, event.to_level) for event in events if event.kind != "review"]
