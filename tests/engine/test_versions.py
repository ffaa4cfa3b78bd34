"""Rules versions: records of an older one replay with the settings that it had."""

from dataclasses import replace

import pytest

import engine
from engine import SYSTEMS
from engine.core.errors import BadRecord
from tests.engine.pig import PIG

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


def test_a_record_opened_as_an_older_version_is_of_this_version_with_its_settings_written_out():
    system = SYSTEMS["careers"]
    game = system.new_game(2, 1, system.options_of(1, {"settings": {"target": 60}}))
    again = engine.new_game("careers", 2, 1, game.setup)
    assert again.setup == game.setup
    assert again == game
