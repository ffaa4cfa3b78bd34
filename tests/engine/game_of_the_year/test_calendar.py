"""Game of the Year: selectors, conditions, what days and cards say, the data, the bots."""

from dataclasses import replace
from importlib import resources

import pytest

from engine import SYSTEMS, simulate
from engine.core.errors import BadData, BadOptions, UnknownBot
from engine.core.rng import Stream
from engine.game_of_the_year.bots import BOTS
from engine.game_of_the_year.data import checked_data, read_data
from engine.game_of_the_year.rules.compiling import compile_effects
from engine.game_of_the_year.rules.effects import CONDITIONS, OPERATIONS, run_effects
from engine.game_of_the_year.rules.players import candidates, last, leader, select
from engine.game_of_the_year.vocabulary import CONDITIONS as KNOWN_CONDITIONS
from engine.game_of_the_year.vocabulary import OPERATIONS as KNOWN_OPERATIONS
from engine.game_of_the_year.vocabulary import SELECTORS
from tests.engine.game_of_the_year.support import at, legal, own, place, tokens, turn, work, year

rule = pytest.mark.rule
FOLDER = resources.files("engine.game_of_the_year") / "data"
CALENDAR, CARDS = ((FOLDER / f"{name}.toml").read_text(encoding="utf-8") for name in ("calendar", "cards"))


def chosen(g, name, me=0):
    return list(select(g, me, SELECTORS.index(name)))


@rule("game_of_the_year 19")
@rule("game_of_the_year B23")
def test_selectors_look_at_places_from_the_active_player_leftwards():
    g = place(year(4), "03-02", "03-09", "03-09", "03-01")
    g.seat = 2
    assert (leader(g), last(g)) == (2, 3), "among equals the active player leads"
    assert chosen(g, "all") == [2, 3, 0, 1] and chosen(g, "others", 0) == [2, 3, 1] and chosen(g, "self", 1) == [1]
    assert chosen(g, "left", 3) == [0] and chosen(g, "right", 0) == [3] and candidates(g) == [3, 0, 1]
    g.seat = 0
    assert leader(g) == 1, "else the nearest to the active player's left"
    g.done = 0b1010
    assert chosen(g, "left", 0) == [2] and chosen(g, "right", 0) == [2] and leader(g) == 2
    g.done = 0b1110
    assert chosen(g, "left", 0) == [] and chosen(g, "others", 0) == [] and chosen(g, "choice") == []


@rule("game_of_the_year 14")
def test_the_active_player_picks_another_where_the_entry_says_so():
    g = turn(place(year(), "02-10"), 0, (4, 12), cards=("C22", "H23"))
    g.play("move 4")
    assert g.prompt == "choose_player" and legal(g) == ["choose seat 2", "choose seat 3"] and tokens(g, 0)[0] == 2
    g.play("choose seat 3")
    assert g.money == [800, 800, 600] and g.chosen == -1
    two = turn(place(year(2), "02-10"), 0, (4, 12), cards=("C22", "H23"))
    two.play("move 4")
    assert two.money == [800, 600], "with one other player there is nothing to pick"


def does(g, *operations, me=0):
    """Follows operations that no day or card of the house has."""
    board = replace(g.table.board, days={1: {"do": list(operations)}})
    compiled = compile_effects({"chance": [], "hazard": []}, board)[0][1]
    g.table = replace(g.table, effects=(*g.table.effects, compiled))
    run_effects(g, me, len(g.table.effects) - 1, 0)
    return work(g)


def fresh(*dates):
    """A game in which seat 0 is on turn."""
    g = place(year(), *(dates or ("01-05", "01-05", "01-05")))
    g.seat = 0
    return g


@rule("game_of_the_year 14")
@rule("game_of_the_year B24")
def test_where_all_others_are_done_nobody_is_picked():
    g = fresh()
    g.done = 0b110
    assert does(g, {"op": "cash", "who": "choice", "n": -200}).money == [800] * 3


