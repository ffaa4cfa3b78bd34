"""Bots of strangers sit in a seat: they know what a person there would know, and a wrong answer is named."""

from importlib.metadata import EntryPoint

import pytest

import engine
from engine import BadBot, Seat
from engine.core import bots
from engine.core.bot_seats import Decision
from engine.core.errors import UnknownBot
from tests.engine.pig import PIG


class Last:
    def decide(self, seat: Seat) -> Decision:
        return seat.legal[-1]


class ByText:
    systems = ("pig",)

    def decide(self, seat: Seat) -> Decision:
        return seat.legal[0].text


class Curious:
    """Keeps what it was told, for the test to look at."""

    heard: list[list[str]] = []

    def decide(self, seat: Seat) -> Decision:
        assert seat.view["legal"] == [choice.text for choice in seat.legal]
        worlds = seat.worlds(3)
        assert [world.view(seat.number) for world in worlds] == [seat.view] * 3
        assert len({world.rng for world in worlds}) == 3
        self.heard.append([seat.system, *map(str, seat.history)])
        return seat.legal[0].action


class Wrong:
    def __init__(self, answer: object = "fly") -> None:
        self.answer = answer

    def decide(self, seat: Seat) -> Decision:
        return self.answer  # type: ignore[return-value]


class Broken:
    def decide(self, seat: Seat) -> Decision:
        raise RuntimeError("out of ideas")


class Old:
    def choose(self, game, legal, stream):
        return legal[0]


NAMES = {
    "last": "Last",
    "by_text": "ByText",
    "curious": "Curious",
    "wrong": "Wrong",
    "broken": "Broken",
    "old": "Old",
    "gone": "Gone",
}


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    points = [EntryPoint(name, f"tests.engine.test_strangers_bots:{of}", bots.GROUP) for name, of in NAMES.items()]
    points.append(EntryPoint("lost", "no_such_package:Bot", bots.GROUP))
    monkeypatch.setattr(bots, "entry_points", lambda group: points if group == bots.GROUP else [])


def test_a_bot_answers_with_a_choice_its_number_or_its_text():
    for name in ("last", "by_text", "curious"):
        assert engine.simulate("pig", 2, 3, 1, [name, "random"]).games == 3


def test_a_seat_knows_what_a_person_knows_and_worlds_that_agree_with_it():
    Curious.heard.clear()
    engine.simulate("career_compass", 6, 4, 2, ["curious", "greedy"])
    assert {heard[0] for heard in Curious.heard} == {"career_compass"}


def test_a_seat_hears_everything_that_was_told_to_it():
    Curious.heard.clear()
    recorder = engine.record_game("pig", 2, ["curious", "random"], 3)
    assert recorder.game.over
    assert Curious.heard[-1][1].startswith("Seat 1 rolls ")
    assert max(map(len, Curious.heard)) > 3


@pytest.mark.parametrize("answer", ["fly", "-1", "99"])
def test_an_answer_that_is_not_legal_is_named_with_bot_and_seat(answer):
    with pytest.raises(BadBot, match=r"The bot 'wrong' in seat 2 may not choose"):
        engine.simulate("pig", 2, 1, 1, ["random", f"wrong:answer={answer}"])


def test_a_bot_that_fails_is_named_with_its_seat():
    with pytest.raises(BadBot, match=r"The bot 'broken' in seat \d failed: out of ideas"):
        engine.simulate("pig", 2, 1, 1, ["broken"])


def test_a_bot_that_cannot_play_is_refused_before_the_game():
    for name, reason in (("old", "no method decide"), ("lost", "can't be loaded"), ("gone", "can't be loaded")):
        with pytest.raises(UnknownBot, match=reason):
            engine.simulate("pig", 2, 1, 1, [name])
    with pytest.raises(UnknownBot, match=r"does not play The Ecologist's Career Compass; it plays pig"):
        engine.simulate("career_compass", 2, 1, 1, ["by_text"])


def test_an_answer_of_a_bot_of_the_house_is_checked_as_well(monkeypatch):
    class Confused:
        def choose(self, game, legal, stream):
            return -1

    monkeypatch.setitem(PIG.bots, "greedy", Confused)
    with pytest.raises(BadBot, match=r"Confused in seat \d may not choose -1"):
        engine.simulate("pig", 2, 1, 1, ["greedy"])
