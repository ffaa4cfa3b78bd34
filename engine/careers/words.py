"""Name things in sentences: squares, cards, sums of money."""

from collections.abc import Mapping, Sequence

from engine.careers import actions as a
from engine.careers.board import Board
from engine.careers.table import OwnCard
from engine.translatable import said

_ROLLED = {"one_die": "?", "two_dice": "??", "either": said("? or ??")}
_PLAYS = {
    "join_any": said("Join any company"),
    "advance_any": said("Advance to any square"),
    "knocks": said("Opportunity knocks"),
    "collect_experience": said("Collect Experience"),
    "leave_unemployment": said("Leave Unemployment"),
    "extra_turn": said("Extra turn"),
}


def money(board: Board, amount: int) -> str:
    """Return an amount in the currency of the board."""
    return f"{board.currency}{amount:,}"


def place_name(board: Board, location: int) -> str:
    """Return a square as a player would name it: `Payday`, `Opportunity (square 5)`, `AGRIVI 11 (Sued over a secret)`,
    `the gate of Harrods`."""
    if location < board.size:
        name: str = board.raw[location]["name"]
        return said("{place} (square {number})", place=name, number=location) if location in board.opportunity else name
    path = board.paths[board.path_of[location]]
    if location == path.gate:
        return said("the gate of {path}", path=path.name)
    number, caption = location - path.gate, board.raw[location]["caption"]
    return said("{path} {number} ({caption})", path=path.name, number=number, caption=caption)


def experience_name(kind: int) -> str:
    """Return the name of an Experience card: `5`, `3 either way`, `?`, `?? either way`."""
    card = a.EXPERIENCE[kind]
    name = _ROLLED.get(card["kind"]) or str(card["value"])
    return said("{card} either way", card=name) if card.get("both_ways") else name


def opportunity_name(board: Board, kind: int, own_cards: Sequence[OwnCard] = ()) -> str:
    """Return the name of an Opportunity card: `Join Harrods, expenses paid`, `Advance to Holiday`, `Extra turn`."""
    card = a.OPPORTUNITY[kind]
    if card["kind"] == "own":
        return own_cards[kind - a.FIRST_OWN].name
    if card["kind"] == "travel":
        return travel_words(board, card["travel_class"])["card"]
    if card["kind"] == "advance":
        return said("Advance to {place}", place=place_name(board, a.BORDER_IDS.index(card["to"])))
    if card["kind"] != "join":
        return _PLAYS[card["kind"]]
    path = board.paths[a.PATH_IDS.index(card["to"])].name
    if card.get("expenses_paid"):
        return said("Join {path}, expenses paid", path=path)
    return (
        said("Join {path}, happiness doubled", path=path)
        if card.get("double_happiness")
        else said("Join {path}", path=path)
    )


def travel_words(board: Board, kind: str) -> Mapping[str, str]:
    """Return what a kind of travel is called on the board; on a board with only one kind, every card is for that."""
    return board.travel[kind if kind in board.rides else "rail"]
