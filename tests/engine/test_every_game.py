"""What holds for every game system, every number of seats and every set of house rules."""

import copy
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import engine
from engine import SYSTEMS
from engine.core.chance import chance_before, key_of_seed
from engine.core.errors import BadSeats, GameOver, IllegalAction, UnknownAction
from engine.core.game import Game
from engine.core.records import Recorder
from tests.engine.support import cases, every_game, options_for, play_randomly
from tests.factories.families import family

some_games = pytest.mark.parametrize(("system", "seats", "name"), family(cases(), usual=20))
quick = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(min_value=0, max_value=2**63)


def new(system: str, seats: int, name: str, seed: int) -> Game:
    return SYSTEMS[system].new_game(seats, seed, options_for(system, name, seats))


def fields(game: Game) -> dict[str, object]:
    return {name: getattr(game, name) for name in game.fields}


@every_game
@quick
@given(seed=seeds)
def test_a_random_game_offers_sorted_legal_actions_until_it_ends(system: str, seats: int, name: str, seed: int) -> None:
    game = new(system, seats, name, seed)

    def check(game: Game) -> None:
        legal = list(game.legal_actions())
        assert legal, "no legal action before the end"
        assert legal == sorted(set(legal))
        assert 0 <= game.actor < seats
        assert all(game.parse(game.describe(action)) == action for action in legal[:3])

    play_randomly(game, seed, each=check)
    assert game.over and list(game.legal_actions()) == [] and game.prompt == "over"
    outcome = game.outcome()
    assert outcome is not None and len(outcome.scores) == seats
    assert [seat for seat, score in enumerate(outcome.scores) if score["won"]] == sorted(outcome.winners)
    with pytest.raises(GameOver):
        game.play(0)


@every_game
@quick
@given(seed=seeds, steps=st.integers(0, 300))
def test_a_clone_equals_a_deep_copy_and_goes_its_own_way(
    system: str, seats: int, name: str, seed: int, steps: int
) -> None:
    game = new(system, seats, name, seed)
    play_randomly(game, seed, steps)
    twin, before = game.clone(), copy.deepcopy(fields(game))
    assert fields(twin) == before
    slots = [slot for kind in type(game).__mro__ for slot in getattr(kind, "__slots__", ())]
    assert sorted({*slots} - {"table", "events"}) == sorted(game.fields), "a slot is not saved"
    play_randomly(twin, seed + 1, 40)
    assert fields(game) == before, "playing the clone changed the original"
    fork = game.clone()
    play_randomly(game, seed + 2, 40)
    play_randomly(fork, seed + 2, 40)
    assert fields(fork) == fields(game), "a clone given the same actions took another way"


@every_game
@quick
@given(seed=seeds, steps=st.integers(0, 300))
def test_a_saved_game_goes_on_as_if_nothing_had_happened(
    system: str, seats: int, name: str, seed: int, steps: int
) -> None:
    game = new(system, seats, name, seed)
    play_randomly(game, seed, steps)
    loaded = SYSTEMS[system].load(json.loads(json.dumps(game.save())))
    assert fields(loaded) == fields(game) and loaded.digest() == game.digest()
    play_randomly(game, seed + 1, 60)
    play_randomly(loaded, seed + 1, 60)
    assert fields(loaded) == fields(game)


@every_game
@quick
@given(seed=seeds, steps=st.integers(0, 300), other=seeds)
def test_a_view_tells_nothing_that_the_seat_cannot_see(
    system: str, seats: int, name: str, seed: int, steps: int, other: int
) -> None:
    game = new(system, seats, name, seed)
    play_randomly(game, seed, steps)
    for seat in (None, *range(seats)):
        world = game.determinize(seat, other)
        assert world.view(seat) == game.view(seat), "what is hidden shows in the view"
        assert world.rng != game.rng
        assert fields(world.determinize(seat, seed)) == fields(game.determinize(seat, seed)), (
            "what is hidden is drawn on"
        )
        json.dumps(game.view(seat))
        play_randomly(world, other, 30)
    with pytest.raises(BadSeats):
        game.view(seats)


@some_games
@quick
@given(seed=seeds)
def test_a_recorded_game_replays_to_its_outcome(system: str, seats: int, name: str, seed: int) -> None:
    options, key = options_for(system, name, seats), key_of_seed(seed)
    recorder = Recorder(SYSTEMS[system], seats, seed, options)
    game = recorder.game
    twin = SYSTEMS[system].new_game(seats, options=options, key=key)
    stream, number = engine.core.rng.Stream(seed), 0
    while not game.over:
        action = stream.choice(game.legal_actions())
        recorder.play(action)
        twin.rng = chance_before(key, number)
        twin.apply(action)
        number += 1
    assert fields(twin) == fields(game), "play and apply differ"
    assert engine.replay(recorder.lines) == game.outcome()


@every_game
def test_an_illegal_action_is_refused_and_changes_nothing(system: str, seats: int, name: str) -> None:
    game = new(system, seats, name, 5)
    play_randomly(game, 5, 12 if seats < 33 else 0)
    before = copy.deepcopy(fields(game))
    legal = set(game.legal_actions())
    illegal = next(action for action in range(len(game.actions)) if action not in legal)
    with pytest.raises(IllegalAction, match=r"^Seat \d+ cannot play '.+' now"):
        game.play(illegal)
    for nonsense in (-1, len(game.actions), True, "fly to the moon"):
        with pytest.raises(UnknownAction):
            game.play(nonsense)
    assert fields(game) == before


@pytest.mark.parametrize("system", list(SYSTEMS))
@pytest.mark.parametrize("seats", [-1, 0, 1, 34, True, "4", None])
def test_a_wrong_number_of_seats_is_refused(system: str, seats: object) -> None:
    for number in (seats, SYSTEMS[system].seats[0] - 1, SYSTEMS[system].seats[1] + 1):
        with pytest.raises(BadSeats):
            SYSTEMS[system].new_game(number, 1)  # type: ignore[arg-type]
