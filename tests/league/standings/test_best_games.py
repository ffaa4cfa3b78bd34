"""Best games added up from groups: the same as sorting every game of every character."""

from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from league.standings.rules.standings import Group, Played, best_tallies, without
from league.standings.rules.tiebreaks import Tally

GAMES = st.lists(
    st.tuples(st.integers(1, 4), st.integers(1, 3), st.sampled_from([10_080, 23_520, 36_960]), st.integers(0, 9)),
    max_size=40,
)


def grouped(games: list[Played]) -> list[Group]:
    """As the database gives them: by character and points, both downwards."""
    found: defaultdict[tuple[int, int], list[Played]] = defaultdict(list)
    for game in games:
        found[game[0], game[2]].append(game)
    return [
        (who, each, len(same), sum(game[1] == 1 for game in same), sum(game[3] for game in same))
        for (who, each), same in sorted(found.items(), reverse=True)
    ]


def recounted(games: list[Played], best_of: int) -> set[Tally]:
    tallies = set()
    for who in {game[0] for game in games}:
        mine = [game for game in games if game[0] == who]
        best = sorted((game[2] for game in mine), reverse=True)[:best_of]
        wins, shares = sum(game[1] == 1 for game in mine), sum(game[3] for game in mine)
        tallies.add(Tally(who, len(mine), wins, sum(best), shares))
    return tallies


@given(GAMES, st.integers(1, 6))
def test_groups_add_up_as_a_recount_does(games: list[Played], best_of: int):
    assert set(best_tallies(grouped(games), best_of)) == recounted(games, best_of)


@given(GAMES, GAMES, st.integers(1, 6))
def test_taking_a_day_off_is_never_having_played_it(before: list[Played], day: list[Played], best_of: int):
    players = {game[0] for game in day}
    left = best_tallies(without(grouped(before + day), day), best_of)
    assert set(left) == recounted([game for game in before if game[0] in players], best_of)
