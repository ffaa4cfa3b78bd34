"""Other house rules tried out: ordered by an organiser, lived by workers, read by everybody, used for a season."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from league.clubs.queries import house_rules_of
from league.clubs.services.leagues import create_league, create_season
from league.lab.models import WhatIf
from league.lab.rules.what_if import SEASONS, WorldTotals
from league.lab.services.orders import resume_order, stop_order
from league.lab.services.portions import work_on_orders
from league.lab.services.what_if import order_what_if
from league.models import QuotaUse, Season
from tests.factories.days import on_day
from tests.factories.friday_club import FridayClub, a_friday_club
from tests.factories.games import played, review
from tests.factories.pages import fields_in_sight
from tests.factories.sheets import at

LIST = "/leagues/friday-club/what-if/"


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played_club(rows_of_module) -> FridayClub:
    """Twelve games of 200 points against a target of 100, of which Ada and Bo win every other one."""
    with rows_of_module.unblock():
        return a_played_club()


def a_played_club() -> FridayClub:
    club = a_friday_club()
    people = club.overtime, club.bigdesk
    studied = {"degrees": {"law": 1, "journalism": 1}, "trips": {"lister_bacon": 2, "bbc_news": 2}}
    for number in range(12):
        winner, other = people[number % 2], people[1 - number % 2]
        seats = at(winner, 200, won=True, **studied), at(other, 40)
        played(club.season, f"g{number}", *seats, day=on_day(1) + timedelta(days=number), target=100)
    review()
    return club


def order(club: FridayClub, **changes) -> WhatIf:
    asked = {"values": {"cap_points_at_target": True}, "begins": "entry", "games": 20} | changes
    return order_what_if(league=club.league, by=club.cleo, **asked)


def short(what_if: WhatIf) -> WhatIf:
    """The same comparison of 50 seasons."""
    WhatIf.objects.filter(pk=what_if.pk).update(seasons=50)
    return fresh(what_if)


def fresh(what_if: WhatIf) -> WhatIf:
    return WhatIf.objects.get(pk=what_if.pk)


def form(club: FridayClub, client, **changes) -> dict[str, str]:
    """What the page sends when nothing but `changes` is changed."""
    found = client.get(LIST).context["form"]
    return {field.name: str(field.value()) for field in found} | changes


def test_an_organiser_tries_them_out_and_uses_them_for_the_next_season(client, played_club, text):
    club = played_club
    client.force_login(club.cleo)
    assert "Compare" in text(LIST) and "No games to draw from" not in text(LIST)
    page = client.post(LIST, form(club, client, cap_points_at_target="True", begins="entry", games="20")).url
    waiting = text(page)
    assert 'hx-trigger="every 2s"' in waiting and "0 of 500 seasons" in waiting
    work_on_orders()
    work_on_orders(seconds=60)
    done = text(page)
    assert 'hx-trigger="every' not in done and "With these rules a promotion takes" in done
    assert "<del>No</del> <ins>Yes</ins>" in done and "500 seasons of 20 games" in done and "with 2 characters" in done
    [link] = [part.split('"')[0] for part in done.split('href="') if "seasons/new/?rules=" in part.split('"')[0]]
    assert "with these changes" in text(link)
    rules = link.partition("rules=")[2]
    made = client.post(link.partition("?")[0], {"name": "Autumn 2026", "rules": rules})
    assert made.status_code == 302
    after = house_rules_of(Season.objects.get(name="Autumn 2026"))
    assert after.cap_points_at_target and after.engine_games == house_rules_of(club.season).engine_games
    assert "Played" in text(LIST)


def test_three_rules_are_asked_and_what_was_changed_before_is_unfolded(client, played_club):
    first = ["promotion_points", "demotion", "cap_points_at_target"]
    client.force_login(played_club.cleo)
    assert fields_in_sight(client.get(LIST)) == fields_in_sight(client.get(f"{LIST}?source=engine")) == first
    before = order(played_club, values={"post_doc": "one_game"})
    assert {*first, "post_doc"} < {*fields_in_sight(client.get(f"{LIST}?from={before.pk}"))}
    refused = client.post(LIST, form(played_club, client, games="0"))
    assert fields_in_sight(refused) == [*first, "begins", "seasons", "games"]


def test_portions_come_to_the_same_as_one_go(played_club):
    one = short(order(played_club))
    while work_on_orders(seconds=0):
        pass
    done = fresh(one)
    assert (done.status, done.done, done.characters) == (WhatIf.DONE, 50, 2)
    again = short(order(played_club))
    WhatIf.objects.filter(pk=again.pk).update(seed=one.seed)
    work_on_orders(seconds=60)
    assert fresh(again).totals == done.totals
    totals = WorldTotals.of(done.totals)
    assert totals.seasons == 50 and totals.today.played == 50 * 20 * 2


def test_a_result_that_comes_in_between_begins_it_anew(played_club):
    club, what_if = played_club, order(played_club)
    work_on_orders(seconds=0)
    first = fresh(what_if)
    played(club.season, "late", at(club.overtime, 110), at(club.bigdesk, 40), day=on_day(40), target=100)
    review()
    work_on_orders(seconds=0)
    second = fresh(what_if)
    assert (first.done, second.done) == (1, 1) and first.inputs != second.inputs


def test_it_is_stopped_and_goes_on_where_it_stood(client, played_club, text):
    what_if = short(order(played_club))
    work_on_orders(seconds=0)
    client.force_login(played_club.cleo)
    change = f"{what_if.get_absolute_url()}change/"
    client.post(change, {"stop": "1"})
    assert not work_on_orders() and fresh(what_if).status == WhatIf.STOPPED
    assert "Go on" in text(what_if.get_absolute_url()) and "1 of 50 " in text(what_if.get_absolute_url())
    used = QuotaUse.objects.create(user=played_club.cleo, kind="orders", hour=timezone.now(), amount=200)
    client.post(change, {})
    assert fresh(what_if).status == WhatIf.STOPPED, "often enough for today"
    used.delete()
    client.post(change, {})
    work_on_orders(seconds=60)
    assert fresh(what_if).status == WhatIf.DONE
    with pytest.raises(ValidationError, match="not running"):
        stop_order(order=what_if)
    with pytest.raises(ValidationError, match="a stopped run"):
        resume_order(order=what_if)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"values": {}}, "today's house rules"),
        ({"values": {"cap_points_at_target": False}}, "today's house rules"),
        ({"values": {"boss_only": False}}, "can't be judged"),
        ({"values": {"demotion": "two"}}, "demotion"),
        ({"values": {"best_of": "ten", "count_games": "best"}}, "best_of"),
        ({"games": 9}, "From 10 to 1,000 games"),
        ({"games": 1001}, "From 10 to 1,000 games"),
        ({"begins": "yesterday"}, "where everybody begins"),
    ],
)
def test_what_can_not_be_tried_out_is_refused_in_a_sentence(played_club, changes, said):
    with pytest.raises(ValidationError, match=said):
        order(played_club, **changes)
    assert not WhatIf.objects.exists()


def test_a_league_without_games_has_nothing_to_draw_from(client, played_club, text):
    empty = create_league(name="Empty Club", by=played_club.cleo)
    create_season(league=empty, name="First", by=played_club.cleo)
    with pytest.raises(ValidationError, match="Nobody has played"):
        order(replace(played_club, league=empty))
    page = "/leagues/empty-club/what-if/"
    assert "Nothing tried out yet" in text(page)
    client.force_login(played_club.cleo)
    assert "No games to draw from" in text(f"{page}?source=results")


def test_one_at_a_time(played_club):
    order(played_club)
    with pytest.raises(ValidationError, match="already in progress"):
        order(played_club)
    assert WhatIf.objects.count() == 1


def test_a_bad_form_says_what_to_do(client, played_club):
    client.force_login(played_club.cleo)
    answer = client.post(LIST, form(played_club, client, games="many"))
    assert answer.status_code == 422 and not WhatIf.objects.exists()
    answer = client.post(LIST, form(played_club, client))
    assert answer.status_code == 422 and "Change at least one of them" in answer.content.decode()


def test_players_and_strangers_read_and_do_not_order(client, played_club, text):
    what_if = order(played_club)
    work_on_orders(seconds=0)
    assert "Compare" not in text(LIST) and "Stop" not in text(what_if.get_absolute_url())
    assert client.post(LIST, {}).status_code in (302, 403)
    client.force_login(played_club.ada)
    assert client.post(LIST, {}).status_code == 403
    assert client.post(f"{what_if.get_absolute_url()}change/", {"stop": "1"}).status_code == 403
    assert fresh(what_if).status == WhatIf.RUNNING
    assert client.get("/leagues/friday-club/what-if/999/").status_code == 404


API = "/api/v1/leagues/friday-club/what-ifs/"


def test_a_program_orders_one_and_reads_what_comes_of_it(client, played_club):
    asked = {"rules": {"cap_points_at_target": True}, "begins": "entry", "games": 20}
    assert client.post(API, asked, content_type="application/json").status_code in (401, 403)
    client.force_login(played_club.ada)
    assert client.post(API, asked, content_type="application/json").status_code == 403
    client.force_login(played_club.cleo)
    made = client.post(API, asked, content_type="application/json")
    assert made.status_code == 201 and made.json()["rules"] == {"cap_points_at_target": [False, True]}
    assert made.json()["status"] == "running"
    work_on_orders(seconds=60)
    done = client.get(f"{API}{made.json()['id']}/").json()
    assert done["status"] == "done" and done["totals"]["seasons"] == SEASONS == done["lived"]
    [row] = client.get(API).json()["results"]
    assert row == {name: value for name, value in done.items() if name != "totals"}


def test_a_program_stops_one_and_lets_it_go_on(client, played_club):
    what_if = short(order(played_club))
    state = f"{API}{what_if.pk}/state/"

    def sent(do: str) -> int:
        return client.post(state, {"do": do}, content_type="application/json").status_code

    client.force_login(played_club.ada)
    assert sent("stop") == 403 and fresh(what_if).status == WhatIf.RUNNING
    client.force_login(played_club.cleo)
    assert sent("stop") == 200 and fresh(what_if).status == WhatIf.STOPPED
    assert sent("stop") == sent("more") == 400
    assert sent("resume") == 200 and fresh(what_if).status == WhatIf.RUNNING


@pytest.mark.parametrize(
    "wrong", [{"rules": {}}, {"rules": {"boss_only": False}}, {"rules": "all"}, {"games": 5}, {"begins": "never"}, {}]
)
def test_a_program_that_asks_for_what_can_not_be_is_told_so(client, played_club, wrong):
    client.force_login(played_club.cleo)
    asked = {"rules": {"cap_points_at_target": True}} | wrong if wrong else {}
    answer = client.post(API, asked, content_type="application/json")
    assert answer.status_code in (400, 422) and answer.json() and not WhatIf.objects.exists()
    assert client.get(f"{API}9223372036854775808/").status_code == 404


def test_the_database_knows_what_is_done(played_club):
    what_if = order(played_club)
    for change in ({"status": "done"}, {"other": what_if.today}, {"status": "lost"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            WhatIf.objects.filter(pk=what_if.pk).update(**change)


def test_rules_of_a_season_to_come_that_nobody_knows_are_those_of_the_last_one(client, played_club):
    client.force_login(played_club.cleo)
    client.post("/leagues/friday-club/seasons/new/", {"name": "Winter", "rules": "0" * 64})
    assert house_rules_of(Season.objects.get(name="Winter")) == house_rules_of(played_club.season)
