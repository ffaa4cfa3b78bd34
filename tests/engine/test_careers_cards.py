"""Experience and Opportunity cards."""

from collections import Counter

import pytest

from engine.careers import actions as a
from engine.careers.rules.ledger import draw_experience, draw_opportunity, hand_in_experience
from tests.engine.support import at, cards, careers, dice, hold, legal, place, roll, turn_of

rule = pytest.mark.rule


def played(g):
    return [text for text in legal(g) if text.startswith("card ")]


@rule("careers R61")
@pytest.mark.parametrize("plus", [False, True])
@rule("careers S69", "careers S76")
def test_an_extra_turn_card_is_the_first_turns_opportunity_and_two_turns_follow(plus):
    g = careers(extra_turn_plus_card=plus)
    hold(g, 0, "extra_turn", "to_holiday", "to_payday")
    g.play("opportunity extra_turn")
    assert g.seat == 0 and g.prompt == "turn"
    assert ("opportunity to_holiday" in legal(g)) is plus
    place(g, 0, "opportunity_08")
    dice(g, 1, 1)
    g.play("roll")
    assert g.seat == 0 and "opportunity to_holiday" in legal(g), "the second turn has its own Opportunity"
    g.play("opportunity to_holiday")
    assert g.seat == 1


@rule("careers Opportunity Cards")
@rule("careers S76")
def test_an_extra_turn_card_is_played_at_the_start_of_a_turn_only():
    g = careers()
    place(g, 0, "hospital")
    hold(g, 0, "extra_turn")
    assert "opportunity extra_turn" in legal(g)
    g.play("pay fee")
    assert "opportunity extra_turn" not in legal(g)


@rule("careers R61")
@rule("careers S75", "careers S117")
def test_one_opportunity_is_played_in_a_turn():
    g = careers()
    hold(g, 0, "to_rail", "to_holiday")
    g.play("opportunity to_rail")
    g.play("ride rail")
    assert legal(g) == ["roll"]


@rule("careers R62")
@rule("careers S70", "careers S77")
def test_collect_experience_takes_one_random_card_from_everyone_and_is_the_whole_turn():
    g = careers(seats=4)
    hold(g, 0, "collect_experience")
    hold(g, 1, "e1", "e2")
    hold(g, 3, "e7")
    g.play("opportunity collect_experience")
    assert len(g.experience[0]) == 2 and "e7" in cards(g, 0) and g.experience[2] == () and g.seat == 1
    assert at(g, 0) == "payday"


@rule("careers R63")
@rule("careers S12")
def test_an_opportunity_may_be_played_from_inside_a_path_without_credit():
    g = careers()
    place(g, 0, "agrivi 5")
    hold(g, 0, "to_holiday")
    g.play("opportunity to_holiday")
    assert at(g, 0) == "holiday" and sum(g.trips) == 0


@rule("careers R64")
@pytest.mark.parametrize(("card", "cash", "open_"), [("to_insurance", 4999, False), ("to_insurance", 5000, True),
                                                     ("to_experience", 1999, False), ("to_experience", 2000, True),
                                                     ("to_casino", 0, True)])  # fmt: skip
@rule("careers S46")
def test_a_card_that_obliges_to_buy_needs_the_price_and_the_casino_nothing(card, cash, open_):
    g = careers()
    hold(g, 0, card)
    g.cash[0] = cash
    assert (f"opportunity {card}" in legal(g)) is open_


@rule("careers R64")
@pytest.mark.parametrize("card", ["to_insurance", "to_experience"])
@rule("careers S104")
def test_who_comes_by_card_has_to_buy_at_least_one(card):
    g = careers()
    hold(g, 0, card)
    g.cash[0] = 5000
    g.play(f"opportunity {card}")
    assert g.prompt == "buy" and legal(g)[0] == "amount 1"


@rule("careers R65")
@pytest.mark.parametrize("same_turn", [False, True])
@rule("careers S98")
def test_an_experience_card_waits_for_the_end_of_the_turn_in_which_it_was_drawn(same_turn):
    g = careers(same_turn_experience=same_turn)
    place(g, 0, "agrivi 11")
    hold(g, 0, "e2")
    fresh = g.experience_pile[g.experience_top]
    dice(g, 3)
    g.play("roll")
    assert at(g, 0) == "entrance_oxford"
    g = careers(same_turn_experience=same_turn)
    place(g, 0, "agrivi 11")
    draw_experience(g, 0, 1)
    fresh = g.experience[0][0]
    assert g.fresh == (fresh,) and bool(played(g)) is same_turn
    turn_of(g, 0)
    assert g.fresh == () and played(g)


@rule("careers R65")
@rule("careers S90", "careers S92", "careers S97")
def test_which_cards_replace_which_throws():
    g = careers()
    hold(g, 0, "e3", "e2pm", "wild1", "wild2", "wild3")
    place(g, 0, "opportunity_14")
    border = played(g)
    assert {"card e3 3", "card e2pm 2", "card e2pm -2", "card wild2 12", "card wild3 2"} <= set(border)
    assert not any(text.startswith("card wild1") for text in border) and "card wild3 1" not in border
    place(g, 0, "agrivi 0")
    path = played(g)
    assert {"card e3 3", "card wild1 6", "card wild3 1", "card wild3 6"} <= set(path)
    assert not any(text.startswith("card wild2") for text in path) and "card wild3 7" not in path


