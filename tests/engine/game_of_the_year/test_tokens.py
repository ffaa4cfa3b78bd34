"""Game of the Year: payments, cards, tokens."""

import pytest

from engine import SYSTEMS
from engine.core.rng import Stream
from engine.game_of_the_year.rules.effects import take_card
from engine.game_of_the_year.rules.money import charge
from engine.game_of_the_year.rules.tokens import give
from tests.engine.game_of_the_year.support import (
    check_supply,
    decline,
    legal,
    on_top,
    own,
    place,
    quiet,
    tokens,
    turn,
    work,
    year,
)
from tests.engine.hearing import hears
from tests.engine.support import options_for

rule = pytest.mark.rule
FAME, FAMILY, RED_LETTER, ANY = range(4)


def owing(*holding):
    """Seat 0 owes seat 1 $200."""
    g = quiet(holding, (0,))
    charge(g, 0, 1, 200)
    return g


@rule("game_of_the_year 40")
@rule("game_of_the_year example 8")
@rule("game_of_the_year B19")
def test_who_lacks_money_pays_with_one_token_whatever_the_debt():
    g = owing(100, 1)
    assert g.money[:2] == [100, 0] and tokens(g, 0) == (0, 0, 0) and tokens(g, 1) == (1, 0, 0)
    g = owing(100, 1, 0, 2)
    assert g.prompt == "pay_token" and legal(g) == ["give fame token", "give red letter token"]
    g.play("give red letter token")
    assert g.money[0] == 100 and tokens(g, 1) == (0, 0, 1)
    rich = owing(200, 1)
    assert rich.money[:2] == [0, 200] and tokens(rich, 0) == (1, 0, 0)


@rule("game_of_the_year 40")
@rule("game_of_the_year example 9")
@rule("game_of_the_year B18")
def test_without_a_token_a_holiday_card_pays():
    g = owing(100, 0, 0, 0, 1)
    assert g.money[0] == 100 and g.holidays[:2] == [0, 1]


@rule("game_of_the_year 42")
@rule("game_of_the_year example 10")
@rule("game_of_the_year B18")
def test_who_has_nothing_pays_nothing_and_pays_again_later():
    g = owing(100)
    assert g.money[:2] == [0, 100]
    charge(g, 0, 1, 200)
    assert g.money[:2] == [0, 100]
    g.money[0] = 300
    charge(g, 0, 1, 200)
    assert g.money[:2] == [100, 300]


@rule("game_of_the_year 40")
def test_a_token_for_the_bank_goes_back_to_it():
    g = quiet((100, 1))
    before = g.bank[FAME]
    charge(g, 0, -1, 200)
    assert g.bank[FAME] == before + 1 and g.money[0] == 100


@rule("game_of_the_year 41")
@rule("game_of_the_year example 11")
def test_who_lacks_the_named_type_gives_another_or_a_card_or_buys_it():
    g = quiet((800, 1, 0, 0, 1), (0,))
    give(g, 0, 1, FAMILY)
    assert legal(g) == ["give fame token", "give holiday card", "buy family token to give"]
    for answer, money, theirs, card in [
        ("give fame token", 800, (1, 0, 0), 0), ("give holiday card", 800, (0, 0, 0), 1),
        ("buy family token to give", 300, (0, 1, 0), 0),
    ]:  # fmt: skip
        twin = g.clone()
        twin.play(answer)
        assert (twin.money[0], tokens(twin, 1), twin.holidays[1]) == (money, theirs, card)
        check_supply(twin)


@rule("game_of_the_year 41")
@pytest.mark.parametrize("before", ["buy", "buy_or_card"])
def test_a_holiday_card_stands_in_for_a_named_type_alone(before):
    g = quiet((1000, 0, 0, 0, 1), (0,), any_token=before)
    give(g, 0, 1, ANY)
    assert ("give holiday card" in legal(g)) is (before == "buy_or_card")
    g = quiet((1000, 0, 0, 0, 1), (0,), any_token=before)
    give(g, 0, 1, FAMILY)
    assert "give holiday card" in legal(g)


@rule("game_of_the_year 41")
def test_who_has_no_token_buys_one_and_gives_it():
    g = quiet((500,), (0,))
    give(g, 0, 1, FAMILY)
    assert g.money[0] == 0 and tokens(g, 1) == (0, 1, 0), "nothing else is left to do"
    g = quiet((900,), (0,))
    give(g, 0, 1, ANY)
    assert legal(g) == [f"buy {kind} token to give" for kind in ("fame", "family", "red letter")]
    poor = quiet((400,), (0,))
    give(poor, 0, 1, ANY)
    assert poor.money[0] == 400 and tokens(poor, 1) == (0, 0, 0)
    has = quiet((900, 0, 1, 1), (0,))
    give(has, 0, 1, ANY)
    assert legal(has) == ["give family token", "give red letter token"]
    named = quiet((900, 0, 1, 1), (0,))
    give(named, 0, 1, FAMILY)
    assert tokens(named, 1) == (0, 1, 0)


