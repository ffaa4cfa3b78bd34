"""What every decision of Careers says that it is about."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from engine import SYSTEMS
from engine.careers import actions as a
from engine.careers.game import DECISIONS, Careers
from engine.careers.rules.ledger import CASH, ask
from engine.careers.rules.movement import AT_GATE_DICE_ONLY, BY_CARD, UNDERWAY
from engine.careers.state import Prompt, Purpose
from engine.careers.words import place_name
from tests.engine.support import CAST, OPTIONS, careers, degrees, hold, options_for, place, play_randomly, trips

Set = Callable[[], tuple[Careers, dict[str, Any]]]
UNEMPLOYMENT = {"id": "unemployment", "name": "Unemployment"}


def put(where: str, prompt: int, arg: Any = (), **settings: Any) -> Careers:
    g = careers(**settings)
    place(g, 0, where)
    ask(g, prompt, 0, arg)
    return g


def turn() -> tuple[Careers, dict[str, Any]]:
    g = put("entrance_agrivi", Prompt.TURN, loans="tracked")
    g.policies[0], g.owed = 1, (0, 700, 0, 0, 0, 0, 0, 0, 0)
    return g, {
        "place": {"id": "entrance_agrivi", "name": "AGRIVI"},
        "begun": False,
        "plays_left": 1,
        "entrance": {"path": "agrivi", "fee": g.table.board.paths[0].fee},
        "offers_left": 2,
        "debts": {"1": 700},
        "policy_sells_for": 3500,
        "bankrupt_with": 2500,
    }


def move() -> tuple[Careers, dict[str, Any]]:
    g = put("agrivi gate", Prompt.MOVE, (AT_GATE_DICE_ONLY,))
    return g, {"place": {"id": "agrivi gate", "name": "the gate of AGRIVI"}, "dice": 1, "cards_allowed": False}


def amount_die() -> tuple[Careers, dict[str, Any]]:
    g = put("agrivi 4", Prompt.AMOUNT_DIE, (1, Purpose.BONUS, 1000))
    return g, {"place": {"id": "agrivi 4", "name": "AGRIVI 5 (A few shares on the side)"}} | {
        "dice": 1,
        "purpose": "bonus",
        "per_pip": 1000,
    }


def insurance() -> tuple[Careers, dict[str, Any]]:
    g = put("pay_rent", Prompt.INSURANCE, (CASH, 1000))
    g.policies[0] = 1
    return g, {"place": {"id": "pay_rent", "name": "Pay Rent"}, "loses": "cash", "amount": 1000, "have": 2500} | {
        "policies": 1,
        "new_policy_costs": 5000,
    }


def renewal() -> tuple[Careers, dict[str, Any]]:
    return put("pay_rent", Prompt.RENEWAL), {"price": 5000, "cash": 2500, "policies": 0}


def debt() -> tuple[Careers, dict[str, Any]]:
    return put("pay_rent", Prompt.DEBT, (9000, True)), {
        "place": {"id": "pay_rent", "name": "Pay Rent"},
        "amount": 9000,
        "cash": 2500,
        "insurable": True,
        "policies": 0,
        "policy_sells_for": 3500,
        "bankrupt_with": 2500,
    }


def pay_or_leave() -> tuple[Careers, dict[str, Any]]:
    return put("donate_now", Prompt.PAY_OR_LEAVE, (0,)), {
        "place": {"id": "donate_now", "name": "Donate Now"},
        "cash": 2500,
        "otherwise": UNEMPLOYMENT,
        "dice": 1,
        "per_pip": 1000,
    }


def buy() -> tuple[Careers, dict[str, Any]]:
    return put("tech_convention", Prompt.BUY), {
        "place": {"id": "tech_convention", "name": "Tech Convention"},
        "sells": "happiness",
        "cash": 2500,
        "least": 0,
        "most": 2,
        "unit_price": 1000,
        "if_nothing_bought": {"happiness": -1},
    }


def gamble() -> tuple[Careers, dict[str, Any]]:
    return put("hippodrome_casino", Prompt.GAMBLE), {
        "place": {"id": "hippodrome_casino", "name": "Hippodrome Casino"},
        "cash": 2500,
        "outcomes": [{"up_to": 6, "per_pip": -1000}, {"up_to": 7, "cash": 10000}, {"up_to": 12, "per_pip": 1000}],
    }


def ride() -> tuple[Careers, dict[str, Any]]:
    return put("pimlico", Prompt.RIDE), {
        "rail": {"id": "victoria", "name": "Victoria", "salary": 2000},
        "underground": {"id": "leicester_square", "name": "Leicester Square", "salary": 2000},
    }


def holiday() -> tuple[Careers, dict[str, Any]]:
    return put("holiday", Prompt.HOLIDAY, (2, False)), {
        "place": {"id": "holiday", "name": "Holiday"},
        "pips": 2,
        "doubles": False,
        "stay_happiness": 3,
        "go_to": {"id": "hippodrome_casino", "name": "Hippodrome Casino"},
    }


def freed_move() -> tuple[Careers, dict[str, Any]]:
    return put("hospital", Prompt.FREED_MOVE, (3,)), {
        "place": {"id": "hospital", "name": "Hospital"},
        "pips": 3,
        "go_to": {"id": "leicester_square", "name": "Leicester Square"},
    }


def shortcut() -> tuple[Careers, dict[str, Any]]:
    g = put("oxford 2", Prompt.SHORTCUT)
    board = g.table.board
    short, ahead = board.location("oxford 9"), board.location("oxford 3")
    return g, {
        "place": {"id": "oxford 2", "name": "University of Oxford 3 (Quick mind: short way open)"},
        "short": {"id": "oxford 9", "name": place_name(board, short)},
        "long": {"id": "oxford 3", "name": place_name(board, ahead)},
    }


def degree() -> tuple[Careers, dict[str, Any]]:
    g = put("oxford 9", Prompt.DEGREE)
    for program in a.PROGRAM_IDS:
        degrees(g, 0, program, 1 if program == "law" else 4)
    return g, {"programs": {"law": {"name": "Law", "degrees": 1, "raise": 3000}}}


def bump() -> tuple[Careers, dict[str, Any]]:
    g = put("payday", Prompt.BUMP, (0b10,))
    return g, {"place": {"id": "payday", "name": "Payday"}, "victims": [1, 2], "refused": [1], "to": UNEMPLOYMENT}


def plea() -> tuple[Careers, dict[str, Any]]:
    g = put("payday", Prompt.TURN)
    ask(g, Prompt.PLEA, 1, (a.BUMP[1], 0))
    return g, {"place": {"id": "payday", "name": "Payday"}, "mover": 0} | {
        "to": {"id": "unemployment", "name": "Unemployment"}
    }


def backstab() -> tuple[Careers, dict[str, Any]]:
    g = put("harrods 1", Prompt.BACKSTAB, (0,))
    trips(g, 2, "harrods", 1)
    return g, {"company": "Harrods", "victims": [2], "costs_happiness": 4, "victim_loses_happiness": 12} | {
        "to": UNEMPLOYMENT
    }


def give_up_card() -> tuple[Careers, dict[str, Any]]:
    g = put("buy_experience", Prompt.GIVE_UP_CARD)
    hold(g, 0, "e1", "wild2")
    return g, {"place": {"id": "buy_experience", "name": "Buy Experience"}, "cards": ["e1", "wild2"]}


def offer(prompt: int, *items: int, actor: int = 0, **said: Any) -> Set:
    def made() -> tuple[Careers, dict[str, Any]]:
        g = put("payday", Prompt.TURN)
        g.cash[:2] = 2500, 1100
        ask(g, prompt, actor, ((Prompt.TURN, ()), 1, *items))
        cash = {"cash": g.cash[actor], "partner_cash": g.cash[1 - actor]}
        return g, {"from": 0, "to": 1, "during": "turn", "gives": None, "takes": None} | cash | said

    return made


def fee() -> tuple[Careers, dict[str, Any]]:
    return put("hospital", Prompt.FEE, (1, 2)), {"place": {"id": "hospital", "name": "Hospital"}} | {
        "amount": 1000,
        "to": [1, 2],
    }


def boss() -> tuple[Careers, dict[str, Any]]:
    g = careers(3, players=CAST[:3])
    ask(g, Prompt.BOSS, 1)
    return g, {"superiors": [{"seat": 0, "level": "vp"}, {"seat": 2, "level": "manager"}]}


def formula() -> tuple[Careers, dict[str, Any]]:
    g = careers(min_part=5)
    ask(g, Prompt.FORMULA, 0, (300,))
    return g, {"target": 900, "part": "happiness", "written": {"cash": 300}, "left": 600, "least": 5, "unit": 1}


ABOUT: dict[str, Set] = {
    "turn": turn, "move": move, "amount_die": amount_die, "insurance": insurance, "renewal": renewal, "debt": debt,
    "pay_or_leave": pay_or_leave, "buy": buy, "gamble": gamble, "ride": ride, "holiday": holiday,
    "freed_move": freed_move, "shortcut": shortcut, "degree": degree, "bump": bump, "backstab": backstab,
    "give_up_card": give_up_card, "fee": fee, "plea": plea, "boss": boss, "formula": formula,
    "give": offer(Prompt.GIVE, -2, 0, -2, 0),
    "take": offer(Prompt.TAKE, a.CASH, 5, -2, 0, gives="cash 500"),
    "sum": offer(Prompt.SUM, a.POLICY, 0, a.CASH, 0, gives="policy", takes="cash", unit=100, so_far=0),
    "answer": offer(Prompt.ANSWER, -1, 0, a.CASH, 3, actor=1, gives="peace", takes="cash 300"),
}  # fmt: skip


def test_every_decision_says_what_it_is_about():
    assert set(ABOUT) == set(DECISIONS.names) - {"over"}


@pytest.mark.parametrize("name", ABOUT)
def test_a_decision_says_how_much_and_for_what(name):
    g, expected = ABOUT[name]()
    assert g.prompt == name
    assert g.about() == expected
    assert g.view(g.actor)["about"] == expected and g.view(None)["about"] == {}


def test_a_turn_in_hospital_says_what_leaving_costs_and_a_character_what_it_may_do():
    g = careers(3, players=CAST[:3])
    while g.prompt == "boss":
        g.play("boss seat 1")
    g.seat = g.actor = 0
    place(g, 0, "hospital")
    assert g.about()["fee"] == 1000
    assert g.about()["powers_left"] == {"layoffs": 3, "reorgs": 1, "free_passes": 1}
    trips(g, 0, "pfizer_uk", 1)
    assert "fee" not in g.about()


def test_a_price_list_and_a_purchase_that_a_card_forces_are_said():
    g = put("vintage_cars", Prompt.BUY)
    assert g.about()["prices"][0] == {"points": 4, "price": 2000} and g.about()["most"] == 1
    g = put("insurance_store", Prompt.BUY)
    g.cash[0], g.via = 9000, BY_CARD
    assert (g.about()["least"], g.about()["most"], g.about()["unit_price"]) == (1, 1, 5000)


@pytest.mark.parametrize("name", OPTIONS)
def test_about_can_be_said_at_every_step_of_a_game(name):
    def check(game):
        assert game.about() and json.dumps(game.about())

    for seed in range(2):
        g = SYSTEMS["careers"].new_game(4, seed, options_for("careers", name, 4))
        play_randomly(g, seed, 400, each=check)
        assert bool(g.about()) != g.over


def test_a_throw_on_the_way_says_that_cards_are_allowed_and_two_dice_fall():
    about = put("victoria", Prompt.MOVE, (UNDERWAY,)).about()
    assert about["cards_allowed"] and about["dice"] == 2


def test_a_die_for_a_share_says_percent_and_the_throw_at_the_casino_its_outcomes():
    about = put("agrivi 4", Prompt.AMOUNT_DIE, (1, Purpose.LOSE_FAME, 5)).about()
    assert about["percent_per_pip"] == 5 and "per_pip" not in about
    about = put("hippodrome_casino", Prompt.AMOUNT_DIE, (2, Purpose.FIRST_THROW, 0)).about()
    assert [outcome["up_to"] for outcome in about["outcomes"]] == [6, 7, 12]


def test_who_holds_cards_and_buys_none_is_told_to_lose_one():
    g = put("buy_experience", Prompt.BUY)
    assert "if_nothing_bought" not in g.about()
    hold(g, 0, "e1")
    assert g.about()["if_nothing_bought"] == {"experience": -1}
