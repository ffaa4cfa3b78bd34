"""Career Poker at the table: sets, passes, tricks, and who leads next."""

import pytest

from engine.career_poker import actions as a
from engine.core.errors import IllegalAction
from tests.engine.career_poker.support import cards, hold, later_deal, legal, match, play


@pytest.mark.rule("career_poker 17")
@pytest.mark.rule("career_poker B3")
def test_a_leader_plays_any_set_and_must_play() -> None:
    g = hold(later_deal(4), "7 7 7 2", "3", "4", "5")
    assert legal(g) == ["2", "7", "7x2", "7x3"] and g.view(None)["trick"] is None


@pytest.mark.rule("career_poker 18")
@pytest.mark.rule("career_poker B8")
@pytest.mark.rule("career_poker example 7")
def test_a_follower_needs_as_many_cards_of_a_higher_value() -> None:
    g = hold(later_deal(4), "9 9 1", "9 9 10 10 10 J 13", "4", "5")
    play(g, "9x2")
    assert legal(g) == ["pass", "10x2", "10+J", "13+J"]
    with pytest.raises(IllegalAction):
        g.play("play 9x2")
    with pytest.raises(IllegalAction):
        g.play("play 10x3")


@pytest.mark.rule("career_poker 19")
@pytest.mark.rule("career_poker example 11")
def test_who_passed_may_play_later_in_the_same_trick() -> None:
    g = hold(later_deal(4), "2 5", "4 6", "7 8", "1 12")
    play(g, "2", "pass", "7", "pass", "pass")
    assert g.actor == 1 and legal(g) == ["pass"]
    g = hold(later_deal(4), "2 5", "4 8", "7 9", "1 12")
    play(g, "2", "pass", "7", "pass", "pass")
    assert g.actor == 1 and legal(g) == ["pass", "8"]


@pytest.mark.rule("career_poker 20")
@pytest.mark.rule("career_poker 23")
@pytest.mark.rule("career_poker B4")
@pytest.mark.rule("career_poker example 6")
def test_the_highest_set_leads_after_passes_all_round_and_nobody_breaks_up_a_set() -> None:
    g = hold(later_deal(5), "2 2 2 1", "7 7 7 1", "3 4", "11 11 11 5", "12 12 12 12 6")
    play(g, "2x3", "7x3", "pass", "11x3")
    assert "12x3" in legal(g)
    play(g, "pass", "pass", "pass", "pass")
    assert g.actor == 3 and g.prompt == "lead"


@pytest.mark.rule("career_poker 21")
@pytest.mark.rule("career_poker B7")
@pytest.mark.rule("career_poker B9")
@pytest.mark.rule("career_poker example 8")
def test_a_joker_takes_the_number_and_jokers_alone_beat_thirteens() -> None:
    g = hold(later_deal(4), "13 13 1", "J J 13 2", "4", "5")
    play(g, "13x2")
    assert legal(g) == ["pass", "Jx2"]
    play(g, "Jx2", "pass", "pass", "pass")
    assert g.actor == 1 and g.prompt == "lead"


@pytest.mark.rule("career_poker 22")
@pytest.mark.rule("career_poker B10")
@pytest.mark.rule("career_poker example 9")
def test_a_later_joker_alone_is_higher_until_the_trick_ends() -> None:
    g = hold(later_deal(4), "J 1", "J 2 2", "4 4", "5 5")
    play(g, "J")
    assert g.value == 14 and legal(g) == ["pass", "J"]
    play(g, "J")
    assert g.value == 15
    play(g, "pass", "pass", "pass")
    assert g.actor == 1 and g.value == 0


@pytest.mark.rule("career_poker example 10")
def test_two_jokers_are_no_answer_to_three_thirteens() -> None:
    g = hold(later_deal(4), "13 13 13 1", "J J", "4", "5")
    play(g, "13x3")
    assert g.actor == 1 and legal(g) == ["pass"]


def six(*hands: str):
    return hold(later_deal(6), *hands, lead=2)


@pytest.mark.rule("career_poker 24")
@pytest.mark.rule("career_poker example 12")
def test_the_superior_leads_when_the_winner_is_out() -> None:
    g = six("1 1", "2 2", "9", "3 3", "4 4", "5 5")
    play(g, "9", *["pass"] * 5)
    assert g.actor == 1 and g.prompt == "lead" and g.finished == (2,)


