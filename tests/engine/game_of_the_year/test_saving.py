"""Saved Games of the Year hold names, so that numbers may change."""

import json

import pytest

from engine import SYSTEMS
from engine.core.errors import BadRecord
from engine.game_of_the_year.game import GameOfTheYear
from engine.game_of_the_year.rules.money import charge
from tests.engine.game_of_the_year.support import place, quiet, turn, year


def asked_to_pay() -> GameOfTheYear:
    g = quiet((500,), (0,), (0,), birthdays=["01-20", "12-29", "12-30"], birth_shield="ask")
    charge(g, 0, 1, 200)
    return g


def test_a_saved_game_holds_the_names_of_decision_and_steps() -> None:
    g = turn(place(year(), "01-08", "01-01", "01-01"), 0, (3, 18))
    saved = json.loads(json.dumps(g.save()))
    assert saved["state"]["decision"] == "page"
    assert saved["state"]["todo"] == [{"tuple": ["offer_token"]}]
    assert SYSTEMS["game_of_the_year"].load(saved) == g


def test_a_duty_that_may_be_waived_is_saved_by_name() -> None:
    g = asked_to_pay()
    saved = json.loads(json.dumps(g.save()))
    assert saved["state"]["arg"] == {"tuple": ["pay", 0, 1, 200]}
    again = SYSTEMS["game_of_the_year"].load(saved)
    assert again == g
    again.play("comply")
    g.play("comply")
    assert again == g


@pytest.mark.parametrize("step", [{"tuple": ["sleep"]}, {"tuple": []}, {"tuple": [3]}, 3, []])
def test_an_unknown_step_is_refused(step: object) -> None:
    saved = asked_to_pay().save()
    for place_of in ("todo", "arg"):
        wrong = {**saved, "state": {**saved["state"], place_of: [step] if place_of == "todo" else step}}
        with pytest.raises(BadRecord, match="not a step of this game"):
            SYSTEMS["game_of_the_year"].load(wrong)
