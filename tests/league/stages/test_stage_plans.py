"""How a tournament may be played, and what keeps stages from following each other."""

import pytest

from league.tournaments.stages.rules.stage_plans import (
    StagePlan,
    offered_cuts,
    plan_of,
    plan_problems,
    plans,
    stages_of,
)

GAME = {"system": "career_poker", "table_size": 4, "least": 4}


@pytest.mark.parametrize("plan", plans())
def test_every_plan_offered_can_be_played(plan):
    stages = stages_of(plan, rounds=5, cut=10)
    assert plan_problems(stages, **GAME) == []
    assert plan_of([stage.format for stage in stages]) == plan


def test_cuts_are_those_from_which_every_table_is_full():
    assert offered_cuts(4) == (4, 7, 10, 13, 16)
    for cut in offered_cuts(4):
        assert plan_problems(stages_of("swiss_and_cut", cut=cut), **GAME) == []


def test_rounds_are_chosen_where_somebody_chooses_them():
    assert stages_of("swiss_and_cut", rounds=5, cut=4) == (
        StagePlan("swiss", "Swiss", rounds=5),
        StagePlan("knock_out", "Top 4", cut=4),
    )
    assert stages_of("knock_out", rounds=5) == (StagePlan("knock_out", "Knock-out"),)


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        ([], "at least one stage"),
        ([StagePlan("swiss", "S")] * 9, "9 stages are too many"),
        ([StagePlan("chess", "S")], "no format 'chess'"),
        ([StagePlan("swiss", " ")], "needs a name"),
        ([StagePlan("swiss", "Swiss", rounds=0)], "1 to 60"),
        ([StagePlan("open", "Open", rounds=3)], "are not chosen"),
        ([StagePlan("swiss", "Swiss", cut=8)], "nobody to cut"),
        ([StagePlan("knock_out", "K"), StagePlan("swiss", "S")], "S can't follow K"),
        ([StagePlan("swiss", "S"), StagePlan("swiss", "T", cut=8, line_up=2)], "a cut takes characters, not teams"),
        ([StagePlan("swiss", "S"), StagePlan("swiss", "T", cut=8), StagePlan("swiss", "U", cut=9)], "9 of the 8"),
        ([StagePlan("swiss", "S"), StagePlan("knock_out", "Top 3", cut=3)], "leaves no table of 4"),
        ([StagePlan("swiss", "S"), StagePlan("knock_out", "Top 9", cut=9)], "Take 7 or 10"),
    ],
)
def test_what_cannot_follow_is_explained(stages, words):
    assert words in " ".join(plan_problems(stages, **GAME))


def test_only_career_poker_carries_positions():
    game = GAME | {"system": "careers"}
    assert "Career Poker; choose that game" in plan_problems(stages_of("career_poker"), **game)[0]
