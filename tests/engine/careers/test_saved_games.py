"""A saved game of Careers holds names, so that a file outlives the numbers of decisions, steps and purposes."""

import copy

import pytest

from engine import SYSTEMS
from engine.careers import actions as a
from engine.careers.rules.ledger import ask
from engine.careers.state import Prompt, Purpose, Work
from engine.core.errors import BadRecord
from tests.engine.support import careers

CAREERS = SYSTEMS["careers"]


def waiting():
    """A wild card may replace an amount, and an offer is interrupted by it: never so in a game, but all at once."""
    g = careers()
    g.todo = [(Work.RESUME, Prompt.DEBT, 0, 900, True), (Work.EFFECTS, 0, 3, 1)]
    ask(g, Prompt.AMOUNT_DIE, 0, (1, Purpose.LOSE_FAME, 10))
    return g


def test_a_saved_game_names_its_steps_decisions_and_purposes():
    state = waiting().save()["state"]
    assert state["decision"] == "amount_die"
    assert state["arg"] == {"tuple": [1, "lose_fame", 10]}
    assert state["todo"] == [{"tuple": ["resume", "debt", 0, 900, True]}, {"tuple": ["effects", 0, 3, 1]}]
    g = careers()
    ask(g, Prompt.SUM, 0, ((Prompt.BUMP, (0,)), 1, a.CASH, 0, -2, 0))
    assert g.save()["state"]["arg"]["tuple"][0] == {"tuple": ["bump", {"tuple": [0]}]}


def test_names_come_back_as_what_they_stood_for():
    for g in (waiting(), careers()):
        assert CAREERS.load(g.save()) == g
    g = careers()
    ask(g, Prompt.ANSWER, 1, ((Prompt.TURN, ()), 1, a.CASH, 3, a.POLICY, 0))
    assert CAREERS.load(g.save()).arg == g.arg


@pytest.mark.parametrize(
    "break_it",
    [
        lambda state: state["todo"][0]["tuple"].__setitem__(0, "resum"),
        lambda state: state["todo"][0]["tuple"].__setitem__(1, 6),
        lambda state: state["todo"].__setitem__(0, 5),
        lambda state: state["todo"].__setitem__(0, {"tuple": []}),
        lambda state: state.update(todo=3),
        lambda state: state["arg"]["tuple"].__setitem__(1, "lose_faith"),
        lambda state: state.update(arg=4),
    ],
)
def test_a_name_that_the_game_does_not_know_is_refused(break_it):
    saved = copy.deepcopy(waiting().save())
    break_it(saved["state"])
    with pytest.raises(BadRecord):
        CAREERS.load(saved)
