"""A season's odds know what its tournaments still have to play, and that days go by."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.forecasts import services
from league.forecasts.models import SeasonForecast
from league.forecasts.queries.season_plan import planned_in
from league.forecasts.rules.season_chances import Planned, RoundsLeft
from league.forecasts.services import make_season_forecasts
from league.models import Entry, Round, Season, Stage, Tournament
from tests.factories.pages import text
from tests.factories.tables import played_table
from tests.factories.teams import started
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db
OF_EIGHT = ((4, 0), (4, 0))


@pytest.fixture
def tournament() -> Tournament:
    made = a_tournament()
    made.season.ends_on = timezone.localdate() + timedelta(days=30)
    made.season.save(update_fields=["ends_on"])
    return made


@pytest.fixture
def season(tournament) -> Season:
    return tournament.season


@pytest.fixture
def entries(tournament) -> list[Entry]:
    return entered(tournament, 8)


def ids(*entries: Entry) -> tuple[int, ...]:
    return tuple(one.character_id for one in entries)


def end(played: Round) -> None:
    Round.objects.filter(pk=played.pk).update(status=Round.ENDED, started_at=timezone.now(), ended_at=timezone.now())


def test_open_tables_and_rounds_to_draw_are_planned(season, entries):
    stage = a_stage(entries[0].tournament, entries, rounds=3)
    first = a_round(stage, entries[:4], [*entries[4:7], None])
    left = RoundsLeft(2, ids(*entries), OF_EIGHT)
    tables = (ids(*entries[:4]), (*ids(*entries[4:7]), None))
    assert planned_in(season)[0] == [Planned("career_compass", tables, left)]
    game = played_table(first.tables.get(number=1))
    assert planned_in(season) == ([Planned("career_compass", tables[1:], left)], {game.game_id})


def test_a_round_that_nobody_may_read_yet_is_one_to_be_drawn(season, entries):
    stage = a_stage(entries[0].tournament, entries, rounds=3)
    a_round(stage, entries[:4], entries[4:], status=Round.DRAFT)
    assert planned_in(season)[0] == [Planned("career_compass", (), RoundsLeft(3, ids(*entries), OF_EIGHT))]


def test_who_dropped_plays_no_further_round(season, entries):
    a_stage(entries[0].tournament, entries, rounds=1)
    Entry.objects.filter(pk=entries[0].pk).update(status=Entry.DROPPED)
    assert planned_in(season)[0][0].left == RoundsLeft(1, ids(*entries[1:]), ((4, 0), (3, 0)))


@pytest.mark.parametrize(
    ("format", "left"), [(Stage.OPEN, []), (Stage.KNOCK_OUT, [None]), (Stage.FIXED, [3]), (Stage.SWISS, [3])]
)
def test_each_format_plans_what_it_knows(season, entries, format, left):
    a_stage(entries[0].tournament, entries, format=format, rounds=3 if left == [3] else None)
    assert [one.left.rounds if one.left else None for one in planned_in(season)[0]] == left


def test_where_teams_meet_their_line_ups_play_at_the_tables_of_matches():
    tournament = started(5, 3, line_up=2, rounds=2, shortfall="bye")
    plays = [entry for entry in tournament.entries.order_by("number") if entry.number % 3]
    assert planned_in(tournament.season)[0][0].left == RoundsLeft(2, ids(*plays), OF_EIGHT)


def test_too_few_for_a_table_and_no_tournament_plan_nothing(season, entries):
    assert planned_in(season) == ([], set())
    a_stage(entries[0].tournament, entries[:3], rounds=2)
    assert [one.games for one in planned_in(season)[0]] == [0]


def test_the_odds_count_rounds_to_come_for_who_is_entered_and_no_pace_for_them_beside(season, entries):
    stage = a_stage(entries[0].tournament, entries[:4], rounds=2)
    first = a_round(stage, entries[:4])
    played_table(first.tables.get())
    end(first)
    make_season_forecasts()
    made = SeasonForecast.objects.get()
    assert (made.games, made.planned, made.characters) == (1, 1, 4), "one round is left, and there is no other pace"
    shown = text(Client().get(f"/seasons/{season.slug}/odds/"))
    assert "Running tournaments are sure to have 1 more game." in shown and "At the pace of" not in shown
    said = Client().get(f"/api/v1/seasons/{season.slug}/odds/").json()
    assert (said["games_to_come"], said["games_planned"], said["characters"]) == (1, 1, 4)


def test_who_is_entered_and_has_not_played_is_listed_without_a_position(season, entries):
    stage = a_stage(entries[0].tournament, entries, rounds=2)
    first = a_round(stage, entries[:4], entries[4:])
    played_table(first.tables.get(number=1))
    make_season_forecasts()
    positions = {row.character: row.position for row in SeasonForecast.objects.get().chances}
    assert [positions[who] for who in ids(*entries)] == [1, 2, 3, 4, 0, 0, 0, 0]
    assert "–" in text(Client().get(f"/seasons/{season.slug}/odds/"))


def test_every_day_has_a_forecast_and_the_pace_goes_by(season, entries, monkeypatch):
    """The clock is set on; the results are the same."""
    stage = a_stage(entries[0].tournament, entries, format=Stage.OPEN, rounds=None)
    for table in a_round(stage, entries[:4], entries[4:]).tables.all():
        played_table(table)
    assert [make_season_forecasts(), make_season_forecasts()] == [1, 0]
    later = timezone.now() + timedelta(days=20)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert [make_season_forecasts(), make_season_forecasts()] == [1, 0]
    first, second = SeasonForecast.objects.order_by("id")
    assert (second.day - first.day).days == 20 and second.results == first.results
    assert second.games < first.games


def test_the_page_says_when_more_play_than_are_listed(season, entries, monkeypatch):
    monkeypatch.setattr(services, "KEPT", 3)
    stage = a_stage(entries[0].tournament, entries[:4], rounds=2)
    played_table(a_round(stage, entries[:4]).tables.get())
    make_season_forecasts()
    assert "The 3 of 4 characters most likely" in text(Client().get(f"/seasons/{season.slug}/odds/"))


def test_the_plan_asks_as_often_for_a_large_round(season, entries, django_assert_max_num_queries):
    stage = a_stage(entries[0].tournament, entries, rounds=3)
    a_round(stage, *[entries[at : at + 2] for at in range(0, 8, 2)])
    with django_assert_max_num_queries(5):
        planned_in(season)
