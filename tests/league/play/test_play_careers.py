"""What a play means for the careers, at the table where it was played."""

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from characters.models import CareerEvent
from games.models import Play, PlaySeat, Sheet
from games.rules.fair_chance import commitment_to
from games.services.plays import open_play
from games.services.review import review_waiting
from league.models import SeasonGame, SeasonPlay
from league.play.queries.careers import aftermath_of
from league.play.services.season_plays import begin, play_for_bots, seat_a_bot, sit_down
from league.results.services.games import correct_game, void_game
from tests.factories.careers import differences, level, life, on_the_brink, qualified
from tests.factories.games import played, review
from tests.factories.plays import fresh
from tests.factories.sheets import a_sheet, at
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


SECRET = bytes(32)
TABLES = {"careers": {"mode": "timed", "minutes": 5}}


def a_play(club: ThursdayClub, *names: str, system: str = "careers") -> SeasonPlay:
    """It counts and has begun, with the same chance every time; the people are away, so that bots decide for them."""
    by, table = club.users[names[0]], TABLES.get(system, {})
    play = open_play(system=system, edition="london", seats=len(names) + 1, table=table, counts=True, by=by)
    Play.objects.filter(pk=play.pk).update(secret=SECRET, commitment=commitment_to(SECRET))
    season_play = SeasonPlay.objects.create(play=play, season=club.season)
    for seat, name in enumerate(names, 1):
        sit_down(season_play=season_play, seat=seat, character=club.characters[name.title()], by=club.users[name])
    seat_a_bot(season_play=season_play, seat=len(names) + 1, bot="greedy", by=by)
    begin(season_play=season_play, by=by)
    PlaySeat.objects.filter(play=play).exclude(person=None).update(replaced_at=timezone.now())
    Play.objects.filter(pk=play.pk).update(bot_decides=True)
    return fresh(season_play)


def to_the_end(season_play: SeasonPlay) -> Play:
    while play_for_bots():
        pass
    play = fresh(season_play).play
    assert (play.status, play.problem) == (Play.OVER, "")
    return play


def page(club: ThursdayClub, play: Play, name: str = "ada", more: str = "", **headers: str):
    client = Client()
    client.force_login(club.users[name])
    return client.get(f"/play/{play.pk}/{more}", headers=headers)


def test_the_memos_appear_at_the_table_once_the_review_has_run(club):
    on_the_brink(club.season, *(club.characters[name] for name in ("Dev", "Ada", "Bo")))
    play = to_the_end(a_play(club, "ada", "bo"))
    asked = page(club, play, more="career/", **{"HX-Request": "true"})
    before = asked.content.decode()
    assert "The review is running." in before and "hx-trigger" in before and "memo-head" not in before
    again = {"HX-Request": "true", "If-None-Match": asked.headers["ETag"]}
    assert page(club, play, more="career/", **again).status_code == 304
    review_waiting()
    after = page(club, play, more="career/", **again).content.decode()
    promoted = CareerEvent.objects.filter(game=play.game_id, kind="promotion")
    assert promoted.exists() and "hx-trigger" not in after
    for event in promoted:
        memo = f"/characters/{event.character.slug}/memos/{event.pk}/"
        assert "memo-promotion" in after and memo in after and event.character.get_absolute_url() in after
    for seat in Sheet.objects.get(game=play.game_id).seats.all():
        assert (seat.name or "Maud (bot)") in after


def test_the_page_of_the_table_says_that_the_review_runs_and_then_what_came_of_it(club):
    play = to_the_end(a_play(club, "ada", "bo", system="career_compass"))
    before = page(club, play, "vera").content.decode()
    assert "The review is running." in before and f'hx-get="/play/{play.pk}/career/"' in before
    review_waiting()
    after = page(club, play, "vera").content.decode()
    assert "The review is running." not in after and "Personnel file of" in after


def test_who_asks_for_the_memos_without_a_script_is_led_to_the_table(club):
    play = to_the_end(a_play(club, "ada", "bo"))
    answer = page(club, play, more="career/")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/play/{play.pk}/")


def test_a_corrected_or_void_game_says_so_at_the_table(club):
    season_play = a_play(club, "ada", "bo")
    play = to_the_end(season_play)
    review()
    game = SeasonGame.objects.get(game=play.game_id)
    void_game(season_game=game, reason="The wrong characters sat down", by=club.users["otto"])
    review()
    found = aftermath_of(fresh(season_play))
    assert (found.sheet.status, found.memos) == (Sheet.VOID, []) and found.rescinded
    assert "no longer counts for anybody" in page(club, play, more="career/", **{"HX-Request": "true"}).content.decode()
    ada, bo = (club.characters[name] for name in ("Ada", "Bo"))
    sheet = a_sheet(at(ada, 120), at(bo, 40), at("Maud (bot)", 10), day=play.started_at)
    correct_game(season_game=game, sheet=sheet, reason="Right after all", source=Sheet.WEB, by=club.users["otto"])
    review()
    assert [seat.points for seat in aftermath_of(fresh(season_play)).seats] == [120, 40, 10]


@pytest.mark.rule("careers R99")
def test_levels_are_those_at_the_start_however_long_a_play_lasts(club):
    """Ada is promoted elsewhere while the play goes on: at its table she stays what she was when she sat down."""
    on_the_brink(club.season, *(club.characters[name] for name in ("Dev", "Ada")))
    season_play = a_play(club, "ada", "bo")
    assert season_play.play.setup["players"][0]["level"] == "entry"
    ada, bo = club.characters["Ada"], club.characters["Bo"]
    began, later = season_play.play.started_at, timezone.now()

    def meanwhile() -> None:
        played(club.season, "meanwhile", at(ada, 2500, **qualified(ada)), at(bo, 10), day=later)
        review()

    def the_play_ends() -> None:
        play = to_the_end(season_play)
        review()
        sheet = Sheet.objects.get(game=play.game_id)
        assert (sheet.status, sheet.played_at, sheet.doubts) == (Sheet.CONFIRMED, began, [])
        held = CareerEvent.objects.filter(game=play.game_id, character=ada, rescinded_at=None)
        assert {event.from_level for event in held} == {"entry"}

    careers = []
    for order in ((meanwhile, the_play_ends), (the_play_ends, meanwhile)):
        point = transaction.savepoint()
        for act in order:
            act()
        if order[0] is meanwhile:
            assert CareerEvent.objects.filter(character=ada).exclude(rescinded_at=None).exists()
        assert differences() == []
        reference = SeasonGame.objects.get(
            game__play=season_play.pk
        ).reference  # the season's next one, whichever it is
        careers.append(str((level(ada), level(bo), life(ada), life(bo))).replace(reference, "the play"))
        transaction.savepoint_rollback(point)
    assert careers[0] == careers[1]
