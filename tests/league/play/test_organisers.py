"""Games on the site that count, as organisers look them through."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Play, PlaySeat
from games.rules.fair_chance import hash_of
from games.services.plays import game_of
from league.accounts.queries.own_data import SECTIONS
from league.accounts.rules import former_name
from league.accounts.services.farewell import forget_person
from league.models import PlayOrigin, Season, SeasonPlay
from league.play.rules.systems import PLAYED_HERE
from league.play.services.origins import forget_old_origins, origin_at
from league.play.services.season_plays import MOST_UNFINISHED, begin
from tests.factories.families import family
from tests.factories.pages import text
from tests.factories.plays import a_running_play, a_table_of, decider, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_club_of_short_games

pytestmark = pytest.mark.django_db
URL = "/seasons/spring-2026/plays/"
HOME, BAR = "192.0.2.7", "198.51.100.9"


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_club_of_short_games()


def read(club: ThursdayClub, name: str = "otto", query: str = "") -> str:
    answer = club.signed_in(name).get(f"{URL}{query}")
    assert answer.status_code == 200
    return text(answer)


def figures(page: str, one: str, other: str) -> list[str]:
    """What the row of this pair says, in the order of its columns."""
    row = page.partition(f"<bdi>{one}</bdi>, <bdi>{other}</bdi>")[2].partition("</tr>")[0]
    return re.findall(r'<td class="num"[^>]*>(.*?)</td>', row)


def a_browser(club: ThursdayClub, name: str, address: str, cookies_of: Client | None = None) -> Client:
    """Of this person; with `cookies_of` the same one, in which somebody else signed in before."""
    browser = Client(REMOTE_ADDR=address)
    if cookies_of is not None and "device" in cookies_of.cookies:
        browser.cookies["device"] = cookies_of.cookies["device"].value
    browser.force_login(club.users[name])
    return browser


def moves(club: ThursdayClub, season_play: SeasonPlay, browsers: dict[str, Client], most: int = 6) -> None:
    """So many moves of the people at turn, each from their browser."""
    for _turn in range(most):
        play = fresh(season_play).play
        if play.status != Play.RUNNING:
            return
        sent = {"number": play.number, "action": game_of(play).legal[-1].text}
        answer = browsers[decider(play).username].post(f"/play/{play.pk}/turns/", sent)
        assert fresh(season_play).play.number > play.number, (
            answer.status_code,
            answer.headers,
            answer.content.decode(),
        )


def test_organisers_alone_read_it(club):
    assert Client().get(URL).status_code == 302
    for name in ("xenia", "vera", "ada", "sam"):
        assert club.signed_in(name).get(URL).status_code == 403, name
    assert club.signed_in("otto").get(URL).status_code == 200
    assert club.signed_in("otto").get("/seasons/none/plays/").status_code == 404
    assert f'href="{URL}"' in text(club.signed_in("otto").get("/seasons/spring-2026/"))
    assert f'href="{URL}"' not in text(club.signed_in("ada").get("/seasons/spring-2026/"))


def test_an_unfinished_game_is_listed_with_who_sits_there_and_whose_turn_it_is(club):
    season_play = a_running_play(club, "ada", "bo", bots=1, counts=True)
    practice = a_running_play(club, "ada", "bo", bots=0)
    play = plays_on(season_play, most=2)
    page = read(club)
    assert f'href="/play/{play.pk}/"' in page and f'href="/play/{practice.pk}/"' not in page
    assert f'href="/play/{play.pk}/replay/?seat=watch"' in page
    [at_turn] = re.findall(r"<strong><bdi>(.*?)</bdi></strong>", page)
    assert at_turn == play.seats.get(seat=play.actor + 1).name
    for seat, player in zip(play.seats.all(), game_of(play).view(None)["players"], strict=True):
        assert re.search(rf"<bdi>{re.escape(seat.name)}</bdi>.*?Cards: {player['cards']}</span>", page)


@pytest.mark.parametrize("system", family(PLAYED_HERE, usual=2))
def test_organisers_read_nothing_that_a_seat_may_not_see(club, system):
    """Whoever organises may sit there: the page is the same in every world that who watches can't tell apart."""
    season_play = a_running_play(club, "ada", "bo", "cleo", "dev", system=system, bots=0, counts=True)
    play = plays_on(season_play, most=12)
    before, game = read(club), game_of(play)
    for seed in range(3):
        Play.objects.filter(pk=play.pk).update(state=game.determinize(None, seed).save())
        assert without_tokens(read(club)) == without_tokens(before)


def without_tokens(page: str) -> str:
    return re.sub(r'value="[^"]{40,}"|nonce="[^"]*"|csrf-token" content="[^"]*"|ticket=[^"&]*', "", page)


def test_one_pair_has_three_unfinished_games_that_count_and_no_more(club):
    """The dodge of twelve games at once, of which the bad ones are left behind."""
    left = [a_running_play(club, "ada", "bo", bots=0, counts=True) for _game in range(MOST_UNFINISHED)]
    another = a_table_of(club, "bo", "ada", bots=0, counts=True)
    with pytest.raises(ValidationError, match="Ada and Bo have 3 unfinished games"):
        begin(season_play=another, by=club.users["ada"])
    assert fresh(another).play.status == Play.OPEN
    asked = APIClient()
    asked.force_authenticate(club.users["ada"])
    assert asked.post(f"/api/v1/plays/{another.pk}/start/", {}, format="json").status_code == 400
    page = read(club)
    assert all(f'href="/play/{one.pk}/"' in page for one in left)
    assert figures(page, "ada", "bo")[:2] == ["3", "3"]
    a_running_play(club, "ada", "cleo", bots=0, counts=True)  # with others
    a_running_play(club, "ada", "bo", bots=0)  # and for practice they may
    with pytest.raises(ValidationError):
        a_running_play(club, "cleo", "bo", "ada", bots=0, counts=True)
    assert plays_on(left[0]).status == Play.OVER
    begin(season_play=another, by=club.users["ada"])
    assert fresh(another).play.status == Play.RUNNING


