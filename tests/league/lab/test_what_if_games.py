"""Other worlds that the engine plays in: ordered by an organiser, lived by workers, read by everybody, used."""

import csv
import io
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import ThinkingTime
from league.clubs.queries import house_rules_of
from league.clubs.services.leagues import create_league, join_league
from league.lab.models import WhatIf
from league.lab.queries.what_if import people_of, roster_of, usual_format, worlds_of
from league.lab.rules.what_if import METHOD, WorldTotals
from league.lab.rules.what_if_games import POLITICS, live_games
from league.lab.rules.what_if_worlds import TableFormat
from league.lab.services.orders import resume_order
from league.lab.services.portions import work_on_orders
from league.lab.services.what_if import order_what_if
from league.models import Season
from tests.factories.boards import a_board
from tests.factories.days import on_day
from tests.factories.friday_club import FridayClub, a_friday_club, join
from tests.factories.games import played, review
from tests.factories.sheets import at

LIST = "/leagues/friday-club/what-if/"
ENGINE = f"{LIST}?source=engine"
API = "/api/v1/leagues/friday-club/what-ifs/"
SHORT = TableFormat(target=100)


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def four(rows_of_module) -> FridayClub:
    with rows_of_module.unblock():
        return a_club_of_four()


def a_club_of_four() -> FridayClub:
    """Nobody has played yet, and four could."""
    club = a_friday_club()
    for owner, name in (("eve", "Cyd Copier"), ("fay", "Dot Desk")):
        user = User.objects.create(username=owner)
        join_league(league=club.league, user=user)
        join(club.league, user, name)
    return club


def order(club: FridayClub, **changes) -> WhatIf:
    asked = {"values": {"boss_only": False}, "begins": "today", "games": 10, "seasons": 50, "formats": (SHORT, SHORT)}
    return order_what_if(league=club.league, by=club.cleo, **({"source": WhatIf.ENGINE} | asked | changes))


def fresh(what_if: WhatIf) -> WhatIf:
    return WhatIf.objects.get(pk=what_if.pk)


def form(client, url: str = ENGINE, **changes) -> dict[str, str]:
    """What the page sends when nothing but `changes` is changed."""
    found = client.get(url).context["form"]
    return {field.name: "" if field.value() is None else str(field.value()) for field in found} | changes


def test_an_organiser_lets_the_engine_play_and_uses_the_rules_for_the_next_season(client, four, text):
    board = a_board(four.league).versions.get()
    client.force_login(four.cleo)
    asked = form(client, games="10", seasons="50", board=board.digest, other_seats="3", other_target="100")
    page = client.post(ENGINE, asked).url
    assert "0 of 50 seasons" in text(page)
    assert work_on_orders(seconds=0)
    told = text(page)
    assert "Games decided by politics" in told and "every fifth table (2 a season)" in told
    assert "<del>200 points, as many at a table as sat together</del> <ins>100 points, 3 at a table</ins>" in told
    assert "Volts over London" in told and told.count("<svg") > 3 and "100 points, 3 at a table." in told
    [link] = [part.split('"')[0] for part in told.split('href="') if "seasons/new/?rules=" in part.split('"')[0]]
    client.post(link.partition("?")[0], {"name": "Autumn 2026", "rules": link.partition("rules=")[2]})
    assert house_rules_of(Season.objects.get(name="Autumn 2026")).board == board.digest
    assert "Played by the engine" in text(LIST)


def test_a_row_names_its_world_and_its_seasons_are_those_of_the_rules(four):
    what_if = order(four, formats=(SHORT, TableFormat("timed", minutes=10, seats=2)))
    for _portion in range(3):
        assert work_on_orders(seconds=0)
    roster, (today, other) = roster_of(four.league, begins="today"), worlds_of(what_if)
    expected = WorldTotals()
    for season in range(3):
        expected.merge(live_games(roster, today, other, 10, seed=what_if.seed, season=season))
    row = fresh(what_if)
    assert WorldTotals.of(row.totals) == expected and (row.done, row.characters, row.leased_until) == (3, 4, None)
    assert expected.other.played == 3 * 10 * 2 and POLITICS in expected.more


def test_it_comes_to_an_end(four):
    what_if = order(four, formats=(SHORT, TableFormat(target=100, seats=2)), values={})
    WhatIf.objects.filter(pk=what_if.pk).update(seasons=3)
    assert work_on_orders(seconds=60) and not work_on_orders()
    assert fresh(what_if).status == WhatIf.DONE and fresh(what_if).finished_at


def test_of_a_stopped_one_no_season_is_kept_that_was_under_way(four):
    """A worker has the row, and somebody stops it: what the worker writes then finds nobody's row."""
    what_if = order(four)
    WhatIf.objects.filter(pk=what_if.pk).update(leased_until=timezone.now() + timedelta(minutes=1))
    WhatIf.objects.filter(pk=what_if.pk).update(status=WhatIf.STOPPED)
    assert not work_on_orders() and fresh(what_if).done == 0
    resume_order(order=fresh(what_if))
    assert work_on_orders(seconds=0) and fresh(what_if).done == 1