@rule("careers R65")
@rule("careers S89")
def test_a_wild_card_replaces_a_throw_for_an_amount_and_a_numbered_card_does_not():
    g = careers()
    g.cash[0], g.where[0] = 20_000, 8
    hold(g, 0, "e1", "wild1", "wild2")
    dice(g, 1, 2)
    g.play("roll")
    assert g.prompt == "amount_die" and legal(g) == ["roll", *(f"card wild1 {n}" for n in range(1, 7))]
    g.play("card wild1 1")
    assert g.cash[0] == 19_000 and cards(g, 0) == ["e1", "wild2"]


def throws_for_an_amount(g):
    g.cash[0], g.where[0] = 20_000, 8
    hold(g, 0, "e1")
    dice(g, 1, 2)
    g.play("roll")


def is_set_free(g):
    place(g, 0, "hospital")
    hold(g, 0, "leave_unemployment")
    roll(g, 1, 3)


def buys_no_experience(g):
    hold(g, 0, "e1", "e1")
    place(g, 0, g.table.board.ids[g.table.board.location("buy_experience") - 3])
    roll(g, 1, 2)
    g.play("amount 0")


@rule("careers R65", "careers R41", "careers R37")
@pytest.mark.parametrize(
    ("happens", "prompt", "only"),
    [
        (throws_for_an_amount, "amount_die", "roll"),
        (is_set_free, "freed_move", "go on"),
        (buys_no_experience, "give_up_card", "item e1"),
    ],
)
def test_who_holds_cards_is_asked_also_where_they_leave_no_choice_so_that_nobody_learns_which(happens, prompt, only):
    g = careers()
    happens(g)
    assert g.prompt == prompt and legal(g) == [only]


@rule("careers R65")
@rule("careers S90")
def test_a_seven_may_be_called_at_the_casino():
    g = careers()
    hold(g, 0, "to_casino", "wild2")
    g.play("opportunity to_casino")
    g.play("accept")
    g.play("card wild2 7")
    assert g.cash[0] == 12_500


@rule("careers Experience Cards")
@rule("careers S94", "careers S103")
def test_a_bidirectional_wild_card_moves_both_ways():
    g = careers()
    place(g, 0, "opportunity_08")
    hold(g, 0, "wild2pm")
    g.play("card wild2pm -3")
    assert at(g, 0) == "opportunity_05"


@rule("careers R66")
@rule("careers S81", "careers S96")
def test_an_empty_pile_is_filled_from_the_discards_and_never_from_hands():
    g = careers()
    draw_experience(g, 0, 58)
    assert len(g.experience[0]) == 58
    assert draw_experience(g, 1, 3) == 0 and g.experience[1] == ()
    hand_in_experience(g, 0)
    assert draw_experience(g, 1, 3) == 3 and len(g.experience_pile) == 58
    assert g.experience_discard == (), "a card lies in one place"
    draw_opportunity(g, 0, 73)
    assert draw_opportunity(g, 1, 1) == 0
    assert Counter(g.opportunity[0]) == Counter(g.table.opportunity_deck)
    g.opportunity_discard, g.opportunity[0] = g.opportunity[0], ()
    assert draw_opportunity(g, 1, 1) == 1 and g.opportunity_discard == ()


@rule("careers R72")
@rule("careers S141", "careers S142")
def test_added_cards_are_in_the_deck_and_lie_within_twelve():
    extra = [
        {"deck": "experience", "id": "minus12", "count": 1},
        {"deck": "opportunity", "id": "to_payday", "count": 2},
    ]
    g = careers(extra_cards=extra)
    assert len(g.table.experience_deck) == 59 and len(g.table.opportunity_deck) == 75
    hold(g, 0, "minus12")
    place(g, 0, "opportunity_14")
    g.play("card minus12 -12")
    assert at(g, 0) == "income_tax"
    assert max(abs(card.get("value", 0)) for card in a.EXPERIENCE) == 12


@rule("careers Special Notes")
@rule("careers S116")
def test_holding_a_card_for_insurance_is_no_insurance():
    g = careers()
    hold(g, 0, "to_insurance")
    g.cash[0], g.where[0] = 20_000, 23
    dice(g, 1, 2, 3)
    g.play("roll")
    assert at(g, 0) == "shopping_spree" and g.cash[0] == 14_000


@rule("careers S80")
def test_a_played_card_lies_on_the_discards():
    g = careers()
    hold(g, 0, "to_holiday", "e3")
    g.play("opportunity to_holiday")
    assert [a.OPPORTUNITY[kind]["id"] for kind in g.opportunity_discard] == ["to_holiday"]
    assert g.opportunity[0] == () and g.view(None)["opportunity_discard"] == ["to_holiday"]
    turn_of(g, 0)
    place(g, 0, "payday")
    g.play("card e3 3")
    assert g.view(None)["experience_discard"] == ["e3"] and g.experience[0] == ()
