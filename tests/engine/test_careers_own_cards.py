"""Opportunity cards that a club adds, with words and effects of their own."""

from collections import Counter

import pytest

from engine import SYSTEMS, new_game, record_game, replay
from engine.careers.bots.greedy import GreedyBot
from engine.core.errors import BadOptions
from engine.core.rng import Stream
from tests.engine.support import at, cards, careers, hold, legal, place, play_randomly

rule = pytest.mark.rule
NAMES = ("Ada", "Bo", "Cleo")
JUBILEE = [["happiness", 4], ["fame", 2], ["cash", 500], ["salary", 1000], ["experience", 2], ["opportunity", 1]]


def own(*does, name="Jubilee", count=2):
    return {"deck": "opportunity", "count": count, "name": name, "does": [list(one) for one in does]}


def holding(*does, **settings):
    g = careers(extra_cards=[own(*does)], **settings)
    hold(g, 0, "own1")
    return g


@rule("careers R72")
@rule("careers S141")
def test_a_card_of_our_own_does_what_it_says_and_is_the_whole_turn():
    g = holding(*JUBILEE)
    before = g.salary[0], g.cash[0]
    g.play("opportunity own1")
    assert (g.happiness[0], g.fame[0]) == (4, 2)
    assert (g.salary[0], g.cash[0]) == (before[0] + 1000, before[1] + 500)
    assert len(g.experience[0]) == 2 and len(g.opportunity[0]) == 1
    assert g.seat == 1 and g.prompt == "turn"


@rule("careers R72")
@pytest.mark.parametrize("place_name", ["hospital", "unemployment"])
def test_a_card_of_our_own_sends_its_player_and_costs_turns(place_name):
    g = holding(["lose_turn", 2], ["extra_turn", 1], ["go_to", place_name])
    g.play("opportunity own1")
    assert at(g, 0) == place_name and (g.lost_turns[0], g.extra_turns[0]) == (1, 0) and g.seat == 1


@rule("careers R72")
@pytest.mark.parametrize("kind", ["extra_turn", "lose_turn"])
def test_turns_of_a_card_of_our_own_come_on_top_of_those_that_wait(kind):
    g = holding([kind, 2])
    waiting = g.extra_turns if kind == "extra_turn" else g.lost_turns
    waiting[0] = 1
    g.play("opportunity own1")
    assert waiting[0] == 3 - (kind == "extra_turn"), "the extra turn that follows has begun"


@rule("careers R72")
@rule("careers S50")
def test_what_a_card_of_our_own_takes_is_insured_and_the_rest_follows():
    g = holding(["lose_cash", 2000], ["lose_happiness", 3], ["happiness", 5])
    g.policies[0], g.happiness[0] = 1, 4
    g.play("opportunity own1")
    assert g.prompt == "insurance" and g.happiness[0] == 4
    g.play("use insurance")
    while g.prompt in ("renewal", "insurance"):
        g.play("decline")
    assert g.happiness[0] == 6 and g.seat == 1


@rule("careers R72")
@rule("careers S38")
def test_a_card_of_our_own_that_cannot_be_paid_is_a_debt():
    g = holding(["lose_cash", 9000], ["happiness", 5], formulas_hidden=False)
    g.cash[0] = 100
    g.play("opportunity own1")
    assert g.prompt == "debt"
    g.play("declare bankruptcy")
    assert g.happiness[0] == 0 and g.seat == 1, "nothing follows a bankruptcy"


@rule("careers S141")
def test_added_cards_are_dealt_and_lie_among_the_others():
    g = careers(extra_cards=[own(["fame", 1]), own(["cash", 100], name="Tip", count=3)])
    found = Counter(g.table.opportunity_deck)
    assert len(g.table.opportunity_deck) == 73 + 5 and sorted(found.values())[-1] >= 3
    hold(g, 0, "own2", "own1")
    assert {"opportunity own1", "opportunity own2"} <= {*legal(g)} and [*g.legal_actions()] == sorted(g.legal_actions())
    g.play("trade with seat 2")
    assert {"item own1", "item own2"} <= {*legal(g)} and legal(g)[-1] == "item several"


def test_a_card_of_our_own_is_told_by_its_name_and_seen_by_its_holder():
    g = holding(["fame", 2], ["lose_turn", 2], ["extra_turn", 1])
    assert g.view(0)["opportunities"] == ["own1"] and g.view(1)["opportunities"] == []
    assert g.view(1)["own_cards"] == {
        "own1": {"name": "Jubilee", "does": [["fame", 2], ["lose_turn", 2], ["extra_turn", 1]]}
    }
    told = [sentence.named(NAMES) for sentence in g.telling("opportunity own1", 1)]
    assert told[:4] == [
        "Ada plays the Opportunity “Jubilee”.",
        "Ada gains 2 fame.",
        "Ada will lose 2 turns.",
        "Ada will have 1 more turn.",
    ]
    assert "own_cards" not in careers().view(0)


