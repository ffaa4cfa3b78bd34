"""A stranger plays against bots without an account: at once, for nobody's count, and for a day."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from engine import SYSTEMS
from games.models import Play, Turn
from league.models import TryOut
from league.play.queries.replays import game_to_play_on
from league.play.queries.tryouts import offers, reel_of_try_out, try_table
from league.play.rules.systems import PLAYED_HERE
from league.play.services.tryouts import (
    KEPT,
    begin_first_game,
    begin_try_out,
    forget_old_try_outs,
    game_of_try_out,
    take_try_turn,
)
from league.play.views import tryouts
from tests.factories.families import family
from tests.factories.thursday_club import a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nobody_came_before():
    cache.clear()


def begun(client: Client, system: str = "career_compass", **more: str) -> str:
    answer = client.post("/play/try/new/", {"system": system, **more}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def choices(seen: str) -> tuple[str, list[str]]:
    [number] = set(re.findall(r'name="number" value="(\d+)"', seen))
    return number, re.findall(r'name="action"\s+value="([^"]+)"', seen)


@pytest.mark.parametrize("system", family(sorted(PLAYED_HERE, key="careers".__eq__), usual=2))
def test_a_stranger_plays_every_game_to_its_end(system):
    row = begin_try_out(system=system)
    for _turn in range(3000):
        if row.outcome:
            break
        table = try_table(row)
        assert table.my_move and table.choices
        row = take_try_turn(
            key=row.key, number=row.actions, action=table.choices[row.actions % len(table.choices)].action
        )
    assert row.outcome and row.outcome["winners"] == list(game_of_try_out(row).outcome().winners)
    assert not Play.objects.exists() and not Turn.objects.exists()


def test_by_the_buttons_of_the_pages_from_the_front_door_to_the_offer_of_an_account():
    a_thursday_club()
    client = Client()
    assert 'action="/play/try/new/"' in client.get("/").content.decode()
    seen = begun(client)
    assert "Your move" in seen and 'class="play-hint"' in seen
    for _turn in range(300):
        if "/accounts/signup/" in seen and "won." in seen:
            break
        number, actions = choices(seen)
        sent = {"number": number, "action": actions[0]}
        seen = client.post("/play/0/turns/", sent, follow=True).content.decode()
    assert "Sign up" in seen and "Play again" in seen and TryOut.objects.get().outcome


def test_the_short_one_is_offered_first_and_then_everything_that_is_played_here():
    listed = Client().get("/play/try/").content.decode()
    systems = [one.ID for one in offers()]
    assert systems[0] == "career_compass" and set(systems) == set(PLAYED_HERE)
    assert re.findall(r'name="system" value="(\w+)"', listed) == [
        system for system in systems for _learn in (False, True)
    ]


@pytest.mark.parametrize("page", ["/play/", "/how-to-play/career_compass/", "/how-to-play/career_poker/"])
def test_play_and_every_how_to_play_page_lead_into_a_game(page):
    assert "/play/try/" in Client().get(page).content.decode()


def test_a_moment_of_a_rule_is_played_on_from_where_it_stands():
    client = Client()
    shown = client.get("/rules/career_compass/17/").content.decode()
    at = re.search(r'name="at" value="(\d+)"', shown)
    assert at, "the page of the moment offers it"
    seen = begun(client, rule="17", at=at[1])
    assert "any of" in seen
    row = TryOut.objects.get()
    assert game_of_try_out(row).actor == row.seat


def test_what_a_stranger_sees_says_nothing_of_what_is_hidden():
    row = begin_try_out(system="career_poker")
    seen = try_table(row)
    game = game_of_try_out(row)
    TryOut.objects.update(state=game.determinize(row.seat, 5).save())
    again = try_table(TryOut.objects.get())
    assert (seen.view, seen.drawn, seen.choices, seen.log) == (again.view, again.drawn, again.choices, again.log)
    page = Client()
    session = page.session
    session["try_out"] = row.key
    session.save()
    assert bytes(row.secret).hex() not in page.get("/play/try/table/").content.decode()


def test_each_browser_has_one_game_and_no_other_reads_it():
    one, other = Client(), Client()
    begun(one)
    assert "career-compass" not in other.get("/play/try/table/").headers.get("Location", "")
    assert other.get("/play/try/table/").headers["Location"] == "/play/try/"
    begun(one, "career_poker")
    assert [row.system for row in TryOut.objects.all()] == ["career_poker"]
    begun(other)
    assert TryOut.objects.count() == 2


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"number": "x", "action": "throw"},
        {"number": "9" * 5000, "action": "throw"},
        {"number": "0", "action": "x" * 10_000},
        {"number": "0", "action": "<script>"},
        {"number": "77", "action": "throw"},
    ],
)
def test_nonsense_gets_a_sentence_and_changes_nothing(sent):
    client = Client()
    begun(client)
    before = TryOut.objects.values().get()
    answer = client.post("/play/0/turns/", sent, follow=True)
    assert answer.status_code == 200 and "<script>" not in answer.content.decode().split("<main")[1].split("</main")[0]
    assert 'class="messages"' in answer.content.decode()
    assert TryOut.objects.values().get() == before


def test_a_choice_that_was_sent_twice_is_taken_once():
    client = Client()
    number, actions = choices(begun(client))
    client.post("/play/0/turns/", {"number": number, "action": actions[0]})
    after = TryOut.objects.get().state
    client.post("/play/0/turns/", {"number": number, "action": actions[0]})
    assert TryOut.objects.get().state == after


@pytest.mark.parametrize("sent", [{}, {"system": "chess"}, {"system": "x" * 5000}])
def test_a_game_that_is_not_played_here_is_refused_in_a_sentence(sent):
    answer = Client().post("/play/try/new/", sent, follow=True)
    assert "can&#x27;t be played on the site yet" in answer.content.decode() and not TryOut.objects.exists()


def test_a_moment_that_nobody_knows_begins_from_the_beginning():
    begun(Client(), rule="no rule", at="-1")
    begun(Client(), rule="17", at="9" * 3000)
    assert TryOut.objects.count() == 2


def test_it_is_forgotten_a_day_after_its_last_turn():
    client = Client()
    number, actions = choices(begun(client))
    begin_try_out(system="career_poker")
    TryOut.objects.filter(system="career_compass").update(at=timezone.now() - KEPT - timedelta(seconds=1))
    assert forget_old_try_outs() == 1
    assert [row.system for row in TryOut.objects.all()] == ["career_poker"]
    told = client.post("/play/0/turns/", {"number": number, "action": actions[0]}, follow=True)
    assert "kept for a day" in told.content.decode()


def test_one_address_begins_only_so_many(monkeypatch):
    monkeypatch.setitem(tryouts.LIMITS, "try_out", "2/h/ip")
    answers = [Client().post("/play/try/new/", {"system": "career_compass"}).status_code for _try in range(3)]
    assert answers == [302, 302, 429] and TryOut.objects.count() == 2


def test_one_address_asks_strong_bots_only_so_often(monkeypatch):
    monkeypatch.setitem(tryouts.LIMITS, "try_turn_strong", "1/m/ip")
    strong, usual = Client(), Client()
    begun(strong, level="strong")
    begun(usual)
    answers = [client.post("/play/0/turns/").status_code for client in (strong, strong, usual)]
    assert answers == [302, 429, 302]


def test_on_a_full_site_the_game_that_has_waited_longest_gives_way(monkeypatch):
    monkeypatch.setattr("league.play.services.tryouts.MOST_AT_ONCE", 2)
    idle, busy = begin_try_out(system="career_compass"), begin_try_out(system="career_compass")
    TryOut.objects.filter(pk=busy.pk).update(at=timezone.now() + timedelta(minutes=1))
    assert "Your move" in begun(Client())
    left = TryOut.objects.values_list("pk", flat=True)
    assert len(left) == 2 and busy.pk in left and idle.pk not in left


def test_hints_cite_rules_that_are_there():
    assert "/rules/career_compass/#10" in begun(Client())


def test_a_game_begun_by_other_rules_than_the_site_has_now_is_given_up():
    client = Client()
    begun(client)
    row = TryOut.objects.get()
    TryOut.objects.update(state={**row.state, "rules": SYSTEMS[row.system].version + 1})
    assert "Begin another one" in client.get("/play/try/table/", follow=True).content.decode()
    assert not TryOut.objects.exists()


def to_its_end(row: TryOut) -> TryOut:
    """Play a try-out to its end, with choices of every kind."""
    while not row.outcome:
        legal = game_of_try_out(row).legal
        row = take_try_turn(key=row.key, number=row.actions, action=legal[row.actions % len(legal)].text)
    return row


@pytest.mark.parametrize("system", family(sorted(PLAYED_HERE, key="careers".__eq__), usual=2))
def test_its_moves_played_again_lead_to_the_same_end(system):
    for row in (begin_try_out(system=system), begin_first_game(system=system)):
        ended = to_its_end(row)
        reel = reel_of_try_out(TryOut.objects.get(pk=ended.pk))
        assert reel.film is not None and reel.last == ended.actions and not reel.trouble
        assert reel.film.at(reel.last)[0] == game_of_try_out(ended)
        assert [sitter.mine for sitter in reel.sitters].index(True) == ended.seat


def test_what_went_on_from_a_moment_is_played_again_from_there():
    first = to_its_end(begin_try_out(system="career_poker"))
    at = next(frame.number for frame in reel_of_try_out(first).film.frames() if len(frame.game.legal) > 1) + 1
    row = to_its_end(begin_try_out(system="career_poker", game=game_to_play_on(reel_of_try_out(first), at)))
    film = reel_of_try_out(row).film
    assert film.opened == reel_of_try_out(first).film.at(at)[0] and film.at(row.actions)[0] == game_of_try_out(row)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"opened": None, "moves": []}, "did not keep the moves"),
        ({"moves": ["throw"]}, "rules have changed"),
        ({"secret": b"x" * 32}, "rules have changed"),
    ],
)
def test_one_that_cannot_be_played_again_says_so(changes, sentence):
    row = to_its_end(begin_try_out(system="career_compass"))
    TryOut.objects.update(**changes)
    reel = reel_of_try_out(TryOut.objects.get(pk=row.pk))
    assert reel.film is None and sentence in reel.trouble


def test_moves_beyond_those_of_a_long_game_are_not_kept(monkeypatch):
    monkeypatch.setattr("league.play.services.tryouts.MOST_MOVES", 2)
    row = to_its_end(begin_try_out(system="career_compass"))
    assert (row.opened, row.moves) == (None, []) and row.actions > 2


def test_one_that_is_over_stays_for_its_day_and_a_given_up_one_goes():
    client = Client()
    begun(client)
    given_up = TryOut.objects.get()
    begun(client)
    over = to_its_end(TryOut.objects.get())
    assert over.pk != given_up.pk
    begun(client, learn="on")
    assert TryOut.objects.filter(pk=over.pk).exists() and TryOut.objects.count() == 2


def test_a_finished_one_is_played_on_by_its_key_and_an_unfinished_one_by_nobody():
    row = begin_try_out(system="career_compass")
    running = Client().post("/play/try/new/", {"try_out": row.key, "at": "0"}, follow=True).content.decode()
    assert "Nobody can play on from there" in running and TryOut.objects.count() == 1
    row = to_its_end(row)
    at = next(frame.number for frame in reel_of_try_out(row).film.frames() if len(frame.game.legal) > 1) + 1
    assert (
        'name="action"' in Client().post("/play/try/new/", {"try_out": row.key, "at": at}, follow=True).content.decode()
    )
    assert TryOut.objects.exclude(pk=row.pk).get().moves == []


@pytest.mark.parametrize("sent", [{"try_out": ""}, {"try_out": "x" * 5000}, {"play": "9" * 3000}, {"play": "x"}])
def test_what_nobody_knows_cannot_be_played_on(sent):
    answer = Client().post("/play/try/new/", {**sent, "at": "0"}, follow=True)
    assert "Nobody can play on from there" in answer.content.decode() and not TryOut.objects.exists()
