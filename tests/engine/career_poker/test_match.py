"""Career Poker from deal to deal: positions, points, the end, who leaves, who knows what."""

import pytest

import engine
from engine import HostAction
from engine.career_poker.cards import size, texts
from engine.career_poker.game import CareerPoker
from engine.career_poker.rules.matches import end_match
from engine.career_poker.rules.points import points_of
from engine.career_poker.seeding import start_positions
from engine.core.errors import BadOptions
from engine.core.records import Recorder
from tests.engine.career_poker.support import cards, hand, hold, later_deal, match, play
from tests.engine.support import play_randomly

EXAMPLE_20 = ((0, 1, 2, 3), (1, 0, 2, 3), (0, 2, 3, 1))


@pytest.mark.rule("career_poker 8")
@pytest.mark.rule("career_poker example 18")
def test_the_deal_ends_at_once_when_one_player_holds_cards() -> None:
    g = hold(later_deal(4, deals=1), "", "", "1 1", "9", lead=3)
    play(g, "9")
    assert g.over and g.history == ((0, 1, 3, 2),)


@pytest.mark.rule("career_poker 8")
@pytest.mark.rule("career_poker 11")
@pytest.mark.rule("career_poker example 19")
def test_going_out_gives_the_positions_of_the_next_deal() -> None:
    g = hold(match(4), "10", "1 1", "9", "11", lead=2)
    play(g, "9", "pass", "10", "pass", "11")
    assert g.history == ((2, 0, 3, 1),) and g.deal == 2
    assert [g.place[seat] + 1 for seat in range(4)] == [2, 4, 1, 3]
    assert [g.after[seat] for seat in (2, 0, 3, 1)] == [0, 3, 1, 2] and g.actor == 2


@pytest.mark.rule("career_poker 28")
@pytest.mark.rule("career_poker B12")
@pytest.mark.rule("career_poker B13")
@pytest.mark.rule("career_poker example 20")
@pytest.mark.parametrize(
    ("rules", "points", "winner"),
    [
        ({}, [8, 5, 4, 1], 0),
        ({"score_first_deal": False}, [5, 3, 3, 1], 0),
        ({"scoring": "last_deal"}, [3, 0, 2, 1], 0),
        ({"points": [1, 1, 1, 0]}, [3, 2, 3, 1], 0),
        ({"points": [0, 0, 0, 0]}, [0, 0, 0, 0], 0),
    ],
)
def test_points_by_position(rules: dict[str, object], points: list[int], winner: int) -> None:
    g = match(4, **rules)
    g.history = EXAMPLE_20
    assert [points_of(g, seat) for seat in range(4)] == points
    end_match(g, "deals")
    outcome = g.outcome()
    assert outcome is not None and outcome.winners == (winner,)
    assert [score["positions"] for score in outcome.scores] == [[1, 2, 1], [2, 1, 4], [3, 3, 2], [4, 4, 3]]


@pytest.mark.rule("career_poker B12")
def test_equal_sums_go_to_the_better_position_in_the_last_deal() -> None:
    g = match(4)
    g.history = ((0, 1, 2, 3), (1, 0, 2, 3))
    end_match(g, "deals")
    assert g.winners == (1,)


@pytest.mark.rule("career_poker 27")
@pytest.mark.rule("career_poker B14")
def test_a_match_ends_after_its_deals_or_with_the_deal_in_which_the_time_is_up() -> None:
    g = match(4, deals=3)
    play_randomly(g, 1)
    assert len(g.history) == 3 and g.reason == "deals"
    g = match(4, time_limit=60)
    play_randomly(g, 1, 20)
    g.play_host(HostAction("time is up"))
    assert not g.over and g.host_actions()[0] != HostAction("time is up")
    play_randomly(g, 2)
    assert len(g.history) == 1 and g.reason == "time"
    assert match(4).host_actions() == tuple(HostAction(f"seat {seat} leaves") for seat in (1, 2, 3, 4))


@pytest.mark.rule("career_poker 8")
def test_positions_are_a_permutation_in_every_deal() -> None:
    g = match(7, deals=4)
    play_randomly(g, 3)
    assert all(sorted(result) == list(range(7)) for result in g.history)


