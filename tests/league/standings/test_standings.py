"""The order of a season, tie-break by tie-break, and that nothing is worked out that nobody asked for."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.standings.rules.standings import Standings
from league.standings.rules.tiebreaks import (
    DRAW,
    HEAD_TO_HEAD,
    MILLION,
    OPPONENTS,
    POINTS,
    SHARE,
    TIEBREAKS,
    WINS,
    Counting,
    TableSeatLine,
    Tally,
    draw,
    points_for,
)

ADA, BO, CLEO, DEV = 1, 2, 3, 4
SEED = "seed"
MODES = [Counting(), Counting("best", 2), Counting("average")]
Game = Sequence[int]  # characters from first to last


class Season:
    """Games of characters from first to last; shares are those of equal scores unless `shares` has others."""

    def __init__(self, *games: Game, shares: dict[int, int] | None = None) -> None:
        self.games = games
        self.shares = shares or {}
        self.asked: list[set[int]] = []

    @property
    def lines(self) -> list[TableSeatLine]:
        return [
            TableSeatLine(number, who, points_for(place, 1, len(game)))
            for number, game in enumerate(self.games)
            for place, who in enumerate(game, start=1)
        ]

    def tally(self, who: int, counting: Counting) -> Tally:
        points = sorted((line.points for line in self.lines if line.character == who), reverse=True)
        counted = points[: counting.best_of] if counting.mode == "best" else points
        wins = sum(game[0] == who for game in self.games)
        share = sum(self.shares.get(who, MILLION // len(game)) for game in self.games if who in game)
        return Tally(who, len(points), wins, sum(counted), share)

    def lines_of(self, characters: Collection[int]) -> list[TableSeatLine]:
        self.asked.append(set(characters))
        games = {line.game for line in self.lines if line.character in characters}
        return [line for line in self.lines if line.game in games]

    def standings(self, counting: Counting = MODES[0]) -> Standings:
        tallies = [self.tally(who, counting) for who in {line.character for line in self.lines}]
        return Standings(tallies, counting, SEED, self.lines_of)


def naive_order(season: Season, counting: Counting) -> list[int]:
    """The order by the rules as written, for everybody at once and without any haste."""
    tallies = {who: season.tally(who, counting) for who in {line.character for line in season.lines}}
    worth = {
        who: Fraction(tally.points, tally.games if counting.mode == "average" else 1) for who, tally in tallies.items()
    }

    def opponents(who: int) -> Fraction:
        met = [worth[other] for game in season.games if who in game for other in game if other != who]
        return sum(met, Fraction(0)) / len(met)

    first_four = {
        who: (worth[who], tally.wins, Fraction(tally.share, tally.games), opponents(who))
        for who, tally in tallies.items()
    }

    def head_to_head(who: int) -> int:
        tied = [other for other in tallies if first_four[other] == first_four[who]]
        among = [set(game) & set(tied) for game in season.games]
        pairs = [(one, other) for one in tied for other in tied if one < other]
        meetings = Counter(sum({*pair} <= present for present in among) for pair in pairs)
        if len(meetings) != 1 or 0 in meetings:
            return 0
        return sum(
            line.points
            for line in season.lines
            if line.character == who and who in among[line.game] and len(among[line.game]) > 1
        )

    keys = {who: (*first_four[who], head_to_head(who)) for who in tallies}
    return sorted(tallies, key=lambda who: (*(-figure for figure in keys[who]), draw(SEED, who)))


def deciders(standings: Standings) -> list[str]:
    return [row.decided_by for row in standings.rows(list(standings))]


def test_more_table_points_stand_higher():
    standings = Season([ADA, BO, CLEO, DEV]).standings()
    assert list(standings) == list(standings.order) == [ADA, BO, CLEO, DEV]
    assert deciders(standings) == ["", POINTS, POINTS, POINTS]


def test_first_places_separate_equal_points():
    standings = Season([ADA, BO, CLEO], [CLEO, BO, ADA]).standings()
    assert list(standings)[-1] == BO
    assert [row.decided_by for row in standings.rows([BO])] == [WINS]


def test_the_share_of_the_tables_score_separates_equal_first_places():
    season = Season([ADA, BO], [BO, ADA], shares={ADA: 500_000, BO: 500_001})
    assert list(season.standings()) == [BO, ADA]
    assert deciders(season.standings()) == ["", SHARE]


def alone(*tallies: Tally) -> Standings:
    """Standings in which no two are level after the first three tie-breaks."""
    return Standings(tallies, MODES[0], SEED, Season().lines_of)


def test_the_share_is_that_of_a_game_however_many_somebody_played():
    fifty, forty = Tally(ADA, 2, 1, 60, 2 * 500_000), Tally(BO, 3, 1, 60, 3 * 400_000)
    assert list(alone(fifty, forty)) == [ADA, BO]
    cleo = Tally(CLEO, 6, 1, 60, 6 * 450_000)
    assert list(alone(cleo, Tally(BO, 1, 0, 12, 0)).changed([fifty, forty])) == [ADA, CLEO, BO]


def test_who_is_gone_stands_nowhere_and_the_others_close_up():
    before = alone(Tally(ADA, 1, 1, 60, 9), Tally(BO, 1, 0, 44, 9), Tally(CLEO, 1, 0, 28, 9))
    after = before.changed([], gone=[BO])
    assert after.positions([ADA, BO, CLEO]) == {ADA: 1, CLEO: 2}
    assert (BO in before, BO in after, ADA in after, len(after)) == (True, False, True, 2)


def test_positions_of_two_who_are_level_are_those_after_all_tie_breaks():
    season = Season([CLEO, ADA], [DEV, BO])
    drawn = sorted([ADA, BO], key=lambda who: draw(SEED, who))
    assert season.standings().positions([ADA, BO, 9]) == {drawn[0]: 3, drawn[1]: 4}


def test_standings_are_another_version_as_soon_as_a_row_or_the_way_of_counting_is():
    rows = Tally(ADA, 1, 1, 60, 9), Tally(BO, 1, 0, 44, 9)
    versions = [alone(*rows), alone(rows[0]), alone(rows[0], rows[1]._replace(share=8))]
    versions += [Standings(rows, MODES[2], SEED, Season().lines_of), Standings(rows, MODES[0], "x", Season().lines_of)]
    assert len({standings.version for standings in versions}) == 5 and alone(*rows).version == versions[0].version


def test_stronger_opponents_separate_equal_shares():
    season = Season([ADA, CLEO], [BO, DEV], [CLEO, DEV])
    assert list(season.standings())[:3] == [CLEO, ADA, BO]
    assert deciders(season.standings())[2] == OPPONENTS


def test_the_games_among_the_tied_separate_equal_opponents():
    # Ada beat Bo, lost to Cleo (60 points), and Bo beat Dev, whom three games bring to 60 as well.
    season = Season([ADA, BO], [CLEO, ADA], [BO, DEV], [5, DEV, 6], [5, DEV])
    rows = season.standings().rows([BO, ADA])
    assert [(row.character, row.position_before_draw) for row in rows] == [(ADA, 2), (BO, 3)]
    assert [row.tiebreaks[3].value for row in rows] == [66, 66]
    assert [row.tiebreaks[4].value for row in rows] == [60, 12]
    assert rows[1].decided_by == HEAD_TO_HEAD


def test_two_alike_in_everything_are_drawn_by_lot_and_shown_as_level_before_it():
    season = Season([CLEO, ADA], [DEV, BO])
    rows = season.standings().rows([ADA, BO])
    assert [row.position_before_draw for row in rows] == [3, 3]
    assert [row.position for row in rows] == [3, 4]
    assert rows[1].decided_by == DRAW
    assert [row.character for row in rows] == sorted([ADA, BO], key=lambda who: draw(SEED, who))


def test_a_circle_of_three_beaten_by_each_other_goes_to_the_draw():
    standings = Season([ADA, BO], [BO, CLEO], [CLEO, ADA]).standings()
    rows = standings.rows([ADA, BO, CLEO])
    assert {row.tiebreaks[4].shown for row in rows} == {"72.00"}
    assert {row.position_before_draw for row in rows} == {1}
    assert deciders(standings) == ["", DRAW, DRAW]


def test_nobody_is_asked_about_where_nobody_is_level():
    season = Season([ADA, BO, CLEO, DEV])
    rows = season.standings().rows([ADA, BO, CLEO, DEV])
    assert season.asked == []
    assert [[each.name for each in row.tiebreaks] for row in rows] == [list(TIEBREAKS[:3])] * 4


def test_only_those_level_with_whom_one_asks_for_are_worked_out_and_once():
    season = Season([ADA, BO], [CLEO, DEV])
    standings = season.standings()
    standings.rows([ADA])
    standings.rows([CLEO])
    assert season.asked == [{ADA, CLEO}]


def test_an_explanation_has_every_tie_break_even_if_nobody_is_level():
    season = Season([ADA, BO, CLEO, DEV])
    row = season.standings().explained([BO])[0]
    assert [each.name for each in row.tiebreaks] == list(TIEBREAKS)
    assert [each.shown for each in row.tiebreaks[:5]] == ["44.00", "0", "25.00 %", "33.33", "–"]
    assert season.asked == [{BO}]


@pytest.mark.parametrize(("who", "around"), [(ADA, [ADA, BO]), (BO, [ADA, BO, CLEO]), (CLEO, [BO, CLEO])])
def test_a_row_is_explained_between_its_neighbours(who: int, around: list[int]):
    assert [row.character for row in Season([ADA, BO, CLEO]).standings().around(who)] == around


def test_the_best_games_and_the_average_order_differently():
    season = Season([ADA, BO, CLEO], [ADA, BO, CLEO], [DEV, CLEO, ADA, BO])
    firsts = [next(iter(season.standings(counting))) for counting in MODES]
    assert firsts == [ADA, ADA, DEV]


def test_a_season_without_games_has_nobody_in_it():
    assert list(Season().standings()) == []


@st.composite
def seasons(draw_one: st.DrawFn) -> Season:
    cast = range(1, draw_one(st.integers(2, 7)) + 1)
    game = st.lists(st.sampled_from(cast), min_size=2, max_size=len(cast), unique=True)
    return Season(*draw_one(st.lists(game, min_size=1, max_size=8)))


@given(season=seasons(), counting=st.sampled_from(MODES))
def test_the_order_is_that_of_the_rules_as_written(season: Season, counting: Counting):
    assert list(season.standings(counting)) == naive_order(season, counting)


@given(season=seasons(), counting=st.sampled_from(MODES), data=st.data())
def test_the_order_does_not_depend_on_what_was_asked_first(season: Season, counting: Counting, data: st.DataObject):
    standings = season.standings(counting)
    order = naive_order(season, counting)
    for who in data.draw(st.permutations(order)):
        around: Iterable[int] = [row.character for row in standings.around(who)]
        place = order.index(who)
        assert around == order[max(place - 1, 0) : place + 2]
        assert standings.positions([who]) == {who: place + 1}


@given(season=seasons(), counting=st.sampled_from(MODES), data=st.data())
def test_standings_that_take_up_later_games_are_those_of_all_games(
    season: Season, counting: Counting, data: st.DataObject
):
    first = data.draw(st.integers(0, len(season.games)))
    earlier = Season(*season.games[:first])
    tallies = [earlier.tally(who, counting) for who in {line.character for line in earlier.lines}]
    later = {who for game in season.games[first:] for who in game}
    standings = Standings(tallies, counting, SEED, season.lines_of)
    list(standings)  # what was settled before holds no more
    assert list(standings.changed([season.tally(who, counting) for who in later])) == naive_order(season, counting)