@rule("game_of_the_year 18")
@rule("game_of_the_year B29")
def test_lost_turns_add_up():
    lost = {"op": "skip", "who": "self", "n": 1}
    assert does(fresh(), lost, lost).skips == [2, 0, 0]


@rule("game_of_the_year 9")
def test_spins_of_the_player_on_turn_wait_for_the_end_of_the_move():
    g = does(fresh(), {"op": "spin", "who": "self", "n": 2})
    assert g.spins == 2 and not g.decision


@rule("game_of_the_year 7")
def test_a_date_before_a_shorter_board_means_its_first_day():
    g = place(year(start_date="04-01"), "05-06")
    g.seat = 0
    assert at(does(g, {"op": "goto", "who": "self", "date": "01-17"}), 0) == "04-01"


@rule("game_of_the_year 14")
def test_the_whole_vocabulary_is_understood():
    assert set(OPERATIONS) == set(KNOWN_OPERATIONS) and set(CONDITIONS) == set(KNOWN_CONDITIONS)
    g = fresh()

    def run(*operations):
        does(g, *operations)

    run({"op": "goto", "who": "left", "date": "03-04"})
    assert at(g, 1) == "03-04"
    run({"op": "next", "who": "right", "colour": "blue"})
    assert at(g, 2) == "01-08"
    run({"op": "holiday", "who": "all", "n": 20})
    assert sum(g.holidays) == 12 and g.holiday_bank == 0, "an empty supply gives nothing"
    run({"op": "holiday", "who": "last", "n": -1}, {"op": "skip", "who": "others", "n": 2})
    assert g.holiday_bank == 1 and g.skips == [0, 2, 2]
    run({"op": "token", "who": "others", "type": "fame", "n": -1})
    assert [tokens(g, seat)[0] for seat in range(3)] == [1, 0, 0]
    run({"op": "give_token", "who": "self", "to": "left", "type": "family"})
    assert tokens(g, 0) == (1, 0, 1) and tokens(g, 1) == (0, 2, 1)
    run({"op": "pay", "who": "others", "to": "self", "n": 100}, {"op": "pay", "who": "all", "to": "all", "n": 100})
    assert g.money == [1000, 700, 700], "nobody pays himself"
    run({"op": "cash", "who": "others", "n": -100})
    assert g.money == [1000, 600, 600]
    run({"op": "chance", "who": "others"})
    assert g.chance_top == 2


@rule("game_of_the_year 20")
@rule("game_of_the_year B20")
def test_a_token_to_lose_may_be_of_another_type_or_a_holiday_card():
    lose = {"op": "token", "who": "self", "type": "fame", "n": -1}
    for holding, left in [
        ((0, 0, 1, 0, 1), ((0, 0, 0), 1)),
        ((0, 0, 0, 0, 1), ((0, 0, 0), 0)),
        ((300,), ((0, 0, 0), 0)),
    ]:
        g = fresh()
        own(g, 0, *holding)
        does(g, lose)
        assert (tokens(g, 0), g.holidays[0], g.money[0]) == (*left, holding[0])
    g = fresh()
    own(g, 0, 0, 0, 1, 1)
    assert does(g, lose).prompt == "pay_token"


@rule("game_of_the_year 29")
def test_forced_gifts_and_losses_are_waived_in_the_birth_month():
    g = fresh("05-05", "05-05", "05-05")
    g.birth_months = (5, 5, 5)
    before = (g.tokens[:], g.holidays[:])
    does(g, {"op": "token", "who": "self", "type": "fame", "n": -1}, {"op": "holiday", "who": "self", "n": -1},
         {"op": "give_token", "who": "self", "to": "left", "type": "any"})  # fmt: skip
    assert (g.tokens, g.holidays) == before


@pytest.mark.parametrize("shift", [-3, 400])
@rule("game_of_the_year B25")
def test_moves_stop_at_both_ends_of_the_board(shift):
    g = does(fresh("01-02", "start", "12-30"), {"op": "move", "who": "all", "n": shift})
    assert [at(g, seat) for seat in range(3)] == (["01-01", "start", "12-27"] if shift < 0 else ["12-31"] * 3)
    assert g.done == (0 if shift < 0 else 0b110), "the active player is done when the turn ends"


