"""Forecasts are made by a worker: of a character after every review that follows from something new, and for newcomers;
of a last round whenever its points or its open tables change; of a season after its results have changed, and every
day. What is made stays; a correction leads to a new one."""

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
    ResultCount,
    awaiting_season_forecast,
    counting_in,
    divisions_in,
    end_of,
    known_of,
    played_games,
    strengths_in,
)
from league.forecasts.queries.season_plan import planned_in
from league.forecasts.rules.last_round import LAST_ROUND_METHOD, OPEN, CharacterOdds, Through
from league.forecasts.rules.last_round_odds import OpenSeat, through
from league.forecasts.rules.odds import METHOD, odds_of
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
    """Make forecasts, by the league's figures, for some games not played yet; return how many."""
    return _make_some(newcomers_awaiting_forecast()[:AT_ONCE])


def _make_some(waiting: Iterable[Character]) -> int:
    count = 0
    for league, some in groupby(waiting, key=lambda character: character.enrolment.league):
        characters, games, house = list(some), league_games(league), newest_house_rules(league)
        own = own_games(characters)
        for character in characters:
            others = [played for who, lines in games.items() if who != character.pk for played in lines]
            count += _make(character, own[character.pk], others, house)
    return count


def _make(character: Character, own: OwnGames, others: list[UrnGame], house: HouseRules) -> bool:
    seed = f"{METHOD} {character.pk} {character.last_digest}"
    odds = odds_of(own.career, character.profile, house, own.lines, others, seed)
    row = Forecast(
        character=character,
        method=METHOD,
        after_fact=character.last_fact,
        level=own.career.level,
        **(odds._asdict() if odds else {}),
    )
    with transaction.atomic():
        now = Character.objects.select_for_update(no_key=True).get(pk=character.pk)
        if now.last_fact != character.last_fact:
            return False  # a game has come meanwhile, which this was to foretell
        Forecast.objects.bulk_create([row], ignore_conflicts=True)
    return True


def make_round_forecasts() -> int:
    """Make the forecasts of open last rounds; return how many. If two workers make the same one, the second is not
    written."""
    return sum(_make_for_round(last) for last in open_rounds())


def _make_for_round(last: Round) -> bool:
    """Make the forecast of the characters for which something is open, and return whether it was made. A round that
    changed while it was read waits for the next time."""
    open_round = open_last_round(last)
    if open_round is None or not open_round.tables:
        return False
    if RoundForecast.objects.filter(round=last, method=LAST_ROUND_METHOD, state=open_round.state).exists():
        return False
    verdicts, odds = verdicts_in(open_round), _round_odds(open_round)
    again = open_last_round(last)
    if again is None or again.state != open_round.state:
        return False
    rows = [
        CharacterOdds(who, position, *odds[who])
        for position, who in enumerate(open_round.order, 1)
        if verdicts[who].claim == OPEN
    ]
    forecast = RoundForecast(
        round=last, method=LAST_ROUND_METHOD, state=open_round.state, cut=open_round.cut, odds=rows
    )
    RoundForecast.objects.bulk_create([forecast], ignore_conflicts=True)
    return True


def _round_odds(open_round: OpenRound) -> dict[int, Through]:
    tournament = open_round.round.stage.tournament
    rated = strengths_in(tournament.season, open_round.here)
    here = open_round.here

    def sitting(who: int | None) -> OpenSeat:
        if who is None:
            return OpenSeat(None, NEWCOMER)
        return OpenSeat(here[who], rated.get((tournament.system, who), NEWCOMER))

    tables = [[sitting(who) for who in seats] for seats in open_round.tables.values()]
    seed = f"{LAST_ROUND_METHOD} {tournament.draw_commitment} {open_round.state}"
    waiting = [here[who] for who in open_round.waiting]
    return open_round.by_character(*through(tables, waiting, open_round.cut, seed=seed))


def make_season_forecasts() -> int:
    """Make the forecasts of seasons; return how many. If two workers make the same one, the second is not written."""
    return sum(_make_for_season(season, count) for season, count in awaiting_season_forecast())


def _make_for_season(season: Season, count: ResultCount) -> bool:
    """Make the forecast of a season and return whether it was made. Results that changed while they were read wait for
    the next time."""
    assert season.ends_on is not None
    planned, apart = planned_in(season)
    games = played_games(season, apart)
    if known_of([season.pk]).get(season.pk) != count:
        return False
    coming, newest = to_come(games, timezone.now(), end_of(season))
    playing = {seat.character for game in games for seat in game.taken}.union(*(plan.characters for plan in planned))
    chances = season_odds(
        games,
        newest,
        coming,
        strengths_in(season, playing),
        counting_in(season),
        divisions_in(season),
        planned,
        seed=f"{SEASON_METHOD} {season.draw_seed} {count.results} {count.last}",
    )
    positions = standings(season).positions([chance.character for chance in chances])
    sure = sum(plan.games for plan in planned)
    forecast = SeasonForecast(
        season=season,
        method=SEASON_METHOD,
        results=count.results,
        last_result=count.last,
        ends_on=season.ends_on,
        day=timezone.localdate(),
        games=round(coming.expected) + sure,
        planned=sure,
        characters=len(chances),
        odds=[
            chance._replace(position=positions.get(chance.character, 0))
            for chance in sorted(chances, key=_likeliest)[:KEPT]
        ],
    )
    SeasonForecast.objects.bulk_create([forecast], ignore_conflicts=True)
    return True


def _likeliest(chances: Chances) -> tuple[object, ...]:
    return *(-chance for chance in chances.places), chances.middle, chances.character
