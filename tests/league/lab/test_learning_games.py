"""Try-outs and practice show their player what cost most."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from games.models import Play, ThinkingTime
from league.core.rules.quotas import quotas
from league.core.services.quotas import QuotaError
from league.forecasts.services import make_forecasts
from league.lab.models import GameStudy
from league.lab.queries.studied_games import practised_game, tried_game
from league.lab.rules.story import METHOD
from league.lab.services.portions import work_on_orders
from league.lab.services.studies import STUDIES, begin_study_of, begin_study_of_a_play, stop_study
from league.models import QuotaUse, SeasonPlay, TryOut
from league.play.queries.replays import game_to_play_on, reel_of_play
from league.play.queries.tryouts import reel_of_try_out
from league.play.services.tryouts import (
    KEPT,
    begin_first_game,
    begin_try_out,
    forget_old_try_outs,
    game_of_try_out,
    take_try_turn,
)
from tests.factories.lab import play_all
from tests.factories.pages import text
from tests.factories.people import a_user
from tests.factories.plays import a_running_play, fresh, plays_on
from tests.factories.studies import COMPASS, choices_of, says_cost
from tests.factories.thursday_club import ThursdayClub, a_club_of_short_games

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_club_of_short_games()


@pytest.fixture(scope="module")
def practice(rows_of_module, club: ThursdayClub) -> SeasonPlay:
    """Ada and Bo against a bot, to the end, for nobody's count; in this game Ada had a choice."""
    with rows_of_module.unblock():
        while True:
            season_play = a_running_play(club, "ada", "bo", bots=1, counts=False, visibility=Play.LEAGUE)
            plays_on(season_play)
            played = practised_game(fresh(season_play), club.users["ada"])
            if choices_of(played.reel.film, 0):
                return fresh(season_play)


@pytest.fixture(scope="module")
def tried(rows_of_module, club: ThursdayClub) -> TryOut:
    """A first game, the same in every run, that is over."""
    with rows_of_module.unblock():
        return to_its_end(begin_first_game(system=COMPASS))


def to_its_end(row: TryOut) -> TryOut:
    while not row.outcome:
        row = take_try_turn(key=row.key, number=row.actions, action=game_of_try_out(row).legal[0].text)
    return row


def client_of(club: ThursdayClub, name: str, tried: TryOut | None = None) -> Client:
    """The browser of a person, or of a stranger, that is in a try-out."""
    client = club.signed_in(name)
    if tried:
        session = client.session
        session["try_out"] = tried.key
        session.save()
    return client


def played_on() -> list[TryOut]:
    """The try-outs that are no first games."""
    return list(TryOut.objects.filter(learned__isnull=True))


def page_of(row: TryOut | SeasonPlay) -> str:
    return f"/play/try/{row.pk}/story/" if isinstance(row, TryOut) else f"/play/{row.pk}/story/"


def test_a_try_out_is_worked_out_at_a_press_and_played_on_from_the_choice_that_cost_most(club, tried):
    ada = client_of(club, "ada", tried)
    assert f'href="{page_of(tried)}"' in ada.get("/play/try/table/").content.decode()
    seen = text(ada.get(page_of(tried)))
    assert "What cost you most" in seen and "Work out the chances" in seen
    assert ada.post(page_of(tried)).headers["Location"] == page_of(tried)
    waiting = ada.get(page_of(tried)).content.decode()
    assert 'hx-trigger="every 2s"' in waiting and 'name="stop"' in waiting
    play_all()
    study = GameStudy.objects.get()
    assert (study.try_out, study.asked_by, study.status) == (tried, club.users["ada"], GameStudy.DONE)
    at, game = says_cost(study, reel_of_try_out(tried).film, tried.seat)
    seen = ada.get(page_of(tried)).content.decode()
    assert "would have won 12.3 more of 100 such games" in seen and "replay" not in seen
    form = dict(re.findall(r'name="(try_out|at|level)" value="([^"]+)"', seen))
    assert form == {"try_out": tried.key, "at": str(at), "level": "beginner"}
    begun = ada.post("/play/try/new/", form, follow=True)
    assert 'name="action"' in begun.content.decode()
    [on] = played_on()
    assert (on.seat, on.level) == (tried.seat, "beginner")
    assert on.opened == game.save()
    assert "12.3" in ada.get(page_of(tried)).content.decode(), "the other choices can be played on, too"


def test_a_stranger_is_asked_to_sign_in_and_finds_the_try_out_again(club, tried):
    stranger = client_of(club, "", tried)
    seen = stranger.get(page_of(tried)).content.decode()
    assert "Sign in to have them worked out" in seen and f'href="/accounts/login/?next={page_of(tried)}"' in seen
    assert "Work out the chances" not in seen
    sent = stranger.post(page_of(tried))
    assert sent.headers["Location"] == f"/accounts/login/?next={page_of(tried)}" and not GameStudy.objects.exists()
    stranger.force_login(club.users["bo"])
    assert "Work out the chances" in text(stranger.get(page_of(tried)))


