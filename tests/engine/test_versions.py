"""Rules versions: records and saved games of an older one go on with the settings that it had."""

import json
from dataclasses import replace

import pytest

from engine import SYSTEMS
from engine.core.errors import BadRecord, OldRules
from engine.core.rng import Stream
from tests.engine.pig import PIG

PACKAGED = ("careers", "office_job", "career_poker", "game_of_the_year", "career_compass")

THIRD = replace(PIG, version=3, readings={1: {"ones": "end"}, 2: {"ones": "double", "goal": 20}})


def test_a_record_of_this_version_keeps_its_options():
    options = {"settings": {"goal": 30}}
    assert THIRD.options_of(3, options) is options


def test_an_older_version_brings_the_settings_of_every_version_since():
    assert THIRD.options_of(2, None) == {"settings": {"ones": "double", "goal": 20}}
    assert THIRD.options_of(1, None) == {"settings": {"ones": "end", "goal": 20}}


def test_what_a_record_says_itself_goes_before_what_its_version_had():
    then = THIRD.options_of(1, {"settings": {"ones": "double"}, "players": [{}, {}]})
    assert then == {"settings": {"ones": "double", "goal": 20}, "players": [{}, {}]}


@pytest.mark.parametrize("version", [0, 4, -1, "1", None, True])
def test_a_version_that_never_was_is_refused(version):
    with pytest.raises(BadRecord, match="this is version 3 of Pig"):
        THIRD.options_of(version, None)


@pytest.mark.parametrize("key", sorted(SYSTEMS))
def test_every_older_version_says_settings_that_the_game_knows(key):
    system = SYSTEMS[key]
    for version in range(1, system.version):
        assert system.readings[version], "a version that no setting tells from the next needs none"
        system.new_game(system.seats[0], 1, system.options_of(version, None))


# Saved games


def half_played(key, options=None):
    """A game of that system after forty actions of bots."""
    system = SYSTEMS[key]
    game, stream = system.new_game(system.seats[0], 3, options), Stream(3)
    for _ in range(40):
        game.apply(stream.choice(game.legal_actions()))
    return game


def played_out(game, seed=5):
    stream = Stream(seed)
    for _ in range(60):
        if not game.over:
            game.apply(stream.choice(game.legal_actions()))
    return game.digest()


@pytest.mark.parametrize("key", PACKAGED)
def test_a_saved_game_says_by_which_rules_it_was_played(key):
    game = half_played(key)
    saved = json.loads(json.dumps(game.save()))
    assert saved["rules"] == SYSTEMS[key].version == type(game).version
    again = SYSTEMS[key].load(saved)
    assert again == game and played_out(again) == played_out(game)


@pytest.mark.parametrize("version", [2, 0, None, "1", True])
def test_a_game_saved_by_rules_that_nobody_keeps_is_refused_by_name(version):
    saved = half_played("careers").save()
    with pytest.raises(OldRules, match=f"rules version {version}; this is version 1 of Careers"):
        SYSTEMS["careers"].load({**saved, "rules": version})


def test_an_older_game_whose_state_is_no_longer_known_is_refused_by_name():
    saved = half_played("career_poker").save()
    del saved["state"]["gone" if "gone" in saved["state"] else next(iter(saved["state"]))]
    with pytest.raises(OldRules, match="saved by rules version 1 of Career Poker, with a state that version 2"):
        replace(SYSTEMS["career_poker"], version=2).load(saved)
    with pytest.raises(BadRecord, match="lacks a field") as refused:
        SYSTEMS["career_poker"].load(saved)
    assert not isinstance(refused.value, OldRules)