def test_what_the_engine_plays_is_thinking_time_of_whoever_asked(four):
    what_if = order(four)
    work_on_orders(seconds=0)
    spent = ThinkingTime.objects.get(person=four.cleo)
    assert spent.milliseconds > 0
    ThinkingTime.objects.filter(pk=spent.pk).update(milliseconds=10**9)
    work_on_orders(seconds=0)
    assert fresh(what_if).status == WhatIf.STOPPED and fresh(what_if).done == 2
    with pytest.raises(ValidationError, match="Today's thinking time is used up"):
        resume_order(order=fresh(what_if))
    with pytest.raises(ValidationError, match="Today's thinking time is used up"):
        order(four)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"values": {"board": "atlantis"}}, "board"),
        ({"values": {"board": "0" * 64}}, "no board with the digest"),
        ({"values": {"leaver": "zero"}}, "changes nothing"),
        ({"choices": {"turn_limit": 9}}, "changes nothing"),
        ({"choices": {"checkpoints": [50]}}, "changes nothing"),
        ({"choices": {"doubles_extra_turn": "often"}}, "doubles_extra_turn"),
        ({"choices": {"min_part": 100}}, "leaves no formula"),
        ({"formats": (SHORT, TableFormat(target=100, seats=5))}, "from 2 to 4"),
        ({"formats": (SHORT, TableFormat(target=5000))}, "from 100 to 500"),
        ({"formats": (TableFormat("timed"), SHORT)}, "how long a game lasts"),
        ({"games": 301}, "From 10 to 300 games"),
        ({"seasons": 51}, "50, 100, 500"),
        ({"source": "dice"}, "where the games come from"),
        ({"values": {}}, "today's house rules"),
    ],
)
def test_what_the_engine_can_not_play_is_refused_in_a_sentence(four, changes, said):
    with pytest.raises(ValidationError, match=said):
        order(four, **changes)
    assert not WhatIf.objects.exists()


def test_a_board_of_another_league_is_none_of_this_one(four):
    elsewhere = a_board(create_league(name="Elsewhere", by=four.dev)).versions.get()
    with pytest.raises(ValidationError, match="no board with the digest"):
        order(four, values={"board": elsewhere.digest})


def test_a_league_without_characters_has_nobody_to_sit_down(four):
    empty = create_league(name="Empty", by=four.cleo)
    with pytest.raises(ValidationError, match="needs two characters"):
        order_what_if(
            league=empty, values={"boss_only": False}, begins="today", games=10, source=WhatIf.ENGINE, by=four.cleo
        )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"formats": (SHORT, SHORT)}, "keep their format"),
        ({"choices": {"trading": False}}, "'trading' can't be judged"),
    ],
)
def test_own_results_keep_their_format_and_what_happened_at_the_table(four, changes, said):
    with pytest.raises(ValidationError, match=said):
        order(
            four,
            **({"source": WhatIf.RESULTS, "values": {"promotion_points": "cumulative"}, "formats": None} | changes),
        )


def test_who_sat_together_lately_plays_and_the_usual_format_is_that_of_their_tables(four):
    assert people_of(four.league).count() == 4 and usual_format(four.league) == TableFormat(target=200)
    played(four.season, "g1", at(four.overtime, 120, won=True), at(four.bigdesk, 40), day=on_day(1), target=100)
    review()
    assert set(people_of(four.league)) == {four.overtime, four.bigdesk}
    assert usual_format(four.league) == TableFormat(target=100)
    assert list(roster_of(four.league, begins="today").tables) == [(four.overtime.pk, four.bigdesk.pk)]


def test_a_bad_form_says_what_to_do_and_keeps_what_was_chosen(client, four):
    client.force_login(four.cleo)
    answer = client.post(ENGINE, form(client, other_mode="timed", unrelated="normal"))
    assert answer.status_code == 422 and "how long a game lasts" in answer.content.decode()
    assert answer.context["form"]["unrelated"].value() == "normal" and not WhatIf.objects.exists()
    assert client.post(ENGINE, form(client)).status_code == 422
    assert client.post(ENGINE, form(client, games="301")).status_code == 422


def test_the_next_one_begins_with_what_the_last_one_tried(client, four):
    before = order(four, formats=(SHORT, TableFormat("timed", minutes=20, seats=3)), choices={"trading": False})
    client.force_login(four.cleo)
    begun = form(client, f"{LIST}?from={before.pk}")
    assert (begun["boss_only"], begun["careers__trading"]) == ("False", "False")
    assert (begun["today_target"], begun["other_mode"], begun["other_minutes"], begun["other_seats"]) == (
        *("100", "timed", "20", "3"),
    )
    assert client.get(f"{LIST}?from=999").status_code == 200


