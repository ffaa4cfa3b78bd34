"""Number every action of Careers once: number to verb and arguments, and to text. Numbers ascend in the order in which
decisions list their choices, so legal lists come out sorted. Seats are numbered from 1 in texts. An Experience card's
action includes what it is called: `card wild2 8 doubles`."""

from collections.abc import Iterator
from typing import Any

from engine.careers import SEATS
from engine.careers.added_cards import MOST_OWN
from engine.careers.data import read_data
from engine.core.actions import ActionTable, HostAction

MOST_SEATS = SEATS[1]
MOST_AMOUNT = 1000
_DATA = read_data("london")
LIMIT: int = _DATA["figures"]["card_number_limit"]


def _experience_kinds() -> Iterator[dict[str, Any]]:
    """Yield the kinds of the deck, then every further number that a house rule may add (R72)."""
    printed = list(_DATA["experience"])
    yield from printed
    have = {(card.get("value"), card.get("both_ways", False)) for card in printed}
    for value in (*range(-LIMIT, 0), *range(1, LIMIT + 1)):
        for both_ways in (False, True) if value > 0 else (False,):
            if (value, both_ways) not in have:
                name = f"e{value}" if value > 0 else f"minus{-value}"
                yield {"id": name + "pm" * both_ways, "kind": "number", "value": value, "both_ways": both_ways}


EXPERIENCE: tuple[dict[str, Any], ...] = tuple(_experience_kinds())
# The printed kinds, then places for those that a club adds (R72); the table says what these are.
OPPORTUNITY: tuple[dict[str, Any], ...] = (
    *_DATA["opportunity"],
    *({"id": f"own{number + 1}", "kind": "own"} for number in range(MOST_OWN)),
)
FIRST_OWN = len(_DATA["opportunity"])
EXPERIENCE_NUMBER = {card["id"]: number for number, card in enumerate(EXPERIENCE)}
OPPORTUNITY_NUMBER = {card["id"]: number for number, card in enumerate(OPPORTUNITY)}
PATH_IDS: tuple[str, ...] = tuple(_DATA["paths"])
PROGRAM_IDS: tuple[str, ...] = tuple(program["id"] for program in _DATA["figures"]["degrees"]["programs"])
BORDER_IDS: tuple[str, ...] = tuple(square["id"] for square in _DATA["border"])

_verbs: list[str] = []
_first: list[int] = []
_second: list[int] = []
_texts: list[str] = []


def _add(verb: str, text: str, first: int = 0, second: int = 0) -> int:
    _verbs.append(verb)
    _first.append(first)
    _second.append(second)
    _texts.append(text)
    return len(_texts) - 1


def _per_seat(verb: str, text: str) -> tuple[int, ...]:
    return tuple(_add(verb, text.format(seat + 1), seat) for seat in range(MOST_SEATS))


def called_values(card: dict[str, Any]) -> Iterator[tuple[int, bool]]:
    """Yield what a card may be called: (pips, doubles); negative pips go backward."""
    low, high = {"number": (1, 0), "one_die": (1, 6), "two_dice": (2, 12), "either": (1, 12)}[card["kind"]]
    values = [card["value"]] if card["kind"] == "number" else list(range(low, high + 1))
    signs = (-1, 1) if card.get("both_ways") else (1,)
    for sign in signs:
        for value in values:
            yield sign * value, False
            if card["kind"] in ("two_dice", "either") and value % 2 == 0:
                yield sign * value, True


def _card_actions() -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(
            _add("card", f"card {card['id']} {pips}" + " doubles" * doubles, number, pips * 2 + doubles)
            for pips, doubles in called_values(card)
        )
        for number, card in enumerate(EXPERIENCE)
    )


def _opportunity_actions(kinds: range) -> tuple[tuple[int, ...], ...]:
    """Return the actions of each kind; a golden card has one per target, in board order."""
    all_actions: list[tuple[int, ...]] = []
    for number in kinds:
        card = OPPORTUNITY[number]
        targets: tuple[str, ...] = {"join_any": PATH_IDS, "advance_any": BORDER_IDS}.get(card["kind"], ("",))
        text = f"opportunity {card['id']}"
        all_actions.append(
            tuple(_add("opportunity", f"{text} {target}".strip(), number, at) for at, target in enumerate(targets))
        )
    return tuple(all_actions)


