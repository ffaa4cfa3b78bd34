"""The words of the choices of Careers, and where these lead.

Names of squares and cards are on the board of the play, which lies open; all else is the view of one reader."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.careers import actions as a
from engine.careers.board import Board, next_of
from engine.careers.words import experience_name, money, opportunity_name, place_name
from engine.translatable import Translatable, said
from league.play.rules.choices import Label

MAIN, CARDS, OPPORTUNITIES, PEOPLE, MORE, AMOUNT, ITEMS = GROUPS = (
    "main", "cards", "opportunities", "people", "more", "amount", "items",
)  # fmt: skip
HUNDRED = 100
_WORDS = {
    "retire": said("Retire"),
    "stay_roll": said("Roll to stay here"),
    "reorganise": said("Reorganise"),
    "free_pass": said("Use a free pass"),
    "insure_fee": said("Leave on an insurance policy"),
    "insure": said("Use an insurance policy"),
    "sell_policy": said("Sell an insurance policy to the bank"),
    "bankrupt": said("Declare bankruptcy"),
    "nothing_more": said("Nothing more"),
    "counter": said("Make a counter-offer"),
    "time_up": said("Time is up"),
}
_DECLINES = {
    "insurance": said("Take the loss"),
    "renewal": said("No new policy"),
    "gamble": said("Take no chance"),
    "ride": said("Stay here"),
    "shortcut": said("The long way"),
    "bump": said("Bump nobody"),
    "backstab": said("Backstab nobody"),
    "answer": said("Refuse"),
    "plea": said("Offer nothing"),
}
_ACCEPTS = {
    "gamble": said("Take a chance"),
    "shortcut": said("The short way"),
    "answer": said("Agree"),
    "ride": said("Ride"),
}
_RARE = {"reorganise", "sell_policy", "bankrupt", "time_up"}
_GONE = said("Points, cards and insurance are gone.")
_FOR_PEACE = said("Offer {name} something for peace")
_SEATS: dict[str, str] = {
    "trade": said("Trade with {name}"),
    "call": said("Offer {name} a trade"),
    "lay_off": said("Lay off {name}"),
    "bump": said("Bump {name}"),
    "bump_to_hospital": said("Bump {name} into the Hospital"),
    "bargain": said("Ask {name} for a price of peace"),
    "backstab": said("Backstab {name}"),
    "boss": said("{name} is my boss"),
    "fee_to": said("Pay {name}"),
}


@dataclass(frozen=True, slots=True)
class BoardLabel(Label):
    """The label of a choice of Careers. `group`: where the page lays the choice. `to`: the square that a
    piece would come to; `seat`: the player it concerns, from 0. `amount`: what is chosen, `unit` for
    each of it."""

    group: str = MAIN
    to: int | None = None
    seat: int | None = None
    amount: int | None = None
    key: str = ""


def label_of(action: str, about: Mapping[str, Any], names: Sequence[str]) -> BoardLabel:
    number = a.TABLE.number(action)
    verb = a.VERB[number]
    if verb in _SEATS:
        seat = a.FIRST[number]
        group = PEOPLE if verb in ("trade", "call") else MORE if verb == "lay_off" else MAIN
        text = _FOR_PEACE if about.get("prompt") == "plea" else _SEATS[verb]
        return BoardLabel(said(text, name=names[seat]), group=group, seat=seat, quiet=verb == "trade")
    if verb in _WORDS:
        detail = _GONE if verb == "bankrupt" else ""
        return BoardLabel(_WORDS[verb], detail=detail, group=MORE if verb in _RARE else MAIN)
    return _label(verb, number, about, names)


def _label(verb: str, number: int, about: Mapping[str, Any], names: Sequence[str]) -> BoardLabel:
    board: Board = about["board"]
    match verb:
        case "roll":
            one_die = about.get("dice", 1 if about["at"] >= board.size else 2) == 1
            return BoardLabel(said("Roll the die") if one_die else said("Roll the dice"), key="R")
        case "enter":
            path, fee = board.paths[board.door[about["at"]]], about["entrance"]["fee"]
            detail = said("for {fee}", fee=money(board, fee)) if fee else said("free of charge")
            return BoardLabel(said("Enter {path}", path=path.name), detail=detail)
        case "pay_fee":
            return BoardLabel(said("Pay {fee} and leave", fee=money(board, about["fee"])))
        case "card":
            return _card(number, about)
        case "opportunity":
            return _opportunity(number, about)
        case "repay":
            seat = a.FIRST[number]
            owed = money(board, about.get("debts", {}).get(str(seat), 0))
            return BoardLabel(
                said("Repay {name} up to {amount}", name=names[seat], amount=owed), group=PEOPLE, seat=seat
            )
        case "go":
            to = about["go_to"]
            return BoardLabel(said("Go on to {place}", place=to["name"]), to=board.location(to["id"]))
        case "stay":
            return BoardLabel(said("Stay: {number} happiness", number=about["stay_happiness"]), quiet=True)
        case "ride":
            to = about["underground" if a.FIRST[number] else "rail"]
            pay = said("and collect {salary}", salary=money(board, to["salary"])) if to["salary"] else ""
            return BoardLabel(said("Ride to {place}", place=to["name"]), detail=pay, to=board.location(to["id"]))
        case "pay" if "amount" in about:
            return BoardLabel(said("Pay {amount}", amount=money(board, about["amount"])))
        case "pay":
            return BoardLabel(said("Donate {amount} for every pip", amount=money(board, about["per_pip"])))
        case "to_unemployment":
            return BoardLabel(said("Go to {place}", place=about["otherwise"]["name"]), to=board.unemployment)
        case "decline":
            return BoardLabel(_DECLINES[about["prompt"]], quiet=True)
        case "accept" if about["prompt"] == "renewal":
            return BoardLabel(said("A new policy for {price}", price=money(board, about["price"])))
        case "accept":
            return BoardLabel(_ACCEPTS[about["prompt"]])
        case "amount":
            return BoardLabel(amount_text(about, a.FIRST[number]), group=AMOUNT, amount=a.FIRST[number])
        case "degree":
            program = about["programs"][a.PROGRAM_IDS[a.FIRST[number]]]
            detail = said("{amount} more salary", amount=money(board, program["raise"]))
            return BoardLabel(said("A degree in {program}", program=program["name"]), detail=detail)
        case "item":
            name = item_text(about, number)
            is_given_up = about["prompt"] == "give_up_card"
            return BoardLabel(said("Hand in: {card}", card=name) if is_given_up else name, group=ITEMS)
    raise ValueError(f"{verb} has no label.")


def _card(number: int, about: Mapping[str, Any]) -> BoardLabel:
    board: Board = about["board"]
    pips, kind = a.pips_of(number), a.FIRST[number]
    called = f"{pips:+d}".replace("-", "−")
    text = said("{pips} (doubles)", pips=called) if a.is_doubles(number) else called
    card = experience_name(kind)
    if about["prompt"] in ("amount_die", "freed_move"):
        return BoardLabel(text, group=CARDS, card=card)
    to = where_to(board, about["at"], pips, short=about["short"])
    return BoardLabel(text, detail=place_name(board, to), group=CARDS, card=card, to=to)


def _opportunity(number: int, about: Mapping[str, Any]) -> BoardLabel:
    board: Board = about["board"]
    kind, at = a.FIRST[number], a.SECOND[number]
    card = a.OPPORTUNITY[kind]
    name = opportunity_name(board, kind, about["own_cards"])
    to = _card_leads_to(board, card, at, about["at"])
    where = place_name(board, to) if to is not None else ""
    several = card["kind"] in ("join_any", "advance_any")
    return BoardLabel(
        where if several else name, detail="" if several else where, group=OPPORTUNITIES, card=name, to=to
    )


def _card_leads_to(board: Board, card: Mapping[str, Any], at: int, here: int) -> int | None:
    match card["kind"]:
        case "join" | "join_any":
            path = board.paths[a.PATH_IDS.index(card["to"]) if card["kind"] == "join" else at]
            return path.entrance
        case "advance":
            return a.BORDER_IDS.index(card["to"])
        case "advance_any":
            return at
        case "travel":
            stations = board.rail if card["travel_class"] != "underground" else board.underground
            return next_of(stations, board.base[here])
    return None


def where_to(board: Board, here: int, pips: int, *, short: bool = False) -> int:
    """Return the square that a piece comes to by that many pips, backward if they are negative."""
    if here < board.size:
        return (here + pips) % board.size
    if pips < 0:
        return board.backward[here][-pips]
    target = (board.shortcut if short else board.forward)[here][pips]
    path = board.paths[board.path_of[here]]
    return target if target > 0 else (path.exit - target - 1) % board.size


def amount_text(about: Mapping[str, Any], amount: int) -> str:
    """Return what an amount that is asked for means: points of a formula, pounds of an offer, pieces of what is
    sold."""
    board: Board = about["board"]
    match about["prompt"]:
        case "formula":
            points = amount * about["unit"]
            if about["part"] == "cash":
                return said("{amount} in cash", amount=money(board, points * 1000))
            return said("{number} happiness", number=points)
        case "sum":
            return money(board, about["so_far"] + amount * about["unit"])
    if not amount:
        return said("Nothing")
    if "prices" in about:
        entry = about["prices"][amount - 1]
        return said("{number} for {price}", number=entry["points"], price=money(board, entry["price"]))
    return said("{number} for {price}", number=amount, price=money(board, amount * about["unit_price"]))


def item_text(about: Mapping[str, Any], item: int) -> str:
    """Return the words for one thing of an offer."""
    kind, card = a.FIRST[item], a.SECOND[item]
    if kind == _EXPERIENCE:
        return said("Experience {card}", card=experience_name(card))
    if kind == _OPPORTUNITY:
        return said("Opportunity: {card}", card=opportunity_name(about["board"], card, about["own_cards"]))
    return _ITEMS[kind]


_EXPERIENCE, _OPPORTUNITY = 4, 5
_ITEMS = {
    0: said("Nothing"),
    1: said("Cash"),
    2: said("A loan"),
    3: said("An insurance policy"),
    6: said("Several things, one after the other"),
}


def offer_text(view: Mapping[str, Any], side: Any) -> list[str | Translatable]:
    """Return one side of the offer on the table, thing by thing; an empty list while nothing is named yet."""
    sides = side if isinstance(side, list) else [side]
    return [_thing(view, side) for side in sides if side]


def _thing(view: Mapping[str, Any], text: str) -> str | Translatable:
    """Return the words for one thing of a side: `cash 500`, `policy`, `peace`, the id of a card."""
    if text == "peace":
        return said("peace")
    name, _, amount = text.partition(" ")
    words = item_text(view, a.TABLE.number(f"item {name}"))
    return said("{thing}: {amount}", thing=words, amount=money(view["board"], int(amount))) if amount else words