def test_where_nobody_has_played_the_engine_is_offered(client, four, text):
    client.force_login(four.cleo)
    assert "Bots play seasons" in text(LIST)
    assert "The engine can play without any" in text(f"{LIST}?source=results")


def test_the_list_asks_the_same_questions_however_many_there_are(client, four, django_assert_max_num_queries):
    def asked() -> int:
        with django_assert_max_num_queries(60) as counted:
            client.get(LIST)
        return len(counted)

    order(four)
    WhatIf.objects.update(status=WhatIf.STOPPED)
    asked()
    few = asked()
    for _one in range(3):
        order(four)
        WhatIf.objects.update(status=WhatIf.STOPPED)
    assert asked() == few


def test_one_from_before_levels_were_counted_season_by_season_stays_readable(client, four, text):
    played(four.season, "g1", at(four.overtime, 120, won=True), at(four.bigdesk, 40), day=on_day(1), target=100)
    review()
    what_if = order_what_if(league=four.league, values={"promotion_points": "cumulative"}, begins="today", games=10)
    assert (what_if.method, what_if.today_format) == (METHOD, "")
    work_on_orders(seconds=0)
    totals = fresh(what_if).totals
    for counts in (totals["more"], totals["today"]["counts"], totals["other"]["counts"]):
        for kind in [kind for kind in counts if kind.startswith("at_")]:
            del counts[kind]
    for world in ("today", "other"):
        del totals[world]["unwon"]
    WhatIf.objects.filter(pk=what_if.pk).update(totals=totals)
    told = text(what_if.get_absolute_url())
    assert "Who sits where in the end" in told and "politics" not in told and 'id="ends-title"' not in told
    work_on_orders(seconds=0)
    assert 'id="ends-title"' in text(what_if.get_absolute_url()), "and goes on"


def test_the_figures_are_a_file(client, four):
    what_if = order(four)
    file = f"{what_if.get_absolute_url()}figures.csv"
    assert len(client.get(file).content.decode().splitlines()) == 1 + 5, "nothing lived, and the five levels to reach"
    for _season in range(2):
        work_on_orders(seconds=0)
    answer = client.get(file)
    rows = {row["figure"]: row for row in csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))}
    assert answer["Content-Type"].startswith("text/csv") and {"promotion", "politics", "at_entry"} <= rows.keys()
    assert rows["at_entry"]["today_mean"] == "4.00" and rows["games_to_senior"]["difference"] == ""


def test_a_program_asks_for_another_world_and_reads_what_comes_of_it(client, four):
    client.force_login(four.cleo)
    asked = {
        "games_from": "engine",
        "rules": {"unrelated": "normal"},
        "settings": {"doubles_extra_turn": True},
        "other": {"mode": "timed", "minutes": 20, "seats": 2},
        "games": 10,
        "seasons": 50,
    }
    made = client.post(API, asked, content_type="application/json")
    assert made.status_code == 201
    assert made.json()["rules"] == {"unrelated": ["forbidden", "normal"]}
    assert made.json()["settings"] == {"doubles_extra_turn": [False, True]}
    assert made.json()["today"] == {"mode": "formula", "target": 200, "minutes": None, "seats": 0}
    assert made.json()["other"] == {"mode": "timed", "target": None, "minutes": 20, "seats": 2}
    work_on_orders(seconds=0)
    read = client.get(f"{API}{made.json()['id']}/").json()
    assert read["lived"] == 1 and POLITICS in read["totals"]["more"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"other": {"mode": "race"}},
        {"other": {"mode": "timed", "minutes": 20, "target": 100}},
        {"other": {"mode": "formula", "target": "many"}},
        {"settings": {"turn_limit": 5}},
        {"rules": {"board": "atlantis"}},
        {"games_from": "dice"},
        {"seasons": 51},
        {"rules": {}},
        {"games_from": "results"},
    ],
)
def test_a_program_that_asks_for_no_world_is_told_so(client, four, wrong):
    client.force_login(four.cleo)
    asked = {"games_from": "engine", "rules": {"boss_only": False}, "games": 10, "seasons": 50} | wrong
    answer = client.post(API, asked, content_type="application/json")
    assert answer.status_code in (400, 422) and answer.json() and not WhatIf.objects.exists()


def test_the_database_knows_that_there_are_two_worlds(four):
    what_if = order(four, formats=(SHORT, TableFormat(target=100, seats=2)))
    for change in ({"other_format": ""}, {"source": "results"}, {"source": "dice"}, {"today_format": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            WhatIf.objects.filter(pk=what_if.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        WhatIf.objects.filter(pk=what_if.pk).update(other=what_if.today_id, other_format=what_if.today_format)
    assert WhatIf.objects.filter(pk=what_if.pk).update(other=what_if.today_id), "another format is another world"
