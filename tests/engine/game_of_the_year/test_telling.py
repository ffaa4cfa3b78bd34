"""What Game of the Year says: events in sentences, and what a decision is about."""

import pytest

from engine import SYSTEMS
from engine.game_of_the_year.game import DECISIONS, GameOfTheYear
from engine.game_of_the_year.rules.money import charge
from engine.game_of_the_year.rules.tokens import give
from engine.game_of_the_year.telling import TELLERS
from tests.engine.game_of_the_year.support import own, place, quiet, turn, year
from tests.engine.hearing import abouts, hears, kinds_heard, random_moments

ABOUT = {
    "page": {"pages"},
    "buy_days": {"price", "money", "here", "picture"},
    "push": {"mover", "price", "money", "to"},
    "vacation": {"days", "holiday_cards", "to"},
    "buy_token": {"price", "money", "bank"},
    "take_token": {"tokens", "bank"},
    "pay_token": {"to", "held"},
    "give_token": {"to", "type", "held", "price"},
    "shield": {"duty", "card", "to", "amount", "type"},
    "choose_player": {"what", "day"},
    "lucky": {"numbers", "taken"},
}
ANY = 3


def said(g: GameOfTheYear, reader: int | None = None) -> list[str]:
    return [str(sentence) for sentence in g.told(g.events or [], reader)]


def test_every_kind_of_event_occurs() -> None:
    assert kinds_heard("game_of_the_year", 200) == {*TELLERS}


def test_every_decision_says_what_it_is_about() -> None:
    assert {*ABOUT} == {*DECISIONS.names} - {"over"}
    assert abouts("game_of_the_year", 45) == ABOUT


@pytest.mark.rule("game_of_the_year 9")
@pytest.mark.rule("game_of_the_year 12")
def test_a_move_to_a_picture_is_told_with_day_and_card() -> None:
    g = turn(place(year(), "01-08", "01-01", "01-01"), 0, (3, 18), cards=("C04",))
    assert g.about()["pages"][0] == {"days": 3, "to": {
        "date": "01-11", "caption": "Water under the sink", "border": "blue"}}  # fmt: skip
    g = turn(place(year(), "01-15", "01-01", "01-01"), 0, (3, 14), cards=("C04",))
    assert hears(g, "move 3", None)[:5] == [
        "Seat 1 picks 3.",
        "Seat 1 moves 3 days to January 18.",
        "January 18: A seat in the front row.",
        'Seat 1 draws a Chance Card: "Ice cream weather".',
        "Seat 1 collects $100.",
    ]


@pytest.mark.rule("game_of_the_year 21")
@pytest.mark.rule("game_of_the_year 22")
def test_days_that_are_bought_name_price_and_picture() -> None:
    g = turn(place(year(), "01-06", "01-01", "01-01"), 0, (3, 18))
    g.play("move 3")
    assert g.about() == {
        "price": 100, "money": 800, "here": {"date": "01-09", "caption": "", "border": "none"},
        "picture": {"days": 2, "costs": 200,
                    "to": {"date": "01-11", "caption": "Water under the sink", "border": "blue"}},
    }  # fmt: skip
    assert hears(g, "buy 1 day", None) == ["Seat 1 buys 1 day for $100.", "Seat 1 moves 1 day to January 10."]
    assert (g.actor, g.about()["mover"], g.about()["to"]["date"]) == (1, 0, "01-11")
    assert hears(g, "pass", None) == ["Seat 2 pays for no move."]
    assert hears(g, "push", None)[:2] == [
        "Seat 3 pays $100 to move Seat 1 on by a day.", "Seat 1 moves 1 day to January 11."
    ]  # fmt: skip


@pytest.mark.rule("game_of_the_year 38")
def test_only_giver_and_receiver_hear_which_token_it_is() -> None:
    g = quiet((100, 1, 0, 2), (0,), (0,))
    charge(g, 0, 1, 200)
    assert g.about() == {"to": 1, "held": ["fame", "red_letter"]}
    events = g.play_aloud("give red letter token")
    for reader in (0, 1):
        assert str(g.told(events, reader)[0]) == "Seat 1 hands Seat 2 a Red Letter Day Token."
    for reader in (2, None):
        assert str(g.told(events, reader)[0]) == "Seat 1 hands Seat 2 a token, face down."


@pytest.mark.rule("game_of_the_year 41")
def test_a_forced_gift_names_type_and_price() -> None:
    g = quiet((600, 0, 1, 0, 1), (0,), (0,))
    give(g, 0, 1, 0)
    assert g.about() == {"to": 1, "type": "fame", "held": ["family"], "price": 500}
    assert hears(g, "buy fame token to give", None)[0] == "Seat 1 buys a Fame Token for $500 and gives it to Seat 2."


