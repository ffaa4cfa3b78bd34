"""Whole games of Careers: what is conserved, what never happens, and what bots may know."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import SYSTEMS
from engine.careers import actions as a
from engine.careers.game import DECISIONS
from engine.careers.rules.ledger import draw_experience, draw_opportunity
from engine.core.bots import make_bot
from engine.core.rng import Stream
from engine.core.simulation import play_out
from tests.engine.support import OPTIONS, careers, degrees, legal, options_for, play_randomly, trips

CAREERS = SYSTEMS["careers"]
quick = settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def all_cards(g, deck):
    hands, pile = getattr(g, deck), getattr(g, f"{deck}_pile")
    cards = Counter(pile[getattr(g, f"{deck}_top") :]) + Counter(getattr(g, f"{deck}_discard"))
    return sum((Counter(hand) for hand in hands), cards)


@pytest.mark.parametrize("name", OPTIONS)
@quick
@given(seed=st.integers(0, 2**32))
def test_cards_are_never_made_or_lost_and_nothing_falls_below_zero(name, seed):
    g = CAREERS.new_game(4, seed, options_for("careers", name, 4))
    decks = {deck: Counter(getattr(g.table, f"{deck}_deck")) for deck in ("experience", "opportunity")}

    def check(g):
        if g.rng % 5:
            return
        for deck, whole in decks.items():
            assert all_cards(g, deck) == whole
        for column in (g.cash, g.happiness, g.fame, g.policies, g.lost_turns, g.extra_turns):
            assert min(column) >= 0
        assert min(g.salary) >= 1000 and all(0 <= where < len(g.table.board.ids) for where in g.where)
        assert all(list(hand) == sorted(hand) for hand in (*g.experience, *g.opportunity))
        assert all(g.degrees[at] <= 4 for at in range(len(g.degrees)))
        assert not (Counter(g.fresh) - Counter(g.experience[g.seat]))

    play_randomly(g, seed, each=check)


@pytest.mark.parametrize("name", ["standard", "unusual"])
@quick
@given(seed=st.integers(0, 2**32))
@pytest.mark.rule("careers S49", "careers S86")
def test_money_changes_hands_without_loss_in_every_offer(name, seed):
    g = CAREERS.new_game(3, seed, options_for("careers", name, 3))
    stream = Stream(seed)
    while not g.over:
        action = stream.choice(g.legal_actions())
        before = (sum(g.cash), sum(g.policies), g.prompt)
        g.apply(action)
        if before[2] in ("answer", "give", "take", "sum"):
            assert (sum(g.cash), sum(g.policies)) == before[:2]


def test_random_play_meets_every_decision_of_the_game():
    met = set()
    for name in OPTIONS:
        for seed in range(8):
            g = CAREERS.new_game(5, seed, options_for("careers", name, 5, turns=400))
            stream = Stream(seed)
            while not g.over:
                met.add(g.prompt)
                choices = g.legal_actions()
                calm = choices[:-1] if g.prompt == "turn" and len(choices) > 1 else choices
                g.apply(stream.choice(calm))
    assert met == set(DECISIONS.names) - {"over", "fee"} | ({"fee"} & met)


@pytest.mark.parametrize("spec", ["greedy", "search:visits=6,turns=1"])
@pytest.mark.parametrize("name", ["standard", "characters", "timed"])
def test_a_bot_chooses_by_what_its_seat_can_see_alone(spec, name):
    bot, greedy = make_bot(CAREERS, spec), make_bot(CAREERS, "greedy")
    compared = 0
    for seed in range(2):
        g = CAREERS.new_game(4, seed, options_for("careers", name, 4))
        while not g.over and compared < 400 * (seed + 1):
            choices = g.legal_actions()
            if len(choices) == 1:
                g.apply(choices[0])
                continue
            action = greedy.choose(g, choices, Stream(1))
            if spec == "greedy":
                other = g.determinize(g.actor, g.turn)
                if legal(other) == legal(g):
                    assert greedy.choose(other, other.legal_actions(), Stream(1)) == action
            elif compared % 40 == 0:
                before = g.digest()
                assert bot.choose(g, choices, Stream(5)) in choices
                assert bot.choose(g, choices, Stream(5)) == bot.choose(g.clone(), choices, Stream(5))
                assert g.digest() == before, "thinking changed the game"
            compared += 1
            g.apply(action)
    assert compared > 100


def test_a_determinized_game_deals_anew_what_is_hidden_and_nothing_else():
    g = careers(seats=3, formula="random", target=300)
    for seat in range(3):
        draw_experience(g, seat, 5)
        draw_opportunity(g, seat, 3)
    worlds = [g.determinize(0, seed) for seed in range(12)]
    assert len({(world.experience[1], world.experience[2]) for world in worlds}) > 6
    assert len({world.experience_pile for world in worlds}) == 12 and len({world.formulas for world in worlds}) == 12
    assert all(world.formulas[0] == g.formulas[0] and sum(world.formulas[1]) == 300 for world in worlds)
    for world in worlds:
        assert (world.experience[0], world.opportunity[0], world.cash) == (g.experience[0], g.opportunity[0], g.cash)
        assert all_cards(world, "experience") == all_cards(g, "experience")
    spectator = g.view(None)
    assert spectator["experience"] == spectator["opportunities"] == spectator["legal"] == []


def test_greedy_beats_three_random_bots_far_more_often_than_chance():
    wins = 0
    for seed in range(24):
        g = CAREERS.new_game(4, seed, {"settings": {"target": 60}})
        bots = [make_bot(CAREERS, "greedy"), *(make_bot(CAREERS, "random") for _ in range(3))]
        play_out(g, bots, [Stream(seed * 4 + seat) for seat in range(4)])
        wins += 0 in g.winners
    assert wins >= 14, "chance gives 6 of 24"


def test_the_greedy_bot_writes_the_formula_it_was_told_to():
    g = CAREERS.new_game(2, 1, {"settings": {"target": 100}})
    bot = make_bot(CAREERS, "greedy:cash=50,happiness=20")
    first = g.actor
    for _ in range(2):
        g.apply(bot.choose(g, g.legal_actions(), Stream(1)))
    assert g.formulas[first] == (50, 20, 30)


def test_the_random_bot_gives_up_only_when_it_is_reckless():
    for spec, bankruptcies in (("random", 0), ("random:reckless=1", 1)):
        g = CAREERS.new_game(2, 3, {"settings": {"trading": False, "formula": "random"}})
        bot, stream, seen = make_bot(CAREERS, spec), Stream(4), 0
        for _ in range(60):
            choices = g.legal_actions()
            action = bot.choose(g, choices, stream) if len(choices) > 1 else choices[0]
            seen += g.prompt == "turn" and g.describe(action) == "declare bankruptcy"
            g.apply(action)
        assert (seen > 0) == bool(bankruptcies)


def test_everybody_sees_the_degrees_and_trips_of_each_seat():
    g = careers()
    for seat in range(3):
        degrees(g, seat, "law", seat + 1)
        trips(g, seat, "agrivi", 3 - seat)
    seen = [(player["degrees"], player["trips"]) for player in g.view(None)["players"]]
    assert [(len(row), len(other)) for row, other in seen] == [(len(a.PROGRAM_IDS), len(a.PATH_IDS))] * 3
    assert [(sum(row), sum(other)) for row, other in seen] == [(1, 3), (2, 2), (3, 1)]


def test_who_thinks_for_another_guesses_the_part_of_a_formula_that_is_being_written():
    g = careers(2, formula="own", target=100)
    writer = g.actor
    g.play("amount 35")
    assert {g.determinize(writer, seed).arg for seed in range(20)} == {(35,)}
    assert len({g.determinize(1 - writer, seed).arg for seed in range(20)}) > 10