def holds(g, **condition):
    ((name, value),) = condition.items()
    return CONDITIONS[name](g, 0, value)


@rule("game_of_the_year 18")
def test_conditions():
    g = place(year(birthdays=["05-06", "12-29", "12-30"]), "03-14", "03-01", "04-01")
    own(g, 0, 300, 2, 1, 0, 1)
    yes = [{"leader": False}, {"last": False}, {"months": [2, 3]}, {"day_even": True}, {"money_max": 300},
           {"money_min": 300}, {"holiday_min": 1}, {"holiday_max": 1}, {"fame_min": 2}, {"family_min": 1},
           {"red_letter_min": 0}, {"birth_half": 1}, {"birthday_ahead": True}]  # fmt: skip
    no = [{"leader": True}, {"last": True}, {"months": [4]}, {"day_even": False}, {"money_max": 299},
          {"money_min": 301}, {"holiday_min": 2}, {"holiday_max": 0}, {"fame_min": 3}, {"family_min": 2},
          {"red_letter_min": 1}, {"birth_half": 2}, {"birthday_ahead": False}]  # fmt: skip
    assert all(holds(g, **one) for one in yes) and not any(holds(g, **one) for one in no)
    g.where[0] = 0
    assert not holds(g, day_even=True) and not holds(g, day_even=False) and not holds(g, months=list(range(1, 13)))


@rule("game_of_the_year 10")
@rule("game_of_the_year 11")
@rule("game_of_the_year 44")
def test_the_house_calendar_has_what_the_sheet_fixes():
    board, days = year().table.board, {day["date"]: day for day in read_data()["day"]}
    assert len(days) == 157 and "01-06" not in days and "01-07" not in days and days["01-08"]["border"] == "both"
    borders = [day["border"] for day in days.values()]
    assert [borders.count(border) for border in ("red", "blue", "both", "none")] == [60, 60, 13, 24]
    assert board.dates[max(board.ahead[0])] == "12-25" and board.dates[max(board.ahead[1])] == "12-27"
    assert sum(card["count"] for card in read_data()["chance"]) == sum(c["count"] for c in read_data()["hazard"]) == 36
    assert len({day["caption"] for day in days.values()}) == 157


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('date = "01-03"', 'date = "01-32"', "day 01-32: the date is wrong"),
        ('date = "01-03"', 'date = "01-01"', "day 01-01: the date is wrong or stands there twice"),
        ('border = "red"', 'border = "green"', "day 01-03: border must be one of"),
        ('caption = "An idea in the bath"', "", "day 01-03: the entry 'caption' is missing"),
        ('{ op = "chance", who = "self" }', '{ op = "fly", who = "self" }', "day 01-03: there is no operation"),
        ('{ op = "chance", who = "self" }', '{ op = "chance", who = "me" }', "day 01-03: 'chance' names 'me'"),
        ('{ op = "chance", who = "self" }', '{ op = "move", who = "self" }', "day 01-03: 'move' needs exactly n"),
        ('who = "self", n = 3', 'who = "self", n = 0', "day 01-14: 'move' cannot have n = 0"),
        ('colour = "red"', 'colour = "green"', "day 04-25: 'next' names the colour 'green'"),
        ('type = "family"', 'type = "any"', "day 01-26: 'token' names the token 'any'"),
        ("[2, 15]", "[15, 2]", "spinner: of .15, 2. the lower number must come first"),
        ("[2, 15]", "[2]", "spinner: .2. must be two numbers"),
        ("red = 2", "red = 0", "spinner: red must be"),
        ('finish = "12-31"', 'finish = "31-12"', "board: '31-12' is not a date"),
        ('id = "C02"', 'id = "C01"', "chance card 'C01': it needs an id of its own"),
        ("count = 2", "count = 0", "chance card 'C01': count must be"),
        ("if = { last = true }", "if = { last = 1 }", "chance card 'C01': 'last' cannot be 1"),
        ("if = { last = true }", "if = { tallest = true }", "chance card 'C01': there is no condition 'tallest'"),
        ("if = { last = true }", "", "chance card 'C01': 'if' and 'else' belong together"),
        ("months = [3, 4, 5]", "months = [13]", "chance card 'C03': 'months' must list months"),
        ("6 = 34", "6 = 3", "supply: tokens_per_type.6"),
        ("holiday_cards = 12", "holiday_cards = 5", "supply: holiday_cards"),
        ("[1, 30]", "[1, 5]", "supply: lucky_numbers"),
        ("money = 800", "money = -1", "setup: money must be"),
        ("quarter_tokens = [3, 2]", "quarter_tokens = 3", "figures: quarter_tokens"),
        ("[setup]", "[set_up]", "The entry 'setup' is missing"),
        ("[setup]", "[setup", "The file of cards is no TOML"),
    ],
)  # fmt: skip
def test_a_wrong_entry_is_named(old, new, said):
    assert old in CALENDAR or old in CARDS
    with pytest.raises(BadData, match=said):
        checked_data(CALENDAR.replace(old, new, 1), CARDS if old in CALENDAR else CARDS.replace(old, new, 1))


