"""Luck and decisions of a game: ordered, worked out in portions, read on its page and by programs."""

import re
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from engine import SYSTEMS, Recorder
from engine.core.simulation import film_of_game
from games.models import GameRecord, Play, ThinkingTime
from league.core.rules.quotas import quotas
from league.core.services.quotas import QuotaError
from league.forecasts.services import make_forecasts
from league.lab.models import GameStudy
from league.lab.queries.study_words import _advice, paragraph_of
from league.lab.rules.story import METHOD, greatest_turn, seed_of, unluckiest
from league.lab.services import studies
from league.lab.services.lab import Setup, order_experiment
from league.lab.services.orders import OLD, stop_order
from league.lab.services.portions import work_on_orders
from league.lab.services.studies import STUDIES, begin_study, begin_study_of_a_play, stop_study
from league.lab.tasks import begin_a_study
from league.models import QuotaUse, Season, SeasonGame
from league.play.queries.replays import Reel, ReplaySitter
from tests.factories.characters import hire
from tests.factories.days import on_day
from tests.factories.games import played
from tests.factories.lab import play_all
from tests.factories.pages import text
from tests.factories.people import a_user
from tests.factories.seasons import a_season
from tests.factories.sheets import at
from tests.factories.studies import COMPASS, FOUR, OTHERS, a_recorded_game, order_study, worked_out

pytestmark = pytest.mark.django_db
ROW = {"start": 2500, "luck": 6000, "luck_give": 900, "own": 1500, "own_give": 400, "others": 0, "others_give": 0}
ROW |= {"end": 10000, "faced": 9, "otherwise": 3}
LOSER = ROW | {"start": 7500, "luck": -6000, "own": 0, "end": 0, "otherwise": 0, "others": -1500}


@pytest.fixture(scope="module")
def season(rows_of_module) -> Season:
    with rows_of_module.unblock():
        return a_season("spring")


@pytest.fixture(scope="module")
def game(rows_of_module, season: Season) -> SeasonGame:
    with rows_of_module.unblock():
        return a_recorded_game(season)


def on_paper(season: Season, one: str = "Pat", other: str = "Quin", *, confirm: bool = True) -> SeasonGame:
    seats = at(hire(season, one), 110), at(hire(season, other), 40)
    return played(season, one, *seats, day=on_day(1), target=100, confirm=confirm)


def page_of(game: SeasonGame) -> str:
    return f"/games/{game.game_id}/story/"


def test_somebody_who_is_signed_in_has_it_worked_out_and_everybody_reads_it(client, game):
    assert "Sign in to have them worked out" in text(Client().get(page_of(game)))
    client.force_login(a_user("ada"))
    assert "Work out the chances" in text(client.get(page_of(game)))
    assert client.post(f"{page_of(game)}work/").status_code == 302
    waiting = client.get(page_of(game)).content.decode()
    assert 'hx-trigger="every 2s"' in waiting and "being worked out" in waiting and 'name="stop"' in waiting
    assert 'name="stop"' not in Client().get(page_of(game)).content.decode()
    work_on_orders()
    play_all()
    page = Client().get(page_of(game)).content.decode()
    assert 'hx-trigger="every' not in page and "Work out" not in page and "older method" not in page
    study = GameStudy.objects.get()
    assert (study.status, study.done, study.results) == (GameStudy.DONE, study.tasks, [])
    assert "closes the books with the win" in page and "Where it turned" in page and "±" in page
    for name in FOUR:
        assert page.count(name) > 2
    links = re.findall(r'href="(/games/\d+/replay/\?at=\d+&amp;seat=all)"', page)
    assert len(links) >= len(study.figures["turning"]) > 0
    for link in links:
        assert client.get(link.replace("&amp;", "&")).status_code == 200


