"""Forecasts are made by a worker, after every review that follows from something new, and for newcomers. What is made
stays; a correction leads to another one."""

from collections.abc import Iterable
from itertools import groupby

from django.db import transaction

from characters.models import Character
from characters.rules.house_rules import HouseRules
from league.clubs.queries import newest_house_rules
from league.forecasts.models import Forecast
from league.forecasts.queries.odds import awaiting_forecast, newcomers_awaiting_forecast
from league.forecasts.rules.odds import METHOD, Odds, odds_of
from league.people.queries.urn import OwnGames, league_games, own_games
from league.people.rules.urn import UrnGame

AT_ONCE = 10  # some two seconds


def make_forecasts() -> int:
    """Make forecasts for some of the characters that wait; return how many. If two workers make the same one, the
    second is not written."""
    return _make_some(awaiting_forecast()[:AT_ONCE])


def make_newcomer_forecasts() -> int:
    """Make forecasts, by the league's figures, for some of those who have not played yet; return how many."""
    return _make_some(newcomers_awaiting_forecast()[:AT_ONCE])


def _make_some(waiting: Iterable[Character]) -> int:
    made = 0
    for league, some in groupby(waiting, key=lambda one: one.enrolment.league):
        characters, games, house = list(some), league_games(league), newest_house_rules(league)
        own = own_games(characters)
        for one in characters:
            others = [played for who, lines in games.items() if who != one.pk for played in lines]
            made += _make(one, own[one.pk], others, house)
    return made


def _make(character: Character, own: OwnGames, others: list[UrnGame], house: HouseRules) -> bool:
    seed = f"{METHOD} {character.pk} {character.last_digest}"
    odds = odds_of(own.career, character.profile, house, own.lines, others, seed)
    row = Forecast(
        character=character, method=METHOD, after_fact=character.last_fact, level=own.career.level, **_columns(odds)
    )
    with transaction.atomic():
        now = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
        if now.last_fact != character.last_fact:
            return False  # a game has come meanwhile, which this was to foretell
        Forecast.objects.bulk_create([row], ignore_conflicts=True)
    return True


def _columns(odds: Odds | None) -> dict[str, int | None]:
    """Return the columns of the odds; {} where there was nothing to go by."""
    if odds is None:
        return {}
    return {
        "passes": odds.passes,
        "rises": odds.rises,
        "soon": odds.soon,
        "top": odds.top,
        "least": odds.reach.least,
        "middle": odds.reach.middle,
        "most": odds.reach.most,
        "own": odds.own,
        "pool": odds.pool,
        "weight": odds.weight,
    }
