"""Career Poker before the first card is played: box, positions, deals, seats, exchange."""

import pytest

from engine import HostAction
from engine.career_poker.cards import count, highest, lowest, size
from engine.career_poker.data import checked_box, read_box
from engine.career_poker.game import CareerPoker
from engine.career_poker.rules.matches import deal
from engine.career_poker.table import make_table
from engine.core.errors import BadData, BadOptions
from tests.engine.career_poker.support import before_exchange, cards, hand, later_deal, legal, match

JOKERS = {4: 2, 5: 2, 6: 3, 7: 3, 8: 4}
every_table = pytest.mark.parametrize("seats", range(4, 9))


@pytest.mark.rule("career_poker 1")
def test_the_box_holds_eight_sets_and_four_jokers() -> None:
    box = read_box()
    assert (box["sets"] * box["values"], box["jokers"], len(box["positions"])) == (104, 4, 8)


@every_table
@pytest.mark.rule("career_poker 2")
@pytest.mark.rule("career_poker 3")
@pytest.mark.rule("career_poker 4")
@pytest.mark.rule("career_poker example 1")
def test_the_deck_has_a_set_per_player_and_the_jokers(seats: int) -> None:
    deck = make_table(seats, None).deck
    whole = sum(deck)
    assert [count(whole, value) for value in range(1, 15)] == [seats] * 13 + [JOKERS[seats]]
    assert len(deck) == 13 * seats + JOKERS[seats] == {4: 54, 5: 67, 6: 81, 7: 94, 8: 108}[seats]


@pytest.mark.rule("career_poker 5")
def test_jokers_stand_above_the_thirteen() -> None:
    held = cards("1 13 J 2")
    assert highest(held, 2) == cards("J 13") and lowest(held, 2) == cards("1 2")


@pytest.mark.rule("career_poker 6")
@pytest.mark.rule("career_poker 7")
@pytest.mark.rule("career_poker B11")
def test_the_positions_close_up_and_can_be_chosen() -> None:
    assert make_table(8, None).titles[3:6] == ("Department Head", "Supervisor", "Journeyman")
    assert make_table(4, None).titles == ("Boss", "Managing Director", "Trainee", "Dishwasher")
    chosen = {"settings": {"titles": ["boss", "manager", "journeyman", "dishwasher"]}}
    assert make_table(4, chosen).titles == ("Boss", "Manager", "Journeyman", "Dishwasher")
    for wrong in (["manager", "boss", "trainee", "dishwasher"], ["boss", "manager", "trainee", "journeyman"], ["boss"]):
        with pytest.raises(BadOptions, match=r"^titles must "):
            make_table(4, {"settings": {"titles": wrong}})


@every_table
@pytest.mark.rule("career_poker 9")
@pytest.mark.rule("career_poker 10")
def test_in_the_first_deal_leftovers_lie_aside_and_nothing_is_swapped(seats: int) -> None:
    g = match(seats)
    assert [size(held) for held in g.hands] == [13] * seats
    assert size(g.aside) == JOKERS[seats] and sum(g.gave) == 0
    assert g.actor == (g.dealer + 1) % seats and g.prompt == "lead"


@pytest.mark.parametrize(("first_lead", "expected"), [("left_of_dealer", 1), ("dealer", 0)])
@pytest.mark.rule("career_poker B1")
def test_who_leads_the_first_deal_is_a_house_rule(first_lead: str, expected: int) -> None:
    g = match(5, first_lead=first_lead)
    assert (g.actor - g.dealer) % 5 == expected
    assert {match(5, seed, first_lead="random").actor for seed in range(40)} == set(range(5))


@pytest.mark.rule("career_poker 11")
@pytest.mark.rule("career_poker 16")
def test_positions_sit_clockwise_from_the_boss_who_leads() -> None:
    g = match(4, start_positions=[2, 0, 3, 1])
    assert [g.after[seat] for seat in g.order] == [0, 3, 1, 2]
    assert g.actor == 2 and g.prompt == "lead"


@every_table
@pytest.mark.rule("career_poker 12")
@pytest.mark.rule("career_poker example 2")
def test_the_dishwasher_deals_and_receives_the_leftovers(seats: int) -> None:
    g = later_deal(seats)
    assert [size(held) for held in g.hands] == [13] * (seats - 1) + [13 + JOKERS[seats]]
    assert g.dealer == seats - 1 and g.aside == 0