@rule("game_of_the_year 20")
@rule("game_of_the_year example 22")
@rule("game_of_the_year B22")
def test_a_token_that_is_gone_is_replaced_by_one_of_choice():
    g = quiet((0,))
    on_top(g, "C22")
    g.bank[FAME] = 0
    take_card(g, 0, 0)
    work(g)
    assert legal(g) == ["take family token", "take red letter token"]
    g.play("take red letter token")
    assert tokens(g, 0) == (0, 0, 1)
    g = quiet((0,))
    on_top(g, "C22")
    g.bank = [0, 0, 0]
    take_card(g, 0, 0)
    assert tokens(g, 0) == (0, 0, 0)


@rule("game_of_the_year 20")
@rule("game_of_the_year 37")
def test_a_token_that_the_bank_has_no_more_is_not_on_sale_and_an_empty_bank_offers_none():
    g = turn(place(year(), "01-30"), 0, (3, 14), cards=("C22",))
    own(g, 0, 1200, 1)
    g.bank[FAME] = 1  # the card's
    empty = g.clone()
    g.play("move 3")
    assert g.prompt == "buy_token" and legal(g) == ["pass", "buy family token", "buy red letter token"]
    empty.bank = [1, 0, 0]
    empty.play("move 3")
    assert empty.seat == 1


@rule("game_of_the_year 18")
@rule("game_of_the_year 19")
@pytest.mark.parametrize(("dates", "money"), [(("03-01", "02-01", "01-05"), 600), (("02-01", "03-01", "01-05"), 700)])
def test_cards_are_followed_and_places_count_not_points(dates, money):
    g = place(quiet((800,), (90_000,)), *dates)
    on_top(g, "H01")  # the leader pays $200, anybody else $100
    take_card(g, 1, 0)
    assert g.money[0] == money


@rule("game_of_the_year 18")
def test_every_card_can_be_followed_and_nothing_is_made_or_lost():
    for deck, cards in enumerate(quiet().table.cards):
        for number, card in enumerate(cards):
            for month, holding in (("02-20", (800, 2, 2, 2, 1)), ("05-07", (0, 0, 1, 0, 0)), ("10-11", (2000,))):
                g = place(quiet(holding, holding, holding), month, "05-04", "09-01")
                on_top(g, card.id)
                take_card(g, deck, 0)
                work(g)
                check_supply(g)
                assert g.table.cards[deck][number].id == card.id


@rule("game_of_the_year 18")
@rule("game_of_the_year B31")
@pytest.mark.parametrize(("deck", "top"), [(0, "chance_top"), (1, "hazard_top")])
def test_an_empty_pile_is_shuffled_anew(deck, top):
    g = quiet()
    g.events = []
    setattr(g, top, 36)
    take_card(g, deck, 0)
    assert getattr(g, top) == 1 and g.events[0] == ("reshuffled", deck)


@rule("game_of_the_year 18")
@pytest.mark.parametrize("deck", [0, 1])
def test_no_card_is_drawn_again_before_its_pile_is_through(deck):
    g = quiet()
    drawn = []
    for _ in range(36):
        g.events = []
        take_card(g, deck, 0)
        drawn += [event[3] for event in g.events if event[0] == "card"]
    assert sorted(drawn) == list(g.table.decks[deck]), "each of them is told"


@rule("game_of_the_year 28")
@pytest.mark.parametrize(("date", "ahead"), [("01-04", True), ("01-05", False), ("01-06", False)])
def test_a_birthday_lies_ahead_until_its_own_day(date, ahead):
    g = place(quiet((0,), birthdays=["01-05", "12-29", "12-30"]), date)
    on_top(g, "C16")  # $100 for those alone whose birthday is over
    take_card(g, 0, 0)
    assert (g.money[0] == 100) is not ahead


@rule("game_of_the_year 18")
@rule("game_of_the_year B29")
def test_a_lost_turn_is_skipped_whole():
    g = place(quiet(), "02-06")
    g.skips[1] = 1
    decline(turn(g, 0, "blue", cards=("H23",)))
    assert g.skips[1] == 0 and g.seat == 2 and g.money[1] == 800


@rule("game_of_the_year 37")
@rule("game_of_the_year B28")
def test_one_token_may_be_bought_in_each_turn():
    g = turn(place(year(), "01-30"), 0, (3, 14), cards=("C22",))
    own(g, 0, 1200, 1)
    g.play("move 3")
    assert legal(g) == ["pass", "buy fame token", "buy family token", "buy red letter token"]
    g.play("buy family token")
    assert g.money[0] == 700 and tokens(g, 0) == (2, 1, 0) and g.seat == 1
    poor = turn(place(year(), "01-30"), 0, (3, 14), cards=("C22",))
    own(poor, 0, 400)
    poor.play("move 3")
    assert poor.seat == 1


