"""Calls for a trade: two who are not on turn bargain before the seat on turn has begun."""

import pytest

import engine
from engine import SYSTEMS, BadRecord
from engine.careers import actions as a
from engine.careers.rules.ledger import ask
from engine.careers.state import Prompt
from engine.core.errors import IllegalAction
from engine.core.rng import Stream
from tests.engine.hearing import hears
from tests.engine.support import cards, careers, dice, hold, legal, options_for, place, turn_of

rule = pytest.mark.rule
CALL = "seat 2 calls for a trade with seat 3"


def may_call(g):
    """The texts of all calls, by the seat's number."""
    return {seat + 1: [a.TABLE.text(one) for one in actions] for seat, actions in g.asides().items()}


def waiting(**settings):
    """Ada is about to throw; Bo has a card for which Cleo could pay."""
    g = careers(**settings)
    g.cash = [8_000, 8_000, 8_000]
    hold(g, 1, "e1")
    return g


def called(**settings):
    g = waiting(**settings)
    for action in (CALL, "item e1", "item cash", "amount 60"):
        g.play(action)
    return g


@rule("careers R71")
def test_two_who_are_not_on_turn_trade_before_the_throw_if_both_wish():
    g = waiting()
    before = legal(g)
    assert may_call(g) == {2: [CALL], 3: ["seat 3 calls for a trade with seat 2"]}
    assert hears(g, CALL, None) == ["Seat 2 calls for a trade with Seat 3."]
    assert (g.prompt, g.actor, g.seat) == ("give", 1, 0) and not g.asides()
    for action in ("item e1", "item cash", "amount 60"):
        g.play(action)
    assert (g.prompt, g.actor, g.about()["from"]) == ("answer", 2, 1)
    g.play("accept")
    assert (cards(g, 1), cards(g, 2), g.cash) == ([], ["e1"], [8_000, 14_000, 2_000])
    assert (g.prompt, g.actor) == ("turn", 0) and legal(g) == before, "nothing of the turn is used up"


@rule("careers R71")
def test_a_call_may_be_refused_and_answered_like_every_offer():
    g = called()
    g.play("decline")
    assert (g.prompt, g.actor, g.cash) == ("turn", 0, [8_000] * 3) and cards(g, 1) == ["e1"]
    g = called(counter_offers=1)
    for action in ("make a counter-offer", "item cash", "amount 35", "item e1"):
        g.play(action)
    assert (g.actor, legal(g)) == (1, ["decline", "accept"])
    g.play("accept")
    assert (g.prompt, g.actor, g.cash) == ("turn", 0, [8_000, 11_500, 4_500])


@rule("careers R71")
def test_every_seat_calls_once_before_the_turn_ends():
    g = called()
    g.play("decline")
    assert may_call(g) == {3: ["seat 3 calls for a trade with seat 2"]}
    for action in ("seat 3 calls for a trade with seat 2", "item cash", "amount 1", "item e1", "accept"):
        g.play(action)
    assert may_call(g) == {}
    with pytest.raises(IllegalAction, match="Seat 2 cannot play"):
        g.play(CALL)
    turn_of(g, 1)
    assert list(may_call(g)) == [1, 3]
    turn_of(g, 0)
    assert list(may_call(g)) == [2, 3]


@pytest.mark.parametrize(
    ("seats", "settings"), [(2, {}), (3, {"trading": False}), (3, {"offers_per_turn": 0})], ids=str
)
def test_nobody_calls_where_nobody_trades_or_nobody_else_waits(seats, settings):
    assert careers(seats, **settings).asides() == {}


def test_nobody_calls_once_the_turn_has_begun_nor_for_who_has_nothing():
    g = waiting()
    g.cash, g.experience = [8_000, 0, 8_000], [(), (), ()]
    assert may_call(g) == {2: [CALL]}, "Bo has nothing that Cleo could get"
    g = waiting()
    dice(g, 1, 3)
    g.play("roll")
    with pytest.raises(IllegalAction):
        g.play(CALL)
    g = waiting()
    g.begun = True
    assert [*g.asides()] == [0], "who is on turn may still go bankrupt"


def paid():
    """Ada has paid her fee and not thrown yet; Bo has both kinds of card."""
    g = careers(3)
    g.cash = [8_000, 8_000, 8_000]
    place(g, 0, "hospital")
    hold(g, 1, "e1", "to_payday")
    g.play("pay fee")
    return g


@rule("careers R71")
@rule("careers S49", "careers S79", "careers S86")
def test_an_offer_is_made_between_two_steps_of_a_turn_but_for_opportunity_cards():
    g = paid()
    before, cash = legal(g), g.cash[0]
    assert g.prompt == "turn" and not any("trade" in text for text in before)
    for action in ("trade with seat 2", "item cash", "amount 9"):
        g.play(action)
    assert "item e1" in legal(g) and not any("to_payday" in text or "opportunity" in text for text in legal(g))
    g.play("item several")
    assert "item e1" in legal(g) and "item to_payday" not in legal(g)
    for action in ("item e1", "nothing more"):
        g.play(action)
    assert g.actor == 1 and "make a counter-offer" in legal(g)
    counter = g.clone()
    counter.play("make a counter-offer")
    assert "item to_payday" not in legal(counter) and "item e1" in legal(counter)
    g.play("accept")
    assert (cards(g, 0), cards(g, 1), g.cash[0]) == (["e1"], ["to_payday"], cash - 900)
    assert (g.prompt, g.actor, g.begun) == ("turn", 0, True) and set(before) < set(legal(g))


