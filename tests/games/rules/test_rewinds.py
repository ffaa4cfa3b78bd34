"""How far back a table may go together: never over chance, and never over what somebody learnt."""

import pytest

from engine import SYSTEMS, HostAction, may_be_taken_back
from engine.core.chance import chance_before
from engine.core.films import Film
from engine.core.records import play_keyed
from engine.core.rng import Stream
from games.rules.clocks import TIME_UP
from games.rules.fair_chance import key_of
from games.rules.rewinds import MOST_BACK, banks_given_back, reach_of, with_overtime
from tests.factories.play_records import a_secret, some_salts

OTHER_WORLDS = range(500, 512)
MOST_PARTING = 1  # of these worlds: what was learnt then is next to nothing


def a_film(system: str, seats: int, seed: int, moves: int, **options) -> Film:
    """A game in which everybody chooses at random."""
    key = key_of(a_secret(seed), some_salts(seats, seed))
    opened, stream = SYSTEMS[system].new_game(seats, key=key, options=options), Stream(seed)
    game, actions = opened.clone(), []
    while not game.over and len(actions) < moves:
        actions.append(stream.choice(game.legal).text)
        play_keyed(game, actions[-1], key, len(actions) - 1)
    return Film(opened, tuple(actions), key)


def parting(film: Film, at: int, reader: int) -> int:
    """In how many other worlds of this reader no choice leads to what they saw after action `at`."""
    game, _frame = film.at(at)
    after, move = game.clone(), film.actions[at]
    play_keyed(after, move, film.key, at)
    count = 0
    for seed in OTHER_WORLDS:
        world = game.determinize(reader, seed)
        choices = [move] if reader == game.actor else [one.text for one in world.legal]
        count += not any(seen_after(world, choice, film, at, reader) == after.view(reader) for choice in choices)
    return count


def seen_after(world, choice, film: Film, at: int, reader: int) -> object:
    world = world.clone()
    play_keyed(world, choice, film.key, at)
    return world.view(reader)


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_no_game_goes_back_over_chance_or_over_what_was_revealed(system: str) -> None:
    seats, reached = max(3, SYSTEMS[system].seats[0]), 0
    for seed in range(2):
        whole = a_film(system, seats, seed, 60)
        for moves in range(1, len(whole.actions) + 1, 5):
            film = Film(whole.opened, whole.actions[:moves], whole.key)
            reach = reach_of(film)
            assert sorted(reach.games) == list(range(reach.earliest, moves + 1)) and moves - reach.earliest <= MOST_BACK
            for at in range(reach.earliest, moves):
                game, _frame = film.at(at)
                assert game == reach.games[at]
                play_keyed(game, film.actions[at], film.key, at)
                assert game.rng == chance_before(film.key, at), "chance fell"
                assert all(parting(film, at, reader) <= MOST_PARTING for reader in range(seats)), "it was revealed"
                reached += 1
            assert bool(reach.why) == bool(reach.earliest)
    assert reached or system == "career_compass", "there hardly a choice tells nobody anything"


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_how_far_a_game_goes_back_tells_nobody_what_is_hidden_from_them(system: str) -> None:
    film, worlds = a_film(system, max(3, SYSTEMS[system].seats[0]), 0, 60), 0
    for at in range(0, len(film.actions), 4):
        game, _frame = film.at(at)
        after, move = game.clone(), film.actions[at]
        play_keyed(after, move, film.key, at)
        stands = may_be_taken_back(game, game.parse(move), by_all=True)
        for reader in range(game.seats):
            world = game.determinize(reader, 900 + at)
            choices = [move] if reader == game.actor else [one.text for one in world.legal]
            same = [one for one in choices if seen_after(world, one, film, at, reader) == after.view(reader)][:1]
            assert [may_be_taken_back(world, world.parse(one), by_all=True) for one in same] == [stands] * len(same)
            worlds += len(same)
    assert worlds > 5 or system == "career_compass", "there hardly a choice tells nobody anything"


def test_the_sentence_says_why_and_which_move_is_the_earliest() -> None:
    film = a_film("career_compass", 3, 1, 1)
    assert film.actions == ("throw",)
    assert reach_of(film).why == "Chance fell in the last move, so the game can't go back."
    film = a_film("careers", 3, 1, 40)
    reaches = [reach_of(Film(film.opened, film.actions[:moves], film.key)) for moves in range(1, 41, 3)]
    reaches = [reach for reach in reaches if 0 < reach.earliest < max(reach.games)]
    sentences = [str(reach.why).replace(str(reach.earliest), "N") for reach in reaches]
    assert {"You can go back to move N at the earliest: chance fell in it."} <= {*sentences}
    [far] = {*sentences} - {"You can go back to move N at the earliest: chance fell in it."}
    assert far == f"You can go back {MOST_BACK} moves at most."


def test_no_game_goes_back_over_what_its_host_did() -> None:
    film = a_film("career_poker", 4, 1, 5, settings={"time_limit": 30})
    game, _frame = film.at(5)
    assert TIME_UP in game.host_actions()
    called = Film(film.opened, (*film.actions, TIME_UP), film.key)
    assert isinstance(called.actions[-1], HostAction)
    assert reach_of(called).why == "Time was called in the last move, so the game can't go back."


def test_what_late_choices_took_is_given_back_from_the_move_on_to_which_the_game_goes() -> None:
    overtime: list[list[int]] = []
    for actions, seat, seconds in ((3, 0, 10), (4, 1, 20), (4, 1, 5), (6, 0, 7)):
        overtime = with_overtime(overtime, actions, seat, seconds)
    assert banks_given_back(overtime, 4) == ({1: 25, 0: 7}, [[3, 0, 10]])
    assert banks_given_back(overtime, 7) == ({}, overtime)
    assert with_overtime(overtime, 6 + MOST_BACK, 1, 1) == [[6, 0, 7], [6 + MOST_BACK, 1, 1]]