@pytest.mark.rule("career_poker B19")
def test_who_leaves_takes_the_lowest_free_position_and_is_dealt_no_cards() -> None:
    g = match(5, deals=2)
    g.play_host(HostAction("seat 2 leaves"))
    g.play_host(HostAction("seat 4 leaves"))
    assert g.hands[1] == g.hands[3] == 0 and g.left == (1, 3) and g.active == 3
    assert g.host_actions() == tuple(HostAction(f"seat {seat} leaves") for seat in (1, 3, 5)), "nobody leaves twice"
    play_randomly(g, 4)
    assert [result[-2:] for result in g.history] == [(3, 1), (3, 1)]
    assert g.reason == "deals"


@pytest.mark.rule("career_poker B19")
def test_the_turn_moves_on_when_the_player_on_turn_leaves() -> None:
    g = hold(later_deal(5), "9 9", "1 1", "2 2", "3 3", "4 4", lead=1)
    aside = g.aside
    g.play_host(HostAction("seat 2 leaves"))
    assert g.actor == 0 and g.prompt == "lead" and g.aside == aside + cards("1 1")
    play(g, "9")
    g.play_host(HostAction("seat 3 leaves"))
    assert g.actor == 3 and g.prompt == "follow"
    g.play_host(HostAction("seat 4 leaves"))
    g.play_host(HostAction("seat 5 leaves"))
    assert g.over and g.reason == "left" and g.history == ((0, 4, 3, 2, 1),)
    assert g.host_actions() == ()


@pytest.mark.rule("career_poker B19")
def test_two_who_are_left_play_on() -> None:
    g = match(4, deals=2)
    g.play_host(HostAction("seat 2 leaves"))
    g.play_host(HostAction("seat 4 leaves"))
    play_randomly(g, 4)
    assert len(g.history) == 2 and g.reason == "deals"


@pytest.mark.rule("career_poker B19")
def test_when_the_boss_has_left_the_next_in_place_leads() -> None:
    g = later_deal(4, return_cards="choice")
    g.play_host(HostAction("seat 1 leaves"))
    g.apply(g.legal_actions()[0])
    assert g.prompt == "lead" and g.actor == 1


@pytest.mark.rule("career_poker B19")
def test_who_leaves_before_returning_cards_returns_the_lowest() -> None:
    g = later_deal(4, return_cards="choice")
    before = size(g.hands[3])
    g.play_host(HostAction("seat 1 leaves"))
    assert size(g.hands[3]) == before + 2 and g.actor == 1


@pytest.mark.rule("career_poker B17")
def test_seats_stay_with_their_people() -> None:
    g = match(4, deals=2)
    while g.deal == 1:
        g.apply(g.legal_actions()[-1])
    boss = g.history[0][0]
    assert g.actor == boss and g.view(boss)["players"][boss]["title"] == "Boss"


@pytest.mark.rule("career_poker B18")
def test_partners_alone_know_what_they_swapped() -> None:
    g = later_deal(4)
    boss, dishwasher, other = (g.view(seat) for seat in (0, 3, 1))
    assert boss["gave"] == dishwasher["received"] and boss["received"] == dishwasher["gave"]
    assert other["received"] != boss["received"] and g.view(None)["hand"] == []
    for seed in range(20):
        world = g.determinize(0, seed)
        assert all(hand(world, 3).split().count(card) >= boss["gave"].count(card) for card in boss["gave"])
        assert sum(world.hands) + world.aside == sum(g.table.deck)


@pytest.mark.rule("career_poker B5")
def test_a_chosen_return_may_be_the_very_card_that_came() -> None:
    g = later_deal(4, return_cards="choice")
    received = g.view(0)["received"]
    for card in sorted(received, key=lambda card: card == "J"):
        g.play(f"return {card}")
    assert g.determinize(3, 5).view(3) == g.view(3)


@pytest.mark.rule("career_poker B16")
def test_newcomers_at_random_come_to_each_place_equally_often() -> None:
    drawn = [start_positions([(1, 4), (2, 4), (3, 4), None], "random", rng_seed=seed).index(3) for seed in range(4000)]
    assert all(900 < drawn.count(place) < 1100 for place in range(4))


def test_a_match_that_runs_has_no_outcome() -> None:
    assert match().outcome() is None