def test_offers_between_two_steps_are_as_few_as_those_of_a_turn():
    g = paid()
    for _ in range(2):
        for action in ("trade with seat 2", "item cash", "amount 1", "item policy", "decline"):
            g.policies[1] = 1
            g.play(action)
    assert g.asides() == {0: (a.BANKRUPT,)}
    g = paid()
    g.experience[1], g.cash[1] = (), 0
    assert g.asides() == {0: (a.TRADE[2], a.BANKRUPT)}, "Bo has nothing but an Opportunity card"


@pytest.mark.parametrize(
    ("card", "prompt", "trades"),
    [("to_insurance", "buy", False), ("to_casino", "gamble", True), ("to_rail", "ride", True)],
)
def test_who_is_obliged_to_buy_gives_no_money_away_before(card, prompt, trades):
    g = careers()
    g.cash[0] = 9_000
    hold(g, 0, card)
    g.play(f"opportunity {card}")
    assert g.prompt == prompt and (a.TRADE[1] in g.asides()[0]) is trades


@pytest.mark.parametrize("decision", [Prompt.INSURANCE, Prompt.RENEWAL, Prompt.GIVE_UP_CARD, Prompt.FEE, Prompt.BUMP])
def test_nobody_trades_away_what_the_decision_is_about(decision):
    g = careers()
    g.begun = True
    ask(g, decision, 0)
    assert g.asides() == {0: (a.BANKRUPT,)}


@pytest.mark.parametrize("name", ["standard", "unusual", "characters", "timed"])
def test_whoever_uses_every_aside_loses_no_card_and_spends_no_more_than_there_is(name):
    """People who go bankrupt and trade at any moment, in games of chance."""
    kinds = set()
    for seed in range(8):
        g = SYSTEMS["careers"].new_game(3, seed, options_for("careers", name, 3))
        stream = Stream(seed)
        while not g.over:
            beside = [action for actions in g.asides().values() for action in actions]
            if stream.below(20):
                beside = [action for action in beside if action != a.BANKRUPT]
            action, before = stream.choice(beside * stream.below(2) or g.legal_actions()), g.prompt
            kinds.add((before, a.VERB[action]))
            g.play(action)
            assert min(g.cash) >= 0 and min(g.policies) >= 0 and (g.over or g.legal_actions())
            hands = sum(map(len, g.experience)), sum(map(len, g.opportunity))
            left = len(g.experience_pile) - g.experience_top, len(g.opportunity_pile) - g.opportunity_top
            gone = len(g.experience_discard), len(g.opportunity_discard)
            decks = len(g.table.experience_deck), len(g.table.opportunity_deck)
            assert tuple(map(sum, zip(hands, left, gone, strict=True))) == decks
        assert SYSTEMS["careers"].load(g.save()) == g
    assert len({prompt for prompt, verb in kinds if verb == "trade"}) > 6


def test_a_call_of_the_seat_on_turn_is_refused_and_a_bot_is_never_offered_one():
    g = waiting()
    with pytest.raises(IllegalAction, match="Seat 1 cannot play"):
        g.play("seat 1 calls for a trade with seat 2")
    assert not any("calls" in text for text in legal(g))


def test_a_call_is_saved_and_hides_what_was_not_said():
    g = waiting()
    g.play(CALL)
    again = SYSTEMS["careers"].load(g.save())
    assert again == g and legal(again) == legal(g)
    g.play("item e1")
    for seed in range(10):
        world = g.determinize(2, seed)
        assert "e1" in cards(world, 1) and world.view(2) == g.view(2)


def recorded():
    """A record in which seat 2 or 3 calls before the throw of another."""
    recorder = engine.Recorder(SYSTEMS["careers"], 3, 4)
    while not recorder.game.asides():
        recorder.play(recorder.game.legal_actions()[0])
    [caller, *_others] = recorder.game.asides()
    recorder.play(recorder.game.asides()[caller][0])
    while recorder.game.prompt != "turn":
        recorder.play(recorder.game.legal_actions()[0])
    recorder.stop()
    [line] = [number for number, line in enumerate(recorder.lines) if "calls for" in line]
    return recorder.lines, line, caller


def test_the_record_of_a_call_replays_and_names_who_called():
    lines, line, caller = recorded()
    assert f'"seat":{caller + 1}' in lines[line] and engine.replay(lines) is None
    for other in {1, 2, 3} - {caller + 1}:
        wrong = [*lines]
        wrong[line] = wrong[line].replace(f'"seat":{caller + 1}}}', f'"seat":{other}}}')
        with pytest.raises(BadRecord, match=f"Line {line + 1}: the seat is {other} in the record"):
            engine.replay(wrong)
