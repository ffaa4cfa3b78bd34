"""Forecasts are made by a worker: of a character after every review that follows from something new, and for newcomers;
of a last round whenever its points or its open tables change; of a season after its results have changed, and every
day. What is made stays; a correction leads to another one."""

from collections.abc import Iterable
from itertools import groupby

from django.db import transaction
from django.utils import timezone

from characters.models import Character
from characters.rules.house_rules import HouseRules
from league.clubs.queries import newest_house_rules
from league.forecasts.models import Forecast, RoundForecast, SeasonForecast
from league.forecasts.queries.last_round import OpenRound, open_last_round, open_rounds, verdicts_in
from league.forecasts.queries.odds import awaiting_forecast, newcomers_awaiting_forecast
from league.forecasts.queries.season_odds import (
    ChancesRow,
    Known,
    awaiting_season_forecast,
    counting_in,
    divisions_in,
    end_of,
    known_of,
    played_games,
    strengths_in,
)
from league.forecasts.queries.season_plan import planned_in
from league.forecasts.rules.last_round import OPEN
from league.forecasts.rules.last_round_odds import Sitting, through
from league.forecasts.rules.odds import METHOD, Odds, odds_of
from league.forecasts.rules.round_chances import LAST_ROUND_METHOD, LastRoundRow, Through
from league.forecasts.rules.season_chances import SEASON_METHOD, Chances, to_come
from league.forecasts.rules.season_odds import season_odds
from league.models import Round, Season
from league.people.queries.urn import OwnGames, league_games, own_games
from league.people.rules.urn import UrnGame
from league.standings.queries.standings import standings
from league.standings.rules.ratings import NEWCOMER

AT_ONCE = 10  # some two seconds
KEPT = 200  # characters of a season: the likeliest


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


def make_round_forecasts() -> int:
    """Make the forecasts of open last rounds; return how many. If two workers make the same one, the second is not
    written."""
    return sum(_make_for_round(last) for last in open_rounds())


def _make_for_round(last: Round) -> bool:
    """Make the forecast of the characters for which something is open, and return whether it was made. A round that
    changed while it was read waits for the next time."""
    found = open_last_round(last)
    if found is None or not found.tables or _is_round_made(found):
        return False
    verdicts, odds = verdicts_in(found), _round_odds(found)
    again = open_last_round(last)
    if again is None or again.state != found.state:
        return False
    rows = [
        LastRoundRow(who, position, odds[who])
        for position, who in enumerate(found.order, 1)
        if verdicts[who][0].claim == OPEN
    ]
    forecast = RoundForecast(
        round=last, method=LAST_ROUND_METHOD, state=found.state, cut=found.cut, odds=[row.kept() for row in rows]
    )
    RoundForecast.objects.bulk_create([forecast], ignore_conflicts=True)
    return True


def _is_round_made(found: OpenRound) -> bool:
    return RoundForecast.objects.filter(round=found.round, method=LAST_ROUND_METHOD, state=found.state).exists()


def _round_odds(found: OpenRound) -> dict[int, Through]:
    tournament = found.round.stage.tournament
    rated = strengths_in(tournament.season, found.here)
    here, waiting = found.here, found.waiting

    def sitting(who: int | None) -> Sitting:
        if who is None:
            return Sitting(None, NEWCOMER)
        return Sitting(here[who], rated.get((tournament.system, who), NEWCOMER))

    tables = [[sitting(who) for who in seats] for seats in found.tables.values()]
    seed = f"{LAST_ROUND_METHOD} {tournament.draw_commitment} {found.state}"
    seated, others = through(tables, [here[who] for who in waiting], found.cut, seed=seed)
    told = dict(zip(waiting, others, strict=True))
    for seats, at_table in zip(found.tables.values(), seated, strict=True):
        told |= {who: one for who, one in zip(seats, at_table, strict=True) if who is not None and one is not None}
    return told


def make_season_forecasts() -> int:
    """Make the forecasts of seasons; return how many. If two workers make the same one, the second is not written."""
    return sum(_make_for_season(season, known) for season, known in awaiting_season_forecast())


def _make_for_season(season: Season, known: Known) -> bool:
    """Make the forecast of a season and return whether it was made. Results that changed while they were read wait for
    the next time."""
    assert season.ends_on is not None
    planned, apart = planned_in(season)
    games = played_games(season, apart)
    if known_of([season.pk]).get(season.pk) != known:
        return False
    coming, newest = to_come(games, timezone.now(), end_of(season))
    playing = {one.character for game in games for one in game.taken}.union(*(one.characters for one in planned))
    chances = season_odds(
        games,
        newest,
        coming,
        strengths_in(season, playing),
        counting_in(season),
        divisions_in(season),
        planned,
        seed=f"{SEASON_METHOD} {season.draw_seed} {known.results} {known.last}",
    )
    positions = standings(season).positions([one.character for one in chances])
    rows = [ChancesRow(one, positions.get(one.character, 0)) for one in sorted(chances, key=_likeliest)[:KEPT]]
    sure = sum(one.games for one in planned)
    forecast = SeasonForecast(
        season=season,
        method=SEASON_METHOD,
        results=known.results,
        last_result=known.last,
        ends_on=season.ends_on,
        day=timezone.localdate(),
        games=round(coming.expected) + sure,
        planned=sure,
        characters=len(chances),
        odds=[one.kept() for one in rows],
    )
    SeasonForecast.objects.bulk_create([forecast], ignore_conflicts=True)
    return True


def _likeliest(one: Chances) -> tuple[object, ...]:
    return *(-chance for chance in one.places), one.middle, one.character