@rule("careers R72")
def test_cards_that_are_listed_after_one_of_our_own_are_added_too():
    g = careers(extra_cards=[own(["fame", 2]), {"deck": "experience", "id": "e9", "count": 2}])
    assert len(g.table.experience_deck) == len(careers().table.experience_deck) + 2


def test_the_greedy_bot_plays_a_card_that_is_worth_it_and_keeps_one_that_is_not():
    bot = GreedyBot()
    g = holding(["happiness", 12])
    assert g.describe(bot.choose(g, g.legal_actions(), Stream(1))) == "opportunity own1"
    g = holding(["lose_happiness", 12])
    assert g.describe(bot.choose(g, g.legal_actions(), Stream(1))) == "roll"


@pytest.mark.parametrize("bot", ["random", "greedy", "search:visits=6,turns=1"])
def test_games_with_added_cards_are_recorded_and_replayed(bot):
    extra = [own(*JUBILEE, count=20), own(["lose_cash", 9000], ["go_to", "hospital"], name="Fire", count=20)]
    record = record_game("careers", 3, [bot], 5, {"settings": {"extra_cards": extra, "turn_limit": 60, "target": 40}})
    assert any("opportunity own" in line for line in record.lines)
    replay(record.lines)


def test_games_with_added_cards_keep_all_cards_and_secrets():
    extra = [own(*JUBILEE, count=20), own(["lose_cash", 9000], ["go_to", "hospital"], name="Fire", count=20)]
    g = new_game("careers", 4, 7, {"settings": {"extra_cards": extra, "turn_limit": 80}})
    whole = Counter(g.table.opportunity_deck)

    def check(game):
        held = Counter(game.opportunity_pile[game.opportunity_top :]) + Counter(game.opportunity_discard)
        assert sum((Counter(hand) for hand in game.opportunity), held) == whole
        assert [*game.legal_actions()] == sorted(game.legal_actions())
        assert game.determinize(1, 3).view(1) == game.view(1)

    play_randomly(g, 7, 900, each=check)
    assert SYSTEMS["careers"].load(g.save()) == g


def test_a_save_in_the_middle_of_a_card_goes_on():
    g = holding(["lose_cash", 100], ["happiness", 5])
    g.policies[0] = 1
    g.play("opportunity own1")
    again = SYSTEMS["careers"].load(g.save())
    assert again == g
    again.play("decline")
    assert again.happiness[0] == 5


@rule("careers R72")
@pytest.mark.parametrize(
    ("card", "says"),
    [
        (own(["win", 1]), "can't do 'win'; known are happiness"),
        (own(["happiness", 21]), "takes 1 to 20 in steps of 1"),
        (own(["cash", 150]), "in steps of 100"),
        (own(["happiness", True]), "takes 1 to 20"),
        (own(["go_to", "payday"]), "to hospital or unemployment"),
        (own(["go_to", "hospital"], ["fame", 1]), "only be the last"),
        (own(), "needs 1 to 6 operations"),
        (own(*[["fame", 1]] * 7), "needs 1 to 6 operations"),
        (own(["fame", 1], name="{0}"), "plain text"),
        (own(["fame", 1], name=" "), "needs a name"),
        (own(["fame", 1], name="x" * 61), "needs a name"),
        (own(["fame", 1], count=21), "1 to 20 cards"),
        (own("fame"), "a name and an amount"),
        ({**own(["fame", 1]), "deck": "experience"}, "needs deck"),
        ({**own(["fame", 1]), "id": "own3"}, "needs deck"),
        ({"deck": "opportunity", "id": "own1", "count": 1}, "the rules know no such card"),
    ],
)
def test_a_card_that_cannot_be_played_is_refused_with_a_reason(card, says):
    with pytest.raises(BadOptions, match=says.replace("{", r"\{")):
        careers(extra_cards=[card])


def test_two_cards_of_one_name_and_thirteen_kinds_are_refused():
    with pytest.raises(BadOptions, match="same name"):
        careers(extra_cards=[own(["fame", 1]), own(["fame", 2], name="JUBILEE")])
    with pytest.raises(BadOptions, match="12 kinds"):
        careers(extra_cards=[own(["fame", 1], name=f"Card {number}") for number in range(13)])


def test_a_trip_of_double_happiness_doubles_no_card():
    g = holding(["happiness", 3])
    place(g, 0, "stonehenge 2")
    g.trip[0] = 1
    g.play("opportunity own1")
    assert g.happiness[0] == 3 and cards(g, 0) == []
