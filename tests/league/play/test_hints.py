"""Hints of a first game: what one can do, why one would, and clauses that are there."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine import new_game
from engine.core.rulebook import rules_of
from league.play.rules.hints import AIMS, WORDS, hint_of
from tests.factories.plays import a_running_play, decider, fresh


@pytest.mark.parametrize("system", WORDS)
def test_every_clause_that_a_hint_cites_is_in_the_book(system):
    cited = {rule for words in (*WORDS[system].values(), AIMS[system]) for rule in words.rules}
    assert cited <= set(rules_of(system))


@pytest.mark.parametrize("system", WORDS)
def test_whoever_decides_is_told_what_they_can_do_and_nobody_else_is(system):
    spoken_to = set()
    for seed in range(3):
        game = new_game(system, seats=4, rng_seed=seed)
        for _turn in range(150):
            if game.over:
                break
            hint = hint_of(system, game.view(game.actor))
            spoken_to.add((game.prompt, hint is not None))
            assert hint_of(system, game.view((game.actor + 1) % 4)) is None and hint_of(system, game.view(None)) is None
            legal = game.legal_actions()
            game.apply(legal[seed % len(legal)])
    assert {prompt for prompt, told in spoken_to if told} >= set(WORDS[system]) & {one for one, _told in spoken_to}
    if system in ("career_compass", "career_poker"):
        assert all(told for _prompt, told in spoken_to)


@pytest.mark.parametrize("system", ["career_compass", "career_poker"])
def test_a_hint_follows_from_what_the_own_seat_sees(system):
    game = new_game(system, seats=4, rng_seed=3)
    for _turn in range(60):
        if game.over:
            break
        told = hint_of(system, game.view(game.actor))
        assert hint_of(system, game.determinize(game.actor, 9).view(game.actor)) == told
        game.apply(game.legal_actions()[-1])


def test_in_compass_the_highest_level_is_named():
    game = new_game("career_compass", seats=4, rng_seed=1)
    while game.prompt != "read":
        game.apply(game.legal_actions()[0])
    cards = game.about()["cards"].values()
    best = max(cards, key=lambda one: (one["level"], one["joker"]))
    assert any(best["caption"] in sentence for sentence in hint_of("career_compass", game.view(game.actor)).why)


def test_in_poker_the_lowest_whole_set_is_named():
    game = new_game("career_poker", seats=4, rng_seed=1)
    hand = [one for one in game.view(game.actor)["hand"] if one != "J"]
    low = min(hand, key=int)
    told = hint_of("career_poker", game.view(game.actor)).why[0]
    assert str(told).startswith(" ".join([low] * hand.count(low)) + " is the lowest")


@pytest.mark.django_db
def test_who_decides_may_ask_for_a_hint_and_nobody_else(thursday):
    season_play = a_running_play(thursday, "ada", "bo", bots=0)
    page, decides = f"/play/{season_play.pk}/", decider(fresh(season_play).play).username
    hinted = {
        name: 'class="play-hint"' in signed_in(thursday.users[name]).get(page).content.decode()
        for name in ("ada", "bo", "vera")
    }
    assert hinted == {name: name == decides for name in hinted}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
