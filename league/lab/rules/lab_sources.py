"""The sources of what was earned: squares, cards, paths and days of a game, from the events that its rules note while
it is played.

By kind and id the sums over all seats: how often it came up, then a column for each thing that it brings.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.career_poker import actions as poker
from engine.careers import actions as careers
from engine.careers.rules.ledger import CASH, FAME, HAPPINESS
from engine.core.telling import Event

Sources = dict[str, dict[str, list[int]]]
# By game the kinds of sources and what each brings, beside how often it came up.
COLUMNS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "careers": {
        "paths": ("happiness", "fame", "cash", "completed"),
        "squares": ("happiness", "fame", "cash"),
        "opportunities": ("happiness", "fame", "cash"),
        "experience": ("happiness", "fame", "cash"),
    },
    "game_of_the_year": {"days": ("money", "tokens"), "chance": ("money", "tokens"), "hazard": ("money", "tokens")},
    "career_compass": {"cards": ("cards_won",)},
    "office_job": {"cards": ("points", "others_lose")},
    "career_poker": {"sets": ("tricks",)},
}
Add = Callable[..., None]


def add_sources(sources: Sources, game: Any, events: Sequence[Event]) -> None:
    """Count all events of one game into `sources`; a game that is not known here has no sources."""
    columns = COLUMNS.get(game.system)
    if columns is None:
        return

    def add(kind: str, ident: object, *amounts: int, times: int = 0) -> None:
        row = sources.setdefault(kind, {}).setdefault(str(ident), [0] * (1 + len(columns[kind])))
        row[0] += times
        for at, amount in enumerate(amounts, 1):
            row[at] += amount

    _FOLDS[game.system](game, events, add)


def merge_sources(sources: Sources, others: Mapping[str, Mapping[str, Sequence[int]]]) -> None:
    for kind, rows in others.items():
        mine = sources.setdefault(kind, {})
        for ident, row in rows.items():
            sums = mine.get(ident)
            mine[ident] = list(row) if sums is None else [amount + more for amount, more in zip(sums, row, strict=True)]


_ARRIVED = frozenset({"moved", "moved_back", "advanced", "jumped", "sent"})
_LOST = {HAPPINESS: (-1, 0, 0), FAME: (0, -1, 0), CASH: (0, 0, -1)}
# What a seat gains (or loses, below 0) by an event, after the seat: happiness, fame, cash.
_GAINS: Mapping[str, Callable[..., tuple[int, int, int]]] = {
    "gained": lambda happiness, fame, bonus, salary: (happiness, fame, bonus),
    "points": lambda happiness, fame: (happiness, fame, 0),
    "received": lambda pounds: (0, 0, pounds),
    "refund": lambda pounds: (0, 0, pounds),
    "spent": lambda location, pounds: (0, 0, -pounds),
    "fee": lambda pounds, taker: (0, 0, -pounds),
    "lost": lambda what, amount: tuple(amount * sign for sign in _LOST.get(what, (0, 0, 0))),
}


def _careers(game: Any, events: Sequence[Event], add: Add) -> None:
    """Count a gain for the square on which the seat stands, its path, and the last card played by the seat in this
    turn. A salary is Payday's."""
    board = game.table.board
    here, played = dict[int, int](), dict[int, tuple[str, int]]()

    def gain(seat: int, location: int, amounts: tuple[int, int, int]) -> None:
        add("squares", location, *amounts)
        if location >= board.size:
            add("paths", board.path_of[location], *amounts)
        if seat in played:
            add(*played[seat], *amounts)

    for kind, *about in events:
        if kind == "turn":
            played.clear()
            continue
        seat, *rest = about
        if kind in _ARRIVED:
            here[seat] = rest[0]
            add("squares", rest[0], times=1)
        elif kind in _GAINS:
            if seat in here:
                gain(seat, here[seat], _GAINS[kind](*rest))
        elif kind == "payday":
            add("squares", 0, times=here.get(seat) != 0)
            gain(seat, 0, (0, 0, rest[1]))
        elif kind == "entered":
            add("paths", rest[0], 0, 0, -rest[1], times=1)
        elif kind == "completed":
            add("paths", rest[0], 0, 0, 0, 1)
        elif kind in ("plays", "card"):
            played[seat] = ("opportunities" if kind == "plays" else "experience", careers.FIRST[rest[0]])
            add(*played[seat], times=1)


def _game_of_the_year(game: Any, events: Sequence[Event], add: Add) -> None:
    """Count what the player on turn gains by a day's entry, and by the card that it makes them draw."""
    mover, source = -1, ("", 0)

    def gain(seat: int, money: int, tokens: int) -> None:
        if seat == mover and source[0]:
            add(*source, money, tokens)

    for kind, *about in events:
        match kind, about:
            case "turn", [seat, _]:
                mover, source = seat, ("", 0)
            case "moves" | "buys_token", _:
                source = ("", 0)
            case "entry", [_, day]:
                source = ("days", day)
                add(*source, times=1)
            case "card", [_, deck, number]:
                source = (("chance", "hazard")[deck], number)
                add(*source, times=1)
            case "collects", [seat, amount]:
                gain(seat, amount, 0)
            case "pays", [payer, payee, amount]:
                gain(payer, -amount, 0)
                gain(payee, amount, 0)
            case "takes_token", [seat, _]:
                gain(seat, 0, 1)
            case "hands_token", [giver, to, _]:
                gain(giver, 0, -1)
                gain(to, 0, 1)


def _career_compass(game: Any, events: Sequence[Event], add: Add) -> None:
    """Count the cards that were won with a card, for the card that the winner read last."""
    read: dict[int, int] = {}
    for kind, *about in events:
        if kind == "read":
            read[about[0]] = about[1]
            add("cards", about[1], times=1)
        elif kind == "took":
            add("cards", read[about[0]], about[1] + about[2])


def _office_job(game: Any, events: Sequence[Event], add: Add) -> None:
    """Count for a card, until the next one is played, what it brings the seat that plays it and what it takes from the
    others."""
    owner, card = -1, -1
    for kind, *about in events:
        if kind in ("turn", "helps_itself"):
            card = -1
        elif kind == "plays":
            owner, card = about[0], about[2]
            add("cards", card, times=1)
        elif kind in ("gains", "loses") and card >= 0:
            points = about[1] if kind == "gains" else -about[1]
            if about[0] == owner:
                add("cards", card, points)
            elif points < 0:
                add("cards", card, 0, -points)


def _career_poker(game: Any, events: Sequence[Event], add: Add) -> None:
    """Count how often cards of a value were laid, and how often that took the trick."""
    laid: dict[int, int] = {}
    for kind, *about in events:
        if kind in ("leads", "follows"):
            laid[about[0]] = poker.VALUE[about[1]]
            add("sets", laid[about[0]], times=1)
        elif kind == "won_trick" and about[0] in laid:
            add("sets", laid[about[0]], 1)


_FOLDS: Mapping[str, Callable[[Any, Sequence[Event], Add], None]] = {
    "careers": _careers,
    "game_of_the_year": _game_of_the_year,
    "career_compass": _career_compass,
    "office_job": _office_job,
    "career_poker": _career_poker,
}
