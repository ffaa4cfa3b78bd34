"""Setting a game up: decks, order, formulas, secrecy."""

from collections import Counter

import pytest

import engine
from engine.careers import actions as a
from engine.careers.rules.opening import random_formula
from engine.core.errors import BadOptions, BadSeats
from tests.engine.support import cards, careers, legal

rule = pytest.mark.rule


def deck(name: str, **settings):
    g = careers(**settings)
    return list(g.table.experience_deck if name == "experience" else g.table.opportunity_deck)


@rule("careers R1")
@pytest.mark.parametrize(("setting", "total", "both_ways"), [("58", 58, 1), ("62", 62, 2)])
@rule("careers S87")
def test_the_experience_deck_has_58_cards_or_62(setting, total, both_ways):
    kinds = Counter(a.EXPERIENCE[kind]["id"] for kind in deck("experience", experience_deck=setting))
    assert sum(kinds.values()) == total
    assert [kinds[f"e{number}pm"] for number in (1, 2, 3, 4)] == [both_ways] * 4
    assert sum(count for name, count in kinds.items() if name.startswith("wild")) == 16


@rule("careers R2")
@pytest.mark.parametrize(("setting", "payday", "law"), [("list", 4, 0), ("json_mix", 3, 1)])
@rule("careers S227")
def test_the_opportunity_deck_follows_the_list_or_the_other_mix(setting, payday, law):
    kinds = Counter(a.OPPORTUNITY[kind]["id"] for kind in deck("opportunity", opportunity_deck=setting))
    assert (sum(kinds.values()), kinds["to_payday"], kinds["free_lister_bacon"]) == (73, payday, law)


@rule("careers R3")
@pytest.mark.parametrize(("setting", "squares"), [("rulebook16", 16), ("later19", 19)])
@rule("careers S239")
def test_the_pfizer_path_has_16_squares_or_19(setting, squares):
    assert careers(pfizer_layout=setting).table.board.paths[a.PATH_IDS.index("pfizer_uk")].size == squares


@rule("careers The Play")
@rule("careers S6")
def test_everybody_starts_on_payday_with_2500_and_a_salary_of_2000():
    g = careers(seats=4)
    assert (g.cash, g.salary, g.happiness, g.fame) == ([2500] * 4, [2000] * 4, [0] * 4, [0] * 4)
    assert g.where == [0] * 4 and [cards(g, seat) for seat in range(4)] == [[]] * 4


@rule("careers R5")
@rule("careers S8")
def test_a_formula_adds_up_to_the_target_and_may_have_an_empty_part():
    good = {"settings": {"target": 100}, "players": [{"formula": [60, 40, 0]}, {"formula": [0, 0, 100]}]}
    assert engine.new_game("careers", 2, 1, good).formulas == ((60, 40, 0), (0, 0, 100))
    for parts in ([60, 40, 1], [110, -10, 0], [50, 50], "all", [50.0, 25, 25]):
        with pytest.raises(BadOptions):
            engine.new_game("careers", 2, 1, {"players": [{"formula": parts}, {}]})


@rule("careers R5")
def test_the_least_part_of_a_formula_is_a_house_rule():
    with pytest.raises(BadOptions, match="at least 10"):
        engine.new_game("careers", 2, 1, {"settings": {"min_part": 10}, "players": [{"formula": [60, 35, 5]}, {}]})
    g = engine.new_game("careers", 2, 1, {"settings": {"min_part": 10}})
    assert (legal(g)[0], legal(g)[-1]) == ("amount 10", "amount 80")
    g.play("amount 80")
    assert legal(g) == ["amount 10"]


@rule("careers R5")
@rule("careers S7")
def test_a_formula_that_is_not_given_is_chosen_at_the_table():
    g = engine.new_game("careers", 2, 1, {"settings": {"target": 100}})
    first = g.actor
    assert g.prompt == "formula"
    g.play("amount 35")
    g.play("amount 25")
    assert g.formulas[first] == (35, 25, 40) and g.actor != first


@rule("careers R6")
@rule("careers S136", "careers S137")
def test_a_random_formula_starts_at_one_and_leaves_no_fame_only_when_cash_is_everything():
    g = careers()
    formulas = [random_formula(g, 4) for _ in range(400)]
    assert {sum(formula) for formula in formulas} == {4}
    assert {cash for cash, _, _ in formulas} == {1, 2, 3, 4}
    assert all((fame == 0) == (cash == 4) for cash, _, fame in formulas)
    assert (4, 0, 0) in formulas and (1, 0, 3) in formulas


@rule("careers R6")
@rule("careers S138")
def test_random_formulas_are_everybodys_own_or_common():
    own = engine.new_game("careers", 4, 3, {"settings": {"formula": "random"}})
    common = engine.new_game("careers", 4, 3, {"settings": {"formula": "random_common"}})
    assert len(set(own.formulas)) == 4 and len(set(common.formulas)) == 1