@pytest.mark.rule("game_of_the_year 42")
def test_who_has_nothing_is_told_to_pay_nothing() -> None:
    g = quiet((0,), (0,), (0,))
    g.events = []
    charge(g, 0, 1, 200)
    give(g, 0, 1, ANY)
    assert said(g) == [
        "Seat 1 does not have $200.",
        "Seat 1 has nothing to pay with and pays nothing.",
        "Seat 1 has nothing to give to Seat 2.",
    ]
    assert [sentence.why for sentence in g.told(g.events, None)] == ["rule 40", "rule 42", "rule 42"]


@pytest.mark.rule("game_of_the_year 5")
def test_a_lucky_number_is_a_secret_until_it_is_revealed() -> None:
    fresh = SYSTEMS["game_of_the_year"].new_game(3, 1, {"settings": {"lucky": "choose"}})
    seat = fresh.actor
    assert fresh.about() == {"numbers": 30, "taken": 0}
    events = fresh.play_aloud("lucky number 7")
    assert str(fresh.told(events, seat)[0]) == f"Seat {seat + 1} picks the Lucky Number 7."
    assert str(fresh.told(events, None)[0]) == f"Seat {seat + 1} picks a Lucky Number in secret."


@pytest.mark.rule("game_of_the_year 26")
@pytest.mark.rule("game_of_the_year 28")
def test_numbers_and_birthdays_of_others_say_what_is_owed() -> None:
    g = place(year(birthdays=["12-28", "01-09", "12-30"]), "01-06", "01-01", "01-01")
    g.lucky = (30, 29, 9)
    turn(g, 0, (3, 18))
    own(g, 0, 400)
    g.play("move 3")
    while g.prompt != "push" or g.actor != 2:
        g.play(g.legal_actions()[0])
    assert hears(g, "pass", None)[:5] == [
        "Seat 3 pays for no move.",
        "9 is the Lucky Number of Seat 3: Seat 1 owes $200.",
        "It is Seat 2's birthday: Seat 1 owes $200.",
        "Seat 1 pays Seat 3 $200.",
        "Seat 1 pays Seat 2 $200.",
    ]


@pytest.mark.rule("game_of_the_year 29")
def test_the_month_of_birth_is_named_where_it_spares_somebody() -> None:
    g = quiet((500,), (0,), (0,), birthdays=["01-20", "12-29", "12-30"])
    g.events = []
    charge(g, 0, 1, 200)
    assert said(g) == ["In the month of birth Seat 1 is spared $200."]
    g = quiet((500,), (0,), (0,), birthdays=["01-20", "12-29", "12-30"], birth_shield="ask")
    charge(g, 0, 1, 200)
    assert g.about() == {"duty": "pay", "to": 1, "amount": 200}
    assert hears(g, "comply", None)[:2] == [
        "Seat 1 could be spared $200, but does not ask for it.", "Seat 1 pays Seat 2 $200."
    ]  # fmt: skip


class Ledger:
    """What everybody owns and where the pieces stand, from what is told alone; the bank comes last."""

    def __init__(self, g: GameOfTheYear) -> None:
        self.where, self.money = g.where[:], [*g.money, 0]
        self.tokens, self.holidays = [*g.tokens, *g.bank], [*g.holidays, g.holiday_bank]

    def note(self, kind: str, seat: int, *about: int) -> None:
        if kind == "moves":
            assert self.where[seat] == about[0]
            self.where[seat] = about[1]
        elif kind in ("quarter", "collects", "own_number"):
            self.money[seat] += about[-1]
        elif kind in ("buys_days", "pushes", "buys_token", "buys_to_give"):
            self.money[seat] -= about[-1]
        elif kind == "pays":
            self.money[seat] -= about[1]
            self.money[about[0]] += about[1]
        elif kind == "gets_holiday":
            self._holiday(-1, seat, about[0])
        elif kind in ("vacation", "hands_holiday"):
            self._holiday(seat, -1 if kind == "vacation" else about[0], 1)
        if kind in ("takes_token", "buys_to_give", "hands_token"):
            giver = seat if kind == "hands_token" else -1
            to = seat if kind == "takes_token" else about[0]
            self._token(giver, to, about[0] if kind == "takes_token" else about[1])

    def _holiday(self, giver: int, to: int, count: int) -> None:
        self.holidays[giver] -= count
        self.holidays[to] += count

    def _token(self, giver: int, to: int, kind: int) -> None:
        self.tokens[giver * 3 + kind if giver >= 0 else kind - 3] -= 1
        self.tokens[to * 3 + kind if to >= 0 else kind - 3] += 1

    def agrees(self, g: GameOfTheYear) -> bool:
        return (self.where, self.money[:-1], self.tokens, self.holidays) == (
            g.where, g.money, [*g.tokens, *g.bank], [*g.holidays, g.holiday_bank]
        )  # fmt: skip


def test_what_is_told_accounts_for_every_dollar_token_card_and_piece() -> None:
    for game, action in random_moments("game_of_the_year", 45):
        g = game.clone()
        ledger = Ledger(g)
        for event in g.play_aloud(action):
            if event[0] not in ("scored", "ended", "reshuffled"):
                ledger.note(*event)
        assert ledger.agrees(g), g.describe(action)
