"""What is said of a game of Careers, in words."""

from collections.abc import Callable

import pytest

from engine import SYSTEMS, HostAction
from engine.careers.game import Careers
from engine.careers.rules.ledger import CASH, PAID_TUITION, ask, draw_experience
from engine.careers.rules.succession import end_turn
from engine.careers.rules.winning import call_time
from engine.careers.state import Prompt
from engine.careers.telling import TELLERS
from engine.core.rng import Stream
from tests.engine.support import CAST, OPTIONS, careers, degrees, dice, hold, options_for, place, trips

NAMES = ("Ada", "Bo", "Cleo")
ALL = (0, 1, 2, None)


def said(g: Careers, action: str, reader: int | None = None) -> list[str]:
    return [sentence.named(NAMES) for sentence in g.telling(action, reader)]


def told(g: Careers, rule: Callable[[], object]) -> list[str]:
    """What everybody is told when a rule is applied to a position."""
    g.events = []
    rule()
    return [sentence.named(NAMES) for sentence in g.told(g.events, None)]


# Events that hardly ever happen, each in a position of its own.


def two_turns_cancel() -> list[str]:
    g = careers()
    g.extra_turns[0] = g.lost_turns[0] = 1
    return told(g, lambda: end_turn(g))


def no_card_left() -> list[str]:
    g = careers()
    g.experience_pile = g.experience_discard = ()
    return told(g, lambda: draw_experience(g, 0, 1))


def discards_are_shuffled() -> list[str]:
    g = careers()
    g.experience_discard, g.experience_pile, g.experience_top = g.experience_pile, (), 0
    return told(g, lambda: draw_experience(g, 0, 1))[:1]


def two_pharmacists() -> list[str]:
    g = careers()
    place(g, 0, "hospital")
    for seat in (1, 2):
        degrees(g, seat, "pharmacology", 2)
    return said(g, "pay fee")


def a_tie_when_time_is_up() -> list[str]:
    g = careers(mode="timed")
    g.fame[2] = -1
    return told(g, lambda: call_time(g))


def third_doubles() -> list[str]:
    g = careers(doubles_extra_turn=True)
    g.doubles_run = 2
    dice(g, 3, 3)
    return said(g, "roll")[:2]


def tuition_paid_back() -> list[str]:
    g = careers()
    board = g.table.board
    degrees(g, 0, "law", board.figures["degrees"]["refund_from"] - 1)
    g.trip[0] = PAID_TUITION
    ask(g, Prompt.DEGREE, 0)
    return [sentence for sentence in said(g, "degree law") if "tuition" in sentence]


def time_called() -> list[str]:
    g = careers(mode="timed", clock="host")
    g.begun = True
    return said(g, HostAction("time is up"))


def play_stopped() -> list[str]:
    g = careers(mode="timed", clock="host")
    g.fame[1] = 3
    return said(g, HostAction("time is up"))[:1]


def insured_fee() -> list[str]:
    g = careers(fees_insured=True)
    g.policies[0] = 1
    place(g, 0, "hospital")
    return said(g, "insure fee")


def trade_of_two_who_wait() -> list[str]:
    return said(careers(), "seat 2 calls for a trade with seat 3")


RARE: dict[str, tuple[Callable[[], list[str]], list[str]]] = {
    "cancelled": (two_turns_cancel, ["A lost turn and an extra turn of Ada cancel each other.", "It is Bo's turn."]),
    "nothing_to_draw": (no_card_left, ["There is no Experience card left for Ada to draw."]),
    "insured_fee": (insured_fee, ["Ada leaves at the insurer's expense."]),
    "overtime": (a_tie_when_time_is_up, ["Time is up, but Ada and Bo are level: overtime."]),
    "third_doubles": (third_doubles, ["Ada rolls 3 and 3: 6.", "The third doubles in a row send Ada to Unemployment."]),
    "reshuffled": (discards_are_shuffled, ["The Experience cards that were handed in are shuffled into a new pile."]),
    "chooses_pharmacist": (two_pharmacists, ["Ada pays the fee and chooses a Pharmacist to receive it."]),
    "refund": (tuition_paid_back, ["The University pays the tuition of £1,000 back to Ada."]),
    "time_up": (time_called, ["The host calls time: the turn under way is the last."]),
    "calls": (trade_of_two_who_wait, ["Bo calls for a trade with Cleo."]),
    "play_stopped": (play_stopped, ["The host calls time: play stops at once, and the turn of Ada does not begin."]),
}


@pytest.mark.parametrize("kind", RARE)
def test_what_hardly_ever_happens_is_told_too(kind):
    made, sentences = RARE[kind]
    assert made() == sentences


def test_every_kind_of_event_happens_and_is_told():
    met = set(RARE)
    system = SYSTEMS["careers"]
    for name in OPTIONS:
        for seed in range(8):
            g, stream = system.new_game(4, seed, options_for("careers", name, 4)), Stream(seed)
            bots = [system.bots["random"](), system.bots["greedy"]()]
            while not g.over:
                legal = g.legal_actions()
                chosen = legal[0] if len(legal) == 1 else bots[(g.actor + seed) % 2].choose(g, legal, stream)
                events = g.play_aloud(chosen)
                assert events, "an action of which nobody is told anything"
                met |= {event[0] for event in events}
    assert met == set(TELLERS)