def test_every_figure_of_the_paragraph_stands_on_the_page(game):
    study = worked_out(game)
    names = list(FOUR)
    page = text(Client().get(page_of(game)))
    [row] = [row for row in study.figures["seats"] if row["end"] == 10_000]
    table = page[page.index("What luck did, and what decisions did") :]
    for sentence in paragraph_of(study.figures, names, len(study.figures["chances"])):
        for figure in re.findall(r"\d+\.\d", sentence):
            assert figure in table, sentence
    assert row["start"] + row["luck"] + row["own"] + row["others"] == row["end"]
    assert study.figures["chances"][-1]["seats"] == [one["end"] for one in study.figures["seats"]]


def test_portions_killed_anywhere_come_to_the_same_figures(season, game):
    whole = worked_out(game)
    again = a_recorded_game(season, OTHERS)
    study = order_study(season_game=again)
    killed = 0
    while work_on_orders(seconds=0):
        study.refresh_from_db()
        if study.status == GameStudy.RUNNING and study.done % 20 == 1:
            taken = timezone.now() + timedelta(minutes=1)
            GameStudy.objects.filter(pk=study.pk).update(leased_until=taken, tries=1)
            assert not work_on_orders(seconds=0), "somebody else has it"
            GameStudy.objects.filter(pk=study.pk).update(leased_until=timezone.now() - timedelta(seconds=1))
            killed += 1
    study.refresh_from_db()
    assert killed > 1 and study.figures == whole.figures and study.tasks == whole.tasks
    assert seed_of(whole.record) != seed_of("another")


def test_who_lost_the_lease_writes_nothing(game):
    study = order_study(season_game=game)
    work_on_orders(seconds=0)
    mine = STUDIES.claim()
    assert mine is not None
    GameStudy.objects.filter(pk=study.pk).update(leased_until=timezone.now() + timedelta(hours=1))
    studies._work(mine, 0)
    study.refresh_from_db()
    assert study.done == 1


def test_it_is_stopped_by_who_asked_for_it_and_goes_on_where_it_stood(client, game):
    ada, bo = a_user("ada"), a_user("bo")
    study = order_study(season_game=game, by=ada)
    work_on_orders(seconds=0)
    client.force_login(bo)
    client.post(f"{page_of(game)}work/", {"stop": "1"})
    study.refresh_from_db()
    assert study.status == GameStudy.RUNNING
    with pytest.raises(ValidationError, match="Only the person who asked"):
        stop_study(study=study, league=game.season.league, by=bo)
    client.force_login(ada)
    client.post(f"{page_of(game)}work/", {"stop": "1"})
    assert not work_on_orders() and "Go on" in text(client.get(page_of(game)))
    with pytest.raises(ValidationError, match="not running"):
        stop_study(study=study, league=game.season.league, by=ada)
    client.post(f"{page_of(game)}work/")
    study.refresh_from_db()
    assert (study.status, study.done) == (GameStudy.RUNNING, 1)


def test_only_what_begins_or_resumes_it_is_something_new_to_work_on(game):
    ada = a_user("ada")
    study, begun = begin_study(season_game=game, by=ada)
    assert begun and not begin_study(season_game=game, by=ada)[1]
    stop_study(study=study, league=game.season.league, by=ada)
    assert begin_study(season_game=game, by=ada)[1]
    assert QuotaUse.objects.get(kind="orders").amount == 2
    stop_study(study=study, league=game.season.league, by=ada)
    QuotaUse.objects.filter(kind="orders").update(amount=quotas()["orders"].most)
    with pytest.raises(QuotaError):
        begin_study(season_game=game, by=ada)
    worked = begin_study(season_game=game)
    assert worked[1] and worked_out(game).status == GameStudy.DONE and not begin_study(season_game=game, by=ada)[1]


def test_it_is_worked_out_once_however_often_it_is_asked_for(game):
    ada = a_user("ada")
    first = order_study(season_game=game, by=ada)
    assert order_study(season_game=game, by=ada) == first and QuotaUse.objects.get().amount == 1
    done = worked_out(game)
    assert order_study(season_game=game, by=ada).figures == done.figures
    assert ThinkingTime.objects.get(person=ada).milliseconds > 0
    with pytest.raises(IntegrityError), transaction.atomic():
        GameStudy.objects.create(game=game.game, record=done.record, method=METHOD)
    with pytest.raises(IntegrityError), transaction.atomic():
        GameStudy.objects.filter(pk=done.pk).update(figures=None)