@pytest.mark.parametrize(
    ("name", "value"),
    [("points", [1, 2]), ("start_date", "02-30"), ("max_players", 7), ("end_when", "never"), ("max_turns", 0)],
)
@rule("game_of_the_year B1")
def test_a_wrong_setting_is_named(name, value):
    with pytest.raises(BadOptions, match=name):
        SYSTEMS["game_of_the_year"].new_game(2, 1, {"settings": {name: value}})
    with pytest.raises(BadOptions, match="this table has 4"):
        SYSTEMS["game_of_the_year"].new_game(4, 1, {"settings": {"max_players": 3}})


def test_greedy_beats_random_clearly():
    totals = simulate("game_of_the_year", 4, 40, 5, ("greedy", "random", "random", "random"))
    assert totals.wins[0] > 20 and set(BOTS) == {"random", "casual", "greedy", "ismcts"}
    with pytest.raises(UnknownBot):
        simulate("game_of_the_year", 2, 1, 1, ("greedy:pace=fast",))


def test_greedy_plays_by_every_house_rule():
    rules = {"lucky": "choose", "birth_shield": "ask", "token_timing": "any", "vacation_timing": "before_others"}
    assert simulate("game_of_the_year", 5, 4, 2, options={"settings": rules}).games == 4


@rule("game_of_the_year 38")
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_bots_choose_by_what_their_seat_can_see(bot):
    player = BOTS[bot]()
    for seed in range(3):
        g, stream = SYSTEMS["game_of_the_year"].new_game(4, seed), Stream(seed)
        for _ in range(120):
            world = g.determinize(g.actor, seed)
            chosen_here = player.choose(g, g.legal_actions(), Stream(seed))
            assert player.choose(world, world.legal_actions(), Stream(seed)) == chosen_here
            g.apply(stream.choice(g.legal_actions()))


@rule("game_of_the_year B26")
def test_the_spinner_has_no_equal_pages():
    pairs = read_data()["spinner"]["pairs"]
    assert len(pairs) == 12 and all(low < high for low, high in pairs)


@rule("game_of_the_year B32")
def test_every_day_with_a_border_has_a_picture():
    days = [day for day in read_data()["day"] if day["border"] != "none"]
    assert len(days) == 133 and all(day["do"] for day in days)


@rule("game_of_the_year B21")
def test_gone_holiday_cards_are_not_taken():
    g = year()
    own(g, 0, 0)
    g.holiday_bank = 0
    OPERATIONS["holiday"](g, 0, SELECTORS.index("self"), 1)
    assert g.holidays[0] == 0 and g.holiday_bank == 0