@every_table
@pytest.mark.rule("career_poker 14")
@pytest.mark.rule("career_poker 15")
@pytest.mark.rule("career_poker example 3")
def test_the_exchange_swaps_highest_for_lowest_by_pairs(seats: int) -> None:
    g = later_deal(seats)
    dealt = _as_dealt(g)
    for place in range(seats // 2):
        low, number = seats - 1 - place, seats // 2 - place
        assert size(g.gave[place]) == size(g.gave[low]) == number
        assert g.gave[low] == highest(dealt[low], number)
        assert g.gave[place] == lowest(dealt[place], number)
    if seats % 2:
        assert g.gave[seats // 2] == 0


def _as_dealt(g: CareerPoker) -> list[int]:
    last = g.seats - 1
    return [held + g.gave[seat] - g.gave[last - seat] for seat, held in enumerate(g.hands)]


@pytest.mark.rule("career_poker example 4")
def test_the_dishwasher_gives_the_joker_and_one_thirteen() -> None:
    g = later_deal(5)
    middle = g.hands[2]
    before_exchange(g, {4: "J 13 13 12 5", 0: "1 2 2 9 10"})
    assert hand(g, 0) == "2 9 10 13 J" and hand(g, 4) == "1 2 5 12 13"
    assert g.hands[2] == middle


@pytest.mark.rule("career_poker example 5")
def test_both_jokers_go_to_the_boss() -> None:
    g = before_exchange(later_deal(4), {3: "J J 13 1", 0: "3 4 5 6"})
    assert hand(g, 0) == "5 6 J J" and hand(g, 3) == "1 3 4 13"


@pytest.mark.rule("career_poker B5")
def test_with_choice_the_higher_position_chooses_what_to_return() -> None:
    g = before_exchange(later_deal(4, return_cards="choice"), {0: "3 4 5", 3: "1 12 13", 1: "6 7", 2: "8 9"})
    assert g.prompt == "give_back" and g.actor == 0
    assert legal(g) == ["return 3", "return 4", "return 5", "return 12", "return 13"]
    g.play("return 12")
    g.play("return 5")
    assert g.view(0)["gave"] == g.view(3)["received"] == ["5", "12"], "both remember all of it"
    assert g.actor == 1 and legal(g) == ["return 6", "return 7", "return 9"]
    g.play("return 6")
    assert [hand(g, seat) for seat in range(4)] == ["3 4 13", "7 9", "6 8", "1 5 12"]
    assert g.prompt == "lead" and g.actor == 0


@pytest.mark.rule("career_poker B6")
def test_leftovers_may_come_after_the_exchange() -> None:
    for seed in range(30):
        early, late = later_deal(8, seed), later_deal(8, seed, leftovers_before_exchange=False)
        assert size(late.hands[7]) == 17 and late.aside == 0
        if early.gave[7] != late.gave[7]:
            return
    raise AssertionError("The leftovers never mattered.")


@pytest.mark.rule("career_poker 12")
@pytest.mark.rule("career_poker B6")
@pytest.mark.rule("career_poker B19")
@pytest.mark.parametrize("choice", [{}, {"return_cards": "choice"}])
@pytest.mark.parametrize(("seats", "gone"), [(seats, gone) for seats in range(4, 9) for gone in range(1, seats - 1)])
def test_the_dishwasher_gets_the_leftovers_and_not_the_cards_of_who_left_before(seats, gone, choice) -> None:
    g = match(seats, 3, deals=3, leftovers_before_exchange=False, **choice)
    for seat in range(gone):
        g.play_host(HostAction(f"seat {seat + 1} leaves"))
    while g.deal == 1 or g.giving:
        g.play(g.legal_actions()[-1])
    present = [size(g.hands[seat]) for seat in g.order if not g.gone >> seat & 1]
    assert present == [13] * (seats - gone - 1) + [13 + JOKERS[seats]]


@pytest.mark.rule("career_poker 12")
@pytest.mark.rule("career_poker B19")
@pytest.mark.parametrize("seats", range(4, 9))
def test_who_leaves_while_cards_are_returned_hands_none_to_the_dishwasher(seats) -> None:
    g = later_deal(seats, return_cards="choice", leftovers_before_exchange=False)
    held, heard = [size(cards) for cards in g.hands], list[tuple]()
    while g.giving:
        heard += g.play_aloud(HostAction(f"seat {g.giving[0][0] + 1} leaves"))
    [(_kind, dishwasher, leftovers)] = [event for event in heard if event[0] == "leftovers"]
    assert (dishwasher, size(leftovers)) == (seats - 1, JOKERS[seats])
    assert size(g.aside) + sum(size(cards) for cards in g.hands) == sum(held) + JOKERS[seats]


@pytest.mark.rule("career_poker B15")
@pytest.mark.rule("career_poker example 21")
def test_positions_of_a_former_match_make_the_first_deal_a_later_one() -> None:
    g = match(4, start_positions=[3, 0, 2, 1])
    assert size(g.hands[1]) == 15 and size(g.gave[3]) == size(g.gave[1]) == 2
    assert g.actor == 3 and g.view(3)["first_deal"] is False
    with pytest.raises(BadOptions, match="once each"):
        match(4, start_positions=[0, 1, 1, 2])


def test_a_second_deal_goes_to_those_who_are_still_there() -> None:
    g = match(4)
    g.gone = 0b0100
    deal(g, (1, 3, 0, 2), sticky=True)
    assert g.hands[2] == 0 and g.left == (2,) and g.active == 3
    assert size(g.hands[0]) == 15, "the lowest position at the table has the leftovers"
    assert [size(cards) for cards in g.gave] == [1, 1, 0, 0], "three at the table: the first and the last swap a card"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("sets = 8", "sets = 9", "^sets must be"),
        ('id = "trainee"', 'id = "boss"', "an id stands twice"),
        ("exchange = [3, 2, 1]", "exchange = [3, 2, 2]", r"^players.6.exchange must count down from 3"),
        ("[players.5]", "[players.9]", "^The entry players.5 is missing"),
        ('titles = ["boss", "managing_director", "trainee"', 'titles = ["boss", "clown", "trainee"', "'clown'"),
        ("jokers = 4\n", "jokers = -1\n", "^jokers must be"),
    ],
)
def test_a_wrong_box_is_named_by_its_entry(old: str, new: str, message: str) -> None:
    from importlib import resources

    text = (resources.files("engine.career_poker") / "data" / "box.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(BadData, match=message):
        checked_box(text.replace(old, new, 1))


@pytest.mark.parametrize(
    "rules",
    [{"deals": 0}, {"deals": True}, {"first_lead": "me"}, {"points": [1, 2, 3, 4]}, {"points": [9] * 9}, {"speed": 1},
     {"auto_pass": 1}, {"titles": "boss"}, {"start_positions": "0123"}],
)  # fmt: skip
def test_a_wrong_setting_is_refused_by_name(rules: dict[str, object]) -> None:
    with pytest.raises(BadOptions, match=next(iter(rules))):
        match(4, **rules)
