"""Game of the Year: set-up, spins, picture days, plain days, bought days, December."""

import pytest

from engine import SYSTEMS
from engine.core.errors import BadOptions
from tests.engine.game_of_the_year.support import at, decline, legal, own, place, tokens, turn, year

rule = pytest.mark.rule


def new(seats=4, seed=1, **settings):
    return SYSTEMS["game_of_the_year"].new_game(seats, seed, {"settings": settings})


@rule("game_of_the_year 3")
def test_hazard_and_chance_cards_are_shuffled_separately():
    one, two = new(seed=1), new(seed=2)
    assert one.chance_pile != two.chance_pile and one.hazard_pile != two.hazard_pile
    assert len(one.chance_pile) == len(one.hazard_pile) == 36 and one.chance_pile != one.hazard_pile


@rule("game_of_the_year 4")
@rule("game_of_the_year 6")
@rule("game_of_the_year 7")
@pytest.mark.parametrize(("seats", "supply"), [(2, 18), (3, 22), (4, 26), (5, 30), (6, 34)])
@rule("game_of_the_year B1")
def test_everybody_starts_with_800_a_token_of_each_type_and_a_holiday_card(seats, supply):
    g = new(seats, lucky="choose")
    assert g.prompt == "lucky" and g.turn == 0, "nobody has moved yet"
    assert new(seats).turn == 1
    assert g.money == [800] * seats and g.tokens == [1] * 3 * seats and g.holidays == [1] * seats
    assert g.view(0)["players"][0]["date"] == "start" and g.where == [0] * seats
    assert g.bank == [supply - seats] * 3 and g.holiday_bank == 12 - seats


@rule("game_of_the_year 5")
@rule("game_of_the_year B7")
def test_lucky_numbers_are_secret_and_different():
    g = new(6)
    assert len(set(g.lucky)) == 6 and all(1 <= number <= 30 for number in g.lucky)
    assert [player["lucky"] for player in g.view(2)["players"]] == [None, None, g.lucky[2], None, None, None]
    h = new(2, lucky="choose")
    assert h.prompt == "lucky" and len(legal(h)) == 30
    h.play("lucky number 9")
    assert "lucky number 9" not in legal(h) and h.view(h.actor)["players"][h.start]["lucky"] is None
    h.play("lucky number 30")
    assert h.lucky[h.start] == 9 and h.prompt != "lucky"


@rule("game_of_the_year 8")
@rule("game_of_the_year B8")
def test_the_youngest_begins_and_play_passes_to_the_left():
    births = ["1990-05-06", "2001-02-03", "1995-01-01"]
    assert {new(3, seed, birthdays=births).start for seed in range(8)} == {1}
    assert {new(3, seed, birthdays=births, first_player="random").start for seed in range(20)} == {0, 1, 2}
    assert {new(3, seed, birthdays=["05-06", *births[1:]]).start for seed in range(20)} == {0, 1, 2}
    g = decline(turn(year(), 2, "red"))
    assert g.seat == 0


@rule("game_of_the_year 8")
@rule("game_of_the_year B8")
def test_missing_birthdays_are_drawn_and_all_different():
    g = new(3, birthdays=["02-29", "", "05-06"])
    assert [player["birthday"] for player in g.view(0)["players"]][::2] == ["02-28", "05-06"]
    assert len(set(new(6).birthdays)) == 6
    assert new(2, leap_year=True, birthdays=["02-29", ""]).view(0)["players"][0]["birthday"] == "02-29"
    for wrong in (["13-01", ""], ["05-06"], "05-06", [5, 6]):
        with pytest.raises(BadOptions, match="birthdays"):
            new(2, birthdays=wrong)


@rule("game_of_the_year B8")
@pytest.mark.parametrize(("leap", "last"), [(False, 365), (True, 366)])
def test_any_day_of_the_year_may_be_drawn_as_a_birthday(leap, last):
    drawn = {day for seed in range(60) for day in new(6, seed, leap_year=leap).birthdays}
    assert (min(drawn), max(drawn)) == (1, last)