@rule("game_of_the_year 37")
@pytest.mark.parametrize("timing", ["start", "any"])
@rule("game_of_the_year B28")
def test_by_house_rule_the_token_is_offered_before_the_spin(timing):
    g = turn(place(year(token_timing=timing), "01-30"), 0, (3, 14), cards=("C22",))
    own(g, 0, 1600)
    assert g.prompt == "buy_token"
    later = g.clone()
    g.play("buy fame token")
    g.play("move 3")
    assert g.seat == 1, "one token per turn"
    later.play("pass")
    later.play("move 3")
    assert (later.prompt, later.actor) == ("buy_token", 0 if timing == "any" else 1)


@rule("game_of_the_year 37")
@pytest.mark.parametrize("timing", ["end", "any", "start"])
@rule("game_of_the_year B28")
def test_the_token_of_a_turn_may_be_bought_beside_another_decision_which_stands_as_it_was(timing):
    g = turn(place(year(token_timing=timing), "01-30"), 0, (3, 14), cards=("C22",))
    own(g, 0, 1200, 1)
    if g.prompt == "buy_token":
        g.play("pass")
    assert (g.prompt, g.actor) == ("page", 0) and "buy fame token" not in legal(g)
    if timing == "start":
        assert g.asides() == {}
        return
    g.bank[2] = 0
    assert {seat: [*map(g.describe, may)] for seat, may in g.asides().items()} == {
        0: ["buy fame token", "buy family token"]
    }
    before = legal(g)
    assert hears(g, "buy family token", 1)[0].startswith("Seat 1 buys a token")
    assert (g.prompt, g.actor, legal(g)) == ("page", 0, before) and g.money[0] == 700 and tokens(g, 0) == (1, 1, 0)
    assert g.asides() == {}, "one token in a turn"
    assert SYSTEMS["game_of_the_year"].load(g.save()) == g
    g.play("move 3")
    assert g.seat == 1


@rule("game_of_the_year 37")
def test_nobody_buys_a_token_before_the_first_turn_in_the_turn_of_another_or_without_the_money():
    assert SYSTEMS["game_of_the_year"].new_game(2, 1, {"settings": {"lucky": "choose"}}).asides() == {}
    g = turn(place(year(), "01-30"), 0, (3, 14))
    own(g, 0, 499)
    assert g.asides() == {}
    own(g, 0, 500)
    assert [*g.asides()] == [0]
    g.actor = 1
    assert g.asides() == {}


@pytest.mark.parametrize("name", ["standard", "unusual"])
def test_whoever_buys_at_any_moment_leaves_every_decision_a_choice(name):
    bought = set()
    for seed in range(8):
        options, stream = options_for("game_of_the_year", name, 3), Stream(seed)
        g = SYSTEMS["game_of_the_year"].new_game(3, seed, options)
        supply = sum(g.bank) + sum(g.tokens)
        while not g.over:
            beside = [action for actions in g.asides().values() for action in actions]
            action = stream.choice(beside if beside and stream.below(2) else g.legal_actions())
            if action in beside:
                bought.add(g.prompt)
            g.play(action)
            assert min(g.money) >= 0 and sum(g.bank) + sum(g.tokens) == supply and (g.over or g.legal_actions())
    assert {"page", "buy_days", "take_token"} <= bought


@rule("game_of_the_year 38")
def test_nobody_knows_which_tokens_the_others_hold():
    g = quiet((100, 3, 0, 1), (100, 0, 4, 0))
    players = g.view(0)["players"]
    assert players[0]["types"] == {"fame": 3, "family": 0, "red_letter": 1}
    assert players[1]["types"] is None and players[1]["tokens"] == 4
    worlds = {tokens(g.determinize(0, seed), 1) for seed in range(30)}
    assert len(worlds) > 2 and all(sum(world) == 4 for world in worlds)


@rule("game_of_the_year 39")
def test_tokens_are_neither_traded_nor_sold():
    actions = {text for text in SYSTEMS["game_of_the_year"].actions.texts if "token" in text}
    kinds = ("fame", "family", "red letter")
    assert actions == {
        text for kind in kinds for text in (f"buy {kind} token", f"take {kind} token", f"give {kind} token",
                                            f"buy {kind} token to give")
    }  # fmt: skip


@rule("game_of_the_year B15")
def test_buying_of_ones_own_accord_takes_cash():
    g = place(year(), "01-26")
    own(g, 0, 50, fame=2, family=2, holiday=1)
    turn(g, 0, (4, 12)).play("move 4")
    assert g.prompt == "push", "tokens buy no days, and the others are asked at once"
    decline(g)
    assert g.money[0] == 250 and tokens(g, 0) == (2, 2, 0), "the own Lucky Number paid, and tokens buy no token"