@pytest.mark.parametrize("name", ["ada", ""])
def test_nobody_else_sees_a_try_out(club, tried, name):
    begin_study_of(studied=tried_game(tried), by=club.users["bo"])
    other = client_of(club, name, begin_try_out(system=COMPASS))
    assert [other.get(page_of(tried)).status_code, other.post(page_of(tried)).status_code] == [404, 404]
    bo = client_of(club, "bo")
    assert bo.get(page_of(tried)).status_code == 200, "the person who asked, in another browser"


def test_a_try_out_under_way_has_no_such_page(club):
    row = begin_try_out(system=COMPASS)
    ada = client_of(club, "ada", row)
    assert ada.get(page_of(row)).status_code == 404
    with pytest.raises(ValidationError, match="stops before its end"):
        begin_study_of(studied=tried_game(row), by=club.users["ada"])
    assert page_of(row) not in ada.get("/play/try/table/").content.decode()


def test_a_try_out_without_its_moves_has_a_sentence_instead_of_a_button(club, tried):
    TryOut.objects.update(opened=None, moves=[])
    ada = client_of(club, "ada", tried)
    seen = text(ada.get(page_of(tried)))
    assert "did not keep the moves" in seen and "Work out" not in seen
    ada.post(page_of(tried))
    assert "did not keep the moves" in text(ada.get("/play/try/")) and not GameStudy.objects.exists()


def test_a_forgotten_try_out_takes_its_study_along(club, tried):
    begin_study_of(studied=tried_game(tried), by=club.users["ada"])
    TryOut.objects.update(at=timezone.now() - KEPT - timedelta(seconds=1))
    forget_old_try_outs()
    assert not GameStudy.objects.exists() and not TryOut.objects.exists()


def test_a_study_does_not_keep_its_try_out_and_ends_without_it(club, tried):
    study, _begun = begin_study_of(studied=tried_game(tried), by=club.users["ada"])
    TryOut.objects.filter(pk=tried.pk)._raw_delete("default")  # as where the lab is left out
    assert work_on_orders()
    study.refresh_from_db()
    assert (study.status, study.error) == (GameStudy.FAILED, "This game is forgotten.")


def test_it_takes_the_quota_and_the_thinking_time_of_the_person_who_asks(club, tried, monkeypatch):
    ada = club.users["ada"]
    studied = tried_game(tried)
    assert begin_study_of(studied=studied, by=ada)[1] and not begin_study_of(studied=studied, by=ada)[1]
    assert QuotaUse.objects.get(kind="orders").amount == 1
    work_on_orders(seconds=0)
    assert ThinkingTime.objects.get(person=ada).milliseconds > 0
    GameStudy.objects.all().delete()
    QuotaUse.objects.update(amount=quotas()["orders"].most)
    with pytest.raises(QuotaError):
        begin_study_of(studied=studied, by=ada)
    QuotaUse.objects.all().delete()
    monkeypatch.setattr("django.conf.settings.THINKING_SECONDS", 0)
    with pytest.raises(ValidationError, match="thinking time is used up"):
        begin_study_of(studied=studied, by=ada)
    assert not GameStudy.objects.exists()


def test_only_the_person_who_asked_stops_the_study_of_a_try_out(club, tried):
    study, _begun = begin_study_of(studied=tried_game(tried), by=club.users["ada"])
    with pytest.raises(ValidationError, match="Only the person who asked"):
        stop_study(study=study, league=None, by=club.users["otto"])
    ada = client_of(club, "ada", tried)
    ada.post(page_of(tried), {"stop": "1"})
    assert "Go on" in text(ada.get(page_of(tried)))
    ada.post(page_of(tried), {"stop": "1"})
    assert "This is not running." in text(ada.get(page_of(tried)))


def test_practice_shows_each_player_the_own_choices(club, practice):
    ada = client_of(club, "ada")
    assert f'href="{page_of(practice)}"' in ada.get(f"/play/{practice.pk}/").content.decode()
    assert "Work out the chances" in text(ada.get(page_of(practice)))
    ada.post(page_of(practice))
    play_all()
    study = GameStudy.objects.get()
    assert (study.play, study.status) == (practice.play, GameStudy.DONE)
    at, _game = says_cost(study, practised_game(practice, club.users["ada"]).reel.film, 0)
    seen = ada.get(page_of(practice)).content.decode()
    assert "would have won 12.3 more" in seen and f"/play/{practice.pk}/replay/?at={at}&amp;seat=1" in seen
    assert "closes the books" in seen or "close level" in seen
    assert "None of your decisions clearly cost" in text(client_of(club, "bo").get(page_of(practice)))
    watcher = client_of(club, "cleo").get(page_of(practice)).content.decode()
    assert "12.3" not in watcher and 'id="moments"' not in watcher
    begun = ada.post("/play/try/new/", {"play": practice.pk, "at": at, "level": "regular"}, follow=True)
    assert 'name="action"' in begun.content.decode() and [row.seat for row in played_on()] == [0]