@pytest.mark.rule("career_poker 25")
@pytest.mark.rule("career_poker example 13")
def test_the_subordinate_leads_when_the_superior_is_out() -> None:
    g = six("1 1", "", "9", "3 3", "4 4", "5 5")
    play(g, "9", *["pass"] * 4)
    assert g.actor == 3


@pytest.mark.rule("career_poker 26")
@pytest.mark.rule("career_poker example 14")
def test_the_best_placed_leads_when_both_are_out() -> None:
    g = six("", "", "9", "", "4 4", "5 5")
    play(g, "9", "pass", "pass")
    assert g.actor == 4


@pytest.mark.rule("career_poker 24", "career_poker 25", "career_poker 26")
@pytest.mark.parametrize(
    ("hands", "leader", "why"),
    [
        (("1 1", "2 2", "9", "3 3", "4 4", "5 5"), 1, "superior"),
        (("1 1", "", "9", "3 3", "4 4", "5 5"), 3, "subordinate"),
        (("", "", "9", "", "4 4", "5 5"), 4, "best_placed"),
    ],
)
def test_why_the_lead_passes_is_told(hands: tuple[str, ...], leader: int, why: str) -> None:
    g = six(*hands)
    play(g, "9", *["pass"] * (sum(map(bool, hands)) - 2))
    assert ("lead_passes", 2, leader, why) in g.play_aloud("pass")


@pytest.mark.rule("career_poker example 15")
def test_the_boss_has_no_superior() -> None:
    g = hold(later_deal(6), "9", "1 1", "2 2", "3 3", "4 4", "5 5")
    play(g, "9", *["pass"] * 5)
    assert g.actor == 1


@pytest.mark.rule("career_poker example 16")
def test_the_dishwasher_has_no_subordinate() -> None:
    g = hold(later_deal(6), "", "1 1", "2 2", "3 3", "", "9", lead=5)
    play(g, "9", *["pass"] * 3)
    assert g.actor == 1


@pytest.mark.rule("career_poker B2")
def test_in_a_first_deal_the_next_active_player_leads() -> None:
    g = hold(match(4), "1 1", "9", "", "2 2", lead=1)
    play(g, "9", "pass", "pass")
    assert g.actor == 3


@pytest.mark.rule("career_poker example 17")
def test_whoever_beats_the_last_cards_leads() -> None:
    g = hold(later_deal(4), "1 1", "9", "3 10 10", "4 4", lead=1)
    play(g, "9", "10", "pass", "pass")
    assert g.actor == 2 and g.prompt == "lead"


@pytest.mark.rule("career_poker 10")
@pytest.mark.rule("career_poker 13")
def test_tricks_stay_with_their_winners_first_and_go_to_the_dishwasher_later() -> None:
    g = hold(match(4), "9 1", "3 3", "2 2", "4 4")
    play(g, "9", *["pass"] * 3)
    assert g.tricks == [1, 0, 0, 0]
    g = hold(later_deal(4), "9 1", "3 3", "2 2", "4 4")
    play(g, "9", *["pass"] * 3)
    assert g.tricks == [0, 0, 0, 1]


@pytest.mark.rule("career_poker B20")
def test_automatic_passes_skip_those_who_cannot_follow() -> None:
    g = hold(later_deal(4, auto_pass=True), "2 1", "1 1", "1 1", "9 9")
    play(g, "2")
    assert g.actor == 3 and legal(g) == ["pass", "9"]
    play(g, "9")
    assert g.actor == 3 and g.prompt == "lead"


@pytest.mark.rule("career_poker 29")
def test_orders_to_other_players_are_no_actions_of_the_game() -> None:
    assert {text.split()[0] for text in a.TABLE.texts} == {"pass", "play", "return"}


def test_a_set_of_twelve_can_be_led_and_followed() -> None:
    g = hold(later_deal(8), "7 " * 8 + "J J J J 1", "8 " * 8 + "9", *["2 2"] * 6)
    assert "7x8+Jx4" in legal(g)
    play(g, "7x8+Jx4")
    assert legal(g) == ["pass"]
    g = hold(later_deal(8), "7 " * 8 + "1", "8 " * 8 + "9", *["2 2"] * 6)
    play(g, "7x8")
    assert legal(g) == ["pass", "8x8"] and cards("J") == a.COST[a.TABLE.number("play J")]