@rule("game_of_the_year 9")
@rule("game_of_the_year 12")
@rule("game_of_the_year 24")
@rule("game_of_the_year 36")
@rule("game_of_the_year example 1")
def test_the_player_picks_one_of_two_pages_and_a_picture_offers_no_days():
    g = turn(year(), 0, (3, 14), cards=("C22",))
    assert g.prompt == "page" and legal(g) == ["move 3", "move 14"]
    g.play("move 3")
    assert at(g, 0) == "01-03" and tokens(g, 0) == (2, 1, 1), "one Chance Card"
    assert g.prompt == "buy_token", "no bought days, no vacation"


@rule("game_of_the_year 10")
def test_colours_lead_to_the_next_day_with_that_border():
    g = turn(place(year(), "01-11"), 0, "red", cards=())
    assert at(g, 0) == "01-17", "January 14 sends three days on"
    assert at(turn(place(year(), "01-14"), 0, "blue"), 0) == "01-16", "January 20 sends four days back"


@rule("game_of_the_year 11")
@rule("game_of_the_year 14")
@rule("game_of_the_year example 2")
@rule("game_of_the_year example 3")
@pytest.mark.parametrize("colour", ["red", "blue"])
def test_half_and_half_days_count_as_both(colour):
    g = turn(place(year(), "01-05", "01-02", "02-01"), 0, colour, cards=("C22", "H23"))
    assert at(g, 0) == "01-08"
    assert tokens(g, 1) == (2, 1, 1), "the last one takes a Chance Card"
    assert g.money == [800, 800, 600], "the leader takes a Hazard Card"


@rule("game_of_the_year 13")
def test_red_usually_helps_and_blue_usually_hurts():
    g = decline(turn(place(year(), "01-08"), 0, "blue", cards=("H23",)))
    assert at(g, 0) == "01-11" and g.money[0] == 600
    g = turn(place(year(), "01-12"), 0, "red")
    assert at(g, 0) == "01-17"
    days = g.table.board.days.values()
    helps = [day for day in days if day["border"] == "red" and day["do"][0]["op"] == "chance"]
    hurts = [day for day in days if day["border"] == "blue" and day["do"][0]["op"] == "hazard"]
    assert len(helps) > 25 and len(hurts) > 25


@rule("game_of_the_year 15")
def test_a_picture_without_a_border_has_its_own_instructions():
    g = place(year(), "05-07")
    turn(g, 0, (4, 12)).play("move 4")
    assert at(g, 0) == "05-11" and tokens(g, 0) == (1, 2, 1)


@rule("game_of_the_year 16")
def test_a_picture_that_leads_to_a_picture_is_followed_too():
    g = turn(place(year(), "05-21", "01-02"), 0, (4, 12), cards=("H19", "C22"))
    g.play("move 12")  # June 2: a Chance Card
    assert at(g, 0) == "06-02" and tokens(g, 0)[0] == 2
    g = turn(place(year(), "04-03"), 0, (3, 14), cards=("C22",))
    g.play("move 3")  # April 6: a Chance Card
    assert tokens(g, 0)[0] == 2
    g = turn(place(year(), "05-03"), 0, (5, 10), cards=("C22",))
    g.play("move 5")  # May 8 leads to May 10, a plain day
    assert at(g, 0) == "05-10" and g.prompt == "buy_token"
    g = turn(place(year(), "04-01"), 0, "red", cards=("C03", "C22"))
    assert at(g, 0) == "04-11" or at(g, 0) == "04-08", "April 6, five days on to April 11, three days back"
    assert at(g, 0) == "04-08"


@rule("game_of_the_year 16")
@rule("game_of_the_year 24")
@rule("game_of_the_year example 24")
@rule("game_of_the_year B34")
def test_a_plain_day_that_an_entry_leads_to_ends_the_turn():
    g = turn(place(year(), "07-18"), 0, (2, 15))
    g.play("move 2")
    assert at(g, 0) == "07-26" and g.prompt == "buy_token"


@rule("game_of_the_year 16")
@pytest.mark.parametrize("settings", [{}, {"max_chain": 1}])
def test_the_entry_of_a_picture_is_told_and_none_of_the_plain_day_it_leads_to(settings):
    g = turn(place(year(**settings), "07-18"), 0, (2, 15))
    told = [event for event in g.play_aloud("move 2") if event[0] in ("entry", "chain_ends")]
    assert told == [("entry", 0, g.table.board.dates.index("07-20"))]


