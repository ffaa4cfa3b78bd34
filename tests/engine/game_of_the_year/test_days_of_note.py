"""Game of the Year: Lucky Numbers, birthdays, quarter ends, vacations."""

import pytest

from tests.engine.game_of_the_year.support import at, decline, legal, own, place, tokens, turn, year

rule = pytest.mark.rule


def arrive(
    seat, date, pages, days, *, numbers=(30, 29, 28), birthdays=("12-28", "12-29", "12-30"), cards=(), **settings
):
    """Seat 0 is on turn and moves that many days from a date; returns the game after the move."""
    g = place(year(birthdays=list(birthdays), **settings), date)
    g.lucky = numbers
    turn(g, seat, pages, cards=cards).play(f"move {days}")
    return g


@rule("game_of_the_year 25")
@rule("game_of_the_year 26")
@rule("game_of_the_year example 6")
def test_lucky_numbers_pay_their_owner():
    g = decline(arrive(0, "02-06", (3, 14), 3, numbers=(30, 9, 28)))
    assert at(g, 0) == "02-09" and g.money == [600, 1000, 800]
    assert g.view(2)["players"][1]["lucky"] == 9, "it was revealed"
    g = decline(arrive(0, "02-06", (3, 14), 3, numbers=(9, 30, 28)))
    assert g.money == [1000, 800, 800] and g.view(2)["players"][0]["lucky"] == 9
    assert g.view(2)["players"][1]["lucky"] is None


@rule("game_of_the_year 26")
@rule("game_of_the_year B24")
@pytest.mark.parametrize(("done", "money"), [(0b100, [600, 1000, 800]), (0b010, [800, 800, 800])])
def test_a_number_pays_its_owner_until_that_one_is_done(done, money):
    g = place(year(), "02-06")
    g.lucky, g.done = (30, 9, 28), done
    turn(g, 0, (3, 14)).play("move 3")
    decline(g)
    assert g.money == money
    assert g.view(0)["players"][1]["lucky"] == (9 if done == 0b100 else None), "revealed to be paid alone"


@rule("game_of_the_year 26")
def test_a_number_that_was_revealed_stays_so_when_another_one_is():
    g = place(year(), "02-06")
    g.lucky, g.revealed = (30, 9, 28), 0b100
    turn(g, 0, (3, 14)).play("move 3")
    decline(g)
    assert [player["lucky"] for player in g.view(None)["players"]] == [None, 9, 28]


@rule("game_of_the_year 25")
@rule("game_of_the_year 17")
@rule("game_of_the_year example 7")
@rule("game_of_the_year B13")
def test_who_is_sent_to_the_own_number_collects_and_follows_no_entry():
    g = place(year(), "03-18", "01-08", "03-01")
    g.lucky = (30, 9, 2)
    turn(g, 0, (2, 15)).play("move 2")  # everybody moves a day
    assert g.money == [800, 1000, 1000] and g.chance_top == 0


@rule("game_of_the_year 26")
@rule("game_of_the_year B13")
def test_who_is_sent_pays_nobody():
    g = place(year(), "03-18", "01-08", "03-01")
    g.lucky = (9, 30, 29)
    turn(g, 0, (2, 15)).play("move 2")
    assert g.money == [800] * 3


@rule("game_of_the_year 25")
@rule("game_of_the_year 26")
@rule("game_of_the_year B12")
def test_every_stop_of_a_chain_is_looked_at():
    g = arrive(0, "01-12", (2, 15), 2, numbers=(14, 17, 28))  # January 14 leads to January 17
    assert at(g, 0) == "01-17" and g.money[:2] == [800, 1000]


@rule("game_of_the_year 25")
@rule("game_of_the_year B12")
def test_days_are_bought_before_the_number_is_looked_at():
    g = arrive(0, "01-02", (2, 15), 2, numbers=(4, 6, 28))
    assert at(g, 0) == "01-04" and g.money[0] == 800
    g.play("buy 2 days")
    decline(g)
    assert at(g, 0) == "01-06" and g.money[:2] == [400, 1000]


@rule("game_of_the_year 27")
@rule("game_of_the_year 29")
@rule("game_of_the_year example 13")
@rule("game_of_the_year B17")
def test_a_birthday_is_paid_by_those_who_are_not_in_their_own_birth_month():
    g = year(4, birthdays=["02-09", "12-29", "12-30", "01-03"])
    place(g, "02-06", "01-10", "01-10", "01-10")
    turn(g, 0, (3, 14)).play("move 3")
    decline(g)
    assert g.money == [1200, 600, 600, 800]


