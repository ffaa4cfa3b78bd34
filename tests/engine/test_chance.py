"""A game that people play draws from a key: nobody predicts the next roll, and after the end everybody proves
them all."""

import hashlib
import hmac
from collections.abc import Sequence

import pytest

import engine
from engine import SYSTEMS
from engine.core.chance import KeyedChance, chance_before, key_of_seed, opening_chance
from engine.core.errors import BadRecord, IllegalAction
from engine.core.records import Recorder, play_keyed
from engine.core.rng import scaled, seeded, step
from tests.engine.pig import PIG, ROLL

KEY = bytes(range(32))
SEEDS = 1 << 12


def rolls_of_pig(key: bytes | None, seed: int, count: int) -> list[int]:
    """The pips of that many rolls in a row; a game that is over is followed by none."""
    game = PIG.new_game(2, seed, key=key)
    rolls: list[int] = []
    for number in range(count):
        events = play_keyed(game, ROLL, key, number) if key else game.play_aloud(ROLL)
        rolls += [event[2] for event in events]
        if game.over:
            break
        game.points[:] = [0, 0]
        game.pot = 0
    return rolls


def seeds_that_explain(rolls: Sequence[int]) -> list[int]:
    """The attack on a chain: every seed there is, stepped on, compared with what was rolled."""
    found = []
    for seed in range(SEEDS):
        state = seeded(seed)
        for pips in rolls:
            state = step(state)
            if scaled(state, 6) + 1 != pips:
                break
        else:
            found.append(seed)
    return found


@pytest.mark.parametrize("rolls", [14, 200])
def test_a_chain_is_found_by_its_rolls_and_a_key_is_not(rolls: int) -> None:
    assert seeds_that_explain(rolls_of_pig(None, 1234, rolls)) == [1234]
    assert seeds_that_explain(rolls_of_pig(key_of_seed(1234), 0, rolls)) == []


def test_a_roll_says_nothing_of_the_next_one() -> None:
    """Two keys whose chance agrees on a roll go different ways after it; on a chain the same state would go one way."""
    first, second = chance_before(KEY, 0), chance_before(KEY, 1)
    state = first
    for _ in range(1000):
        state = step(state)
        assert state != second


def test_chance_is_the_published_formula() -> None:
    def by_hand(text: bytes) -> int:
        return seeded(int.from_bytes(hmac.new(KEY, text, hashlib.sha256).digest()[:8], "big"))

    assert opening_chance(KEY) == by_hand(b"open")
    assert [chance_before(KEY, number) for number in (0, 1, 57)] == [by_hand(b"0"), by_hand(b"1"), by_hand(b"57")]
    assert engine.commitment(KEY) == hashlib.sha256(KEY).hexdigest()


def test_chance_for_a_whole_game_is_the_chance_of_each_action() -> None:
    for key in (KEY, bytes(32), b"\xff" * 32):
        chance = KeyedChance(key)
        assert [chance.before(number) for number in (1000, 0, 7)] == [chance_before(key, n) for n in (1000, 0, 7)]


def test_a_new_key_is_256_bits_and_never_the_same() -> None:
    keys = {engine.new_key() for _ in range(50)}
    assert len(keys) == 50 and {len(key) for key in keys} == {32}


def test_an_action_that_is_refused_uses_up_no_chance() -> None:
    game = PIG.new_game(2, key=KEY)
    before = game.clone()
    with pytest.raises(IllegalAction):
        play_keyed(game, "hold", KEY, 0)
    assert game == before


def record() -> list[str]:
    recorder = Recorder(SYSTEMS["career_compass"], 3, key=KEY)
    game = recorder.game
    while not game.over:
        recorder.play(game.legal_actions()[0])
    return recorder.lines


def test_a_record_shows_its_key_last_and_its_commitment_first() -> None:
    lines = record()
    assert f'"commitment":"{engine.commitment(KEY)}"' in lines[0]
    assert lines[-1] == f'{{"key":"{KEY.hex()}"}}'
    assert not any(KEY.hex() in line for line in lines[:-1])
    assert engine.replay(lines) is not None


def test_no_line_of_a_record_can_be_changed_left_out_or_doubled() -> None:
    lines = record()
    damaged = [
        [lines[0], lines[1].replace('"seat":1', '"seat":2'), *lines[2:]],
        [*lines[:-1], f'{{"key":"{bytes(32).hex()}"}}'],
        [*lines[:-1], '{"key":"00"}'],
        lines[:-1],
        [*lines, lines[-1]],
        [lines[0].replace(engine.commitment(KEY), engine.commitment(bytes(32))), *lines[1:]],
        *[[*lines[:at], *lines[at + 1 :]] for at in range(len(lines))],
        *[[*lines[:at], lines[at], *lines[at:]] for at in range(1, len(lines), 7)],
    ]
    for number, wrong in enumerate(damaged):
        with pytest.raises(BadRecord, match=r".+"):
            engine.replay(wrong)
            pytest.fail(f"alteration {number} went unnoticed")


# G-11.9: a fingerprint that was taken out went unnoticed
def test_a_fingerprint_that_was_taken_out_of_a_record_is_missed() -> None:
    lines = engine.record_game("office_job", 3, ["greedy"], 1).lines
    fingerprints = [at for at, line in enumerate(lines) if line.startswith('{"digest"')]
    assert len(fingerprints) > 1
    for at in fingerprints:
        with pytest.raises(BadRecord, match=r"Line [0-9]+: a fingerprint is missing before it\."):
            engine.replay([*lines[:at], *lines[at + 1 :]])


def test_a_record_that_stops_before_the_end_proves_how_far_it_came() -> None:
    recorder = Recorder(SYSTEMS["career_compass"], 3, key=KEY)
    for _ in range(60):
        if not recorder.game.over:
            recorder.play(recorder.game.legal_actions()[0])
    recorder.stop()
    assert engine.replay(recorder.lines) == recorder.game.outcome()
    recorder.stop()
    assert recorder.lines[-1].startswith('{"key"') and recorder.lines[-2][:6] != '{"key"'
