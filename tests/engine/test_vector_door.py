"""Many games at once, and the numbers that stand for what a seat sees."""

import pytest

pytest.importorskip("numpy", reason="the optional package numpy is not installed")

from engine import SYSTEMS
from engine.core.errors import BadOptions, IllegalAction
from engine.core.rng import Stream
from engine.doors.observations import Watch, layout_of
from engine.doors.vector import VectorGames

every_game = pytest.mark.parametrize("key", list(SYSTEMS))


def choices(seen, stream):
    return [int(stream.choice(mask.nonzero()[0])) for mask in seen.masks]


@every_game
def test_many_games_are_stepped_and_pay_when_they_end(key):
    options = {"settings": {"target": 2}} if key == "careers" else None
    table, stream, ended = VectorGames(key, 6, 4, options), Stream(1), 0
    seen = table.reset(seed=3)
    for _ in range(400):
        seen = table.step(choices(seen, stream))
        assert (seen.masks.sum(axis=1) > 1).all()
        assert [game.actor for game in table.playing] == seen.actors.tolist()
        for number in seen.ended.nonzero()[0]:
            assert 1 in seen.rewards[number] and ((seen.rewards[number] == 1) | (seen.rewards[number] == -1)).all()
            ended += 1
    assert ended


def test_a_seed_repeats_the_games_and_without_one_they_are_new():
    table = VectorGames("office_job", 3)
    one, two, other, none = (table.reset(seed).observations.tolist() for seed in (5, 5, 6, None))
    assert one == two and one != other and none not in (one, other)


def test_an_action_that_is_not_open_is_refused_with_the_number_of_the_game():
    table = VectorGames("career_compass", 2)
    seen = table.reset(1)
    actions = [int(mask.nonzero()[0][0]) for mask in seen.masks]
    actions[1] = int((seen.masks[1] == 0).nonzero()[0][0])
    with pytest.raises(IllegalAction, match="game 1"):
        table.step(actions)
    with pytest.raises(BadOptions):
        VectorGames("career_compass", 0)


@every_game
def test_a_row_that_goes_on_from_another_one_is_the_row_made_afresh(key):
    system, stream = SYSTEMS[key], Stream(4)
    layout, game = layout_of(system, 4), system.new_game(4, 9)
    watch = Watch(layout)
    for step in range(600):
        if game.over:
            game = system.new_game(4, step)
        seat = game.actor if step % 3 else stream.below(4)
        watch.look(game, seat)
        assert watch.row == layout.row(game.view(seat))
        game.apply(stream.choice(game.legal_actions()))


@every_game
def test_a_look_notices_whatever_changed_since_the_one_before(key):
    game, stream, memory = SYSTEMS[key].new_game(4, 9), Stream(4), {}
    for _ in range(400):
        after = game.clone()
        after.apply(stream.choice(game.legal_actions()))
        game = game if after.over else after
    for name in set(game.fields) - {"arg", "todo"}:
        game.look(None, memory)
        other = game.clone()
        value = getattr(other, name)
        if isinstance(value, list | tuple):
            neighbours = value[1:] + value[:1]  # what one seat had, the one before it has
            setattr(other, name, neighbours if value.count(0) < len(value) else type(value)(range(len(value))))
        assert other.look(None, memory) | {"legal": []} == other.view(None), name


@every_game
def test_a_row_holds_what_the_seat_sees_and_nothing_else(key):
    system = SYSTEMS[key]
    layout, game, stream = layout_of(system, 4), system.new_game(4, 8), Stream(2)
    for step in range(40):
        game.apply(stream.choice(game.legal_actions()))
        if game.over:
            break
        seat = step % 4
        assert layout.row(game.view(seat)) == layout.row(game.determinize(seat, step).view(seat))


@every_game
def test_amounts_are_scaled_and_every_number_has_a_name(key):
    system = SYSTEMS[key]
    layout = layout_of(system, 4)
    assert len(set(layout.names)) == len(layout.names)
    row = layout.row(system.new_game(4, 0).view(0))
    assert any(row) and max(map(abs, row)) <= 1.0


def test_what_was_never_seen_while_learning_does_no_harm():
    layout = layout_of(SYSTEMS["careers"], 4)
    view = SYSTEMS["careers"].new_game(4, 1).view(0)
    strange = view | {"prompt": "a new one", "turn": "late", "players": "gone", "offer": 3, "deeds": [None, "x", [1]]}
    row = layout.row(strange)
    assert row[layout.names.index(".prompt=?")] == 1.0 and len(row) == len(layout)
