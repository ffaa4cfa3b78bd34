"""Careers on the page: what is drawn from one reader's view, and where its choices are laid."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import Sentence
from engine.careers import actions as a
from engine.careers.board import HOSPITAL, UNEMPLOYMENT, Board
from engine.careers.rules.ledger import SHORTCUT
from engine.careers.telling.moves import TURN
from engine.careers.words import experience_name, money, opportunity_name, place_name
from engine.translatable import Translatable, said
from league.play.rules import careers_labels as labels
from league.play.rules import film, signs
from league.play.rules.careers_labels import label_of as label_of

SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "star")
SAID_ALREADY = frozenset({TURN})  # whose turn comes next is no part of a choice
_LEVELS = {
    "entry": said("Entry level"),
    "senior": said("Senior"),
    "manager": said("Manager"),
    "director": said("Director"),
    "vp": said("Vice President"),
    "c_level": said("C-level"),
}


@dataclass(frozen=True, slots=True)
class CardChoices:
    """A card and the choices that play it."""

    name: str
    sign: str
    choices: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Stepper:
    """An amount from `least` to `most` in steps of `unit`; the action says it in units."""

    least: int
    most: int
    unit: int
    currency: str
    words: tuple[str | Translatable, ...]


@dataclass(frozen=True, slots=True)
class Controls:
    """`first`: the one primary button. `people`: by seat, from 0."""

    first: Any
    main: list[Any]
    cards: list[CardChoices]
    opportunities: list[CardChoices]
    people: dict[int, list[Any]]
    more: list[Any]
    amounts: list[Any]
    items: list[Any]

    @property
    def only_more(self) -> bool:
        """Return whether nothing lies open but what is seldom done, as for a player who owes more than the cash."""
        return not (self.first or self.main or self.cards or self.opportunities or self.amounts or self.items)


def laid_out(view: Mapping[str, Any], game: Any, sentences: Sequence[Sentence]) -> dict[str, Any]:
    """Return the view with the board that it lies on, and what all may know of the table. `sentences`: those of the
    last turns, the newest first, as they are kept."""
    table = game.table
    open_to_all = {
        "board": table.board,
        "own_cards": table.own_cards,
        "prompt": view["prompt"],
        "at": table.board.location(view["players"][view["on_turn"]]["location"]),
        "short": bool(game.trip[game.seat] & SHORTCUT),
    }
    items = [a.TABLE.text(item).removeprefix("item ") for item in (*table.experience_items, *table.opportunity_items)]
    about = {**view["about"], **open_to_all} if view["about"] else {}
    loans = table.settings.loans == "tracked"
    return {**view, **open_to_all, "about": about, "told": sentences, "items": items, "loans": loans}


def shown(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    board: Board = view["board"]
    me = view["actor"] if view["about"] else None
    letters = letters_of(names)
    return {
        "seats": [_seat(board, seat, player, letters[seat]) for seat, player in enumerate(view["players"])],
        "on_turn": view["on_turn"],
        "dice": thrown(view["told"]),
        "hand": [*_cards(view)],
        "offer": _offer(view, names),
        "asks": _asks(view, names),
        "chances": chances(view) if _throws_to_move(view) else {},
        "stepper": _stepper(view["about"], view["legal"]),
        "trade": _trade(view, me) if any(action.startswith("trade") for action in view["legal"]) else None,
        "target": view["target"],
    }


def letters_of(names: Sequence[str]) -> list[str]:
    """Return what is on each piece: the first letter, or the seat's number if two begin alike."""
    first = [name.strip()[:1].upper() for name in names]
    return [letter if letter and first.count(letter) == 1 else str(seat) for seat, letter in enumerate(first, start=1)]


def _seat(board: Board, seat: int, player: Mapping[str, Any], letter: str) -> dict[str, Any]:
    """Return what lies open of a seat, and its formula if this reader may know it."""
    at = board.location(player["location"])
    return {
        "shape": SHAPES[seat % len(SHAPES)],
        "letter": letter,
        "at": at,
        "place": place_name(board, at),
        "level": _LEVELS.get(player["level"] or "", ""),
        "cash": money(board, player["cash"]),
        "salary": money(board, player["salary"]),
        "formula": _formula(board, player["formula"]),
    }