def _opportunity_items(kinds: range) -> tuple[int, ...]:
    return tuple(_add("item", f"item {OPPORTUNITY[number]['id']}", 5, number) for number in kinds)


ROLL = _add("roll", "roll")
ENTER = _add("enter", "enter")
PAY_FEE = _add("pay_fee", "pay fee")
INSURE_FEE = _add("insure_fee", "insure fee")
FREE_PASS = _add("free_pass", "use free pass")
RETIRE = _add("retire", "retire")
STAY_ROLL = _add("stay_roll", "roll to stay")
REORGANISE = _add("reorganise", "reorganise")
LAY_OFF = _per_seat("lay_off", "lay off seat {}")
CARD = _card_actions()
_PRINTED_PLAYS = _opportunity_actions(range(FIRST_OWN))
TRADE = _per_seat("trade", "trade with seat {}")
REPAY = _per_seat("repay", "repay seat {}")
GO = _add("go", "go on")
STAY = _add("stay", "stay")
RIDE_RAIL = _add("ride", "ride rail")
RIDE_UNDERGROUND = _add("ride", "ride underground", 1)
INSURE = _add("insure", "use insurance")
PAY = _add("pay", "pay")
TO_UNEMPLOYMENT = _add("to_unemployment", "go to unemployment")
DECLINE = _add("decline", "decline")
ACCEPT = _add("accept", "accept")
AMOUNT = tuple(_add("amount", f"amount {amount}", amount) for amount in range(MOST_AMOUNT + 1))
DEGREE = tuple(_add("degree", f"degree {program}", at) for at, program in enumerate(PROGRAM_IDS))
BUMP = _per_seat("bump", "bump seat {}")
BUMP_TO_HOSPITAL = _per_seat("bump_to_hospital", "bump seat {} to hospital")
BARGAIN = _per_seat("bargain", "bargain with seat {}")
BACKSTAB = _per_seat("backstab", "backstab seat {}")
BOSS = _per_seat("boss", "boss seat {}")
FEE_TO = _per_seat("fee_to", "fee to seat {}")
NOTHING = _add("item", "item nothing", 0)
CASH = _add("item", "item cash", 1)
LOAN = _add("item", "item loan", 2)
POLICY = _add("item", "item policy", 3)
EXPERIENCE_ITEM = tuple(_add("item", f"item {card['id']}", 4, at) for at, card in enumerate(EXPERIENCE))
_PRINTED_ITEMS = _opportunity_items(range(FIRST_OWN))
SELL_POLICY = _add("sell_policy", "sell policy")
BANKRUPT = _add("bankrupt", "declare bankruptcy")
PLAY = (*_PRINTED_PLAYS, *_opportunity_actions(range(FIRST_OWN, len(OPPORTUNITY))))
OPPORTUNITY_ITEM = (*_PRINTED_ITEMS, *_opportunity_items(range(FIRST_OWN, len(OPPORTUNITY))))
SEVERAL = _add("item", "item several", 6)
NOTHING_MORE = _add("nothing_more", "nothing more")
COUNTER = _add("counter", "make a counter-offer")
# Indexed by the calling seat and its partner.
CALL = tuple(
    {
        partner: _add("call", f"seat {caller + 1} calls for a trade with seat {partner + 1}", partner, caller)
        for partner in range(MOST_SEATS)
        if partner != caller
    }
    for caller in range(MOST_SEATS)
)

VERB: tuple[str, ...] = tuple(_verbs)
FIRST: tuple[int, ...] = tuple(_first)
SECOND: tuple[int, ...] = tuple(_second)
TABLE = ActionTable(_texts)
TIME_UP = HostAction("time is up")
# The seat that makes a call, which is not the one that decides.
CALLER: dict[int, int] = {action: caller for caller, calls in enumerate(CALL) for action in calls.values()}


def pips_of(action: int) -> int:
    """Return what an Experience card is called, negative for backward."""
    return SECOND[action] >> 1


def is_doubles(action: int) -> bool:
    """Return whether a two-dice wild card is called as doubles."""
    return bool(SECOND[action] & 1)