@rule("game_of_the_year 28")
def test_a_present_is_due_on_somebody_elses_birthday():
    g = decline(arrive(0, "02-06", (3, 14), 3, birthdays=("12-28", "02-09", "12-30")))
    assert g.money == [600, 1000, 800]


@rule("game_of_the_year 26")
@rule("game_of_the_year 27")
@pytest.mark.parametrize(("answer", "money"), [("waive", [1200, 600, 600]), ("comply", [1000, 600, 800])])
def test_who_stops_on_the_own_birthday_still_owes_for_a_number_and_may_waive_it(answer, money):
    births = ("02-09", "12-29", "12-30")
    g = arrive(0, "02-06", (3, 14), 3, birthdays=births, numbers=(30, 29, 9), birth_shield="ask")
    for action in ("buy 0 days", "pass", "pass", answer):
        g.play(action)
    assert g.money == money


@rule("game_of_the_year 29")
@rule("game_of_the_year example 12")
@rule("game_of_the_year B16")
def test_in_the_birth_month_hazards_and_payments_are_waived():
    g = decline(arrive(0, "05-03", (3, 14), 3, birthdays=("05-30", "12-29", "12-30"), cards=("H23",)))
    assert at(g, 0) == "05-06" and g.money[0] == 800 and g.hazard_top == 1, "drawn and discarded"
    g = decline(arrive(0, "05-03", (4, 12), 4, birthdays=("05-30", "12-29", "12-30"), numbers=(30, 7, 28)))
    assert at(g, 0) == "05-07" and g.money == [800] * 3
    g = arrive(0, "05-03", (4, 12), 4, birthdays=("05-30", "12-29", "12-30"))
    g.play("buy 1 day")
    assert g.money[0] == 700, "what is voluntary must be paid"


@rule("game_of_the_year 29")
def test_by_house_rule_the_player_decides_whether_to_waive():
    g = arrive(0, "05-03", (3, 14), 3, birthdays=("05-30", "12-29", "12-30"), cards=("H23",), birth_shield="ask")
    assert g.prompt == "shield" and legal(g) == ["waive", "comply"]
    other = g.clone()
    g.play("waive")
    other.play("comply")
    assert other.prompt == "shield", "the payment is asked about as well"
    other.play("comply")
    assert (g.money[0], other.money[0]) == (800, 600)


@rule("game_of_the_year 30")
@rule("game_of_the_year 31")
@rule("game_of_the_year example 14")
def test_the_first_two_to_pass_a_quarter_end_take_tokens():
    g = place(year(), "03-30", "03-30", "03-30")
    for seat, count in ((0, 3), (1, 2), (2, 0)):
        turn(g, seat, (3, 14)).play("move 3")
        taken = 0
        while g.prompt == "take_token":
            assert g.actor == seat
            g.play("take red letter token")
            taken += 1
        assert taken == count and g.money[seat] == 1200
        decline(g)
    assert [tokens(g, seat)[2] for seat in range(3)] == [4, 3, 1]


@rule("game_of_the_year 30")
@rule("game_of_the_year B10")
def test_standing_on_the_last_day_is_not_passing_it():
    g = turn(place(year(), "03-28"), 0, (3, 14))
    g.play("move 3")
    assert at(g, 0) == "03-31" and g.money[0] == 900 and g.prompt == "buy_token", "only that day's entry pays"
    turn(g, 0, (2, 15)).play("move 2")
    assert g.prompt == "take_token" and g.money[0] == 1300


@rule("game_of_the_year 32")
@rule("game_of_the_year example 15")
def test_who_passes_a_quarter_end_again_gets_money_only():
    g = place(year(), "04-02")
    g.where[0] = g.table.board.dates.index("03-28")
    turn(g, 0, (5, 10)).play("move 5")
    assert at(g, 0) == "04-02" and g.money[0] == 1200 and g.prompt == "buy_days"


@rule("game_of_the_year 33")
@rule("game_of_the_year 34")
@rule("game_of_the_year example 18")
def test_a_vacation_leads_14_days_ahead_and_starts_until_november_15():
    g = place(year(), "11-10")
    g.lucky = (30, 26, 25)
    turn(g, 0, (5, 10)).play("move 5")
    for answer in ("buy 0 days", "pass", "pass"):
        g.play(answer)
    assert g.prompt == "vacation" and legal(g) == ["pass", "take a vacation"]
    g.play("take a vacation")
    assert at(g, 0) == "11-29" and g.money[0] == 600 and g.holidays[0] == 0 and g.holiday_bank == 10
    g = turn(place(year(), "11-15"), 0, (3, 14))
    g.play("move 3")
    for answer in ("buy 0 days", "pass", "pass"):
        g.play(answer)
    assert at(g, 0) == "11-18" and g.prompt == "buy_token"