def test_an_organiser_may_stop_the_study_of_practice(club, practice):
    begin_study_of(studied=practised_game(practice, club.users["ada"]), by=club.users["ada"])
    assert 'name="stop"' not in client_of(club, "cleo").get(page_of(practice)).content.decode()
    client_of(club, "otto").post(page_of(practice), {"stop": "1"})
    assert GameStudy.objects.get().status == GameStudy.STOPPED


def test_practice_that_somebody_may_not_see_has_no_page_and_is_not_played_on(club, practice):
    stranger, [(at, _game), *_more] = Client(), choices_of(practised_game(practice, club.users["ada"]).reel.film, 0)
    assert [stranger.get(page_of(practice)).status_code, stranger.post(page_of(practice)).status_code] == [404, 404]
    refused = stranger.post("/play/try/new/", {"play": practice.pk, "at": at}, follow=True)
    assert "Nobody can play on from there" in refused.content.decode() and not played_on()


def test_practice_that_everybody_may_see_asks_a_stranger_to_sign_in(club, practice):
    Play.objects.filter(pk=practice.pk).update(visibility=Play.EVERYBODY)
    seen = text(Client().get(page_of(practice)))
    assert "Sign in to have them worked out" in seen and "What cost you most</h2>" not in seen
    assert Client().post(page_of(practice)).status_code == 302 and not GameStudy.objects.exists()


def test_a_game_under_way_or_one_that_counts_has_no_such_page(club):
    ada = client_of(club, "ada")
    running = a_running_play(club, "ada", bots=1, counts=False)
    counting = a_running_play(club, "ada", "bo", bots=0, counts=True)
    plays_on(counting)
    assert [ada.get(page_of(one)).status_code for one in (running, counting)] == [404, 404]
    assert page_of(counting) not in ada.get(f"/play/{counting.pk}/").content.decode()


def a_try_out_under_way() -> TryOut:
    """One after three turns; chance may end a game of Compass sooner, and then another one is begun."""
    row = begin_try_out(system=COMPASS)
    for _turn in range(3):
        if game_of_try_out(row).over:
            return a_try_out_under_way()
        row = take_try_turn(key=row.key, number=row.actions, action=game_of_try_out(row).legal[0].text)
    return a_try_out_under_way() if game_of_try_out(row).over else row


def test_nobody_plays_on_from_a_game_under_way(club):
    running, row = a_running_play(club, "ada", bots=1, counts=False), a_try_out_under_way()
    plays_on(running, 3)
    for reel in (reel_of_play(fresh(running), club.users["ada"]), reel_of_try_out(row)):
        assert reel.film is not None and reel.last > 3 and not reel.over
        for at in range(reel.last):
            with pytest.raises(ValidationError, match="Nobody can play on from there"):
                game_to_play_on(reel, at)


def test_a_study_is_of_one_game_and_made_once(tried, practice):
    study, _begun = begin_study_of(studied=tried_game(tried))
    for other in ({}, {"try_out": tried, "play": practice.play}, {"try_out": tried, "record": study.record}):
        with pytest.raises(IntegrityError), transaction.atomic():
            GameStudy.objects.create(method=METHOD, **{"record": "x", **other})
    played, _begun = begin_study_of(studied=practised_game(practice, a_user("eve")))
    with pytest.raises(IntegrityError), transaction.atomic():
        GameStudy.objects.create(method=METHOD, play=practice.play, record=played.record)


def test_such_a_study_hides_no_game_from_those_that_are_worked_out_unasked(club, practice):
    begin_study_of(studied=practised_game(practice, club.users["ada"]), by=club.users["ada"])
    play_all()
    counting = a_running_play(club, "ada", "bo", bots=0, counts=True)
    plays_on(counting)
    make_forecasts()
    assert begin_study_of_a_play()
    assert GameStudy.objects.get(status=GameStudy.RUNNING).game == fresh(counting).play.game


def test_every_portion_looks_at_the_same_game(tried):
    """Figures do not depend on how many workers there were."""
    begin_study_of(studied=tried_game(tried))
    play_all()
    whole = GameStudy.objects.get()
    GameStudy.objects.all().delete()
    begin_study_of(studied=tried_game(tried))
    while STUDIES.portion(seconds=0):
        pass
    assert GameStudy.objects.get().figures == whole.figures