def test_games_that_wait_for_what_browsers_add_to_chance_are_among_them(club):
    for _game in range(MOST_UNFINISHED):
        season_play = a_table_of(club, "ada", "bo", bots=0, counts=True)
        PlaySeat.objects.filter(play=season_play.pk).update(salt_hash=hash_of("a" * 32))
        begin(season_play=season_play, by=club.users["ada"])
        assert fresh(season_play).play.status == Play.OPEN
    with pytest.raises(ValidationError, match="3 unfinished games"):
        a_running_play(club, "ada", "bo", bots=0, counts=True)


def a_farm(club: ThursdayClub) -> None:
    """One person plays with two accounts, ada and bo."""
    one = a_running_play(club, "ada", "bo", bots=0, counts=True)
    ada = a_browser(club, "ada", HOME)
    first = decider(one.play).username
    browsers = {first: ada if first == "ada" else a_browser(club, first, HOME)}
    moves(club, one, browsers, most=1)
    second = "bo" if first == "ada" else "ada"
    browsers[second] = a_browser(club, second, HOME, cookies_of=browsers[first])
    moves(club, one, browsers)


def test_two_accounts_of_one_browser_and_one_address_show(club):
    a_farm(club)
    honest = a_running_play(club, "cleo", "dev", bots=0, counts=True)
    moves(club, honest, {"cleo": a_browser(club, "cleo", HOME), "dev": a_browser(club, "dev", BAR)})
    page = read(club)
    assert figures(page, "ada", "bo")[-2:] == ["1", "1"] and figures(page, "cleo", "dev")[-2:] == ["0", "0"]
    assert "not a verdict" in page


def test_programs_show_their_address_alone(club):
    season_play = a_running_play(club, "ada", "bo", bots=0, counts=True)
    play = season_play.play
    program = APIClient(REMOTE_ADDR=HOME)
    program.force_authenticate(decider(play))
    sent = {"number": play.number, "action": game_of(play).legal[0].text}
    assert program.post(f"/api/v1/plays/{play.pk}/turns/", sent, format="json").status_code == 200
    [kept] = PlayOrigin.objects.all()
    assert kept.browser == "" and kept.address == origin_at(play.pk, network=HOME).address


def test_no_address_is_kept_in_clear_nor_the_same_in_another_game_nor_for_practice(club):
    counts = a_running_play(club, "ada", "bo", bots=0, counts=True)
    again = a_running_play(club, "ada", "bo", bots=0, counts=True)
    practice = a_running_play(club, "ada", "bo", bots=0)
    for one in (counts, again, practice):
        by = decider(one.play).username
        browser = a_browser(club, by, HOME)
        moves(club, one, {by: browser}, most=1)
        assert ("device" in browser.cookies) == one.play.counts
    assert not PlayOrigin.objects.filter(play=practice.pk).exists()
    first, second = PlayOrigin.objects.order_by("play")
    assert HOME not in first.address and first.address != second.address
    assert first.address == origin_at(counts.pk, network=HOME).address


def test_who_deletes_the_account_takes_away_a_name_and_not_what_two_accounts_have_in_common(club):
    a_farm(club)
    ada = User.objects.get(username="ada")  # the one of the club stays as it is for the other tests
    forget_person(user=ada, label="somebody")
    page = read(club)
    assert figures(page, former_name(ada.pk), "bo")[-2:] == ["1", "1"] and "ada" not in page


def test_marks_go_with_the_season_and_with_time(club):
    season_play = a_running_play(club, "ada", "bo", bots=0, counts=True)
    by = decider(season_play.play)
    moves(club, season_play, {by.username: a_browser(club, by.username, HOME)}, most=1)
    now = timezone.now()
    assert [len(list(one.rows(by))) for one in SECTIONS if one.model is PlayOrigin] == [1]
    assert forget_old_origins(now + timedelta(days=364)) == 0
    Season.objects.update(ends_on=now.date())
    assert forget_old_origins(now + timedelta(days=30)) == 0
    PlayOrigin.objects.all().delete()
    for days in (31, 366):
        PlayOrigin.objects.create(play=season_play, person=by, address="a")
        assert forget_old_origins(now + timedelta(days=days)) == 1
        Season.objects.update(ends_on=None)


def test_the_table_says_before_it_begins_when_somebody_has_given_up(club):
    counts, practice = (a_table_of(club, "ada", "bo", bots=0, counts=counts) for counts in (True, False))
    browser = club.signed_in("ada")
    assert "for 60 days has given up" in text(browser.get(f"/play/{counts.pk}/"))
    assert "has given up" not in text(browser.get(f"/play/{practice.pk}/"))


def test_queries_are_as_many_for_many_games(club):
    browser, found = club.signed_in("otto"), []
    for names in (("ada", "bo"), ("ada", "cleo"), ("bo", "cleo"), ("dev", "cleo")):
        a_running_play(club, *names, bots=0, counts=True)
        browser.get(URL)
        with CaptureQueriesContext(connection) as asked:
            assert browser.get(URL).status_code == 200
        found.append(len(asked))
    assert len(set(found[1:])) == 1, found
