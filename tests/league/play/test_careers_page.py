"""Careers at a table on the site: opened, played to its end, sent in little pieces."""

import gzip
import re
from html import unescape

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from engine import replay
from engine.careers.editions import counterparts
from games.models import Play, Sheet
from games.services.plays import game_of
from league.models import SeasonGame, SeasonPlay
from league.play.queries.tables import table_view
from league.play.services.season_plays import open_season_play, play_for_bots
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db
FRAGMENT = {"HX-Request": "true", "X-Board": "kept"}


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


def the_bots_decide(season_play: SeasonPlay) -> Play:
    while play_for_bots():
        pass
    return fresh(season_play).play


def forms_of(page: str) -> list[dict[str, list[str]]]:
    """What each form for a turn could send: every field with its values."""
    forms = []
    for form in re.findall(r'<form method="post"\s+action="[^"]*/turns/".*?</form>', page, re.S):
        sent: dict[str, list[str]] = {}
        for tag in re.findall(r"<(?:input|button)\b[^>]*>", form, re.S):
            named = dict(re.findall(r'\b(name|value)="([^"]*)"', tag))
            if "name" in named:
                sent.setdefault(named["name"], []).append(unescape(named.get("value", "")))
        for name, options in re.findall(r'<select[^>]*name="(\w+)"[^>]*>(.*?)</select>', form, re.S):
            sent.setdefault(name, []).extend(map(unescape, re.findall(r'<option value="([^"]*)"', options)))
        if "action" in sent:
            forms.append(sent)
    return forms


LIKED = {"enter": 0, "opportunity": 1, "roll": 2, "sell": 4, "declare": 5}


def a_choice(page: str) -> dict[str, str]:
    """What a person would press: roll, most of the time; bankrupt where nothing else is left, and no offers."""
    found = [(form, action) for form in forms_of(page) for action in form["action"] if action.split()[0] != "trade"]
    form, action = min(found, key=lambda one: LIKED.get(one[1].split()[0], 3))
    rest = {name: values[0] for name, values in form.items() if name not in ("action", "csrfmiddlewaretoken")}
    return rest | {"action": action}


def take_turns(club: ThursdayClub, season_play: SeasonPlay, most: int = 3000) -> Play:
    people = {club.users[name]: club.signed_in(name) for name in ("ada", "bo")}
    for _turn in range(most):
        play = the_bots_decide(season_play)
        if play.status == Play.OVER:
            return play
        client = people[decider(play)]
        sent = a_choice(client.get(f"/play/{play.pk}/", headers=FRAGMENT).content.decode())
        client.post(f"/play/{play.pk}/turns/", sent)
        assert fresh(season_play).play.number > play.number, (sent, game_of(play).prompt)
    return fresh(season_play).play


def test_two_people_and_two_bots_play_by_the_forms_of_the_pages_and_it_counts(club):
    ada = club.signed_in("ada")
    sent = {"system": "careers", "seats": "4", "season": club.season.slug, "counts": "on", "mode": "timed"}
    ada.post("/play/new/", sent | {"minutes": "5"})
    season_play = SeasonPlay.objects.get()
    table = f"/play/{season_play.pk}/"
    for name, seat in (("ada", "1"), ("bo", "2")):
        club.signed_in(name).post(f"{table}sit/", {"seat": seat, "character": name})
    for seat in ("3", "4"):
        ada.post(f"{table}bot/", {"seat": seat, "bot": "greedy"})
    ada.post(f"{table}start/")
    assert fresh(season_play).play.setup["settings"]["timed_minutes"] == 5
    play = take_turns(club, season_play)
    assert (play.status, play.problem) == (Play.OVER, "")
    sheet = Sheet.objects.get(game=play.game)
    assert (sheet.status, sheet.mode, SeasonGame.objects.get(game=play.game).season) == (
        "confirmed",
        "timed",
        club.season,
    )
    assert replay(play.game.record.text.splitlines()).as_dict() == play.outcome
    over = ada.get(table).content.decode()
    assert "won." in over and "Where everybody is" in over