@pytest.mark.rule("career_poker B16")
def test_a_new_table_is_seeded_by_relative_positions_and_newcomers() -> None:
    former = [(3, 4), None, (1, 8), (4, 4), (2, 4)]
    assert start_positions(former, rng_seed=1) == (2, 4, 0, 3, 1)
    assert start_positions(former, "middle", rng_seed=1) == (2, 4, 1, 0, 3)
    assert {start_positions(former, "random", rng_seed=seed).index(1) for seed in range(60)} == set(range(5))
    level = [(2, 4), (4, 8), None, None]
    assert {start_positions(level, rng_seed=seed) for seed in range(40)} == {
        (0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2)
    }  # fmt: skip
    for wrong in ([(5, 4), None], [(0, 4), None]):
        with pytest.raises(BadOptions, match="no position"):
            start_positions(wrong)
    with pytest.raises(BadOptions, match="newcomers"):
        start_positions(former, "top")


def test_cards_are_neither_made_nor_lost() -> None:
    def check(g: CareerPoker) -> None:
        assert sum(g.hands) + sum(g.played) + g.aside == sum(g.table.deck)

    for settings in ({}, {"return_cards": "choice", "leftovers_before_exchange": False}):
        play_randomly(match(6, deals=2, **settings), 8, each=check)


def test_a_record_with_a_leaver_and_the_end_of_the_time_replays() -> None:
    recorder = Recorder(engine.SYSTEMS["career_poker"], 4, 3, {"settings": {"time_limit": 30}})
    recorder.play(HostAction("seat 3 leaves"))
    recorder.play(HostAction("time is up"))
    while not recorder.game.over:
        recorder.play(recorder.game.legal_actions()[-1])
    outcome = engine.replay(recorder.lines)
    assert outcome is not None and outcome.reason == "time" and outcome.scores[2]["positions"] == [4]


def test_the_greedy_bot_beats_random_ones() -> None:
    totals = engine.simulate("career_poker", 4, 30, bots=["greedy", "random", "random", "random"])
    assert totals.wins[0] > 18


def test_the_greedy_bot_empties_a_hand_that_is_one_set() -> None:
    from engine.career_poker.bots import GreedyBot
    from engine.core.rng import Stream

    g = hold(later_deal(4), "7 7 J", "1 1", "2 2", "3 3")
    assert g.describe(GreedyBot().choose(g, g.legal_actions(), Stream(1))) == "play 7x2+J"
    assert cards("7 7 J") == g.hands[0]


@pytest.mark.rule("career_poker 14")
@pytest.mark.rule("career_poker B19")
@pytest.mark.parametrize(("before", "swapped"), [("present", [2, 1, 1, 2]), ("places", [0, 1, 0, 1])])
def test_after_a_leaver_those_who_are_left_swap_as_a_table_of_their_size(before: str, swapped: list[int]) -> None:
    g = match(5, deals=2, leaver_exchange=before)
    g.play_host(HostAction("seat 3 leaves"))
    while g.deal == 1:
        g.play(g.legal_actions()[-1])
    present = [seat for seat in g.order if seat != 2]
    assert [size(g.gave[seat]) for seat in present] == swapped
    if before == "present":
        boss, dishwasher = present[0], present[-1]
        assert g.view(boss)["received"] == texts(g.gave[dishwasher]) != []
    else:
        assert (
            g.view(present[0])["received"] == [] and g.view(present[1])["received"] == texts(g.gave[present[3]]) != []
        )


@pytest.mark.rule("career_poker B19")
def test_who_leaves_during_the_exchange_of_a_smaller_table_returns_to_the_right_partner() -> None:
    g = match(5, deals=2, return_cards="choice")
    g.play_host(HostAction("seat 3 leaves"))
    while g.deal == 1:
        g.play(g.legal_actions()[-1])
    present = [seat for seat in g.order if seat != 2]
    assert g.prompt == "give_back" and g.about()["to"] == present[-1]
    before = size(g.hands[present[-1]])
    g.play_host(HostAction(f"seat {present[0] + 1} leaves"))
    assert size(g.hands[present[-1]]) == before + 2 and g.actor == present[1] and g.about()["to"] == present[2]
    g.play_host(HostAction(f"seat {present[-1] + 1} leaves"))
    assert g.about()["to"] == present[2]