@rule("game_of_the_year 33")
def test_a_vacation_to_a_picture_is_followed_and_to_a_plain_day_ends_the_turn():
    g = turn(place(year(), "01-02"), 0, (2, 15), cards=("C22",))
    g.play("move 2")
    for answer in ("buy 0 days", "pass", "pass", "take a vacation"):
        g.play(answer)
    assert at(g, 0) == "01-18" and tokens(g, 0) == (2, 1, 1)
    g = turn(place(year(), "01-12"), 0, (4, 12))
    g.play("move 4")
    for answer in ("buy 0 days", "pass", "pass", "take a vacation"):
        g.play(answer)
    assert at(g, 0) == "01-30" and g.prompt == "buy_token"


@rule("game_of_the_year 33")
@rule("game_of_the_year B12")
def test_the_number_is_looked_at_before_and_after_a_vacation():
    g = place(year(), "01-02")
    g.lucky = (4, 30, 29)
    turn(g, 0, (2, 15)).play("move 2")
    for answer in ("buy 0 days", "pass", "pass"):
        g.play(answer)
    assert g.money[0] == 1000 and g.prompt == "vacation"


@rule("game_of_the_year 35")
def test_one_vacation_per_turn():
    g = place(year(), "06-04")
    own(g, 0, 800, holiday=2)
    turn(g, 0, (3, 14), (4, 12)).play("move 3")  # June 7 is blue: no vacation
    decline(g)
    assert g.holidays[0] == 2
    g = place(year(), "06-05")
    own(g, 0, 800, holiday=2)
    turn(g, 0, (3, 18), (4, 12)).play("move 3")
    for answer in ("buy 0 days", "pass", "pass", "take a vacation"):
        g.play(answer)
    assert at(g, 0) == "06-22" and g.holidays[0] == 1 and g.prompt == "buy_token"


@rule("game_of_the_year 35")
def test_a_second_spin_gives_no_second_vacation():
    g = place(year(), "06-05")
    own(g, 0, 800, holiday=2)
    turn(g, 0, (3, 18), (3, 14)).play("move 3")
    for answer in ("buy 0 days", "pass", "pass"):
        g.play(answer)
    g.where[0] = g.table.board.dates.index("06-07")  # from where a vacation leads to June 21, which spins again
    for answer in ("take a vacation", "move 3", "buy 0 days", "pass", "pass"):
        g.play(answer)
    assert at(g, 0) == "06-24" and g.prompt == "buy_token" and g.holidays[0] == 1


@rule("game_of_the_year 36")
def test_no_vacation_after_a_picture_day():
    g = turn(place(year(), "01-30"), 0, (3, 14), cards=("C22",))
    g.play("move 3")
    assert at(g, 0) == "02-02" and g.holidays[0] == 1 and g.prompt == "buy_token"


@rule("game_of_the_year 33")
@rule("game_of_the_year B14")
def test_by_house_rule_the_vacation_comes_before_the_others_pushes():
    g = place(year(vacation_timing="before_others"), "01-02")
    g.lucky = (4, 30, 29)
    turn(g, 0, (2, 15), cards=("C22",)).play("move 2")
    g.play("buy 0 days")
    assert g.prompt == "vacation" and g.money[0] == 800
    stays = g.clone()
    g.play("take a vacation")
    assert g.money[0] == 1000 and at(g, 0) == "01-18", "the number is looked at first"
    stays.play("pass")
    assert stays.prompt == "push"
    stays.play("pass")
    stays.play("pass")
    assert stays.prompt == "buy_token" and stays.money[0] == 1000


@rule("game_of_the_year 33")
@rule("game_of_the_year 35")
@pytest.mark.parametrize("before", ["at_once", "on_leaving"])
def test_the_card_of_a_vacation_before_the_others_pays_nothing_else(before):
    """The card is handed in first: the bill of the day cannot take it once more."""
    g = place(year(vacation_timing="before_others", vacation_card=before), "01-31")
    g.lucky = (30, 4, 29)
    own(g, 0, money=0, holiday=1)
    turn(g, 0, (4, 12)).play("move 4")
    assert g.prompt == "vacation"
    g.play("take a vacation")
    assert g.holidays[0] == (0 if before == "at_once" else -1)