def _formula(board: Board, parts: Sequence[int] | None) -> Translatable | None:
    if not parts:
        return None
    cash, happiness, fame = parts
    return said(
        "{cash}, {happiness} happiness, {fame} fame", cash=money(board, cash * 1000), happiness=happiness, fame=fame
    )


def _cards(view: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for card in view["experience"]:
        yield {"key": experience_name(a.EXPERIENCE_NUMBER[card]), "kind": "experience", "sign": signs.EXPERIENCE}
    for card in view["opportunities"]:
        name = opportunity_name(view["board"], a.OPPORTUNITY_NUMBER[card], view["own_cards"])
        yield {"key": name, "kind": "opportunity", "sign": signs.OPPORTUNITY}


def _offer(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any] | None:
    """Return the offer that is put together or answered, as all hear it."""
    offer = view["offer"]
    if offer is None:
        return None
    return {
        "by": names[offer["from"]],
        "to": names[offer["to"]],
        "gives": labels.offer_text(view, offer["gives"]),
        "takes": labels.offer_text(view, offer["takes"]),
    }


def thrown(sentences: Sequence[Sentence]) -> tuple[int, ...]:
    """Return the dice of the last throw, without a sum of more than six pips."""
    return next((tuple(dice) for sentence in sentences if (dice := film.thrown(sentence.values))), ())


def _throws_to_move(view: Mapping[str, Any]) -> bool:
    """Return whether a throw would move the piece: if it is held, most throws do not."""
    held = view["board"].place[view["at"]] in (HOSPITAL, UNEMPLOYMENT)
    return "roll" in view["legal"] and view["prompt"] in ("turn", "move") and not held


def chances(view: Mapping[str, Any]) -> dict[int, int]:
    """Return how many of 36 throws lead to each square."""
    board, here = view["board"], view["at"]
    ways_to: dict[int, int] = {}
    throws = dict.fromkeys(range(1, 7), 6) if here >= board.size else {k: 6 - abs(7 - k) for k in range(2, 13)}
    for pips, ways in throws.items():
        to = labels.where_to(board, here, pips, short=view["short"])
        ways_to[to] = ways_to.get(to, 0) + ways
    return ways_to


_ASKS = {
    "formula": said("Write your success formula"),
    "boss": said("Who do you report to?"),
    "degree": said("Which degree do you take?"),
    "give_up_card": said("Which card do you hand in?"),
    "renewal": said("Take out a new insurance policy?"),
    "fee": said("Who does the fee go to?"),
    "ride": said("Ride on?"),
    "shortcut": said("Which way?"),
    "bump": said("Do you bump somebody?"),
    "backstab": said("Do you backstab somebody?"),
    "buy": said("How much do you buy?"),
}
_PURPOSES = {
    "bonus": said("Roll for your bonus"),
    "raise": said("Roll for your raise"),
    "pay_pips": said("Roll for what you pay"),
    "pay_cash": said("Roll for the share of your cash that you lose"),
    "pay_salary": said("Roll for the share of your salary that you lose"),
    "lose_fame": said("Roll for the fame that you lose"),
    "lose_happiness": said("Roll for the happiness that you lose"),
    "lose_salary": said("Roll for the salary that you lose"),
    "first_throw": said("Roll for your luck"),
    "second_throw": said("Roll for the stakes"),
    "hearts": said("Roll for happiness"),
    "stars": said("Roll for fame"),
}
_HELD = {"cash": said("cash"), "happiness": said("happiness"), "fame": said("fame"), "salary": said("salary")}


def _asks(view: Mapping[str, Any], names: Sequence[str]) -> str | Translatable:
    """Return what the player who decides is asked, in a line; "" for an ordinary turn."""
    about = view["about"]
    if not about:
        return ""
    board: Board = view["board"]
    match view["prompt"]:
        case "formula":
            part = said("cash, in thousands") if about["part"] == "cash" else said("happiness")
            return said(
                "Your success formula: how many of {left} points in {part}? Fame is what is left in the end.",
                left=about["left"],
                part=part,
            )
        case "debt":
            return said(
                "{place}: you owe {amount} and have {cash}.",
                place=about["place"]["name"],
                amount=money(board, about["amount"]),
                cash=money(board, about["cash"]),
            )
        case "pay_or_leave":
            return said("{place}: pay, or go to {other}.", place=_at(about), other=about["otherwise"]["name"])
        case "insurance":
            return said("{place}: you would lose {what}.", place=_at(about), what=_loss(board, about))
        case "amount_die":
            return _PURPOSES[about["purpose"]]
        case "holiday" | "freed_move":
            return said("You may move {pips}.", pips=about["pips"])
        case "sum":
            return _asks_for_sum(board, about)
        case "give":
            return said("What do you give {name}?", name=names[about["to"]])
        case "take":
            return said("What do you ask {name} for?", name=names[about["to"]])
        case "answer":
            return said("{name} makes you an offer.", name=names[about["from"]])
        case "plea":
            return said("{name} is about to bump you.", name=names[about["mover"]])
    return _ASKS.get(view["prompt"], "")


def _asks_for_sum(board: Board, about: Mapping[str, Any]) -> Translatable:
    unit, so_far = money(board, about["unit"]), money(board, about["so_far"])
    if about["unit"] > labels.HUNDRED:
        return said("How much? Steps of {unit} first, the rest afterwards.", unit=unit)
    return said("{amount}, and how much more?", amount=so_far) if about["so_far"] else said("How much?")


def _at(about: Mapping[str, Any]) -> str:
    name: str = about["place"]["name"]
    return name


def _loss(board: Board, about: Mapping[str, Any]) -> Translatable:
    what = about["loses"]
    amount = money(board, about["amount"]) if what in ("cash", "salary") else about["amount"]
    return said("{amount} {what}", amount=amount, what=_HELD[what])


def _stepper(about: Mapping[str, Any], legal: Sequence[str]) -> Stepper | None:
    """Return the amounts that may be named; None if there are no such choices."""
    amounts = [a.FIRST[a.TABLE.number(action)] for action in legal if action.startswith("amount ")]
    if not amounts:
        return None
    unit, currency = 1, ""
    if about["prompt"] == "sum":
        unit, currency = about["unit"], about["board"].currency
    elif about["prompt"] == "formula":
        unit = about["unit"]
    words = tuple(labels.amount_text(about, amount) for amount in amounts) if about["prompt"] == "buy" else ()
    return Stepper(amounts[0] * unit, amounts[-1] * unit, unit, currency, words)


def _trade(view: Mapping[str, Any], me: int | None) -> dict[str, Any]:
    """Return what the dialog of an offer lists: what the reader has, and what a partner may have."""
    assert me is not None
    mine = view["players"][me]
    own = [("cash", mine["cash"] >= labels.HUNDRED), ("policy", mine["policies"] > 0)]
    given = [name for name, has in own if has] + list(dict.fromkeys([*view["experience"], *view["opportunities"]]))
    return {
        "gives": [_listed(view, thing) for thing in ("nothing", *given)],
        "takes": [
            _listed(view, thing) for thing in ("nothing", "cash", *["loan"] * view["loans"], "policy", *view["items"])
        ],
    }


def _listed(view: Mapping[str, Any], item: str) -> dict[str, Any]:
    number = a.TABLE.number(f"item {item}")
    kind = ("nothing", "cash", "loan", "policy", "experience", "opportunity")[a.FIRST[number]]
    return {"action": f"item {item}", "kind": kind, "text": labels.item_text(view, number)}


def arranged(choices: Sequence[Any]) -> Controls:
    """Return choices, each with its label, as the page lays them out."""
    of = {group: [choice for choice in choices if choice.label.group == group] for group in labels.GROUPS}
    main = of[labels.MAIN]
    first = next((choice for choice in main if choice.label.key), main[0] if len(main) == 1 else None)
    people: dict[int, list[Any]] = {}
    for choice in of[labels.PEOPLE]:
        people.setdefault(choice.label.seat, []).append(choice)
    return Controls(
        first=first,
        main=[choice for choice in main if choice is not first],
        cards=_hands(of[labels.CARDS], signs.EXPERIENCE),
        opportunities=_hands(of[labels.OPPORTUNITIES], signs.OPPORTUNITY),
        people=people,
        more=of[labels.MORE],
        amounts=of[labels.AMOUNT],
        items=of[labels.ITEMS],
    )


def _hands(choices: Sequence[Any], sign: str) -> list[CardChoices]:
    hands: dict[str, CardChoices] = {}
    for choice in choices:
        hands.setdefault(choice.label.card, CardChoices(choice.label.card, sign)).choices.append(choice)
    return list(hands.values())