def test_what_cannot_be_worked_out_is_refused_in_a_sentence(client, season):
    ada = a_user("ada")
    paper = on_paper(season)
    waiting = on_paper(season, "Zoe", "Yan", confirm=False)
    with pytest.raises(ValidationError, match="Nobody wrote this game down"):
        order_study(season_game=paper, by=ada)
    with pytest.raises(ValidationError, match="once its result is confirmed"):
        order_study(season_game=waiting, by=ada)
    recorder = Recorder(SYSTEMS[COMPASS], 4, 3)
    recorder.play(recorder.game.legal_actions()[0])
    recorder.stop()
    stopped = a_recorded_game(season, OTHERS)
    GameRecord.objects.filter(game=stopped.game_id).update(text=recorder.text())
    with pytest.raises(ValidationError, match="stops before its end"):
        order_study(season_game=stopped, by=ada)
    client.force_login(ada)
    client.post(f"{page_of(stopped)}work/")
    assert GameStudy.objects.count() == 0 and QuotaUse.objects.count() == 0
    assert "Luck and decisions" not in text(client.get(page_of(paper)))


def test_a_record_of_rules_that_are_gone_has_a_sentence_and_nothing_breaks(client, game):
    record = GameRecord.objects.get(game=game.game_id)
    lines = record.text.splitlines()
    lines[0] = re.sub(r'"rules":\d+', '"rules":99', lines[0])
    GameRecord.objects.filter(pk=record.pk).update(text="\n".join(lines))
    with pytest.raises(ValidationError, match="rules have changed"):
        order_study(season_game=game, by=a_user("ada"))
    client.force_login(a_user("bo"))
    page = text(client.get(page_of(game)))
    assert "The rules have changed" in page and "Work out" not in page
    GameStudy.objects.create(game=game.game, record="x", method=METHOD)
    assert work_on_orders() and GameStudy.objects.get().status == GameStudy.FAILED


def test_figures_of_an_older_method_are_shown_and_marked_until_there_are_new_ones(client, game):
    done = worked_out(game)
    GameStudy.objects.filter(pk=done.pk).update(method="story/0")
    client.force_login(a_user("ada"))
    page = text(client.get(page_of(game)))
    assert "older method, story/0" in page and "Work out again" in page and "closes the books" in page
    client.post(f"{page_of(game)}work/")
    page = text(client.get(page_of(game)))
    assert "being worked out" in page and "closes the books" in page, "the old ones stay"
    play_all()
    assert "older method" not in text(client.get(page_of(game)))
    assert GameStudy.objects.filter(status=GameStudy.DONE).count() == 2


def test_what_an_older_version_began_ends(game):
    study = order_study(season_game=game)
    GameStudy.objects.filter(pk=study.pk).update(method="story/0")
    assert work_on_orders() and not work_on_orders()
    study.refresh_from_db()
    assert (study.status, study.error) == (GameStudy.FAILED, OLD)


def test_games_of_people_are_worked_out_by_themselves_when_nobody_waits(game):
    by = a_user("ada")
    assert not begin_study_of_a_play(), "nobody played it here"
    known = {"state": {}, "setup": {}, "outcome": {"winners": [0]}, "secret": b"s" * 32, "commitment": "c"}
    ended = {"system": COMPASS, "status": Play.OVER, "counts": True, "game": game.game, "opened_by": by}
    play = Play.objects.create(**known, **ended, ordered_as="word")
    assert not begin_study_of_a_play(), "bots alone"
    Play.objects.filter(pk=play.pk).update(ordered_as="")
    experiment = order_experiment(system=COMPASS, a=Setup(4, ("greedy",)), most=2)
    assert not begin_study_of_a_play(), "somebody waits"
    stop_order(order=experiment)
    assert not begin_study_of_a_play(), "forecasts wait"
    make_forecasts()
    begin_a_study()
    study = GameStudy.objects.get()
    assert (study.status, study.asked_by) == (GameStudy.RUNNING, None)
    assert not begin_study_of_a_play()


