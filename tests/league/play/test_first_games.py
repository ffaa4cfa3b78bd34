"""Learning by playing: the first game of each of the five is short, explains itself once, and ends."""

from collections.abc import Callable
from random import Random

import pytest
from django.core.cache import cache
from django.test import Client

from engine import SYSTEMS, Game
from engine.core.bots import make_bot
from engine.core.rng import Stream
from engine.translatable import spoken
from league.models import TryOut
from league.play.queries.tryouts import lessons, try_table
from league.play.rules.first_games import FIRST_GAMES, TEACHER
from league.play.rules.hints import AIMS, WORDS
from league.play.rules.systems import PLAYED_HERE
from league.play.services.tryouts import begin_first_game, begin_try_out, game_of_try_out, take_try_turn

pytestmark = pytest.mark.django_db
Player = Callable[[Game], str]
MOST_TAPS = 40
MOST_IN_CAREERS = 20


@pytest.fixture(autouse=True)
def nobody_came_before():
    cache.clear()


@pytest.mark.parametrize("system", PLAYED_HERE)
def test_a_robot_is_through_in_40_taps_and_is_told_of_each_kind_of_decision_once(system):
    for seed in range(2):
        chance, row, told = Random(seed), begin_first_game(system=system), []
        assert row.level == TEACHER
        while not row.outcome and row.actions < 1000:
            table = try_table(row)
            prompt, explained = table.view["prompt"], lessons(row, table)
            assert bool(explained) == (prompt in WORDS[system] and prompt not in row.learned)
            told += explained
            choices = [one.action for one in table.choices if not one.action.startswith(("trade", "declare"))]
            row = take_try_turn(key=row.key, number=row.actions, action=chance.choice(choices))
            told.append(None)
        taps = told.count(None)
        assert row.outcome and taps <= MOST_TAPS, taps
        sentences = [sentence for sentence in told if sentence]
        can = [str(spoken(WORDS[system][prompt].can)) for prompt in row.learned if prompt in WORDS[system]]
        assert sentences == [str(spoken(AIMS[system].can)), *can]


def greedy(game: Game) -> str:
    bot, legal = make_bot(SYSTEMS[game.system], "greedy"), game.legal_actions()
    fit = [action for action in legal if not game.describe(action).startswith("trade")]
    return game.describe(bot.choose(game, fit, Stream(0)))


def robot(seed: int) -> Player:
    chance = Random(seed)
    return lambda game: chance.choice([each.text for each in game.legal if not each.text.startswith("trade")])


PLAYERS: dict[str, Player] = {
    "one who takes what looks best": greedy,
    "one who takes the first choice": lambda game: game.legal[0].text,
    "one who takes the last choice": lambda game: game.legal[-1].text,
    **{f"robot {seed}": robot(seed) for seed in range(4)},
}


@pytest.mark.parametrize("player", PLAYERS)
def test_the_first_game_of_careers_ends_within_20_taps(player):
    row, taps = begin_first_game(system="careers"), 0
    while not row.outcome and taps <= MOST_IN_CAREERS:
        row = take_try_turn(key=row.key, number=row.actions, action=PLAYERS[player](game_of_try_out(row)))
        taps += 1
    assert row.outcome and 5 <= taps <= MOST_IN_CAREERS, taps


def test_two_first_games_begin_alike_and_other_games_explain_nothing():
    one, other = (begin_first_game(system="careers") for _ in range(2))
    assert one.state == other.state and one.key != other.key
    usual = begin_try_out(system="careers")
    assert usual.state != one.state and lessons(usual, try_table(usual)) == []


@pytest.mark.parametrize("page", ["/play/try/", *(f"/how-to-play/{system}/" for system in FIRST_GAMES)])
def test_the_list_of_games_and_how_to_play_lead_there(page):
    assert 'name="learn"' in Client().get(page).content.decode()


def test_the_lobby_leads_to_the_list():
    assert '<a href="/play/try/">Learn a game by playing it</a>' in Client().get("/play/").content.decode()


def test_the_board_says_it_the_first_time_and_the_hint_stays_a_question():
    client = Client()
    page = client.post("/play/try/new/", {"system": "career_compass", "learn": "on"}, follow=True).content.decode()
    assert page.count('class="play-lesson"') == 1 and 'class="play-hint"' in page
    row = TryOut.objects.get()
    again = client.get("/play/try/table/").content.decode()
    assert 'class="play-lesson"' in again, "it stays until the decision is taken"
    client.post("/play/0/turns/", {"number": row.actions, "action": "throw"})
    assert TryOut.objects.get().learned == ["throw"]


def test_a_game_that_is_not_played_here_has_no_first_game():
    answer = Client().post("/play/try/new/", {"system": "chess", "learn": "on"}, follow=True)
    assert "can&#x27;t be played on the site yet" in answer.content.decode() and not TryOut.objects.exists()
