"""The sample season replayed from its first game: before each game its forecast, after it the score."""

from datetime import UTC, datetime, timedelta

import pytest

from characters.rules.career import CareerTotals, one_more
from characters.rules.facts import FactLine
from characters.rules.house_rules import DEFAULTS
from league.forecasts.rules.odds import Odds, odds_of
from league.forecasts.rules.scores import ForecastScore, Foretold, Happened, Outcomes, outcomes_of, score
from league.forecasts.rules.season_chances import WHOLE
from league.people.rules.urn import UrnGame
from tests.factories.sample_season import sample_games, sample_profiles

pytestmark = pytest.mark.further  # it measures how good the forecasts are

LIVES = 60  # fewer than a worker draws, for the sake of the suite: what is exact stays so
START = datetime(2026, 1, 1, tzinfo=UTC)


def foretold(number: int, at: datetime, level: str, odds: Odds) -> Foretold:
    told = (odds.passes, odds.rises, odds.soon, odds.least, odds.most)
    return Foretold(number, at, level, *told)


def the_season() -> Outcomes:
    profiles = sample_profiles()
    careers = {name: CareerTotals() for name in profiles}
    own: dict[str, list[FactLine]] = {name: [] for name in profiles}
    played: list[tuple[str, UrnGame]] = []
    lives: dict[str, tuple[list[Foretold], list[Happened]]] = {name: ([], []) for name in profiles}
    for number, game in enumerate(sample_games()):
        at, news = START + timedelta(hours=number), []
        for name, fact in game.items():
            profile, career, line, known = profiles[name], careers[name], fact.line, len(own[name])
            others = [one for other, one in played if other != name]
            odds = odds_of(career, profile, DEFAULTS, own[name], others, f"{number} {name}", LIVES)
            if odds is not None:
                lives[name][0].append(foretold(known, at - timedelta(minutes=1), career.level, odds))
            life = one_more(career, line, profile, DEFAULTS)
            kinds = frozenset(event.kind for event in life.events)
            lives[name][1].append(Happened(known + 1, at, career.level, kinds))
            news.append((name, UrnGame(career.level, line, profile)))
            careers[name] = life.current
            own[name].append(line)
        played += news
    return outcomes_of(lives)


@pytest.fixture(scope="module")
def season() -> Outcomes:
    return the_season()


def told(name: str, found: ForecastScore) -> None:
    print(f"{name}: {found.count} scored, happened {found.happened / 100:.1f} %, Brier {found.brier}, log {found.log},")
    print(f"  skill against the base rate {found.skill}, against everything as it is {found.skill_over_same}")


@pytest.mark.parametrize("what", ["passed", "rose", "soon"])
def test_forecasts_of_the_sample_season_are_better_than_the_base_rate(season, what):
    found = score(getattr(season, what))
    told(what, found)
    assert found.count > 200
    assert found.skill > 0 and found.skill_over_same > 0


def test_intervals_of_eighty_percent_hold_four_times_in_five(season):
    held = season.within * WHOLE // (season.within + season.beyond)
    print(f"intervals: {season.within} of {season.within + season.beyond} held, {held / 100:.1f} %")
    assert season.within + season.beyond > 200
    assert 7_500 <= held <= 8_500