def test_a_success_formula_is_written_with_an_amount_and_nobody_else_reads_it(club):
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=1)
    play = the_bots_decide(season_play)
    first = decider(play)
    writer = Client()
    writer.force_login(first)
    page = writer.get(f"/play/{play.pk}/").content.decode()
    assert 'name="amount"' in page and 'max="100"' in page and page.count('name="action"') == 1
    turns = f"/play/{play.pk}/turns/"
    writer.post(turns, {"number": str(play.number), "action": "amount", "amount": "41", "unit": "1"})
    after = fresh(season_play).play
    assert game_of(after).arg == (41,)
    writer.post(turns, {"number": str(after.number), "action": "amount", "amount": "19", "unit": "1"})
    seat = play.actor
    assert game_of(fresh(season_play).play).formulas[seat] == (41, 19, 40)
    other = next(name for name in ("ada", "bo") if club.users[name] != first)
    mine, theirs = (one.get(f"/play/{play.pk}/").content.decode() for one in (writer, club.signed_in(other)))
    assert "19 happiness, 40 fame" in mine and "19 happiness, 40 fame" not in theirs


@pytest.mark.parametrize(("amount", "unit"), [("150", "100"), ("-1", "1"), ("many", "1"), ("101", "1"), ("5", "0")])
def test_an_amount_that_cannot_be_changes_nothing(club, amount, unit):
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0)
    play = fresh(season_play).play
    writer = Client()
    writer.force_login(decider(play))
    sent = {"number": str(play.number), "action": "amount", "amount": amount, "unit": unit}
    answer = writer.post(f"/play/{play.pk}/turns/", sent, follow=True)
    assert answer.status_code == 200 and fresh(season_play).play.number == play.number
    assert 'class="notice warning"' in answer.content.decode()


def test_the_board_is_sent_once_and_a_move_is_small(club):
    """Aim: 4 KB packed for a move, where the page with its board takes more than five times that."""
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=2)
    take_turns(club, season_play, most=15)
    the_bots_decide(season_play)
    vera = club.signed_in("vera")
    table = f"/play/{season_play.pk}/"
    whole, first = vera.get(table).content, vera.get(table, headers={"HX-Request": "true"}).content
    move = vera.get(table, headers=FRAGMENT).content
    assert b'class="sector' in whole and b'class="sector' in first and b'class="sector' not in move
    assert b'class="token' in move and b"hx-preserve" in move
    print(f"page {len(gzip.compress(whole))}, move {len(gzip.compress(move))} bytes packed")
    assert len(gzip.compress(move)) * 5 < len(gzip.compress(whole))


def test_levels_and_powers_come_to_the_table_with_the_characters(club):
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=1, counts=True)
    setup = fresh(season_play).play.setup
    ada = club.characters["Ada"]
    assert setup["players"][0]["level"] == "entry" and setup["players"][0]["name"] == "Ada"
    programs, _companies = counterparts(ada.edition, "london")
    assert setup["players"][0]["specialty"] == programs[ada.specialty]
    assert "level" not in setup["players"][2]
    assert fresh(season_play).play.table == {"mode": "formula", "target": 100}
    page = club.signed_in("vera").get(f"/play/{season_play.pk}/").content.decode()
    assert "Entry level" in page


@pytest.mark.parametrize(
    ("ending", "says"),
    [({"mode": "formula", "target": 20}, "at least 100"), ({"mode": "chess"}, "must be formula or timed")],
)
def test_a_game_that_counts_ends_as_the_season_says(club, ending, says):
    with pytest.raises(ValidationError, match=says):
        open_season_play(season=club.season, system="careers", seats=4, counts=True, by=club.users["ada"], **ending)
    assert not Play.objects.exists()


def test_practice_may_be_short(club):
    by = club.users["ada"]
    play = open_season_play(season=club.season, system="careers", seats=2, counts=False, by=by, target=20)
    assert play.table == {"mode": "formula", "target": 20}
    other = open_season_play(season=club.season, system="career_poker", seats=4, counts=False, by=by, target=20)
    assert other.table == {}


def test_a_page_says_nothing_that_its_reader_does_not_know(club):
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=2)
    take_turns(club, season_play, most=12)
    play = the_bots_decide(season_play)
    game = game_of(play)
    for reader, eyes in ((club.users["ada"], 0), (club.users["bo"], 1), (club.users["vera"], None)):
        seen = table_view(fresh(season_play), reader)
        Play.objects.filter(pk=play.pk).update(state=game.determinize(eyes, 5).save())
        again = table_view(fresh(season_play), reader)
        for part in ("view", "drawn", "choices", "log", "pieces"):
            assert getattr(seen, part) == getattr(again, part)
        Play.objects.filter(pk=play.pk).update(state=game.save())


def test_the_opening_form_asks_how_a_game_of_careers_ends(club):
    page = club.signed_in("ada").get("/play/new/?system=careers").content.decode()
    assert "Careers" in page and 'name="target"' in page and 'name="mode"' in page