def test_programs_read_and_order_what_the_page_shows(game):
    api, address = APIClient(), f"/api/v1/games/{game.game_id}/story/"
    assert api.get(address).json()["status"] == "none"
    assert api.post(address).status_code in (401, 403)
    api.force_authenticate(a_user("ada"))
    ordered = api.post(address)
    assert ordered.status_code == 202 and ordered.json()["status"] == "running" and ordered.json()["chances"] is None
    play_all()
    told = api.get(address).json()
    study = GameStudy.objects.get()
    assert told["status"] == "done" and told["chances"]["seats"] == study.figures["seats"]
    assert told["chances"]["method"] == METHOD and told["paragraph"] and told["sentences"]
    assert api.get("/api/v1/games/999999/story/").status_code == 404


def test_a_game_without_a_record_is_refused_to_programs_in_a_sentence(season):
    paper = on_paper(season)
    api = APIClient()
    api.force_authenticate(a_user("ada"))
    refused = api.post(f"/api/v1/games/{paper.game_id}/story/")
    assert refused.status_code == 400 and "Nobody wrote this game down" in refused.content.decode()


def test_the_page_asks_as_many_queries_with_chances_as_without(client, season, game):
    with CaptureQueriesContext(connection) as without:
        client.get(page_of(game))
    worked_out(game)
    with CaptureQueriesContext(connection) as with_them:
        client.get(page_of(game))
    assert len(with_them) == len(without)


def test_the_paragraph_says_what_the_figures_say_and_no_more():
    turn = {"at": 40, "seat": 1, "before": 5000, "after": 1500, "best": None}

    def told(*seats: dict, turning: tuple[dict, ...] = (turn,)) -> str:
        return " ".join(paragraph_of({"seats": seats, "turning": turning}, ["Ada", "Bo"], 90))

    assert told(ROW, LOSER) == (
        "Ada closes the books with the win, having opened them at 25 %. Dice and cards were generous shareholders and "
        "put in 60.0 percentage points. Your decisions earned 15.0 percentage points. Bo books the largest write-off: "
        "luck took 60.0 percentage points. The largest movement of the accounts came with choice 40 of 90: Bo went "
        "from 50 % to 15 %."
    )
    even = told(ROW | {"luck": 800, "own": -100}, LOSER | {"luck": -800}, turning=())
    assert "kept out of it: +8.0 percentage points, give or take 9.0" in even and "write-off" not in even
    assert "made no clear difference: −1.0" in even and "accounts" not in even
    against = told(ROW | {"luck": -2000, "own": -1500}, LOSER | {"luck": 2000})
    assert "earned against dice and cards, which took 20.0" in against and "decisions cost 15.0" in against
    assert "count for nothing" in told(ROW | {"otherwise": 0, "own": 0, "own_give": 0}, LOSER)
    assert told(ROW | {"end": 5000}, LOSER | {"end": 5000}).startswith("The books close level: Ada, Bo share")


def test_who_was_unlucky_is_said_only_where_it_is_clear():
    assert unluckiest([ROW, LOSER]) == 1
    assert unluckiest([ROW, LOSER | {"luck_give": 6001}]) is None
    assert unluckiest([ROW]) is None
    assert greatest_turn([]) is None


@pytest.mark.parametrize("system", ["careers", "game_of_the_year", "office_job", "career_poker"])
def test_choices_of_every_game_are_said_as_their_buttons_say_them(season, system):
    film = film_of_game(SYSTEMS[system], 4, ["greedy"], 3, 0)
    reel = Reel(system, "", "", "", tuple(ReplaySitter(name) for name in FOUR), film)
    games = [film.opened.clone(), *(frame.game.clone() for frame in film.frames())]
    for game in games[:120:3]:
        for action in [game.describe(one) for one in game.legal_actions()[:3]]:
            told = _advice(game, {"at": 4, "seat": game.actor, "chosen": action, "best": action}, reel)
            assert "would have done the same" in told and "“”" not in told
