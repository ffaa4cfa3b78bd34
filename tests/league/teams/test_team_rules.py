"""What teams score, by a second count that shares nothing with the first, and to whom a result belongs."""

import random
from datetime import UTC, datetime
from fractions import Fraction

import pytest

from league.standings.rules.standings import Standings
from league.tournaments.teams.rules import MemberLine, Spell, counting_of, explained, team_at, team_seats, team_tallies

UNIT = 840


def line(team: int, day: int, points: int, *, who: int = 0, game: int = 1, place: int = 2) -> MemberLine:
    return MemberLine(team, who, (day,), game, points * UNIT, place, 0)


def totals(lines: list[MemberLine], mode: str, best_of: int = 2, **penalties: int) -> dict[int, Fraction]:
    taken = {int(team.removeprefix("team_")): units * UNIT for team, units in penalties.items()}
    rows = team_tallies({one.team for one in lines}, lines, mode, best_of, taken)
    return {row.character: Fraction(row.points, UNIT) for row in rows}


def test_every_result_counts_or_the_best_of_each_day():
    lines = [line(1, 1, 60), line(1, 1, 12), line(1, 1, 36), line(1, 2, 12), line(2, 1, 40)]
    assert totals(lines, "sum") == {1: 120, 2: 40}
    assert totals(lines, "best") == {1: 60 + 36 + 12, 2: 40}


def test_a_day_is_worth_what_a_table_is_and_equal_teams_share_their_places():
    lines = [line(1, 1, 60), line(2, 1, 30), line(2, 1, 30), line(3, 1, 12), line(1, 2, 12), line(3, 2, 36)]
    # The first day: two share the places 1 and 2 of three; the second: 3 before 1, and 2 is not there.
    assert totals(lines, "places") == {1: 48 + 12, 2: 48, 3: 12 + 60}


def test_a_penalty_is_taken_from_the_team_down_to_nothing():
    assert totals([line(1, 1, 60)], "sum", team_1=5) == {1: 55}
    assert totals([line(1, 1, 60)], "sum", team_1=500) == {1: 0}


@pytest.mark.parametrize("mode", ["sum", "best", "places"])
@pytest.mark.parametrize("seed", range(40))
def test_a_season_at_random_scores_as_a_second_count_says(mode: str, seed: int):
    rng = random.Random(seed)
    best_of, lines = rng.randint(1, 3), []
    for game in range(1, 30):
        at_table = rng.sample(range(12), rng.randint(2, 5))
        day = rng.randint(1, 5)
        for place, who in enumerate(at_table, 1):
            points = rng.choice([12, 20, 36, 44, 60])
            lines.append(MemberLine(who % 3, who, (day,), game, points * UNIT, place, rng.randint(0, 9)))
    expected = dict.fromkeys(range(3), Fraction(0))
    for day in range(1, 6):
        of_day = {team: [one.points for one in lines if (one.team, one.unit) == (team, (day,))] for team in range(3)}
        if mode == "best":
            sums = {team: sum(sorted(points)[-best_of:]) for team, points in of_day.items()}
        else:
            sums = {team: sum(points) for team, points in of_day.items() if points or mode == "sum"}
        if mode == "places" and len(sums) == 1:
            sums = dict.fromkeys(sums, 36 * UNIT)
        elif mode == "places":
            step = Fraction(48, len(sums) - 1)
            better = {team: sum(other > mine for other in sums.values()) for team, mine in sums.items()}
            level = {team: sum(other == mine for other in sums.values()) for team, mine in sums.items()}
            sums = {team: (60 - step * (better[team] + Fraction(level[team] - 1, 2))) * UNIT for team in sums}
        for team, points in sums.items():
            expected[team] += Fraction(points, UNIT)
    assert totals(lines, mode, best_of) == expected


def test_two_members_at_one_table_are_one_seat_of_the_team():
    lines = [line(1, 1, 60, who=1), line(1, 1, 12, who=2), line(2, 1, 36, who=3), line(1, 1, 36, game=0)]
    assert {(seat.character, seat.points // UNIT) for seat in team_seats(lines)} == {(1, 72), (2, 36)}


def test_level_teams_are_told_apart_by_their_meetings_and_the_page_says_so():
    """Both have 72 points, no win, equal shares and opponents; where they met, 2 took more."""
    lines = [
        *(line(1, 1, 12, game=1), line(2, 1, 60, game=1)),
        *(line(1, 2, 60, game=2), line(3, 2, 12, game=2)),
        *(line(2, 3, 12, game=3), line(3, 3, 12, game=3)),
    ]
    rows = team_tallies([1, 2, 3], lines, "sum", 3, {})
    table = Standings(rows, counting_of("sum", 3), "seed", lambda teams: team_seats(lines))
    first, second = table.explained([2, 1])
    assert [first.character, second.character] == [2, 1]
    assert second.decided_by == "Head-to-head"
    told = explained(first, [one for one in lines if one.team == 2], "sum", 0, "seed", 41)
    assert told.tiebreaks[0].explanation == "72.00 points from 2 games."
    assert "'seed41' (the published seed, the number of the team)" in told.tiebreaks[-1].explanation


def test_a_result_belongs_to_the_team_of_its_moment():
    may, june, july = (datetime(2026, month, 1, tzinfo=UTC) for month in (5, 6, 7))
    spells = [Spell(1, 7, None, june), Spell(2, 7, june, None)]
    assert [team_at(spells, moment) for moment in (may, june, july)] == [1, 2, 2]
    assert team_at([Spell(1, 7, june, july)], july) is None