@rule("careers Common Success Formula")
@rule("careers S125")
def test_a_common_formula_is_everybodys():
    settings = {"target": 100, "formula": "common", "common_formula": [50, 25, 25]}
    assert engine.new_game("careers", 3, 1, {"settings": settings}).formulas == ((50, 25, 25),) * 3
    with pytest.raises(BadOptions):
        engine.new_game("careers", 3, 1, {"settings": {"formula": "common", "common_formula": [50, 25, 24]}})


@rule("careers S125")
@pytest.mark.parametrize(("target", "parts"), [(99, (33, 33, 33)), (100, (34, 33, 33)), (200, (67, 67, 66))])
def test_a_table_that_agreed_on_no_common_formula_plays_for_equal_parts(target, parts):
    settings = {"target": target, "formula": "common"}
    assert engine.new_game("careers", 3, 1, {"settings": settings}).formulas == (parts,) * 3


@rule("careers R7")
@rule("careers S9")
def test_who_begins_is_random_and_play_goes_round_clockwise():
    options = {"settings": {"formula": "common", "common_formula": [50, 25, 25]}}
    starts = Counter(engine.new_game("careers", 3, seed, options).actor for seed in range(300))
    assert all(70 < starts[seat] < 130 for seat in range(3))
    g = careers(seats=3)
    g.seat = 2
    g.play("roll")
    while g.prompt != "turn":
        g.apply(g.legal_actions()[0])
    assert g.seat == 0


@rule("careers R8")
def test_standing_on_payday_at_the_start_pays_nothing_and_nobody_is_bumped_there():
    g = careers(seats=4)
    assert g.prompt == "turn" and g.cash == [2500] * 4
    assert not any("bump" in text for text in legal(g))


@rule("careers R9")
@pytest.mark.parametrize("hidden", [True, False])
def test_formulas_are_hidden_from_the_others_until_the_end(hidden):
    players = [{"formula": [50, 25, 25]}, {"formula": [20, 40, 40]}]
    g = engine.new_game("careers", 2, 1, {"settings": {"formulas_hidden": hidden}, "players": players})
    shown = [player["formula"] for player in g.view(0)["players"]]
    assert shown == [[50, 25, 25], None if hidden else [20, 40, 40]]
    assert g.view(None)["players"][0]["formula"] == (None if hidden else [50, 25, 25])
    g.cash, g.happiness, g.fame, g.gained = [90_000] * 2, [90] * 2, [90] * 2, True
    g.play("roll")
    while not g.over:
        g.apply(g.legal_actions()[0])
    assert [player["formula"] for player in g.view(0)["players"]] == [[50, 25, 25], [20, 40, 40]]


@rule("careers R16")
@pytest.mark.parametrize(("setting", "held"), [(False, (0, 0)), (True, (1, 2))])
@rule("careers S130")
def test_cards_at_the_start_of_a_timed_game_are_a_house_rule(setting, held):
    g = careers(mode="timed", timed_start_cards=setting)
    assert [(len(g.opportunity[s]), len(g.experience[s])) for s in range(3)] == [held] * 3


@pytest.mark.parametrize(
    "wrong",
    [{"target": 0}, {"target": "100"}, {"mode": "chess"}, {"nonsense": 1}, {"bump_all": 1}, {"checkpoints": [-5]},
     {"extra_cards": [{"deck": "experience", "id": "e13", "count": 1}]}, {"extra_cards": [{"id": "e9"}]},
     {"min_part": 50}],
)  # fmt: skip
@rule("careers S139")
def test_a_wrong_setting_is_refused_by_name(wrong):
    with pytest.raises(BadOptions):
        engine.new_game("careers", 2, 1, {"settings": wrong})


@pytest.mark.parametrize("wrong", [{"settings": {}, "colour": "red"}, ["settings"], "london"])
def test_options_of_another_shape_are_refused(wrong):
    with pytest.raises(BadOptions, match="'settings', 'players' and 'board'"):
        engine.new_game("careers", 2, 1, wrong)


@pytest.mark.parametrize(
    "players",
    [[{}], [{}, {"level": "boss"}], [{}, {"level": "vp"}], [{}, {"specialty": "law"}], [{}, 7], "Ada",
     [{}, {"level": "vp", "specialty": "law", "side_interest": "cooking"}], [{}, {"colour": "red"}],
     [{}, {"trips": {"law": 1}}], [{}, {"degrees": {"law": -1}}]],
)  # fmt: skip
def test_a_wrong_player_is_refused(players):
    with pytest.raises(BadSeats):
        engine.new_game("careers", 2, 1, {"players": players})
