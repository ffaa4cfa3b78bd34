"""What Career Poker says: events in sentences, and what a decision is about."""

import pytest

from engine import HostAction
from engine.career_poker import actions as a
from engine.career_poker.cards import size
from engine.career_poker.game import DECISIONS
from engine.career_poker.telling import TELLERS
from tests.engine.career_poker.support import before_exchange, cards, hold, later_deal, match
from tests.engine.hearing import abouts, hears, kinds_heard, random_moments

ABOUT = {
    "lead": {"beat", "may_pass", "holding", "next_position"},
    "follow": {"beat", "may_pass", "holding"},
    "give_back": {"to", "cards", "received", "gave"},
}


def test_every_kind_of_event_occurs() -> None:
    # The time is limited in no set of options.
    assert kinds_heard("career_poker", 45) == {*TELLERS} - {"time_up"}


def test_every_decision_says_what_it_is_about() -> None:
    assert {*ABOUT} == {*DECISIONS.names} - {"over"}
    assert abouts("career_poker", 15) == ABOUT


def test_a_trick_is_told() -> None:
    g = hold(later_deal(4), "7 7 7 1", "9 9 J", "2 2", "3", lead=0)
    assert hears(g, "play 7x2", None) == ["Seat 1 leads two 7s."]
    assert g.about() == {
        "beat": {"set": "7x2", "size": 2, "value": 7, "seat": 0}, "may_pass": True, "holding": [0, 1, 2, 3]
    }  # fmt: skip
    assert hears(g, "play 9+J", None) == ["Seat 2 goes higher: one 9 and a Joker."]
    assert hears(g, "pass", None) == ["Seat 3 passes."]
    g.play("pass")
    assert hears(g, "pass", None)[-1] == "Nobody goes higher than Seat 2. The Dishwasher clears the trick away."


def test_going_out_passes_the_lead_on_and_names_the_rule() -> None:
    g = hold(later_deal(4), "1", "9", "2 2", "3 3", lead=1)
    told = g.told(g.play_aloud("play 9"), 0)
    assert [str(sentence) for sentence in told][1:] == ["Seat 2 has played the last card: place 1, Boss."]
    g.play("pass")
    g.play("pass")
    told = g.told(g.play_aloud("pass"), None)
    assert str(told[-1]) == "Seat 2 has no cards left. The lead goes to the superior, Seat 1."
    assert told[-1].why == "rule 24"
    assert g.about()["next_position"] == {"position": 2, "title": "Managing Director"}


@pytest.mark.rule("career_poker B18")
def test_only_the_partners_hear_which_cards_go_back() -> None:
    g = before_exchange(later_deal(4, return_cards="choice"), {0: "3 4 5", 3: "1 12 13", 1: "6 7", 2: "8 9"})
    assert g.about() == {"to": 3, "cards": 2, "received": ["12", "13"], "gave": []}
    twin = g.clone()
    assert hears(g, "return 12", 3) == ["Seat 1 gives Seat 4 a chosen card: 12."]
    assert hears(twin, "return 12", 2) == ["Seat 1 gives Seat 4 a card."]


@pytest.mark.rule("career_poker B18")
def test_a_new_deal_tells_each_their_own_cards() -> None:
    g = hold(match(4, deals=2), "10", "1", "", "", lead=0)
    events = g.play_aloud("play 10")
    mine, nobody = g.told(events, 2), g.told(events, None)
    texts = [str(sentence) for sentence in nobody]
    assert texts[1:5] == [
        "Seat 1 has played the last card: place 3, Trainee.",
        "Deal 1 is over: Seat 3 Boss, Seat 4 Managing Director, Seat 1 Trainee, Seat 2 Dishwasher.",
        "Everybody sits by position, clockwise: Seat 3 Boss, Seat 4 Managing Director, Seat 1 Trainee, "
        "Seat 2 Dishwasher.",
        "Deal 2: Seat 2 shuffles and deals 13 cards to each.",
    ]
    assert str(mine[4]).startswith("Deal 2: Seat 2 shuffles and deals 13 cards to each. Seat 3 holds ")
    assert "Seat 2 gives Seat 3 2 cards." in texts
    assert any(str(sentence).startswith("Seat 2 gives Seat 3 the highest cards: ") for sentence in mine)


@pytest.mark.rule("career_poker B19")
def test_the_host_is_heard() -> None:
    g = match(4, time_limit=30)
    assert hears(g, HostAction("time is up"), None) == ["The host calls time. The match ends with this deal."]
    text = "The host notes that Seat 4 leaves the table for good. The cards in hand are set aside."
    assert hears(g, HostAction("seat 4 leaves"), 1) == [text]


@pytest.mark.rule("career_poker B19")
def test_nobody_returns_cards_to_a_player_who_has_left() -> None:
    g = before_exchange(later_deal(4, return_cards="choice"), {0: "3 4 5", 3: "1 12 13", 1: "6 7", 2: "8 9"})
    g.play_host(HostAction("seat 4 leaves"))
    assert g.actor == 1 and g.prompt == "give_back"
    g.play("return 6")
    assert g.actor == 0 and g.prompt == "lead"
    assert g.hands[3] == 0 and g.hands[0] == cards("3 4 5 12 13")


def test_what_is_told_accounts_for_every_card() -> None:
    for game, action in random_moments("career_poker", 15):
        g = game.clone()
        held = [size(hand) for hand in g.hands]
        for kind, *about in g.play_aloud(action):
            if kind in ("leads", "follows"):
                held[about[0]] -= a.SIZE[about[1]]
            elif kind == "gave":
                held[about[0]] -= size(about[2])
                held[about[1]] += size(about[2])
            elif kind == "leftovers":
                held[about[0]] += size(about[1])
            elif kind == "dealt":
                held = [size(hand) for hand in about[2]]
            elif kind == "leaves":
                held[about[0]] = 0
        assert held == [size(hand) for hand in g.hands]
