"""Every figure of the engine's data against a second reading of the books, which was made apart from it and speaks its
own language. A changed fee, price or card of a deck has to be changed in both, by somebody who meant it."""

from typing import Any

import pytest

from engine.career_compass.data import read_cards
from engine.career_poker.data import read_box
from engine.careers.data import read_data
from engine.game_of_the_year.data import read_data as read_year
from engine.office_job.data import read_deck
from tests.engine.readings import BOOK, reading

rule = pytest.mark.rule
WORDS = {"hearts": "happiness", "stars": "fame"}
SPOKEN = {"name", "caption", "text", "number"}


def figures(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry without what is only said, and without what is 0 or no, which need not be said."""
    return {WORDS.get(key, key): value for key, value in entry.items() if key not in SPOKEN and value not in (0, False)}


def square(one: dict[str, Any]) -> dict[str, Any]:
    """A border square of the second reading in the words of the engine's files."""
    have = figures(one)
    prices = have.pop("prices", [])
    match have["effect"]:
        case "buy_hearts":
            have["happiness_if_none_bought"] = have.pop("hearts_if_none_bought")
        case "pay_die":
            have |= {"effect": "pay_dice", "per_pip": have.pop("amount_x")}
        case "pay_die_percent":
            have |= {"effect": "pay_percent_dice", "percent": have.pop("percent_x")}
        case "buy_experience":
            assert [price["price"] for price in prices] == [price["cards"] * prices[0]["price"] for price in prices]
            have |= {"unit_price": prices[0]["price"], "most": len(prices)}
            del have["experience_if_none_bought"]
        case "holiday":
            for when in ("land", "stay"):
                have[f"{when}_happiness"] = have.pop(f"{when}_hearts")
        case "gamble":
            renamed = {"max": "up_to", "cash_x": "per_pip", "cash": "cash"}
            have["outcomes"] = [{renamed[k]: v for k, v in one.items() if k in renamed} for one in have["outcomes"]]
            del have["dice"]
        case "buy_hearts_list" | "buy_stars_list":
            what = have["effect"].split("_")[1]
            have |= {"effect": "buy_from_list", "gives": WORDS[what], "prices": [[p[what], p["price"]] for p in prices]}
        case "tax":
            del have["of"]
        case "unemployment":
            del have["leave_rolls"], have["leave_doubles"]
    return have


@rule("careers R31", "careers R36", "careers R38")
def test_every_square_of_the_border_is_as_the_second_reading_has_it() -> None:
    assert [figures(one) for one in read_data()["border"]] == [square(one) for one in BOOK["board"]["squares"]]


@rule("careers S228")
def test_every_square_of_every_path_is_as_the_second_reading_has_it() -> None:
    data = read_data()
    assert set(data["paths"]) == set(BOOK["occupations"])
    for name, path in BOOK["occupations"].items():
        assert [figures(one) for one in data["paths"][name]["squares"]] == [figures(one) for one in path["squares"]], (
            name
        )
    stabs = [
        name for name, path in data["paths"].items() if any(s.get("effect") == "backstab" for s in path["squares"])
    ]
    assert len(stabs) == 5
    later = BOOK["variants"]["pfizer_uk_19"]
    assert [figures(one) for one in data["variants"]["later19"]["squares"]] == [
        figures(one) for one in later["squares"]
    ]
    assert data["variants"]["later19"]["replaces"] == later["replaces"]


@rule("careers S56")
def test_the_stations_of_the_border_are_four_of_two_kinds() -> None:
    stations = [(one["number"], one["travel_class"]) for one in read_data()["border"] if one["effect"] == "travel"]
    assert stations == [(3, "rail"), (12, "underground"), (22, "rail"), (35, "underground")]


@rule("careers S21", "careers S22")
def test_every_fee_and_requirement_is_as_the_second_reading_has_it() -> None:
    keys = ("entrance", "exit", "entry_fee", "degree", "degrees_required", "university")
    for name, path in BOOK["occupations"].items():
        have = read_data()["paths"][name]
        assert {key: have.get(key) for key in keys} == {key: path.get(key) for key in keys}, name
    fees = {name: path["entry_fee"] for name, path in read_data()["paths"].items()}
    assert (fees["lister_bacon"], fees["pfizer_uk"]) == (8000, 10000)


@rule("careers S87", "careers S88", "careers S227")
def test_every_card_of_both_decks_is_as_the_second_reading_has_it() -> None:
    wild = {"wild_one_die": "one_die", "wild_two_dice": "two_dice", "wild_either": "either", "number": "number"}
    experience = [{**figures(card), "kind": wild[card["kind"]]} for card in BOOK["decks"]["experience"]["cards"]]
    for card in experience:
        card.pop("range", None)
        if card["count_list"] == card["count"]:
            del card["count_list"]
    assert [figures(card) for card in read_data()["experience"]] == experience
    assert sum(card["count"] for card in experience) == 58
    kept = ("id", "count", "to", "expenses_paid", "double_happiness", "travel_class")
    opportunity = read_data()["opportunity"]
    wanted = [{key: card.get(key) for key in kept} for card in BOOK["decks"]["opportunity"]["cards"]]
    assert [{key: card.get(key) for key in kept} for card in opportunity] == wanted
    assert sum(card["count"] for card in opportunity) == 73
    # The other mix leaves one number of the file out, which was there to try things.
    mix = {card["id"]: card["count_json"] for card in opportunity if "count_json" in card}
    assert mix == {"free_lister_bacon": 1, "to_payday": 3}


@rule("careers S6", "careers S23", "careers S47", "careers S48")
def test_every_figure_of_no_square_is_as_the_second_reading_has_it() -> None:
    want, degrees = BOOK["parameters"], BOOK["degrees"]
    have = {**(figures := read_data()["figures"]), "bankruptcy_cash": figures["starting_cash"]}
    same = [key for key in want if key in have]
    assert len(same) >= 11 and {key: have[key] for key in same} == {key: want[key] for key in same}
    assert (-have["backstab_self_happiness"], -have["backstab_victim_happiness"]) == (
        want["backstab_self_hearts"], want["backstab_victim_hearts"],
    )  # fmt: skip
    assert have["card_number_limit"] == want["house_card_number_limit"]
    assert have["degrees"]["most"] == degrees["max_per_program"]
    assert have["degrees"]["salary_increases"] == degrees["salary_increases"]
    assert have["degrees"]["refund_from"] == degrees["tuition_refunded_on_degree"]
    assert [(one["id"], one["occupation"]) for one in have["degrees"]["programs"]] == [
        (one["id"], one["occupation"]) for one in degrees["programs"]
    ]
    timed = BOOK["timed"]
    assert have["timed_start_opportunity"] == timed["customary_opportunity_cards"]
    assert have["timed_start_experience"] == timed["customary_experience_cards"]


@rule("careers S195", "careers S196", "careers S197", "careers S198", "careers S200", "careers S201")
def test_the_powers_of_the_levels_are_as_the_second_reading_has_them() -> None:
    have, want = read_data()["figures"]["powers"], BOOK["league"]
    assert have["levels"] == want["levels"]
    assert have["layoffs"] == [want["powers"]["layoffs"].get(level, 0) for level in want["levels"]]
    assert have["reorgs"] == [want["powers"]["reorgs"].get(level, 0) for level in want["levels"]]
    assert have["free_passes"] == [int(level != "entry") for level in want["levels"]]
    assert have["retire_from"] == want["powers"]["retire_to_holiday_from"]


@rule("office_job 2")
def test_every_card_of_office_job_is_as_the_second_reading_has_it() -> None:
    want, have = reading("office_job"), read_deck()
    assert have["total"] == 100 and have["kinds"] == want["kinds"] and have["ranks"] == {"manager": 5, "c_suite": 10}
    assert have["setup"] == {"dealt": 15, "hand": 5}
    cards = {card["name"]: card for card in have["card"]}
    assert len(cards) == len(want["cards"]) == 36
    for card in want["cards"]:
        mine = cards[card["name"]]
        assert {key: mine.get(key) for key in card} == card, card["name"]


@rule("career_poker 1", "career_poker 3", "career_poker 14", "career_poker B11")
def test_the_box_of_career_poker_is_as_the_second_reading_has_it() -> None:
    box = read_box()
    assert (box["sets"], box["values"], box["jokers"], len(box["positions"])) == (8, 13, 4, 8)
    for players, jokers, dropped in (
        (4, 2, {"manager", "department_head", "supervisor", "journeyman"}),
        (5, 2, {"manager", "department_head", "journeyman"}),
        (6, 3, {"department_head", "supervisor"}),
        (7, 3, {"department_head"}),
        (8, 4, set()),
    ):
        part = box["players"][str(players)]
        assert part["jokers"] == jokers and part["exchange"] == list(range(players // 2, 0, -1))
        assert part["titles"] == [one["id"] for one in box["positions"] if one["id"] not in dropped]


@rule("game_of_the_year 6", "game_of_the_year 21", "game_of_the_year 25", "game_of_the_year 31", "game_of_the_year 37")
def test_every_day_and_card_of_game_of_the_year_is_as_the_second_reading_has_it() -> None:
    want, have = reading("game_of_the_year"), read_year()
    said = {"caption", "name"}
    days = {
        day["date"]: {key: value for key, value in day.items() if key not in {*said, "date"}} for day in have["day"]
    }
    assert days == {day["d"]: {key: value for key, value in day.items() if key != "d"} for day in want["days"]}
    for deck in ("chance", "hazard"):
        assert [{k: v for k, v in card.items() if k not in said} for card in have[deck]] == want[deck]
        assert sum(card["count"] for card in have[deck]) == 36
    supply = {key: want[key] for key in ("tokens_per_type", "holiday_cards", "lucky_numbers")}
    assert have["supply"] == supply and have["board"]["quarter_ends"] == want["quarter_ends"]
    assert have["board"]["last_vacation"] == "11-15" and have["spinner"] == want["spinner"]
    assert have["setup"] == {"money": want["setup"]["money"], "tokens": 1, "holiday": want["setup"]["holiday"]}
    assert have["figures"] == {
        "day": 100, "lucky": 200, "birthday": 200, "quarter": 400, "quarter_tokens": [3, 2], "token": 500,
        "vacation": 14,
    }  # fmt: skip


@rule("career_compass 2")
def test_every_level_of_every_card_of_career_compass_is_as_the_second_reading_has_it() -> None:
    want, have = reading("career_compass"), read_cards()
    assert [skill["id"] for skill in have["skill"]] == want["skills"]
    levels = {card["id"]: (card["position"], card["sector"], card["levels"]) for card in have["card"]}
    assert levels.keys() == {card["id"] for card in want["cards"]}
    for card in want["cards"]:
        assert levels[card["id"]][2] == card["levels"] or levels[card["id"]][2] == list(card["levels"].values()), card[
            "id"
        ]
