"""What is said of a game: every reader is told what happened, and nobody what is hidden from them."""

import random

import pytest

from engine import SYSTEMS, all_surely, may_be_taken_back, surely
from engine.core.game import Game
from engine.core.rng import Stream
from tests.engine.support import cases, every_game, options_for, play_randomly

# What is surely so, and what was new to nobody, is sampled from worlds. Fixed moments, so that the build fails for a
# change and never by itself; the slow test tries many.
at_moments = pytest.mark.parametrize(("seed", "steps"), [(3, 20), (71, 90)])
# Choices of a world that are tried for one after which a reader sees the same.
MOST_TRIED = 12
# Decisions in which the others, but for the one whom they are about, do not see what was chosen. Elsewhere another
# choice is another story, even where it comes to the same in the end. A game that is not named here may try every one.
SECRET = {
    "careers": ("formula",),
    "career_poker": ("give_back",),
    "office_job": (),
    "game_of_the_year": ("give_token", "pay_token", "lucky"),
}

# After these, what lay open for a moment is covered again, so that views which are equal prove nothing.
COVERS = {"reshuffled", "deal_over"}


def new(system: str, seats: int, name: str, seed: int) -> Game:
    return SYSTEMS[system].new_game(seats, seed, options_for(system, name, seats))


def said_to(game: Game, reader: int | None) -> object:
    """All that a page may say to a reader before anybody acts."""
    return game.view(reader)


def twin_of(game: Game, reader: int | None, action: int, seed: int) -> tuple[object, list[str]] | None:
    """What the reader would see and be told in a world that is the same to them, after a choice by which they see the
    same as now; None if no choice of that world is such a one. Chance falls as it does in the game itself."""
    after = game.clone()
    if any(kind in COVERS for kind, *_ in after.play_aloud(action)):
        return None
    seen = after.view(reader)
    world = game.determinize(reader, seed)
    world.rng = game.rng
    secret = game.prompt in SECRET.get(game.system, (game.prompt,)) and game.about().get("to") != reader
    for choice in sorted(world.legal_actions(), key=action.__ne__)[:MOST_TRIED]:
        if choice != action and not secret:
            break
        then = world.clone()
        then.apply(choice)
        if then.view(reader) == seen:
            return seen, [str(sentence) for sentence in world.telling(choice, reader)]
    return None


def compare_worlds(game: Game, action: int, seed: int) -> int:
    """Asserts that what each reader is told does not depend on what is hidden; how often there was a twin."""
    met = 0
    for reader in (None, *range(game.seats)):
        world = game.determinize(reader, seed)
        assert said_to(world, reader) == said_to(game, reader), "what is hidden shows in the view"
        twin = twin_of(game, reader, action, seed)
        if twin is not None:
            met += 1
            told = [str(sentence) for sentence in game.telling(action, reader)]
            assert told == twin[1], f"{reader} is told what is hidden"
    return met


@every_game
@at_moments
def test_nobody_is_told_what_is_hidden_from_them(system: str, seats: int, name: str, seed: int, steps: int) -> None:
    game = new(system, seats, name, seed)
    play_randomly(game, seed, steps)
    stream = Stream(seed)
    for turn in range(6):
        if game.over:
            return
        action = stream.choice(game.legal_actions())
        compare_worlds(game, action, seed + turn)
        game.apply(action)


@pytest.mark.slow
@pytest.mark.parametrize("system", list(SYSTEMS))
def test_nobody_is_told_what_is_hidden_in_200_games(system: str) -> None:
    fitting = [case for case in cases() if case[0] == system]
    met = 0
    for number in range(200):
        _, seats, name = fitting[number % len(fitting)]
        game, stream = new(system, seats, name, number), Stream(number)
        watched = random.Random(number).sample(range(200), 20)
        for turn in range(200):
            if game.over:
                break
            action = stream.choice(game.legal_actions())
            if turn in watched:
                met += compare_worlds(game, action, number * 1000 + turn)
            game.apply(action)
    print(f"{system}: {met:,} comparisons, 0 differences")
    assert met > 1000


@every_game
def test_every_event_of_a_game_can_be_told_to_everybody(system: str, seats: int, name: str) -> None:
    game, stream = new(system, seats, name, 3), Stream(3)
    while not game.over:
        events = game.play_aloud(stream.choice(game.legal_actions()))
        for reader in (None, *range(seats)):
            for sentence in game.told(events, reader):
                assert str(sentence).endswith((".", "!", "?")), sentence
                assert sentence.named([f"<{seat}>" for seat in range(seats)])


@every_game
def test_telling_leaves_the_game_alone_and_says_what_playing_says(system: str, seats: int, name: str) -> None:
    game = new(system, seats, name, 4)
    play_randomly(game, 4, 9 if seats < 33 else 0)
    before, action = game.clone(), game.legal_actions()[0]
    told = game.telling(action, None)
    assert game == before
    events = game.play_aloud(action)
    assert game.told(events, None) == told and game.events is None


@every_game
@at_moments
def test_the_same_events_are_told_the_same_in_every_world(
    system: str, seats: int, name: str, seed: int, steps: int
) -> None:
    """What changes in a game stands in its events, so that they can be compared before they are told."""
    game = new(system, seats, name, seed)
    play_randomly(game, seed, steps)
    other = new(system, seats, name, seed)
    for _turn in range(20):
        if game.over:
            return
        events = game.play_aloud(Stream(seed).choice(game.legal_actions()))
        for reader in (None, *range(game.seats)):
            assert game.told(events, reader) == other.told(events, reader)


@every_game
def test_whether_a_choice_is_openly_forced_does_not_depend_on_what_is_hidden(
    system: str, seats: int, name: str
) -> None:
    game, stream = new(system, seats, name, 6), Stream(6)
    for turn in range(300):
        if game.over:
            break
        forced, legal = game.openly_forced(), game.legal_actions()
        assert len(legal) == 1 or not forced
        if len(legal) == 1:
            assert all(game.determinize(None, turn * 4 + at).openly_forced() == forced for at in range(4))
        game.apply(stream.choice(legal))


@every_game
@at_moments
def test_what_a_choice_surely_does_comes_true(system: str, seats: int, name: str, seed: int, steps: int) -> None:
    game = new(system, seats, name, seed)
    play_randomly(game, seed, steps)
    if game.over:
        return
    action = Stream(seed).choice(game.legal_actions())
    sure = surely(game, action)
    told = iter(game.telling(action, game.actor))
    assert all(sentence in told for sentence in sure)


@every_game
@at_moments
def test_what_all_choices_surely_do_is_what_each_does(
    system: str, seats: int, name: str, seed: int, steps: int
) -> None:
    game = new(system, seats, name, seed)
    play_randomly(game, seed, steps)
    if game.over:
        return
    some = game.legal_actions()[:6]
    assert all_surely(game, some) == [surely(game, action) for action in some]


@every_game
@at_moments
def test_a_choice_that_may_be_taken_back_shows_nobody_anything_new(
    system: str, seats: int, name: str, seed: int, steps: int
) -> None:
    game = new(system, seats, name, seed)
    play_randomly(game, seed, steps)
    if game.over:
        return
    action = Stream(seed).choice(game.legal_actions())
    if not may_be_taken_back(game, action):
        return
    after = game.clone()
    after.play(action)
    assert after.rng == game.rng, "chance fell"
    world = game.determinize(game.actor, seed + 1)
    world.play(action)
    assert world.view(game.actor) == after.view(game.actor), "the seat learnt something"
