"""Who may do what in a league: narrow by default."""

from typing import get_args

import pytest

from league.core.rules.roles import ORGANISER, PLAYER, SCORE_KEEPER, SPECTATOR, Act, RoleInLeague, refusal

ACTS = get_args(Act)
AT_ANY_TABLE = {
    ORGANISER: set(ACTS),
    SCORE_KEEPER: {"submit", "edit", "dispute", "register", "referee", "comment", "meet"},
    PLAYER: {"register", "comment", "meet"},
    SPECTATOR: {"comment", "meet"},
    None: set(),
}
AT_THEIR_OWN_TABLE = {**AT_ANY_TABLE, PLAYER: {"register", "comment", "meet", "submit", "edit", "dispute"}}


@pytest.mark.parametrize("role", AT_ANY_TABLE)
@pytest.mark.parametrize("act", ACTS)
def test_a_role_may_do_this_and_nothing_else(role, act):
    assert RoleInLeague(role).may(act) == (act in AT_ANY_TABLE[role])
    assert RoleInLeague(role).may(act, at_own_table=True) == (act in AT_THEIR_OWN_TABLE[role])


@pytest.mark.parametrize("role", [SCORE_KEEPER, PLAYER, SPECTATOR, None])
@pytest.mark.parametrize("act", ["administer", "confirm", "correct", "void", "import"])
def test_only_an_organiser_decides_even_about_their_own_table(role, act):
    assert not RoleInLeague(role).may(act, at_own_table=True)
    assert refusal(act).startswith("Only an organiser")


@pytest.mark.parametrize("act", ACTS)
def test_every_refusal_is_a_sentence_that_says_whom_to_ask(act):
    assert refusal(act).endswith(".")
    assert any(word in refusal(act) for word in ("organiser", "score-keeper"))