@rule("game_of_the_year 16")
@rule("game_of_the_year B30")
def test_a_chain_is_cut_after_so_many_entries():
    g = turn(place(year(max_chain=1), "04-01"), 0, "red", cards=("C03",))
    assert at(g, 0) == "04-11", "the entry of April 11 is not followed"


@rule("game_of_the_year 17")
@rule("game_of_the_year 31")
@rule("game_of_the_year example 16")
@rule("game_of_the_year B11")
def test_april_fools_day_swaps_leader_and_last_who_follow_no_entry():
    g = turn(place(year(), "03-29", "03-22", "03-20"), 0, (3, 14))
    g.play("move 3")
    for _ in range(3):
        assert g.prompt == "take_token" and g.actor == 0, "the first to pass March 31 takes three"
        g.play("take fame token")
    for _ in range(2):
        assert g.prompt == "take_token" and g.actor == 2, "the second takes two"
        g.play("take family token")
    decline(g)
    assert (at(g, 0), at(g, 1), at(g, 2)) == ("03-20", "03-22", "04-01")
    assert g.money == [1200, 800, 1200] and tokens(g, 2) == (1, 3, 1) and g.chance_top == g.hazard_top == 0


@rule("game_of_the_year 17")
@rule("game_of_the_year 19")
@rule("game_of_the_year example 17")
def test_a_swap_of_somebody_with_himself_moves_nothing():
    g = turn(place(year(), "03-29", "04-01", "04-01"), 0, (3, 14))
    g.play("move 3")
    decline(g)
    assert [at(g, seat) for seat in range(3)] == ["04-01"] * 3


@rule("game_of_the_year 17")
def test_who_is_moved_in_anothers_turn_follows_no_entry():
    g = turn(place(year(), "03-18", "03-08", "03-01"), 0, (2, 15), cards=("C22",))
    g.play("move 2")  # March 20: everybody moves a day
    assert [at(g, seat) for seat in range(3)] == ["03-21", "03-09", "03-02"]
    assert tokens(g, 2) == (1, 1, 1), "March 2 would have been a Chance Card"


@rule("game_of_the_year 21")
@rule("game_of_the_year 23")
@rule("game_of_the_year example 4")
def test_the_mover_may_buy_days_up_to_the_next_picture():
    g = place(year(), "02-22")
    own(g, 0, 300, fame=1)
    turn(g, 0, (4, 12), cards=("C22",)).play("move 4")
    assert at(g, 0) == "02-26" and legal(g) == ["buy 0 days", "buy 1 day", "buy 2 days"]
    g.play("buy 2 days")
    assert at(g, 0) == "02-28" and g.money[0] == 200, "$200 paid, and that day's entry gives $100"
    own(g, 0, 200)
    g = place(year(), "01-26")
    own(g, 0, 100)
    turn(g, 0, (4, 12)).play("move 4")
    assert legal(g) == ["buy 0 days", "buy 1 day"], "$100 buys no more than a day"


@rule("game_of_the_year 22")
@rule("game_of_the_year 23")
@rule("game_of_the_year 24")
@rule("game_of_the_year example 5")
def test_the_others_may_push_the_mover_to_a_picture():
    g = turn(place(year(), "02-01"), 0, (3, 18), cards=("H23",))
    g.play("move 3")
    g.play("buy 0 days")
    assert g.prompt == "push" and g.actor == 1
    g.play("pass")
    assert g.actor == 2
    g.play("push")
    assert at(g, 0) == "02-05" and g.money == [600, 800, 700]
    assert g.prompt == "buy_token", "no more days can be bought"


@rule("game_of_the_year 22")
@rule("game_of_the_year B14")
def test_the_others_push_one_day_at_a_time_until_all_decline():
    g = turn(place(year(), "01-29"), 0, (2, 15))
    g.play("move 2")
    g.play("buy 0 days")
    g.play("push")
    assert at(g, 0) == "02-01" and g.prompt == "push" and g.actor == 1
    g.play("pass")
    g.play("pass")
    assert g.prompt == "vacation"
