"""Play again: one tap of each person leads to one table, with the seats turned on."""

import pytest
from django.core.exceptions import ValidationError

from games.models import Play, PlaySeat
from games.rules.fair_chance import hash_of
from league.models import Season, SeasonPlay
from league.play.services.rematches import play_again
from league.play.services.season_plays import begin, close_table, seat_a_bot, sit_down
from tests.factories.plays import a_running_play, a_table_of, fresh, plays_on
from tests.factories.thursday_club import ThursdayClub, a_club_of_short_games

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_club_of_short_games()


def a_game_over(club: ThursdayClub, *names: str, **table) -> SeasonPlay:
    season_play = a_running_play(club, *names, **table)
    plays_on(season_play)
    return fresh(season_play)


def again(club: ThursdayClub, season_play: SeasonPlay, name: str, **more) -> SeasonPlay:
    return fresh(play_again(season_play=season_play, by=club.users[name], **more))


def seats(season_play: SeasonPlay) -> list[tuple[str, str, bool]]:
    rows = PlaySeat.objects.filter(play=season_play.pk).order_by("seat")
    return [(row.name, row.bot, row.person is not None) for row in rows]


def test_everybody_moves_on_by_a_seat_and_the_last_tap_begins_the_game(club):
    over = a_game_over(club, "ada", "bo", pace="day", visibility="league")
    bot = over.play.seats.get(seat=3)
    table = again(club, over, "bo")
    assert seats(table) == [(bot.name, "greedy", False), ("Ada", "", False), ("Bo", "", True)]
    assert table.play.status == Play.OPEN and table.season == over.season
    assert again(club, over, "ada") == table
    assert table.play.seats.filter(person=None, bot="").count() == 0 and fresh(table).play.status == Play.RUNNING
    same = ("system", "edition", "pace", "visibility", "passes", "counts")
    assert [getattr(table.play, name) for name in same] == [getattr(over.play, name) for name in same]


def test_settings_and_the_end_of_a_game_of_careers_are_agreed_again(club):
    over = a_table_of(club, "ada", "bo", system="careers", mode="timed", minutes=25, settings={"trading": False})
    begin(season_play=over, by=club.users["ada"])
    ended = {"status": Play.OVER, "outcome": {"winners": [0], "scores": []}, "actor": None}
    Play.objects.filter(pk=over.pk).update(**ended, bot_decides=False, due_at=None, decide_by=None)
    table = again(club, fresh(over), "ada")
    assert table.play.table == {**over.play.table, "again": over.pk}
    assert again(club, fresh(over), "bo").play.setup["settings"]["trading"] is False


def test_one_person_and_bots_play_at_once(club):
    over = a_game_over(club, "ada", bots=2)
    assert again(club, over, "ada").play.status == Play.RUNNING


def test_a_second_tap_changes_nothing_and_a_closed_table_is_opened_again(club):
    over = a_game_over(club, "ada", "bo", bots=0)
    table = again(club, over, "ada")
    assert again(club, over, "ada") == table and seats(table) == [("Bo", "", False), ("Ada", "", True)]
    close_table(season_play=table, by=club.users["ada"])
    assert again(club, over, "bo") != table


def test_a_seat_waits_for_its_person_until_the_opener_gives_it_to_a_bot(club):
    over = a_game_over(club, "ada", "bo", bots=0)
    table = again(club, over, "ada")
    with pytest.raises(ValidationError, match="Seat 1 is Bo's"):
        sit_down(season_play=table, seat=1, character=club.characters["Cleo"], by=club.users["cleo"])
    seat_a_bot(season_play=table, seat=1, bot="greedy", by=club.users["ada"])
    begin(season_play=table, by=club.users["ada"])
    assert fresh(table).play.status == Play.RUNNING and seats(table)[0][1:] == ("greedy", False)


def test_only_those_who_sat_there_play_again_and_only_after_the_end(club):
    running = a_running_play(club, "ada", "bo", bots=0)
    with pytest.raises(ValidationError):
        again(club, running, "ada")
    plays_on(running)
    with pytest.raises(ValidationError, match="don't sit"):
        again(club, fresh(running), "cleo")
    assert SeasonPlay.objects.count() == 1


def test_after_the_last_day_of_the_season_it_is_practice(club):
    over = a_game_over(club, "ada", "bo", bots=0, counts=True)
    Season.objects.filter(pk=club.season.pk).update(starts_on="2020-01-01", ends_on="2020-06-30")
    over = SeasonPlay.objects.get(pk=over.pk)
    assert over.play.counts and not again(club, over, "ada").play.counts


def test_what_the_browsers_add_to_chance_is_agreed_with_the_same_tap(club):
    over, salts = a_game_over(club, "ada", "bo", bots=0), {"ada": "ab" * 16, "bo": "cd" * 16}
    for name, salt in salts.items():
        table = again(club, over, name, salt_hash=hash_of(salt))
    assert table.play.status == Play.OPEN and table.play.sealed_at is not None
    for name, salt in salts.items():
        club.signed_in(name).post(f"/play/{table.pk}/salt/", {"salt": salt})
    assert fresh(table).play.status == Play.RUNNING


def test_the_page_of_the_end_asks_the_others_at_once(club):
    over = a_game_over(club, "ada", "bo", bots=0)
    at, ada, bo = f"/play/{over.pk}/", club.signed_in("ada"), club.signed_in("bo")
    before = bo.get(at, headers={"HX-Request": "true"})
    assert "Play again" in before.content.decode() and 'hx-trigger="live"' in before.content.decode()
    opened = ada.post(f"{at}again/")
    known = {"HX-Request": "true", "If-None-Match": before.headers["ETag"]}
    asked = bo.get(at, headers=known)
    assert asked.status_code == 200 and "<bdi>Ada</bdi> plays again: join" in asked.content.decode()
    assert asked.content.decode().count("button primary") == 1
    assert "To the next game" in ada.get(at).content.decode()
    assert bo.post(f"{at}again/").headers["Location"] == opened.headers["Location"]


def test_at_the_next_table_a_seat_says_who_is_awaited(club):
    over = a_game_over(club, "ada", "bo", bots=0)
    table = again(club, over, "ada")
    seen = {name: club.signed_in(name).get(f"/play/{table.pk}/").content.decode() for name in ("ada", "bo", "cleo")}
    assert all("not here yet" in page for page in seen.values())
    assert ["Sit down<" in page for page in seen.values()] == [False, True, False]
    assert "A bot<" in seen["ada"] and "A bot<" not in seen["bo"]
    assert (
        "The game begins when everybody is seated." in seen["ada"] and "Begin " not in seen["ada"].split('id="main"')[1]
    )


def test_a_program_plays_again_too(club):
    over = a_game_over(club, "ada", "bo", bots=0)
    first, second = (club.client(name).post(f"/api/v1/plays/{over.pk}/again/", format="json") for name in ("ada", "bo"))
    assert first.data["id"] == second.data["id"] != over.pk and second.data["status"] == "running"
    assert club.client("cleo").post(f"/api/v1/plays/{over.pk}/again/", format="json").status_code == 400
