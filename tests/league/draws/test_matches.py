"""The tables of matches: who sits there once the draw has said which teams meet."""

import pytest

from league.tournaments.draws.rules.field import DrawnRound, DrawnTable, Field, FieldPlayer
from league.tournaments.draws.rules.matches import matches, seated
from league.tournaments.draws.rules.sources import BYES, draw_of, plan_of

LINE_UPS = {1: [11, 12, 13], 2: [21, 22], 3: [31]}


def source(*teams: int, shortfall: str = "mixed", least: int = 2) -> dict:
    players = tuple(FieldPlayer(team, team, 0) for team in teams)
    field = Field(players, 3, shortfall=shortfall, least=least)
    line_ups = [[team, LINE_UPS[team]] for team in teams]
    return {"field": field.to_json(), "locked": [], "byes": [], "line_up": 3, "line_ups": line_ups}


@pytest.mark.parametrize(
    ("shortfall", "least", "tables", "out"),
    [
        ("mixed", 2, {1: (11, 21, 31), 2: (22, 12)}, (13,)),
        ("mixed", 3, {1: (11, 21, 31)}, (12, 13, 22)),
        ("bot", 3, {1: (11, 21, 31), 2: (22, None, 12)}, (13,)),
    ],
)
def test_short_line_ups_leave_seats_empty_or_to_bots_and_nobody_plays_alone(shortfall, least, tables, out):
    draw = DrawnRound((DrawnTable((1, 2, 3)),))
    assert seated(source(1, 2, 3, shortfall=shortfall, least=least), draw) == (tables, out)


def test_who_sits_out_beside_a_match_is_no_team_with_a_bye():
    made, draw = source(1, 2, 3), DrawnRound((DrawnTable((3, 1, 2)),))
    plan = plan_of(made, draw)
    assert plan[BYES] == (13,)
    assert draw_of(made, plan) == draw


def test_a_team_without_a_match_sits_out_with_all_who_are_due():
    made, draw = source(1, 2, 3), DrawnRound((DrawnTable((1, 2)),), (3,))
    tables, out = seated(made, draw)
    assert (tables, out) == ({1: (11, 21), 2: (22, 12)}, (13, 31))
    assert matches(made, tables, out) == draw
