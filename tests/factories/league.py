"""Rows that tests of the competition stand on, made directly."""

import random
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth import get_user_model

from characters.models import Career, Character, RuleSet
from characters.rules.house_rules import house_rules
from characters.rules.names import name_key
from characters.services.registration import free_slug
from games.models import Game
from league.models import Enrolment, HouseRulesVersion, League, Result, Season, SeasonGame
from league.standings.rules.tiebreaks import MILLION, points_for

Cast = tuple[Character, Character, Character, Character]


def a_season(slug: str = "spring", *, draw_seed: str = "seed", **settings: Any) -> Season:
    """A season with these house rules, in a league of its own."""
    league = League.objects.create(name=f"League of {slug}", slug=f"league-of-{slug}")
    season = Season.objects.create(league=league, name=slug.title(), slug=slug, draw_seed=draw_seed)
    set_house_rules(season, **settings)
    return season


def set_house_rules(season: Season, **settings: Any) -> None:
    """A new version of the season's house rules."""
    rules = house_rules(settings)
    row, _ = RuleSet.objects.get_or_create(digest=rules.digest, defaults={"settings": rules.canonical()})
    HouseRulesVersion.objects.create(season=season, version=season.house_rules.count() + 1, rules=row)


def a_character(
    season: Season, name: str, *, company: str = "agrivi", level: str = "entry", status: str = "active"
) -> Character:
    """A character of the season's league with its first career."""
    owner, _ = get_user_model().objects.get_or_create(username=f"owner-of-{name_key(name)}"[:150])
    character = Character.objects.create(
        name=name,
        name_key=name_key(name),
        slug=free_slug(name),
        owner=owner,
        edition="london",
        specialty="law",
        side_interest="sales_marketing",
        primary_company=company,
        secondary_company="harrods",
        title="Counsel",
    )
    Career.objects.create(character=character, number=1, level=level, status=status)
    Enrolment.objects.create(league=season.league, character=character)
    return character


def the_cast(season: Season) -> Cast:
    """Ada, Bo, Cleo and Dev."""
    return (
        a_character(season, "Ada", company="agrivi", level="senior"),
        a_character(season, "Bo", company="harrods", level="entry"),
        a_character(season, "Cleo", company="agrivi", level="entry"),
        a_character(season, "Dev", company="harrods", level="manager", status="retired"),
    )


def on_day(day: int) -> datetime:
    return datetime(2026, 1, day, 18, tzinfo=UTC)


def play(
    season: Season,
    reference: str,
    day: int,
    *places: Character | Sequence[Character | None] | None,
    shares: Mapping[Character, int] | None = None,
    system: str = "careers",
) -> Game:
    """A confirmed game's results. `places` are characters from first to last, equal ones together, None for a
    guest; `shares` in millionths (equal when left out)."""
    groups = [list(place) if isinstance(place, Sequence) else [place] for place in places]
    seats = sum(len(group) for group in groups)
    game = Game.objects.create(system=system, edition="london")
    SeasonGame.objects.create(season=season, game=game, reference=reference, played_at=on_day(day))
    place = 1
    for group in groups:
        for character in filter(None, group):
            Result.objects.create(
                season=season,
                game=game,
                character=character,
                system=system,
                played_at=on_day(day),
                table_points=points_for(place, len(group), seats),
                place=place,
                share=(shares or {}).get(character, MILLION // seats),
            )
        place += len(group)
    return game


def play_at_random(season: Season, cast: Sequence[Character], seed: int, games: int = 14) -> None:
    """Games of two to four seats with guests and ties, in two systems, on the first days of January."""
    rng = random.Random(seed)
    for number in range(games):
        table: list[Any] = [*rng.sample(cast, rng.randint(1, 3)), None]
        rng.shuffle(table)
        if rng.random() < 0.4:
            table[:2] = [table[:2]]
        system = rng.choice(["careers", "office_job"])
        play(season, f"g{number:02d}", rng.randint(1, 6), *table, system=system)
