"""Who met whom, in figures."""

from league.play.rules.pairs import Met, pairs_of

ADA, BO, CLEO = 1, 2, 3


def met(play: int, *people: int, won: int = 0, over: bool = True, by_bots: bool = False) -> list[Met]:
    return [Met(play, person, over, person == won, by_bots) for person in people]


def test_each_pair_with_its_share_of_each_ones_games_and_who_won():
    games = [*met(1, ADA, BO, won=ADA), *met(2, ADA, BO, won=BO, by_bots=True), *met(3, BO, ADA, over=False)]
    games += [*met(4, ADA, BO, CLEO, won=CLEO), *met(5, BO, CLEO, won=BO)]
    pair = next(one for one in pairs_of(games, {}) if one.people == (ADA, BO))
    assert (pair.games, pair.unfinished, pair.by_bots, pair.of, pair.won) == (4, 1, 1, (4, 5), (1, 1))
    assert pair.shares == (100, 80)


def test_one_place_is_one_within_a_game_and_what_is_unknown_is_none():
    games = [*met(1, ADA, BO), *met(2, ADA, BO), *met(3, ADA, BO)]
    marks = {
        (1, ADA): [("b1", "home"), ("b2", "work")],
        (1, BO): [("b2", "bar"), ("b3", "home")],
        (2, ADA): [("", "home")],
        (2, BO): [("", "home")],
        (3, ADA): [("b1", "")],
        (3, BO): [("b4", "")],
    }
    [pair] = pairs_of(games, marks)
    assert (pair.one_browser, pair.one_address) == (1, 2)


def test_who_moves_from_one_place_comes_first_then_who_mostly_meets_each_other():
    games = [*met(1, ADA, BO), *met(2, BO, CLEO), *met(3, BO, CLEO)]
    assert [one.people for one in pairs_of(games, {})] == [(BO, CLEO), (ADA, BO)]
    marks = {(1, ADA): [("", "home")], (1, BO): [("", "home")]}
    assert [one.people for one in pairs_of(games, marks)] == [(ADA, BO), (BO, CLEO)]


def test_who_sits_in_several_seats_is_one_person():
    [pair] = pairs_of([*met(1, ADA, BO, ADA, won=ADA)], {})
    assert (pair.games, pair.won) == (1, (1, 0))