def test_a_throw_says_where_the_piece_goes_and_what_happens_there():
    g = careers()
    place(g, 0, "pimlico")
    place(g, 1, "holiday")
    place(g, 2, "holiday")
    dice(g, 3, 4)
    assert said(g, "roll") == ["Ada rolls 3 and 4: 7.", "Ada moves to Payday.", "Ada is paid 2 salaries: £4,000.",
                               "It is Bo's turn."]  # fmt: skip
    place(g, 0, "web_presence")
    assert said(g, "roll")[1:3] == ["Ada moves to Tech Convention.", "Ada is paid a salary: £2,000."]


def test_a_card_or_cash_that_a_square_takes_is_told():
    g = careers()
    place(g, 0, "buy_experience")
    hold(g, 0, "e7")
    ask(g, Prompt.BUY, 0)
    assert said(g, "amount 0")[-2:] == ["Ada hands in the Experience card 7.", "It is Bo's turn."]
    g.policies[0] = 1
    ask(g, Prompt.INSURANCE, 0, (CASH, 1000))
    assert said(g, "decline")[0] == "Ada pays £1,000."


def test_retiring_is_said():
    g = careers()
    g.may_retire = 1
    assert said(g, "retire") == ["Ada retires.", "Ada advances to Holiday.", "Ada gains 6 happiness.",
                                 "It is Bo's turn."]  # fmt: skip


def test_a_way_into_a_company_says_what_it_costs():
    g = careers()
    place(g, 0, "entrance_agrivi")
    fee = g.table.board.paths[0].fee
    assert said(g, "enter") == [f"Ada pays the entry fee of £{fee:,} and enters AGRIVI."]
    trips(g, 0, "agrivi", 1)
    assert said(g, "enter") == ["Ada enters AGRIVI, free of charge."]


def test_a_card_that_is_drawn_is_named_to_its_holder_alone():
    g = careers()
    dice(g, 2, 3)
    hold(g, 0, "extra_turn")
    top, at = list(g.opportunity_pile), g.opportunity_top
    wanted = next(n for n in range(at, len(top)) if top[n] == g.opportunity[0][0])
    top[at], top[wanted] = top[wanted], top[at]
    g.opportunity_pile = tuple(top)
    assert said(g, "roll", 0)[2] == "Ada draws the Opportunity card “Extra turn”."
    assert [said(g, "roll", reader)[2] for reader in (1, 2, None)] == ["Ada draws an Opportunity card."] * 3


def test_a_card_that_is_taken_is_named_to_both_and_to_nobody_else():
    g = careers(2)
    hold(g, 0, "collect_experience")
    hold(g, 1, "wild2pm")
    named = "Ada takes the Experience card ?? either way from Bo."
    tellings = [said(g, "opportunity collect_experience", reader)[:2] for reader in (0, 1, None)]
    first = "Ada plays the Opportunity “Collect Experience”."
    assert tellings == [[first, named], [first, named], [first, "Ada takes an Experience card from Bo."]]


def test_a_formula_is_told_to_its_writer_alone():
    g = careers(2, formula="own", target=100)
    writer = g.actor
    assert said(g, "amount 35", writer) == [f"{NAMES[writer]} writes £35,000 into the success formula."]
    assert said(g, "amount 35", 1 - writer) == said(g, "amount 35", None) == []
    g.play("amount 35")
    own = f"{NAMES[writer]} writes the success formula: £35,000, 30 happiness, 35 fame."
    assert said(g, "amount 30", writer) == [own]
    assert said(g, "amount 30", 1 - writer) == [f"{NAMES[writer]} has written a success formula."]


def test_a_bump_says_who_is_sent_where():
    g = careers()
    place(g, 1, "opportunity_05")
    dice(g, 1, 4)
    g.play("roll")
    assert g.prompt == "bump"
    assert said(g, "bump seat 2") == ["Ada is about to bump Bo."]
    g.play("bump seat 2")
    assert said(g, "decline") == ["Ada bumps Bo.", "Bo is sent to Unemployment.", "It is Bo's turn."]


def test_office_politics_are_told():
    g = careers(3, players=CAST[:3])
    while g.prompt == "boss":
        g.play("boss seat 1")
    place(g, 1, "harrods 3")
    g.seat = g.actor = 0
    assert said(g, "lay off seat 2")[:3] == ["Ada lays Bo off.", "Bo is sent to Unemployment.", "Bo will lose a turn."]
    hold(g, 1, "e5", "e1")
    assert said(g, "reorganise")[:2] == ["Ada reorganises the company.", "Bo hands in the Experience cards 1 and 5."]


def test_an_offer_is_told_as_it_is_put_together():
    g = careers()
    hold(g, 0, "e7")
    lines = []
    for action in ("trade with seat 2", "item e7", "item cash", "amount 12", "accept"):
        lines += said(g, action)
        g.play(action)
    assert lines == [
        "Ada begins an offer to Bo.",
        "Ada would give Bo the Experience card 7.",
        "Ada offers Bo the Experience card 7 for cash.",
        "Ada offers Bo the Experience card 7 for £1,200.",
        "Bo accepts the offer of Ada.",
        "Ada gives Bo the Experience card 7.",
        "Bo gives Ada £1,200.",
    ]


def test_the_end_says_by_which_formula():
    g = careers(2, common_formula=[0, 0, 900])
    g.formulas = ((0, 0, 900), (0, 0, 900))
    g.fame[0], g.gained = 899, False
    g.where[0] = g.table.board.location("agrivi 2")
    dice(g, 1)
    assert said(g, "roll")[-1] == "Ada fulfils the success formula (£0, 0 happiness and 900 fame) and wins."


def test_sentences_carry_the_clause_that_they_come_from():
    g = careers()
    place(g, 0, "entrance_agrivi")
    assert [sentence.why for sentence in g.telling("enter", None)] == ["R18"]
